"""Two sides are brought together by id; what does not fit is said, never left out."""

from collections.abc import Iterable

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.project.agreement.pairing import Join, paired


def note(key: str, text: str = "fever and cough", **sets: AnnotationSet) -> Document:
    given = sets or {"gold": AnnotationSet("gold", (Mention("m", "Condition", (Span(0, 5),)),))}
    return Document(key, text, sets=given)


def notes(keys: Iterable[str]) -> list[Document]:
    return [note(key) for key in keys]


def test_documents_meet_whatever_their_order() -> None:
    join = Join(notes("abcd"), notes("cdbe"))
    assert sorted(first.id for first, second in join if first.id == second.id) == ["b", "c", "d"]
    assert (join.only_first, join.only_second) == (["a"], ["e"])


def test_in_the_same_order_nothing_waits() -> None:
    waiting = []

    def watched(keys: str) -> Iterable[Document]:
        for key in keys:
            waiting.append(key)
            yield note(key)

    pairs = iter(Join(watched("abc"), watched("abc")))
    next(pairs)
    assert waiting == ["a", "a"]


def test_missing_documents_are_refused_with_their_number() -> None:
    with pytest.raises(InputError) as caught:
        list(paired(notes("abcdefgh"), notes("ax"), label="run1"))
    message = str(caught.value)
    assert "7 only in the gold: b, c, d, e, f and 2 more; 1 only in run1: x" in message
    assert "--missing empty" in message


def test_missing_documents_can_count_as_empty_or_be_skipped() -> None:
    empty = list(paired(notes("ab"), notes("a"), missing="empty"))
    assert [(pair.doc.id, len(pair.b.mentions)) for pair in empty] == [("a", 1), ("b", 0)]
    assert [pair.doc.id for pair in paired(notes("ab"), notes("bc"), missing="skip")] == ["b"]


def test_what_only_the_system_has_is_refused_even_when_missing_ones_are_empty() -> None:
    with pytest.raises(InputError, match="1 only in the system: c"):
        list(paired(notes("ab"), notes("bc"), missing="empty"))


def test_different_texts_are_refused_without_quoting_them() -> None:
    with pytest.raises(InputError) as caught:
        list(paired([note("a"), note("b")], [note("a"), note("b", text="another Quigley")]))
    assert "1 of the documents have another text" in str(caught.value)
    assert "Quigley" not in str(caught.value)


def test_several_sets_must_be_chosen_from() -> None:
    both = note("a", x=AnnotationSet("x"), y=AnnotationSet("y"))
    with pytest.raises(InputError, match="a has several annotation sets; expected one of x, y"):
        list(paired([both], [note("a")]))
    [pair] = paired([both], [note("a")], gold_set="y")
    assert pair.a.name == "y"
