"""A few made-up notes to learn from, quickly."""

from itertools import islice

import pytest

from goldsmith.examples import notes
from goldsmith.pipeline import Config, Example, parse
from goldsmith.training import examples

QUICK = """
[[component]]
use = "entities"
epochs = 5
members = 1
features = { affixes = 0, bigrams = false, window = 1 }
"""


@pytest.fixture(scope="session")
def config() -> Config:
    return parse(QUICK, where="quick")


@pytest.fixture(scope="session")
def few() -> list[Example]:
    return examples(islice(notes.documents(), 12), "gold")
