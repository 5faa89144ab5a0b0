"""Pairing the documents of two sides, and refusing those that do not match."""

from collections.abc import Iterable

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.project.agreement.pairing import DocumentJoin, pair_documents


def note(key: str, text: str = "fever and cough", **sets: AnnotationSet) -> Document:
    arguments = sets or {"gold": AnnotationSet("gold", (Mention("m", "Condition", (Span(0, 5),)),))}
    return Document(key, text, sets=arguments)


def notes(keys: Iterable[str]) -> list[Document]:
    return [note(key) for key in keys]


def test_documents_are_paired_in_any_order() -> None:
    join = DocumentJoin(notes("abcd"), notes("cdbe"))
    assert sorted(first.id for first, second in join if first.id == second.id) == ["b", "c", "d"]
    assert (join.only_first, join.only_second) == (["a"], ["e"])


def test_same_order_keeps_no_documents_waiting() -> None:
    waiting = []

    def watch(keys: str) -> Iterable[Document]:
        for key in keys:
            waiting.append(key)
            yield note(key)

    pairs = iter(DocumentJoin(watch("abc"), watch("abc")))
    next(pairs)
    assert waiting == ["a", "a"]


def test_missing_documents_are_refused_and_counted() -> None:
    with pytest.raises(InputError) as caught:
        list(pair_documents(notes("abcdefgh"), notes("ax"), label="run1"))
    message = str(caught.value)
    assert "7 only in the gold: b, c, d, e, f and 2 more; 1 only in run1: x" in message
    assert "Count missing documents as empty" in message


def test_missing_documents_can_count_as_empty_or_be_skipped() -> None:
    empty = list(pair_documents(notes("ab"), notes("a"), missing="empty"))
    assert [(pair.doc.id, len(pair.b.mentions)) for pair in empty] == [("a", 1), ("b", 0)]
    assert [pair.doc.id for pair in pair_documents(notes("ab"), notes("bc"), missing="skip")] == [
        "b"
    ]


def test_extra_documents_of_the_system_are_refused_with_missing_empty() -> None:
    with pytest.raises(InputError, match="1 only in the system: c"):
        list(pair_documents(notes("ab"), notes("bc"), missing="empty"))


def test_different_texts_are_refused_without_quoting_them() -> None:
    with pytest.raises(InputError) as caught:
        list(pair_documents([note("a"), note("b")], [note("a"), note("b", text="another Quigley")]))
    assert "the text of 1 documents differs" in str(caught.value)
    assert "Quigley" not in str(caught.value)


def test_set_must_be_named_if_there_are_several() -> None:
    both = note("a", x=AnnotationSet("x"), y=AnnotationSet("y"))
    with pytest.raises(InputError, match="a has several annotation sets; expected one of x, y"):
        list(pair_documents([both], [note("a")]))
    [pair] = pair_documents([both], [note("a")], gold_set="y")
    assert pair.a.name == "y"
