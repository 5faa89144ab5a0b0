"""Ellipsis: mentions that share their last word with the next one."""

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


def _train(*texts: str) -> Ellipsis:
    docs = [inline.parse(text, doc_id=f"d{at}") for at, text in enumerate(texts)]
    return Ellipsis.train(
        [Analysis(doc) for doc in docs], [doc.sets["gold"].mentions for doc in docs]
    )


def _complete(ellipsis: Ellipsis, text: str, *mentions: str, type_: str = "C") -> set[str]:
    spans = [Span(text.index(words), text.index(words) + len(words)) for words in mentions]
    result = ellipsis(Analysis(Document("d", text)), {(type_, (span,)) for span in spans})
    return {" … ".join(text[s.start : s.end] for s in spans) for _, spans in result}


NOTE = "There is venous and perineural invasion."


def test_ellipses_of_the_corpus_are_added() -> None:
    ellipsis = _train(*(SHARED.format(*words) for words in WORDS))
    both = {"venous … invasion", "perineural invasion"}
    assert _complete(ellipsis, NOTE, "perineural invasion") == both
    assert _complete(ellipsis, NOTE, "perineural invasion", "venous") == both


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("There is venous invasion.", "venous invasion"),
        ("There is venous and invasion.", "invasion"),
        ("There is venous. And perineural invasion.", "perineural invasion"),
        ("There is 3 and perineural invasion.", "perineural invasion"),
    ],
)
def test_texts_without_an_ellipsis_do_not_change(text: str, mention: str) -> None:
    ellipsis = _train(*(SHARED.format(*words) for words in WORDS))
    assert _complete(ellipsis, text, mention) == {mention}


def test_words_of_other_mentions_are_not_used() -> None:
    ellipsis = _train(*(SHARED.format(*words) for words in WORDS))
    result = _complete(ellipsis, NOTE, "is venous", "perineural invasion")
    assert result == {"is venous", "perineural invasion"}


def test_nothing_is_added_if_the_corpus_has_no_ellipses() -> None:
    ellipsis = _train(*(APART.format(*words) for words in WORDS), SHARED.format(*WORDS[0]))
    assert _complete(ellipsis, NOTE, "perineural invasion") == {"perineural invasion"}
    seen_once = _train(SHARED.format(*WORDS[0]))
    assert _complete(seen_once, NOTE, "perineural invasion") == {"perineural invasion"}


def test_types_are_counted_separately() -> None:
    ellipsis = _train(*(SHARED.format(*words) for words in WORDS))
    assert _complete(ellipsis, NOTE, "perineural invasion", type_="Locus") == {
        "perineural invasion"
    }


def test_saved_counts_load(tmp_path: Path) -> None:
    ellipsis = _train(*(SHARED.format(*words) for words in WORDS))
    ellipsis.save(tmp_path)
    loaded = Ellipsis.load(tmp_path)
    assert _complete(loaded, NOTE, "perineural invasion") == {
        "venous … invasion",
        "perineural invasion",
    }
