"""Settings for all tests, and a small trained model."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import settings

from goldsmith.examples import notes
from goldsmith.pipeline import Pipeline, Resources, parse_config
from goldsmith.training import make_examples

# The time that an example takes depends more on the machine than on the code.
settings.register_profile("goldsmith", deadline=None)
settings.load_profile("goldsmith")
_QUICK = """
[[component]]
use = "entities"
epochs = 5
members = 1
features = { affixes = 0, bigrams = false, window = 1 }
"""
#: The files with the longest tests, which start first: at the end, the other workers would wait.
_LONGEST = ("test_readme.py", "test_tutorials.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in _LONGEST)


def pytest_collection() -> None:
    gc.disable()  # tests and modules live until the end


def pytest_collection_finish() -> None:
    """Freeze tests and modules, so that the collector skips them."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    gc.unfreeze()  # DuckDB reports objects that are left over at the end


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an entity model that is trained in moments; tests must not change it."""
    pipeline = Pipeline(parse_config(_QUICK, where="quick"), Resources())
    pipeline.train(make_examples(notes.load_documents(), "gold"))
    folder = tmp_path_factory.mktemp("model") / "m"
    pipeline.save(folder)
    return folder
