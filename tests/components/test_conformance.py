"""Every registered component passes the conformance suite, and the suite rejects faulty ones."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from goldsmith.core import AnnotationSet, Document, Group, Mention, Metadata, Relation, Span
from goldsmith.pipeline import Analysis, Example, Resources, component, names
from goldsmith.testing import check_component

#: Ignores warnings of the libraries about each other.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
OPTIONS: dict[str, dict[str, Any]] = {
    "entities": {"epochs": 20, "members": 1},
    "lookup": {"type": "Condition"},
    "people": {"type": "Person"},
    "coreference": {"relation": "same", "trees": 10},
}


def make_chain(doc_id: str, text: str) -> Document:
    """Make a note with a chain of all occurrences of "mass"."""
    starts = [at for at in range(len(text)) if text.startswith("mass", at)]
    mentions = [Mention(f"m{at}", "X", (Span(at, at + 4),)) for at in starts]
    chain = Group("g", "same", tuple(mention.id for mention in mentions))
    gold = AnnotationSet("gold", tuple(mentions), groups=(chain,))
    return Document(doc_id, text).with_set(gold)


def make_links() -> AnnotationSet:
    """Make an event at the beginning of a note, linked to the date of the note."""
    event = Mention("e", "TLC", (Span(0, 6),), {"class": "investigation", "hypothetical": "false"})
    creation = {"value": "2009-06-10", "functionInDocument": "CREATION_TIME"}
    day = Mention("t", "TIMEX3", (), {"type": "DATE", **creation})
    link = Relation("l", "CTLink", "e", "t", {"type": "is_included", "task": "A"})
    return AnnotationSet("gold", (event, day), (link,))


#: Notes for components that find nothing in the default ones.
CORPORA = {
    "people": [
        Document("p1", "Mrs Roe says she is well.", sets={"gold": AnnotationSet("gold")}),
        Document("p2", "I saw him again.", sets={"gold": AnnotationSet("gold")}),
    ],
    "temporal": [
        Document("t1", "Pain for six months.", sets={"gold": AnnotationSet("gold")}),
        Document("t2", "Seen on 3/4/2008.", sets={"gold": AnnotationSet("gold")}),
    ],
    "temporal-links": [
        Document("l1", "Biopsy today.", Metadata(date="2009-06-10"), sets={"gold": make_links()}),
        Document("l2", "Biopsy now.", Metadata(date="2009-06-10"), sets={"gold": make_links()}),
    ],
    "coreference": [make_chain("c1", "The mass grew. The mass is soft."),
                    make_chain("c2", "A mass, soft. This mass is old.")],
}  # fmt: skip
NEURAL = {"epochs": 40, "rate": 2e-3, "head_rate": 1e-2, "batch": 1, "threads": 1}


@pytest.mark.parametrize("name", [name for name in names() if "neural" not in name])
def test_component_conforms(name: str, request: pytest.FixtureRequest) -> None:
    options = OPTIONS.get(name, {})
    if name == "entities-combined":
        folder = request.getfixturevalue("transformer")
        options = {"crf": OPTIONS["entities"], "neural": {**NEURAL, "model": str(folder)}}
    check_component(name, options=options, corpus=CORPORA.get(name))


def test_neural_component_conforms(transformer: Path) -> None:
    check_component("entities-neural", options={**NEURAL, "model": str(transformer)})


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No options."""


class LooseOptions(msgspec.Struct, frozen=True):
    """Options that accept anything."""


class Good:
    """Adds the first word as a mention."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = False
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Any, resources: Resources) -> None:
        self.calls = 0

    def __call__(self, analysis: Analysis) -> None:
        if analysis.tokens.words:
            analysis.add_mention("Word", [analysis.make_span(0, 0)])

    def train(self, examples: Sequence[Example]) -> None: ...

    def save(self, folder: Path) -> None: ...

    def load(self, folder: Path) -> None: ...


class Loose(Good):
    """Accepts unknown options."""

    settings = LooseOptions


class Undeclared(Good):
    """Adds a relation without declaring it."""

    def __call__(self, analysis: Analysis) -> None:
        analysis.relations.append(Relation("r", "x", "a", "b"))


class Idle(Good):
    """Adds nothing."""

    def __call__(self, analysis: Analysis) -> None: ...


class Unstable(Good):
    """Finds something different in every run."""

    def __call__(self, analysis: Analysis) -> None:
        self.calls += 1
        if analysis.tokens.words:
            analysis.add_mention(f"Word{self.calls}", [analysis.make_span(0, 0)])


class Uneven(Good):
    """Finds nothing in batches."""

    def many(self, analyses: Sequence[Analysis]) -> None: ...


class Pickling(Good):
    """Saves a pickle."""

    def save(self, folder: Path) -> None:
        (folder / "state").write_bytes(pickle.dumps(self.calls))


class Forgetful(Good):
    """Finds something different after loading."""

    learns = True
    trained = False

    def train(self, examples: Sequence[Example]) -> None:
        self.trained = True

    def __call__(self, analysis: Analysis) -> None:
        if self.trained:
            super().__call__(analysis)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Loose, "unknown option"),
        (Undeclared, "adds relations but does not say so"),
        (Idle, "adds nothing"),
        (Unstable, "second run gives different annotations"),
        (Uneven, "batch gives different annotations"),
        (Pickling, "is a pickle"),
        (Forgetful, "loaded component gives different annotations"),
    ],
)
def test_suite_rejects_faulty_components(
    kind: type[Good], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(component, "get", lambda _: Good)
    check_component("good")
    monkeypatch.setattr(component, "get", lambda _: kind)
    with pytest.raises(AssertionError, match=message):
        check_component("bad")
