"""A quick configuration and a few made-up notes to train on."""

from itertools import islice

import pytest

from goldsmith.examples import notes
from goldsmith.pipeline import Config, Example, parse_config
from goldsmith.training import make_examples

QUICK = """
[[component]]
use = "entities"
epochs = 5
members = 1
features = { affixes = 0, bigrams = false, window = 1 }
"""


@pytest.fixture(scope="session")
def config() -> Config:
    return parse_config(QUICK, where="quick")


@pytest.fixture(scope="session")
def examples() -> list[Example]:
    return make_examples(islice(notes.load_documents(), 12), "gold")
