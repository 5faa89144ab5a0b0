"""A real Spark on this machine, and a small model."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldsmith.examples import notes
from goldsmith.pipeline import Pipeline, Resources, parse_config
from goldsmith.training import make_examples

QUICK = """
[[component]]
use = "entities"
epochs = 5
members = 1
features = { affixes = 0, bigrams = false, window = 1 }
"""


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """Open a session with two workers; a task is tried four times."""
    if not shutil.which("java") and not os.environ.get("JAVA_HOME"):
        if os.environ.get("CI"):
            pytest.fail("no Java in CI: scripts/test-programs installs it")
        pytest.skip("no Java here: apt-get install openjdk-17-jre-headless")
    from goldsmith.runners.spark.session import open_session

    with open_session("local[2,4]", settings={"spark.ui.enabled": "false"}) as session:
        yield session


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pipeline = Pipeline(parse_config(QUICK, where="quick"), Resources())
    pipeline.train(make_examples(notes.load_documents(), "gold"))
    folder = tmp_path_factory.mktemp("model") / "m"
    pipeline.save(folder)
    return folder
