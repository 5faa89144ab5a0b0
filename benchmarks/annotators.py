"""Agreement and time of the simulated annotators, beside the figures of the papers.

usage: python benchmarks/annotators.py [--only clef types odie upmc mayo minutes] [--seeds 20]
           [--first 1]

CLEF is measured on the demo notes; ODIE and Mayo on made-up notes of the kinds that the papers
have (see `annotators_gold`), made with the first of the seeds. The rates were tuned with seeds from
101 on. Prints Markdown; the paper's figure stands in square brackets.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import mean

from annotators_gold import (
    GOLD,
    MAYO_CLINICAL,
    MAYO_NOTES,
    MAYO_PATHOLOGY,
    NARRATIVES,
    UPMC,
    clef_notes,
    made_up,
    narratives,
)
from goldsmith import metrics
from goldsmith.core import Document, Mention, builtin
from goldsmith.metrics import Compared, Measured, Result
from goldsmith_demo.annotators import find, minutes, simulate

Couple = tuple[str, str]

EXPERTS = {"D1": "expert", "D2": "expert", "C": "clinician", "B": "biologist", "L": "linguist"}
TRAINEES = {"D1": "expert", "D2": "expert", **{str(n): "trainee" for n in range(1, 8)}}
AT_MAYO = {"A1": "retriever", "A2": "retriever", "A3": "engineer"}
AT_UPMC = {"A1": "retriever-away", "A3": "engineer-away"}

#: F of pairs: Tables 1, 4, 5 and 3 (Mayo dataset), then 6, 8, 9 and 7 (UPMC dataset).
ODIE_FIGURES = {
    "all": 0.66,
    "clinical": 0.68,
    "pathology": 0.58,
    "identity": 0.72,
    "part/whole": 0.32,
    "set/subset": 0.23,
    "anatomy": 0.51,
    "disorders": 0.60,
    "people": 0.76,
    "procedures": 0.41,
    "sign/symptom": 0.55,
    "A1 with gold": 0.77,
    "A2 with gold": 0.77,
    "A3 with gold": 0.90,
}
UPMC_FIGURES = {
    "all": 0.41,
    "discharge summary": 0.56,
    "emergency": 0.33,
    "imaging": 0.23,
    "histopathology": 0.35,
    "identity": 0.43,
    "part/whole": 0.00,
    "set/subset": 0.05,
    "anatomy": 0.10,
    "disorders": 0.33,
    "people": 0.51,
    "procedures": 0.25,
    "sign/symptom": 0.30,
    "A1 with gold": 0.68,
    "A3 with gold": 0.71,
}
#: Agreement in per cent by criterion (Table 3), then kappa, P(A) and P(E) by attribute (Table 4).
MAYO_FIGURES = {
    "retriever": (
        (75.7, 87.9, 72.7, 79.0, 80.9, 62.5),
        ((82.6, 82.7, 0.5), (75.4, 90.0, 59.2), (82.8, 92.2, 54.3), (71.0, 71.1, 0.3)),
    ),
    "consensus": (
        (81.4, 90.9, 81.7, 84.8, 86.0, 74.6),
        ((89.9, 89.9, 0.5), (84.5, 93.4, 57.1), (88.8, 94.7, 52.3), (82.1, 82.1, 0.3)),
    ),
}


def annotated(
    docs: Iterable[Document], people: Mapping[str, str], schema: str, seeds: Iterable[int]
) -> Iterator[Document]:
    """Every document once for each seed, with a set for each annotator."""
    docs, rules = list(docs), builtin(schema)
    for seed in seeds:
        for doc in docs:
            gold = doc.sets[GOLD]
            for name, profile in people.items():
                made = simulate(doc, gold, find(profile), seed=seed, schema=rules, annotator=name)
                doc = doc.with_set(made)
            yield doc


def measured(
    docs: Sequence[Document],
    couples: Iterable[Couple],
    metric: str,
    schema: str,
    **options: object,
) -> Result:
    """One result over all couples of annotators, their counts added up."""
    counts, rules = Measured(metrics.get(metric).with_options(**options)), builtin(schema)
    for first, second in couples:
        for doc in docs:
            counts.take(Compared(doc, doc.sets[first], doc.sets[second], rules))
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
            result = measured(docs, [(other, name)], metric, "clef")
            found.append(
                " ".join((percent(result.value(cells[0])), f"({percent(result.value(cells[1]))})"))
            )
        print(f"| {name} | {' | '.join(found)} |")


def clef(seeds: range) -> None:
    """Tables 6, 7, 9 and 10."""
    docs = narratives()
    for people, title in ((EXPERTS, "6 and 7"), (TRAINEES, "9 and 10")):
        made = list(annotated(docs, people, "clef", seeds))
        print(f"\nCLEF Tables {title}: {len(docs)} narratives, {len(seeds)} seeds")
        matrix(made, [*people, GOLD], "spans", ("lenient", "strict"))
        matrix(made, [*people, GOLD], "relations", ("ciaa", "iaa"))


def types(seeds: range) -> None:
    """Tables 12 to 14: two trained annotators, by type, for each kind of document."""
    for title, kinds in (("12", NARRATIVES), ("13", ("histopathology",)), ("14", ("imaging",))):
        docs = [doc for doc in clef_notes() if doc.metadata.type in kinds]
        made = list(annotated(docs, {"1": "annotator", "2": "annotator"}, "clef", seeds))
        print(f"\nCLEF Table {title}: {len(docs)} notes, {len(seeds)} seeds")
        for metric, cells in (("spans", ("strict", "lenient")), ("relations", ("iaa", "ciaa"))):
            result = measured(made, [("1", "2")], metric, "clef")
            print(f"\n| {metric} | {' | '.join(cells)} |\n| --- | --- | --- |")
            rows = {**dict(sorted(result.rows.items())), "overall": result.micro}
            for name, row in rows.items():
                if row:
                    print(f"| {name} | {' | '.join(percent(row.values[cell]) for cell in cells)} |")


def odie(seeds: range) -> None:
    """Tables 1, 3, 4 and 5, and what the paper has no figures for."""
    groups = {
        name: list(annotated(made_up("odie", kinds, seeds[0]), AT_MAYO, "odie", seeds))
        for name, kinds in (("clinical", MAYO_CLINICAL), ("pathology", MAYO_PATHOLOGY))
    }
    print(f"\nODIE Tables 1, 3, 4 and 5: 50 clinical, 50 pathology notes, {len(seeds)} seeds")
    pairs(groups, AT_MAYO, ODIE_FIGURES)
    # Only imaging reports have parts and subsets enough to say something about them.
    made = list(annotated(made_up("odie", {"imaging": 50}, seeds[0]), AT_MAYO, "odie", seeds))
    print("\nThe same annotators on 50 imaging reports")
    figures = {kind: ODIE_FIGURES[kind] for kind in ("part/whole", "set/subset")}
    pairs({"imaging": made}, AT_MAYO, figures)


def upmc(seeds: range) -> None:
    """Tables 6 to 9."""
    made = list(annotated(made_up("odie", UPMC, seeds[0]), AT_UPMC, "odie", seeds))
    groups = {kind: [doc for doc in made if doc.metadata.type == kind] for kind in UPMC}
    print(f"\nODIE Tables 6 to 9: 20 notes of each of four types, {len(seeds)} seeds")
    pairs(groups, AT_UPMC, UPMC_FIGURES)


def pairs(
    groups: Mapping[str, Sequence[Document]],
    people: Mapping[str, str],
    figures: Mapping[str, float],
) -> None:
    """Prints agreement on pairs by kind of note, of link and of markable, and with the gold."""
    made, couples = [doc for docs in groups.values() for doc in docs], list(combinations(people, 2))
    rows = {"all": measured(made, couples, "pairs", "odie").micro}
    rows |= {name: measured(docs, couples, "pairs", "odie").micro for name, docs in groups.items()}
    for by in ("relation_type", "class"):
        rows |= dict(measured(made, couples, "pairs", "odie", by=by).rows)
    for name in people:
        rows[f"{name} with gold"] = measured(made, [(GOLD, name)], "pairs", "odie").micro
    there = in_gold(groups)
    print("\n| pairs | in gold, a note | F | paper |\n| --- | ---: | ---: | ---: |")
    for name, figure in figures.items():
        row, number = rows.get(name), there.get(name)
        value = row.values["f1"] if row else None
        shown = (f"{one:.2f}" if one is not None else "" for one in (number, value, figure))
        print(f"| {name} | {' | '.join(shown)} |")
    chains(made, [*couples, *((GOLD, name) for name in people)])


def in_gold(groups: Mapping[str, Sequence[Document]]) -> dict[str, float]:
    """How many pairs a note's gold has: in all, in each group, of each kind and class."""
    total = sum(map(len, groups.values()))
    found: Counter[str] = Counter()
    for name, docs in groups.items():
        for gold in (doc.sets[GOLD] for doc in docs):
            mentions = gold.by_id()
            found[name] += len(gold.relations)
            found["all"] += len(gold.relations)
            found.update(rel.attributes["relation_type"] for rel in gold.relations)
            found.update(_class(mentions[rel.arg1]) for rel in gold.relations)
    return {name: number / len(groups.get(name, range(total))) for name, number in found.items()}


