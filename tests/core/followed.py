"""Published cases that were followed in time, as tests of survival read them."""

from pathlib import Path

import dcurves
import numpy as np
import pandas as pd

from brierwidgets import Forecast

DATA = pd.read_csv(Path(dcurves.data) / "df_surv.csv")
COMPETING = DATA["cancer_cr"].map({"censor": 0, "diagnosed with cancer": 1, "dead other causes": 2}).to_numpy()
HORIZON = 1.5
GRID = np.arange(1, 100) / 100


def published(event=None, **options):
    kinds = DATA["cancer"] if event is None else event
    return Forecast.from_survival(DATA["ttcancer"], kinds, DATA["cancerpredmarker"], horizon=HORIZON, **options)
