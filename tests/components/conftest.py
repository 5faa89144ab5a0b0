"""Small trained pipelines that several tests use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from goldsmith.core import Document
from goldsmith.demo.notes import documents
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources, parse


def examples(docs: Sequence[Document], name: str = "gold") -> list[Example]:
    return [Example(Analysis(doc), doc.sets[name]) for doc in docs]


def pipeline(toml: str, resources: Resources | None = None) -> Pipeline:
    return Pipeline(parse(toml, where="test"), resources or Resources())


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    return list(documents())


@pytest.fixture(scope="session")
def trained(notes: list[Document]) -> Pipeline:
    """Entities learned from half of the demo notes, roughly."""
    made = pipeline('[[component]]\nuse = "entities"\niterations = 25\n')
    made.train(examples(notes[::2]))
    return made


@pytest.fixture(scope="session")
def model(trained: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model") / "m"
    trained.save(folder, card="# A model\n")
    return folder