def _class(markable: Mention) -> str:
    return markable.attributes["semantic_class"]


def chains(docs: Sequence[Document], couples: Iterable[Couple]) -> None:
    """Prints agreement on pairs, markables and chains; of the last two the paper says nothing."""
    print("\n| | pairs: P | R | F | markables, strict F | chains, CoNLL |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for couple in couples:
        found = measured(docs, [couple], "pairs", "odie")
        shown = [found.value(name) for name in ("precision", "recall", "f1")]
        shown.append(measured(docs, [couple], "spans", "odie").value("strict"))
        shown.append(measured(docs, [couple], "coreference", "odie").value("conll"))
        print(f"| {' and '.join(couple)} | {' | '.join(f'{value or 0:.2f}' for value in shown)} |")


def mayo(seeds: range) -> None:
    """Mayo Tables 3 and 4."""
    docs = made_up("mayo-disorder", MAYO_NOTES, seeds[0])
    for profile, number in (("retriever", 4), ("consensus", 2)):
        people = {f"{profile}-{n}": profile for n in range(1, number + 1)}
        made = list(annotated(docs, people, "mayo-disorder", seeds))
        couples = list(combinations(people, 2))
        agreement, kappas = MAYO_FIGURES[profile]
        print(
            f"\nMayo Tables 3 and 4: {number} of {profile}, {len(docs)} notes, {len(seeds)} seeds"
        )
        print("\n| criterion | agreement | paper |\n| --- | ---: | ---: |")
        rows = measured(made, couples, "positive-agreement", "mayo-disorder").rows
        for (name, row), figure in zip(rows.items(), agreement, strict=True):
            print(f"| {name} | {100 * (row.values['agreement'] or 0):.1f} | {figure} |")
        print("\n| attribute | κ, P(A), P(E) | paper |\n| --- | ---: | ---: |")
        attributes = ("context", "status")
        found = measured(made, couples, "kappa", "mayo-disorder", attributes=attributes).rows
        for name, figures in zip(("concept", *attributes, "all"), kappas, strict=True):
            values = (found[name].values[value] or 0 for value in ("kappa", "p_a", "p_e"))
            shown = ", ".join(f"{100 * value:.1f}" for value in values)
            print(f"| {name} | {shown} | {', '.join(map(str, figures))} |")


def times(seeds: range) -> None:
    """CLEF section 5.5 and Mayo Table 2."""
    print("\n| minutes | mean | shortest | longest |\n| --- | --- | --- | --- |")
    mayo_notes = made_up("mayo-disorder", MAYO_NOTES, seeds[0])
    stock = (("clef", narratives(), "expert"), ("clef", narratives(), "consensus"))
    for schema, docs, profile in (*stock, ("mayo-disorder", mayo_notes, "retriever")):
        found = [
            minutes(doc, doc.sets["A"], find(profile), seed=seed)
            for seed in seeds
            for doc in annotated(docs, {"A": profile}, schema, [seed])
        ]
        print(f"| {schema}, {profile} | {mean(found):.0f} | {min(found):.0f} | {max(found):.0f} |")


PARTS = {"clef": clef, "types": types, "odie": odie, "upmc": upmc, "mayo": mayo, "minutes": times}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    options = parser.parse_args()
    for name in options.only:
        PARTS[name](range(options.first, options.first + options.seeds))


if __name__ == "__main__":
    main()
