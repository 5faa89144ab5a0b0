"""The three variants of temporal awareness on perturbed copies of a corpus with TLINKs (CAT XML).

    python benchmarks/temporal_awareness.py DATA/meantime/intra-doc_annotation

A copy loses a share of the links, gets a random kind for another share, and optionally gains the
links "a before c" that follow from two of its links.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Relation
from goldsmith.formats import read
from goldsmith.metrics import SetPair, measure

KIND = "reltype"
KINDS = ("BEFORE", "AFTER", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS")
#: The share of links that are lost, the share that change, and whether implied links are added.
COPIES = ((0.2, 0.0, False), (0.2, 0.2, False), (0.2, 0.2, True), (0.5, 0.5, False))


def disturb(
    gold: AnnotationSet, chance: random.Random, lost: float, changed: float, implied: bool
) -> AnnotationSet:
    """Return a copy of the set with lost, changed and implied links."""
    links = []
    for rel in gold.relations:
        if rel.type != "TLINK" or chance.random() < lost:
            continue
        if chance.random() < changed:
            rel = replace(rel, attributes={**rel.attributes, KIND: chance.choice(KINDS)})
        links.append(rel)
    if implied:
        links += imply(links)
    return replace(gold, relations=tuple(links))


def imply(links: list[Relation]) -> Iterator[Relation]:
    """Yield the links that follow from two links of the kinds before and after."""
    later: dict[str, set[str]] = defaultdict(set)
    for rel in links:
        if rel.attributes.get(KIND) == "BEFORE":
            later[rel.arg1].add(rel.arg2)
        elif rel.attributes.get(KIND) == "AFTER":
            later[rel.arg2].add(rel.arg1)
    pairs = {
        (first, third)
        for first in list(later)
        for second in later[first]
        for third in later.get(second, ())
        if third not in (first, *later[first])
    }
    for number, (first, third) in enumerate(sorted(pairs)):
        yield Relation(f"implied-{number}", "TLINK", first, third, {KIND: "BEFORE"})


def main(folder: str) -> None:
    """Print precision, recall and F1 of each copy in each variant."""
    paths = sorted(Path(folder).glob("corpus_*"))
    docs: list[Document] = [doc for path in paths for doc in read(path, "cat", check=False)]
    for copy in COPIES:
        chance = random.Random(3)
        pairs = []
        for doc in docs:
            [gold] = doc.sets.values()
            pairs.append(SetPair(doc, gold, disturb(gold, chance, *copy)))
        for manner in ("published", "toolkit", "acl11"):
            metric = metrics.get("temporal-awareness").with_options(
                manner=manner, links={"TLINK": KIND}
            )
            row = measure(metric, pairs).compute_result().rows["links"]
            figures = " ".join(
                f"{name} {100 * (value or 0):.1f}" for name, value in row.values.items()
            )
            print(*copy, manner, figures, {name: row.counts[name] for name in "ab"})


if __name__ == "__main__":
    main(*sys.argv[1:])
