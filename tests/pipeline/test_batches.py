"""Batches: a document gets the same annotations alone or in a batch, and failures are logged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document, Span
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Config, Pipeline, Resources
from goldsmith.pipeline.batches import process_documents

#: The first component fails on "bad", the second on "worse".
#: "long" represents a text so long that a batch contains only a few.
TEXTS = st.lists(st.sampled_from(["good", "bad", "worse", "", "long"]), max_size=70)


class First:
    """Adds the first word; fails on "bad"."""

    learns = False

    def __call__(self, analysis: Analysis) -> None:
        if analysis.text == "bad":
            raise ValueError("bad")
        if analysis.tokens.words:
            analysis.add_mention("first", [analysis.make_span(0, 0)])


class FirstInBatches(First):
    """Does the same in batches; when it fails, it has already changed earlier documents."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def many(self, analyses: Sequence[Analysis]) -> None:
        self.sizes.append(len(analyses))
        for analysis in analyses:
            self(analysis)


class Second:
    """Adds the whole text if there is a mention; fails on "worse"."""

    learns = False

    def __call__(self, analysis: Analysis) -> None:
        if analysis.text == "worse":
            raise KeyError("worse")
        if analysis.mentions:
            analysis.add_mention("whole", [Span(0, len(analysis.text))])


def build_pipeline(*components: object) -> Pipeline:
    pipeline = Pipeline(Config(steps=()), Resources())
    pipeline.components = list(components)  # type: ignore[arg-type]
    return pipeline


def make_documents(texts: Sequence[str]) -> list[Document]:
    return [
        Document(f"d{at}", "long " * 9000 if text == "long" else text)
        for at, text in enumerate(texts)
    ]


def process(pipeline: Pipeline, docs: Sequence[Document]) -> list[tuple[Document, object]]:
    return [
        (doc, repr(result) if isinstance(result, Exception) else result)
        for doc, result in pipeline.process(docs)
    ]


@given(TEXTS)
def test_results_are_the_same_alone_and_in_batches(texts: list[str]) -> None:
    docs = make_documents(texts)
    alone = process(build_pipeline(First(), Second()), docs)
    assert process(build_pipeline(FirstInBatches(), Second()), docs) == alone
    assert process(build_pipeline(First(), FirstInBatches(), Second()), docs) == process(
        build_pipeline(First(), First(), Second()), docs
    )
    for (doc, result), text in zip(alone, texts, strict=True):
        assert isinstance(result, str) == (text in {"bad", "worse"})
        assert isinstance(result, str) or result == build_pipeline(First(), Second())(doc)


def test_failed_documents_skip_later_components() -> None:
    batched = FirstInBatches()
    docs = make_documents(["good", "worse", "good"])
    pipeline = build_pipeline(Second(), batched)
    outcomes = [type(outcome) for _, outcome in process_documents(pipeline.components, docs)]
    assert outcomes == [Analysis, KeyError, Analysis]
    assert batched.sizes == [2]


def test_batches_are_limited_by_documents_and_characters() -> None:
    batched = FirstInBatches()
    list(build_pipeline(batched).pipe(make_documents(["good"] * 70)))
    assert batched.sizes == [32, 32, 6]
    batched.sizes.clear()
    list(build_pipeline(batched).pipe(make_documents(["long " * 9000] * 5)))
    assert batched.sizes == [3, 2]


@pytest.mark.parametrize(("component", "ahead"), [(First(), 1), (FirstInBatches(), 32)])
def test_at_most_one_batch_is_read_ahead(component: First, ahead: int) -> None:
    consumed: list[str] = []

    def source() -> Iterator[Document]:
        for doc in make_documents(["good"] * 40):
            consumed.append(doc.id)
            yield doc

    next(build_pipeline(component).pipe(source()))
    assert len(consumed) == ahead


@pytest.mark.parametrize("component", [First(), FirstInBatches()])
def test_pipe_raises_at_the_document_that_fails(component: First) -> None:
    results = build_pipeline(component).pipe(make_documents(["good", "good", "bad", "good"]))
    assert [next(results).id, next(results).id] == ["d0", "d1"]
    with pytest.raises(ValueError, match="bad"):
        next(results)


def test_failures_are_counted_and_logged_with_traceback(caplog: pytest.LogCaptureFixture) -> None:
    pipeline = build_pipeline(FirstInBatches(), Second())
    process(pipeline, make_documents(["good", "bad", "worse", "good"]))
    assert (pipeline.failures.batches, pipeline.failures.documents) == (1, 2)
    batch, first, second = [record for record in caplog.records if record.exc_info]
    assert "a batch of 4 documents failed" in batch.getMessage()
    assert "document d1 failed" in first.getMessage()
    assert "document d2 failed" in second.getMessage()
    assert "Traceback" in caplog.text and "in many" in caplog.text
    assert "ValueError" in caplog.text and "KeyError" in caplog.text


class Leaky:
    """Raises errors whose message quotes the note."""

    learns = False

    def __call__(self, analysis: Analysis) -> None:
        if analysis.text.startswith("ours"):
            raise InputError("the model lacks a file") from ValueError(analysis.text)
        raise ValueError(analysis.text)


def test_log_keeps_messages_of_our_errors_and_drops_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    docs = [Document("d1", "Mr Miller has gout"), Document("d2", "ours, Mr Miller")]
    results = [result for _, result in build_pipeline(Leaky()).process(docs)]
    assert [type(result) for result in results] == [ValueError, InputError]
    assert "Miller" not in caplog.text
    assert "ValueError" in caplog.text and "InputError: the model lacks a file" in caplog.text
