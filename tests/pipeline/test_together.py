"""Several documents at once: what comes of each is what would come of it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document, Span
from goldsmith.pipeline import Analysis, Config, Pipeline, Resources, together

#: One is "bad" to the first component, one "worse" to the second.
#: "long" stands for a text of which few go together.
TEXTS = st.lists(st.sampled_from(["good", "bad", "worse", "", "long"]), max_size=70)


class First:
    """Adds the first word; cannot do what is bad."""

    learns = False

    def __call__(self, work: Analysis) -> None:
        if work.text == "bad":
            raise ValueError("bad")
        if work.tokens.words:
            work.add("first", [work.span_of(0, 0)])


class FirstTogether(First):
    """The same for several at once; when it meets what is bad, it has added to others already."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def many(self, works: Sequence[Analysis]) -> None:
        self.sizes.append(len(works))
        for work in works:
            self(work)


class Second:
    """Adds the whole text after what is there; cannot do what is worse."""

    learns = False

    def __call__(self, work: Analysis) -> None:
        if work.text == "worse":
            raise KeyError("worse")
        if work.mentions:
            work.add("whole", [Span(0, len(work.text))])


def made_of(*components: object) -> Pipeline:
    pipeline = Pipeline(Config(steps=()), Resources())
    pipeline.components = list(components)  # type: ignore[arg-type]
    return pipeline


def documents(texts: Sequence[str]) -> list[Document]:
    return [
        Document(f"d{at}", "long " * 9000 if text == "long" else text)
        for at, text in enumerate(texts)
    ]


def outcomes(pipeline: Pipeline, docs: Sequence[Document]) -> list[tuple[Document, object]]:
    return [
        (doc, repr(made) if isinstance(made, Exception) else made)
        for doc, made in pipeline.outcomes(docs)
    ]


@given(TEXTS)
def test_the_same_comes_of_each_alone_or_with_others(texts: list[str]) -> None:
    docs = documents(texts)
    alone = outcomes(made_of(First(), Second()), docs)
    assert outcomes(made_of(FirstTogether(), Second()), docs) == alone
    assert outcomes(made_of(First(), FirstTogether(), Second()), docs) == outcomes(
        made_of(First(), First(), Second()), docs
    )
    for (doc, made), text in zip(alone, texts, strict=True):
        assert isinstance(made, str) == (text in {"bad", "worse"})
        assert isinstance(made, str) or made == made_of(First(), Second())(doc)


def test_what_failed_before_is_not_handed_on() -> None:
    several = FirstTogether()
    docs = documents(["good", "worse", "good"])
    pipeline = made_of(Second(), several)
    found = [type(work) for _, work in together.analysed(pipeline.components, docs)]
    assert found == [Analysis, KeyError, Analysis]
    assert several.sizes == [2]


def test_documents_are_taken_in_handfuls() -> None:
    several = FirstTogether()
    list(made_of(several).pipe(documents(["good"] * 70)))
    assert several.sizes == [32, 32, 6]
    several.sizes.clear()
    list(made_of(several).pipe(documents(["long " * 9000] * 5)))
    assert several.sizes == [3, 2]


@pytest.mark.parametrize(("component", "ahead"), [(First(), 1), (FirstTogether(), 32)])
def test_no_more_is_taken_than_is_done_together(component: First, ahead: int) -> None:
    taken: list[str] = []

    def source() -> Iterator[Document]:
        for doc in documents(["good"] * 40):
            taken.append(doc.id)
            yield doc

    next(made_of(component).pipe(source()))
    assert len(taken) == ahead


@pytest.mark.parametrize("component", [First(), FirstTogether()])
def test_the_pipe_breaks_at_the_document_that_cannot_be_done(component: First) -> None:
    made = made_of(component).pipe(documents(["good", "good", "bad", "good"]))
    assert [next(made).id, next(made).id] == ["d0", "d1"]
    with pytest.raises(ValueError, match="bad"):
        next(made)
