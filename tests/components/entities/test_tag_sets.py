"""The option `tags` of entities: tag sets of the SemEval-2014 systems."""

from __future__ import annotations

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError

from ..conftest import examples, pipeline

TOML = '[[component]]\nuse = "entities"\nalgorithm = "lbfgs"\nthreshold = 0.5\ntags = "{}"\n'
ORGANS = "atrium ventricle aorta kidney bladder spleen liver bowel".split()
SIDES = ("left", "right", "whole", "upper")


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    """Make notes with one discontiguous mention each: [left atrium] is mildly [dilated]."""
    documents = []
    for number in range(32):
        organ = f"{SIDES[number // 8]} {ORGANS[number % 8]}"
        text = f"The {organ} is mildly dilated. There was fever today."
        mentions = (
            Mention("1", "Disorder", (locate(text, organ), locate(text, "dilated"))),
            Mention("2", "Disorder", (locate(text, "fever"),)),
        )
        gold = AnnotationSet("gold", mentions)
        documents.append(Document(f"n{number}", text, sets={"gold": gold}))
    return documents


def locate(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


@pytest.mark.parametrize("tags", ["bio", "biohd", "bilou", "sbioen"])
def test_tag_set_finds_the_mentions_that_it_can_represent(tags: str, notes: list[Document]) -> None:
    tagger = pipeline(TOML.format(tags))
    tagger.train(examples(notes[:-1]))
    doc = notes[-1]
    spans = {mention.spans for mention in tagger.annotate(doc).mentions}
    gold = {mention.spans for mention in doc.sets["gold"].mentions}
    broken = next(spans_ for spans_ in gold if len(spans_) > 1)
    if tags in ("biohd", "sbioen"):
        assert spans == gold
    else:
        assert spans == gold - {broken} | {(Span(broken[0].start, broken[-1].end),)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ('tags = "bilou"', "cannot be learned by descent"),
        ('algorithm = "lbfgs"\nplain = true\ntags = "bio"', "both plain and tags"),
        ('algorithm = "lbfgs"\ntags = "bioes"', "not valid"),
    ],
)
def test_invalid_options_are_refused(options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pipeline(f'[[component]]\nuse = "entities"\n{options}\n')
