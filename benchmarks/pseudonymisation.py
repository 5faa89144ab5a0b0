"""Precision and recall of the pseudonymisation on made-up notes whose identifiers are marked.

usage: python benchmarks/pseudonymisation.py [--notes tests/privacy/notes]
                                             [--records tests/privacy/records.jsonl] [--show]

An identifier is found when every letter and digit of it was replaced. A replacement is right when
it overlaps an identifier of its kind. Either is counted by kind. --show names what was missed and
what was replaced needlessly; the notes are made up, so that nothing is given away.
"""

from __future__ import annotations

import argparse
import string
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from goldsmith.core import Document, Mention
from goldsmith.demo import inline
from goldsmith.privacy import KINDS, Outcome, Pseudonymiser, read_records

ROOT = Path(__file__).parent.parent / "tests" / "privacy"


def measured(notes: Path, records: Path) -> tuple[dict[str, Counter[str]], list[str]]:
    """Kind -> counts of identifiers, found ones, replacements, right ones; and what went wrong."""
    paths = sorted(notes.glob("*.txt"))
    docs = [inline.parse(path.read_text("utf-8"), doc_id=path.stem) for path in paths]
    worker = Pseudonymiser(b"a key for measuring", read_records(records))
    for doc in docs:
        worker.survey(doc)
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    wrong: list[str] = []
    for doc in docs:
        _count(doc, worker.apply(doc), counts, wrong)
    return counts, wrong


def _count(
    doc: Document, outcome: Outcome, counts: dict[str, Counter[str]], wrong: list[str]
) -> None:
    gold = doc.sets["gold"].mentions
    places = _old_places(outcome)
    gone = {at for start, end, _ in places for at in range(start, end)}
    for mention in gold:
        counts[mention.type]["identifiers"] += 1
        if _gone(doc, mention, gone):
            counts[mention.type]["found"] += 1
        else:
            wrong.append(f"{doc.id}: missed {mention.type} {doc.covered(mention)!r}")
    for start, end, kind in places:
        counts[kind]["replaced"] += 1
        if any(one.type == kind and one.start < end and start < one.end for one in gold):
            counts[kind]["right"] += 1
        else:
            wrong.append(f"{doc.id}: needless {kind} {doc.text[start:end]!r}")


def _old_places(outcome: Outcome) -> list[tuple[int, int, str]]:
    """Where the replacements stood in the original text."""
    places, moved = [], 0
    for one in outcome.replaced:
        start = one.start - moved
        places.append((start, start + len(one.old), one.kind))
        moved += len(one.new) - len(one.old)
    return places


def _gone(doc: Document, mention: Mention, gone: set[int]) -> bool:
    """Whether all of an identifier was replaced; words like Flat and Road may stay."""
    return all(
        at in gone
        for span in mention.spans
        for at in range(span.start, span.end)
        if doc.text[at] in string.ascii_letters + string.digits and not _kept(doc.text, at)
    )


def _kept(text: str, at: int) -> bool:
    start = max(text.rfind(sign, 0, at) for sign in " \n,.(") + 1
    word = text[start:].split(",")[0].split()[0].strip(".")
    return word in ("Flat", "Close", "Avenue", "Row", "Lane", "Street", "Lodge")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=Path, default=ROOT / "notes")
    parser.add_argument("--records", type=Path, default=ROOT / "records.jsonl")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    counts, wrong = measured(given.notes, given.records)
    counts["all"] = sum((counts[kind] for kind in KINDS), Counter())
    table = Table("kind", "identifiers", "found", "recall %", "replaced", "right", "precision %")
    for kind, one in counts.items():
        recall = 100 * one["found"] / (one["identifiers"] or 1)
        precision = 100 * one["right"] / (one["replaced"] or 1)
        row = (one["identifiers"], one["found"], f"{recall:.1f}")
        table.add_row(
            kind, *map(str, row), str(one["replaced"]), str(one["right"]), f"{precision:.1f}"
        )
    Console().print(table)
    if given.show:
        print("\n".join(wrong))


if __name__ == "__main__":
    main()
