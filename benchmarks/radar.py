"""Precision of the radar on planted slips, among the first 50 and 200 suspects.

usage: python benchmarks/radar.py [--notes 1000] [--rate 0.01] [--seed 1]
           [--layers clef share-2014 mayo-disorder]

A simulated annotator copies the gold standard of made-up notes with slips at a low rate: missed or
spurious mentions, and mentions with a wrong type, span, code or attribute value. The radar sees
only that copy. A suspect is correct if its place was changed. Prints Markdown.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from goldsmith.core import AnnotationSet, Document, Mention, load_builtin_schema
from goldsmith.project.radar.find import find_suspects
from goldsmith.project.radar.model import Radar, Suspect
from goldsmith_demo.annotators import simulate
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.make import make_documents
from metrics import measure_peak_memory

FIRST = (50, 200)
COPY = "copy"


def make_profile(rate: float) -> Profile:
    """Make an annotator with slips at a rate; spurious mentions are half as frequent."""
    return Profile(
        "slips", missed=rate, spurious=rate / 2, extent=rate, typing=rate, code=rate, attribute=rate
    )


def generate_notes(layer: str, notes: int, rate: float, seed: int) -> Iterator[Document]:
    """Generate notes with the gold standard and the copy with slips."""
    schema, profile = load_builtin_schema(layer), make_profile(rate)
    made = make_documents(notes, seed=seed, schemas=(layer,))
    for doc in islice((doc for doc in made if layer in doc.sets), notes):
        copy = simulate(doc, doc.sets[layer], profile, seed=seed, schema=schema, annotator=COPY)
        yield doc.with_set(copy)


class Truth:
    """The slips of a corpus by document."""

    def __init__(self, docs: list[Document], layer: str) -> None:
        self.counts: Counter[str] = Counter()
        self._changed: dict[str, dict[str, str]] = {}
        self._missed: dict[str, list[Mention]] = {}
        for doc in docs:
            self._compare(doc.id, doc.sets[layer], doc.sets[COPY])

    def _compare(self, document: str, gold: AnnotationSet, copy: AnnotationSet) -> None:
        before, after = gold.mentions_by_id(), copy.mentions_by_id()
        changed = {
            id_: kind for id_, m in after.items() if (kind := _name_slip(before.get(id_), m))
        }
        self._changed[document] = changed
        self._missed[document] = [m for id_, m in before.items() if id_ not in after]
        self.counts.update(changed.values())
        self.counts["missed"] += len(self._missed[document])

    def name_slip(self, suspect: Suspect) -> str:
        """Return the kind of slip at a suspect; "" if nothing was changed there."""
        place = suspect.place
        if place.mention:
            return self._changed[place.document].get(place.mention, "")
        overlap = any(
            span.start < place.end and place.start < span.end
            for mention in self._missed[place.document]
            for span in mention.spans
        )
        return "missed" if overlap else ""


def _name_slip(before: Mention | None, after: Mention) -> str:
    if before is None:
        return "extra"
    for name, field in (("type", "type"), ("span", "spans"), ("code", "codes")):
        if getattr(before, field) != getattr(after, field):
            return name
    return "attribute" if dict(before.attributes) != dict(after.attributes) else ""


def list_rows(layer: str, radar: Radar, truth: Truth) -> Iterator[str]:
    """Yield the rows of the table of precision, and of the kinds of slips."""
    right = [truth.name_slip(suspect) for suspect in radar.suspects]
    cells = []
    for first in FIRST:
        promised = sum(suspect.probability for suspect in radar.suspects[:first])
        cells += [f"{sum(map(bool, right[:first])) / first:.2f}", f"{promised / first:.2f}"]
    slips = sum(truth.counts.values())
    numbers = (radar.documents, radar.mentions, slips)
    yield f"| {' | '.join((layer, *(f'{number:,}' for number in numbers), *cells))} |"
    kinds = Counter(suspect.kind for suspect in radar.suspects)
    hits = Counter(s.kind for s, slip in zip(radar.suspects, right, strict=True) if slip)
    yield "by kind: " + ", ".join(f"{kind} {hits[kind]}/{kinds[kind]}" for kind in sorted(kinds))
    yield "planted: " + ", ".join(f"{kind} {n}" for kind, n in sorted(truth.counts.items()))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layers", nargs="+", default=["clef", "share-2014", "mayo-disorder"])
    args = parser.parse_args()
    print("| layer | notes | mentions | slips | first 50 | promised | first 200 | promised |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    details = []
    for layer in args.layers:
        docs = list(generate_notes(layer, args.notes, args.rate, args.seed))
        start = time.process_time()
        radar = find_suspects(lambda docs=docs: docs, set_name=COPY, limit=200, siblings=False)
        seconds = time.process_time() - start
        row, *rest = list_rows(layer, radar, Truth(docs, layer))
        print(row, flush=True)
        details += [f"{layer}: {line}" for line in rest]
        details.append(f"{layer}: {seconds:.1f} s of processor time")
    print("\n" + "\n".join(details))
    print(f"peak memory {measure_peak_memory():.0f} MB")


if __name__ == "__main__":
    main()
