"""Mentions that share their last word with the next one."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.components.entities.ellipsis import Ellipsis
from goldsmith.core import Document, Span
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis

SHARED = "No <C #a>{}</> or <C>{} <+a>{}</></> today."
APART = "No {} or <C>{} {}</> today."
WORDS = [("sensory", "motor", "neuropathy"), ("lytic", "sclerotic", "lesion")]


def _learned(*texts: str) -> Ellipsis:
    docs = [inline.parse(text, doc_id=f"d{at}") for at, text in enumerate(texts)]
    return Ellipsis.learned(
        [Analysis(doc) for doc in docs], [doc.sets["gold"].mentions for doc in docs]
    )


def _found(made: Ellipsis, text: str, *mentions: str, type_: str = "C") -> set[str]:
    spans = [Span(text.index(one), text.index(one) + len(one)) for one in mentions]
    found = made(Analysis(Document("d", text)), {(type_, (span,)) for span in spans})
    return {" … ".join(text[s.start : s.end] for s in spans) for _, spans in found}


NOTE = "There is venous and perineural invasion."


def test_where_the_corpus_has_them_they_are_added() -> None:
    made = _learned(*(SHARED.format(*words) for words in WORDS))
    both = {"venous … invasion", "perineural invasion"}
    assert _found(made, NOTE, "perineural invasion") == both
    assert _found(made, NOTE, "perineural invasion", "venous") == both


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("There is venous invasion.", "venous invasion"),
        ("There is venous and invasion.", "invasion"),
        ("There is venous. And perineural invasion.", "perineural invasion"),
        ("There is 3 and perineural invasion.", "perineural invasion"),
    ],
)
def test_other_places_are_left_as_they_are(text: str, mention: str) -> None:
    made = _learned(*(SHARED.format(*words) for words in WORDS))
    assert _found(made, text, mention) == {mention}


def test_a_word_in_another_mention_is_not_taken() -> None:
    made = _learned(*(SHARED.format(*words) for words in WORDS))
    found = _found(made, NOTE, "is venous", "perineural invasion")
    assert found == {"is venous", "perineural invasion"}


def test_where_the_corpus_does_not_mark_them_nothing_is_added() -> None:
    made = _learned(*(APART.format(*words) for words in WORDS), SHARED.format(*WORDS[0]))
    assert _found(made, NOTE, "perineural invasion") == {"perineural invasion"}
    seen_once = _learned(SHARED.format(*WORDS[0]))
    assert _found(seen_once, NOTE, "perineural invasion") == {"perineural invasion"}


def test_types_are_learned_apart() -> None:
    made = _learned(*(SHARED.format(*words) for words in WORDS))
    assert _found(made, NOTE, "perineural invasion", type_="Locus") == {"perineural invasion"}


def test_saved_and_loaded_it_does_the_same(tmp_path: Path) -> None:
    made = _learned(*(SHARED.format(*words) for words in WORDS))
    made.save(tmp_path)
    again = Ellipsis.loaded(tmp_path)
    assert _found(again, NOTE, "perineural invasion") == {
        "venous … invasion",
        "perineural invasion",
    }
