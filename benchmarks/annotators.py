"""Agreement and time of the simulated annotators, beside the figures of the papers.

usage: python benchmarks/annotators.py [--only clef types odie mayo minutes] [--seeds 20]

CLEF is measured on the demo notes. There are no ODIE and Mayo gold standards in the repository:
stand-ins are derived from the demo notes by rule (see `odie_like` and `mayo_like`), which is
enough to tune rates on, and nothing more. Prints Markdown.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations, pairwise
from statistics import mean

from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span, builtin
from goldsmith.demo import notes
from goldsmith.demo.annotators import find, minutes, simulate
from goldsmith.demo.annotators.words import PRONOUNS
from goldsmith.metrics import Compared, Measured, Result

NARRATIVES = ("narrative", "outpatient")
EXPERTS = {"D1": "expert", "D2": "expert", "C": "clinician", "B": "biologist", "L": "linguist"}
TRAINEES = {"D1": "expert", "D2": "expert", **{str(n): "trainee" for n in range(1, 8)}}
GOLD = "gold"
Figures = Callable[[Result, Result], str]

CLASSES = {
    "Condition": "disorders",
    "Locus": "anatomy",
    "Investigation": "procedures",
    "Intervention": "procedures",
    "Result": "laboratory or test result",
}
KINDS = ("identity", "part/whole", "set/subset", "people", "anatomy", "disorders", "procedures")
PEOPLE = re.compile(
    r"\b(?:she|he|her|his|him|patient|lady|gentleman|you|your|Mrs \w+|Mr \w+)\b", re.I
)
ABSENT = frozenset("no not without denies none free".split()) | {"no sign", "neither nor"}


@cache
def clef_notes() -> tuple[Document, ...]:
    return tuple(notes.documents())


@cache
def odie_like() -> tuple[Document, ...]:
    """The demo notes with coreference as ODIE pairs: a stand-in to tune on, not annotated so.

    Identity comes from co_refers and from words for the one person a note is about; part/whole is
    between every third pair of neighbouring places that do not co-refer, set/subset between
    conditions with the same last word that do not.
    """
    return tuple(_odie(doc) for doc in clef_notes())


def _odie(doc: Document) -> Document:
    gold = doc.sets[GOLD]
    links = [(rel.arg1, rel.arg2, "identity") for rel in gold.relations if rel.type == "co_refers"]
    chained = {end for first, second, _ in links for end in (first, second)}
    links += _stand_ins(doc, gold, chained)
    used = {end for first, second, _ in links for end in (first, second)}
    mentions = [
        Mention(m.id, "markable", m.spans, {"semantic_class": CLASSES.get(m.type, "other")})
        for m in gold.mentions
        if m.id in used
    ]
    people = [
        Mention(f"p{n}", "markable", (Span(*found.span()),), {"semantic_class": "people"})
        for n, found in enumerate(PEOPLE.finditer(doc.text))
    ]
    links += [(later.id, earlier.id, "identity") for earlier, later in pairwise(people)]
    pairs = tuple(
        Relation(f"r{n}", "pair", first, second, {"relation_type": kind})
        for n, (first, second, kind) in enumerate(links)
    )
    kind = "pathology" if doc.metadata.type == "histopathology" else "clinical"
    return replace(
        doc,
        metadata=replace(doc.metadata, type=kind),
        sets={GOLD: AnnotationSet(GOLD, (*mentions, *people), pairs, schema="odie")},
    )


def _stand_ins(
    doc: Document, gold: AnnotationSet, chained: set[str]
) -> Iterator[tuple[str, str, str]]:
    places = [m for m in gold.mentions if m.type == "Locus"]
    for number, (earlier, later) in enumerate(pairwise(places)):
        if number % 3 == 0 and later.id not in chained:
            yield later.id, earlier.id, "part/whole"
    last: dict[str, str] = {}
    for mention in gold.mentions:
        if mention.type == "Condition":
            head = doc.covered(mention).casefold().split()[-1].rstrip("s")
            if head in last and mention.id not in chained:
                yield mention.id, last[head], "set/subset"
            last[head] = mention.id


@cache
def mayo_like() -> tuple[Document, ...]:
    """The demo notes with their conditions as Mayo disorders: a stand-in to tune on.

    Status comes from the negation signal; every fourth is history; a code stands for the wording.
    """
    return tuple(_mayo(doc) for doc in clef_notes())


def _mayo(doc: Document) -> Document:
    gold = doc.sets[GOLD]
    known = gold.by_id()
    signals = {
        rel.arg2: doc.covered(known[rel.arg1]).casefold()
        for rel in gold.relations
        if rel.type == "negation_modifies"
    }
    made = []
    for number, mention in enumerate(m for m in gold.mentions if m.type == "Condition"):
        signal = signals.get(mention.id, "")
        status = "negated" if signal in ABSENT else "possible" if signal else "confirmed"
        context = "history of" if number % 4 == 3 else "current"
        code = sha256(doc.covered(mention).casefold().encode()).hexdigest()[:8]
        values = {"context": context, "status": status}
        made.append(
            Mention(mention.id, "disorder", mention.spans, values, (Code(code, "SNOMED CT"),))
        )
    return replace(doc, sets={GOLD: AnnotationSet(GOLD, tuple(made), schema="mayo-disorder")})


def _named(doc: Document, gold: AnnotationSet) -> list[Mention]:
    """Conditions that are named, not only referred to."""
    found = (mention for mention in gold.mentions if mention.type == "Condition")
    return [mention for mention in found if doc.covered(mention).casefold() not in PRONOUNS]


def annotated(
    docs: Iterable[Document], people: Mapping[str, str], schema: str, seeds: int
) -> Iterator[Document]:
    """Every document once for each seed, with a set for each annotator."""
    docs = list(docs)
    for seed in range(1, seeds + 1):
        for doc in docs:
            gold = doc.sets[GOLD]
            for name, profile in people.items():
                made = simulate(
                    doc, gold, find(profile), seed=seed, schema=builtin(schema), annotator=name
                )
                doc = doc.with_set(made)
            yield doc


def measured(
    docs: Sequence[Document], first: str, second: str, metric: str, schema: str, **options: object
) -> Result:
    counts = Measured(metrics.get(metric).with_options(**options))
    for doc in docs:
        counts.take(Compared(doc, doc.sets[first], doc.sets[second], builtin(schema)))
    return counts.result()


def percent(value: float | None) -> str:
    return "n/a" if value is None else f"{100 * value:.0f}"


def matrix(
    docs: Sequence[Document], names: Sequence[str], metric: str, cells: tuple[str, str]
) -> None:
    """Prints a matrix of annotators as the paper does: one value with the other in brackets."""
    print(f"\n| {metric} | {' | '.join(names[:-1])} |\n| --- |{' --- |' * (len(names) - 1)}")
    for row, name in enumerate(names[1:], 1):
        found = []
        for other in names[:row]:
            result = measured(docs, other, name, metric, "clef")
            found.append(
                " ".join((percent(result.value(cells[0])), f"({percent(result.value(cells[1]))})"))
            )
        print(f"| {name} | {' | '.join(found)} |")


def clef(seeds: int) -> None:
    """Tables 6, 7, 9 and 10."""
    docs = clef_notes()
    for people, title in ((EXPERTS, "6 and 7"), (TRAINEES, "9 and 10")):
        made = list(annotated(docs, people, "clef", seeds))
        print(f"\nCLEF Tables {title}: {len(docs)} notes, {seeds} seeds")
        matrix(made, [*people, GOLD], "spans", ("lenient", "strict"))
        matrix(made, [*people, GOLD], "relations", ("ciaa", "iaa"))


def types(seeds: int) -> None:
    """Tables 12 to 14: two trained annotators, by type, for each kind of document."""
    for title, kinds in (("12", NARRATIVES), ("13", ("histopathology",)), ("14", ("imaging",))):
        docs = [doc for doc in clef_notes() if doc.metadata.type in kinds]
        made = list(annotated(docs, {"1": "annotator", "2": "annotator"}, "clef", seeds))
        print(f"\nCLEF Table {title}: {len(docs)} notes, {seeds} seeds")
        for metric, cells in (("spans", ("strict", "lenient")), ("relations", ("iaa", "ciaa"))):
            result = measured(made, "1", "2", metric, "clef")
            print(f"\n| {metric} | {' | '.join(cells)} |\n| --- | --- | --- |")
            rows = {**dict(sorted(result.rows.items())), "overall": result.micro}
            for name, row in rows.items():
                if row:
                    print(f"| {name} | {' | '.join(percent(row.values[cell]) for cell in cells)} |")


def odie(seeds: int) -> None:
    """Tables 1, 3, 4 and 5 on the stand-in."""
    people = {"A1": "retriever", "A2": "retriever", "A3": "engineer"}
    made = list(annotated(odie_like(), people, "odie", seeds))
    couples = list(combinations(people, 2))
    print(
        f"\nODIE stand-in: {len(odie_like())} notes, {seeds} seeds\n\n| pairs | F |\n| --- | --- |"
    )
    for kind in ("clinical", "pathology"):
        docs = [doc for doc in made if doc.metadata.type == kind]
        found = [measured(docs, *couple, "pairs", "odie").value("f1") for couple in couples]
        print(f"| {kind}, mean of pairs | {mean(value or 0 for value in found):.2f} |")
    for by in ("relation_type", "class"):
        results = [measured(made, *couple, "pairs", "odie", by=by) for couple in couples]
        for name in dict.fromkeys(name for result in results for name in result.rows):
            values = [r.rows[name].values["f1"] for r in results if name in r.rows]
            known = [value for value in values if value is not None]
            if known and name in KINDS:
                print(f"| {name}, mean of pairs | {mean(known):.2f} |")
    for name in people:
        print(
            f"| {name} with gold | {measured(made, GOLD, name, 'pairs', 'odie').value('f1'):.2f} |"
        )


def mayo(seeds: int) -> None:
    """Mayo Table 3 on the stand-in."""
    for profile, number in (("retriever", 4), ("consensus", 2)):
        people = {f"{profile}-{n}": profile for n in range(1, number + 1)}
        made = list(annotated(mayo_like(), people, "mayo-disorder", seeds))
        results = [
            measured(made, *couple, "positive-agreement", "mayo-disorder")
            for couple in combinations(people, 2)
        ]
        print(f"\nMayo stand-in: {number} of {profile}\n\n| criterion | agreement |\n| --- | --- |")
        for name in results[0].rows:
            values = [result.rows[name].values["agreement"] or 0 for result in results]
            print(f"| {name} | {100 * mean(values):.1f} |")


def times(seeds: int) -> None:
    """CLEF section 5.5 and Mayo Table 2."""
    print("\n| minutes | mean | shortest | longest |\n| --- | --- | --- | --- |")
    stock = (("clef", clef_notes(), "expert"), ("clef", clef_notes(), "consensus"))
    for schema, docs, profile in (*stock, ("mayo-disorder", mayo_like(), "retriever")):
        found = [
            minutes(doc, doc.sets["A"], find(profile), seed=seed)
            for seed in range(1, seeds + 1)
            for doc in annotated(docs, {"A": profile}, schema, 1)
        ]
        print(f"| {schema}, {profile} | {mean(found):.0f} | {min(found):.0f} | {max(found):.0f} |")


PARTS = {"clef": clef, "types": types, "odie": odie, "mayo": mayo, "minutes": times}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--seeds", type=int, default=20)
    options = parser.parse_args()
    for name in options.only:
        PARTS[name](options.seeds)


if __name__ == "__main__":
    main()
