"""Small cases to spoil, and the check that a call is refused in plain words."""

import re

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Forecast

Y = [0, 1, 0, 1]
S = [0.1, 0.6, 0.4, 0.8]
TWO = np.array([S, S]).T
FORECAST = Forecast(Y, S)


def series(values, index=(0, 1, 2, 3), dtype=None):
    return pd.Series(values, index=list(index), dtype=dtype)


def refuses(call, kind, phrases):
    with pytest.raises(Exception, match=re.escape(phrases[0])) as caught:
        call()
    assert type(caught.value) is kind
    for phrase in phrases:
        assert phrase in str(caught.value)
    assert "np." not in str(caught.value), "messages show plain values"
