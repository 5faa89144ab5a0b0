"""Entities: what a model finds, keeps and says when it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.core import Document
from goldsmith.core.offsets import Span
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Pipeline, load

from ..conftest import examples, pipeline


def _none(name: str) -> object:
    raise AssertionError(f"no terminology is wanted, but {name} was")


def test_it_finds_most_of_what_it_has_not_seen(trained: Pipeline, notes: list[Document]) -> None:
    right = found = there = 0
    for doc in notes[1::2]:
        gold = {(m.type, m.spans) for m in doc.sets["gold"].mentions}
        system = {(m.type, m.spans) for m in trained.annotate(doc).mentions}
        right, found, there = right + len(gold & system), found + len(system), there + len(gold)
    assert right / found > 0.55 and right / there > 0.4


def test_a_saved_model_finds_the_same(
    trained: Pipeline, model: Path, notes: list[Document]
) -> None:
    again = load(model, find=_none)  # type: ignore[arg-type]
    for doc in notes[:6]:
        assert again.annotate(doc) == trained.annotate(doc)
    assert not list(model.rglob("*.pkl")) and (model / "README.md").read_text() == "# A model\n"


def test_every_mention_lies_on_its_words(trained: Pipeline) -> None:
    text = "Dx: left breast cancer.\n\nCT chest – no pleural effusion 🙂; started tamoxifen."
    doc = trained(text)
    for mention in doc.sets["system"].mentions:
        for span in mention.spans:
            assert text[span.start : span.end].strip() == text[span.start : span.end] != ""
    assert doc.sets["system"].provenance.kind == "system"


@pytest.mark.parametrize("text", ["", "x", "\n\n", "心电图正常", "\x00\x01", "a" * 5000, "🙂"])
def test_odd_texts_are_no_trouble(trained: Pipeline, text: str) -> None:
    assert isinstance(trained(text), Document)


def test_discontiguous_mentions_come_out_in_pieces() -> None:
    sentences = [
        f"There is <Condition #a>{one}</> and <Condition>{two} <+a>{head}</></> in both legs."
        for head in ("neuropathy", "weakness", "loss")
        for one in ("motor", "distal", "mild")
        for two in ("sensory", "proximal", "diffuse")
    ]
    docs = [inline.parse(text, doc_id=str(n)) for n, text in enumerate(sentences)]
    made = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n')
    made.train(examples(docs))
    text = "There is motor and proximal neuropathy in both legs."
    found = {mention.spans for mention in made(text).sets["system"].mentions}
    assert found == {(Span(9, 14), Span(28, 38)), (Span(19, 38),)}
    plain = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\nplain = true\n')
    plain.train(examples(docs))
    assert all(len(mention.spans) == 1 for mention in plain(text).sets["system"].mentions)


def test_an_abbreviation_follows_its_long_form() -> None:
    docs = [
        inline.parse(f"He has <C>{name} failure</> today.", doc_id=name)
        for name in ("renal", "cardiac", "hepatic", "congestive heart", "liver")
    ]
    made = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n')
    made.train(examples(docs))
    text = "He has congestive heart failure (CHF) today. The CHF is worse."
    found = {text[m.start : m.end] for m in made(text).sets["system"].mentions}
    assert found == {"congestive heart failure", "CHF"}


def test_training_without_mentions_says_so() -> None:
    made = pipeline('[[component]]\nuse = "entities"\ntypes = ["Drug"]\n')
    docs = [inline.parse("Has <Condition>pain</>.", doc_id="d")]
    with pytest.raises(InputError, match="no mentions of the types Drug"):
        made.train(examples(docs))


def test_an_untrained_component_says_so() -> None:
    made = pipeline('[[component]]\nuse = "entities"\n')
    with pytest.raises(InputError, match="not trained"):
        made("text")


def test_an_analysis_places_spans_on_tokens() -> None:
    work = Analysis(Document("d", "Hb 10.2 g/dL, no pain."))
    first, end = work.range_of(Span(3, 7))
    assert work.tokens.words[first:end] == ["10.2"]
    assert work.span_of(first, first) == Span(3, 7)
