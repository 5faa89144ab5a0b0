"""A Goldsmith model inside spaCy."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.examples import notes
from goldsmith.pipeline import Pipeline, Resources, parse
from goldsmith.training import examples

spacy = pytest.importorskip("spacy", reason="spaCy is not installed (extra `spacy`)")

TEXT = "Pain 😀 in left and right breasts, breast cancer."


class Told:
    """A pipeline that says what it is told to say."""

    def __init__(self, *mentions: Mention) -> None:
        self.made = AnnotationSet("system", mentions)

    def annotate(self, doc: Document) -> AnnotationSet:
        assert doc.text == TEXT
        return self.made


def bridged(*mentions: Mention, ents: bool = False) -> Any:
    from goldsmith.runners.spacy_bridge import Bridge

    return Bridge(Told(*mentions), ents=ents)(spacy.blank("en")(TEXT))  # type: ignore[arg-type]


def test_mentions_become_spans_with_codes_and_attributes() -> None:
    start = TEXT.index("breast cancer")
    mention = Mention(
        "a", "Condition", (Span(start, start + 13),), {"status": "x"}, (Code("C50", "ICD10"),)
    )
    doc = bridged(mention)
    [span] = doc.spans["goldsmith"]
    assert (span.text, span.label_) == ("breast cancer", "Condition")
    assert span._.goldsmith_codes == [("ICD10", "C50", "")]
    assert span._.goldsmith_attributes == {"status": "x"}
    assert doc._.goldsmith.mentions == (mention,) and not doc.ents


def test_fragments_and_two_mentions_on_the_same_words_are_kept_apart() -> None:
    left, breasts = TEXT.index("left"), TEXT.index("breasts")
    fragments = (Span(left, left + 4), Span(breasts, breasts + 7))
    doc = bridged(
        Mention("a", "Locus", fragments), Mention("b", "Locus", (Span(left, breasts + 7),))
    )
    one, two = doc.spans["goldsmith"]
    assert one.text == two.text == "left and right breasts"
    assert one._.goldsmith_fragments == [(left, left + 4), (breasts, breasts + 7)]
    assert two._.goldsmith_fragments == [(left, breasts + 7)]


def test_half_a_word_is_widened_and_entities_do_not_overlap() -> None:
    start = TEXT.index("breast cancer")
    doc = bridged(
        Mention("a", "Condition", (Span(start, start + 13),)),
        Mention("b", "Locus", (Span(start, start + 3),)),
        ents=True,
    )
    assert [one.text for one in doc.spans["goldsmith"]] == ["breast cancer", "breast"]
    assert [(one.text, one.label_) for one in doc.ents] == [("breast cancer", "Condition")]


def test_a_model_folder_is_a_component(tmp_path: Path) -> None:
    import goldsmith.runners.spacy_bridge  # noqa: F401 - registers the factory

    config = parse('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n', where="t")
    pipeline = Pipeline(config, Resources())
    pipeline.train(examples(islice(notes.documents(), 12), "gold"))
    pipeline.save(tmp_path / "m")
    nlp = spacy.blank("en")
    nlp.add_pipe("goldsmith", config={"model": str(tmp_path / "m")})
    doc = nlp(next(notes.documents()).text)
    wanted = pipeline(doc.text).sets["system"].mentions
    assert len(doc.spans["goldsmith"]) == len(wanted) > 5
