"""Real engines, each started once a module and stopped after it."""

import shutil
from contextlib import contextmanager

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest


@contextmanager
def in_pandas():
    yield lambda table: table


@contextmanager
def in_polars():
    yield pl.from_pandas


@contextmanager
def in_lazy_polars():
    yield lambda table: pl.from_pandas(table).lazy()


@contextmanager
def in_pyarrow():
    yield lambda table: pa.Table.from_pandas(table, preserve_index=False)


@contextmanager
def in_duckdb():
    # A connection of its own: a relation of it must not be looked for on the default one.
    with duckdb.connect() as connection:
        yield connection.from_df


@contextmanager
def in_dask():
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster),
    ):
        yield lambda table: dd.from_pandas(table, npartitions=3)


@contextmanager
def in_spark():
    if shutil.which("java") is None:
        pytest.skip("PySpark runs on Java, and there is no java command on this machine")
    from pyspark.sql import SparkSession

    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.log.level": "ERROR"}
    builder = SparkSession.builder.master("local[2]")
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    yield session.createDataFrame
    session.stop()


ENGINES = {
    "pandas": in_pandas,
    "polars": in_polars,
    "polars-lazy": in_lazy_polars,
    "pyarrow": in_pyarrow,
    "duckdb": in_duckdb,
    "dask": in_dask,
    "pyspark": in_spark,
}


#: These start a cluster or a virtual machine.
SLOW = ("dask", "pyspark")


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in ENGINES]
)
def to_native(request):
    """A function that hands a pandas table to the engine."""
    with ENGINES[request.param]() as convert:
        yield convert


@pytest.fixture(scope="module")
def table():
    """Cases with scores of 0 and 1, ties, a 32-bit column, weights (some zero), and labels in text."""
    rng = np.random.default_rng(7)
    n = 3000
    sharp = rng.beta(0.2, 0.6, n)
    sharp[:6] = [0.0, 1.0, 0.0, 1.0, 1e-300, 1 - 2**-53]
    y = (rng.random(n) < np.clip(sharp, 0.05, 0.9)).astype(int)
    y[:4] = [0, 1, 1, 0]
    return pd.DataFrame(
        {
            "y": y,
            "answer": np.where(y == 1, "yes", "no"),
            "sharp": sharp,
            "coarse": rng.integers(0, 21, n) / 20,
            "short": rng.random(n).astype(np.float32),
            "weight": rng.integers(0, 8, n) / 4,
        }
    )
