"""Entities by CRF: mentions, saved models and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.core import Document
from goldsmith.core.offsets import Span
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Pipeline, load

from ..conftest import examples, pipeline


def _refuse_terminology(name: str) -> object:
    raise AssertionError(f"no terminology is needed, but {name} was opened")


def test_precision_and_recall_on_unseen_notes(trained: Pipeline, notes: list[Document]) -> None:
    right = predicted = expected = 0
    for doc in notes[1::2]:
        gold = {(m.type, m.spans) for m in doc.sets["gold"].mentions}
        system = {(m.type, m.spans) for m in trained.annotate(doc).mentions}
        right, predicted, expected = (
            right + len(gold & system),
            predicted + len(system),
            expected + len(gold),
        )
    assert right / predicted > 0.55 and right / expected > 0.4


def test_saved_model_finds_the_same_mentions(
    trained: Pipeline, model: Path, notes: list[Document]
) -> None:
    loaded = load(model, find=_refuse_terminology)  # type: ignore[arg-type]
    for doc in notes[:6]:
        assert loaded.annotate(doc) == trained.annotate(doc)
    assert not list(model.rglob("*.pkl")) and (model / "README.md").read_text() == "# A model\n"


def test_spans_do_not_begin_or_end_with_white_space(trained: Pipeline) -> None:
    text = "Dx: left breast cancer.\n\nCT chest – no pleural effusion 🙂; started tamoxifen."
    doc = trained(text)
    for mention in doc.sets["system"].mentions:
        for span in mention.spans:
            assert text[span.start : span.end].strip() == text[span.start : span.end] != ""
    assert doc.sets["system"].provenance.kind == "system"


@pytest.mark.parametrize("text", ["", "x", "\n\n", "心电图正常", "\x00\x01", "a" * 5000, "🙂"])
def test_odd_texts_do_not_fail(trained: Pipeline, text: str) -> None:
    assert isinstance(trained(text), Document)


def test_discontiguous_mentions_are_found() -> None:
    sentences = [
        f"There is <Condition #a>{first}</> and <Condition>{second} <+a>{head}</></> in both legs."
        for head in ("neuropathy", "weakness", "loss")
        for first in ("motor", "distal", "mild")
        for second in ("sensory", "proximal", "diffuse")
    ]
    docs = [inline.parse(text, doc_id=str(n)) for n, text in enumerate(sentences)]
    tagger = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n')
    tagger.train(examples(docs))
    text = "There is motor and proximal neuropathy in both legs."
    predicted = {mention.spans for mention in tagger(text).sets["system"].mentions}
    assert predicted == {(Span(9, 14), Span(28, 38)), (Span(19, 38),)}
    plain = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\nplain = true\n')
    plain.train(examples(docs))
    assert all(len(mention.spans) == 1 for mention in plain(text).sets["system"].mentions)


def test_abbreviations_follow_their_long_form() -> None:
    docs = [
        inline.parse(f"He has <C>{name} failure</> today.", doc_id=name)
        for name in ("renal", "cardiac", "hepatic", "congestive heart", "liver")
    ]
    tagger = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n')
    tagger.train(examples(docs))
    text = "He has congestive heart failure (CHF) today. The CHF is worse."
    predicted = {text[m.start : m.end] for m in tagger(text).sets["system"].mentions}
    assert predicted == {"congestive heart failure", "CHF"}


def test_training_without_mentions_is_refused() -> None:
    tagger = pipeline('[[component]]\nuse = "entities"\ntypes = ["Drug"]\n')
    docs = [inline.parse("Has <Condition>pain</>.", doc_id="d")]
    with pytest.raises(InputError, match="no mentions of the types Drug"):
        tagger.train(examples(docs))


def test_untrained_component_is_refused() -> None:
    tagger = pipeline('[[component]]\nuse = "entities"\n')
    with pytest.raises(InputError, match="not trained"):
        tagger("text")


def test_analysis_converts_spans_to_tokens() -> None:
    analysis = Analysis(Document("d", "Hb 10.2 g/dL, no pain."))
    first, end = analysis.find_tokens(Span(3, 7))
    assert analysis.tokens.words[first:end] == ["10.2"]
    assert analysis.make_span(first, first) == Span(3, 7)
