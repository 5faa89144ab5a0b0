"""A Goldsmith model inside spaCy, which loads PyTorch and so is not imported by collection."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.examples import notes
from goldsmith.pipeline import Pipeline, Resources, parse_config
from goldsmith.training import make_examples

TEXT = "Pain 😀 in left and right breasts, breast cancer."


@pytest.fixture(scope="module", autouse=True)
def spacy() -> Any:
    return pytest.importorskip("spacy", reason="spaCy is not installed (extra `spacy`)")


class FixedPipeline:
    """A pipeline that always returns the same mentions."""

    def __init__(self, *mentions: Mention) -> None:
        self.annotations = AnnotationSet("system", mentions)

    def annotate(self, doc: Document) -> AnnotationSet:
        assert doc.text == TEXT
        return self.annotations


def run_bridge(*mentions: Mention, ents: bool = False) -> Any:
    import spacy

    from goldsmith.runners.spacy_bridge import Bridge

    return Bridge(FixedPipeline(*mentions), ents=ents)(spacy.blank("en")(TEXT))  # type: ignore[arg-type]


def test_mentions_become_spans_with_codes_and_attributes() -> None:
    start = TEXT.index("breast cancer")
    mention = Mention(
        "a", "Condition", (Span(start, start + 13),), {"status": "x"}, (Code("C50", "ICD10"),)
    )
    doc = run_bridge(mention)
    [span] = doc.spans["goldsmith"]
    assert (span.text, span.label_) == ("breast cancer", "Condition")
    assert span._.goldsmith_codes == [("ICD10", "C50", "")]
    assert span._.goldsmith_attributes == {"status": "x"}
    assert doc._.goldsmith.mentions == (mention,) and not doc.ents


def test_fragments_and_mentions_on_the_same_words_are_distinguished() -> None:
    left, breasts = TEXT.index("left"), TEXT.index("breasts")
    fragments = (Span(left, left + 4), Span(breasts, breasts + 7))
    doc = run_bridge(
        Mention("a", "Locus", fragments), Mention("b", "Locus", (Span(left, breasts + 7),))
    )
    first, second = doc.spans["goldsmith"]
    assert first.text == second.text == "left and right breasts"
    assert first._.goldsmith_fragments == [(left, left + 4), (breasts, breasts + 7)]
    assert second._.goldsmith_fragments == [(left, breasts + 7)]


def test_partial_words_are_extended_and_entities_do_not_overlap() -> None:
    start = TEXT.index("breast cancer")
    doc = run_bridge(
        Mention("a", "Condition", (Span(start, start + 13),)),
        Mention("b", "Locus", (Span(start, start + 3),)),
        ents=True,
    )
    assert [span.text for span in doc.spans["goldsmith"]] == ["breast cancer", "breast"]
    assert [(span.text, span.label_) for span in doc.ents] == [("breast cancer", "Condition")]


def test_model_folder_is_a_spacy_component(spacy: Any, tmp_path: Path) -> None:
    import goldsmith.runners.spacy_bridge  # noqa: F401 - registers the factory

    config = parse_config('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n', where="t")
    pipeline = Pipeline(config, Resources())
    pipeline.train(make_examples(islice(notes.load_documents(), 12), "gold"))
    pipeline.save(tmp_path / "m")
    nlp = spacy.blank("en")
    nlp.add_pipe("goldsmith", config={"model": str(tmp_path / "m")})
    doc = nlp(next(notes.load_documents()).text)
    expected = pipeline(doc.text).sets["system"].mentions
    assert len(doc.spans["goldsmith"]) == len(expected) > 5
