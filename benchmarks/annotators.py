"""Agreement and time of the simulated annotators, compared with the figures of the papers.

usage: python benchmarks/annotators.py [--only clef types odie upmc mayo minutes] [--seeds 20]
           [--first 1]

CLEF is measured on the demo notes; ODIE and Mayo on made-up notes of the kinds in the papers (see
`annotators_gold`), generated with the first of the seeds. The rates were tuned with seeds from 101
upwards. Prints Markdown, with the paper's figures in square brackets.
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
    load_clef_notes,
    load_narratives,
    make_notes,
)
from goldsmith import metrics
from goldsmith.core import Document, Mention, load_builtin_schema
from goldsmith.metrics import Measurement, Result, SetPair
from goldsmith_demo.annotators import draw_minutes, find_profile, simulate

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


def annotate_notes(
    docs: Iterable[Document], people: Mapping[str, str], schema: str, seeds: Iterable[int]
) -> Iterator[Document]:
    """Yield every document once for each seed, with a set for each annotator."""
    docs, rules = list(docs), load_builtin_schema(schema)
    for seed in seeds:
        for doc in docs:
            gold = doc.sets[GOLD]
            for name, profile in people.items():
                simulated = simulate(
                    doc, gold, find_profile(profile), seed=seed, schema=rules, annotator=name
                )
                doc = doc.with_set(simulated)
            yield doc


def measure(
    docs: Sequence[Document],
    couples: Iterable[Couple],
    metric: str,
    schema: str,
    **options: object,
) -> Result:
    """Measure one result over all couples of annotators, summing their counts."""
    counts, rules = (
        Measurement(metrics.get(metric).with_options(**options)),
        load_builtin_schema(schema),
    )
    for first, second in couples:
        for doc in docs:
            counts.count_pair(SetPair(doc, doc.sets[first], doc.sets[second], rules))
    return counts.compute_result()


def format_percent(value: float | None) -> str:
    return "n/a" if value is None else f"{100 * value:.0f}"


def print_matrix(
    docs: Sequence[Document], names: Sequence[str], metric: str, cells: tuple[str, str]
) -> None:
    """Print a matrix of annotators like the paper's: one value with another in brackets."""
    print(f"\n| {metric} | {' | '.join(names[:-1])} |\n| --- |{' --- |' * (len(names) - 1)}")
    for row, name in enumerate(names[1:], 1):
        values = []
        for column in names[:row]:
            result = measure(docs, [(column, name)], metric, "clef")
            values.append(
                " ".join(
                    (
                        format_percent(result.get_value(cells[0])),
                        f"({format_percent(result.get_value(cells[1]))})",
                    )
                )
            )
        print(f"| {name} | {' | '.join(values)} |")


def measure_clef(seeds: range) -> None:
    """Print Tables 6, 7, 9 and 10."""
    docs = load_narratives()
    for people, title in ((EXPERTS, "6 and 7"), (TRAINEES, "9 and 10")):
        docs_annotated = list(annotate_notes(docs, people, "clef", seeds))
        print(f"\nCLEF Tables {title}: {len(docs)} narratives, {len(seeds)} seeds")
        print_matrix(docs_annotated, [*people, GOLD], "spans", ("lenient", "strict"))
        print_matrix(docs_annotated, [*people, GOLD], "relations", ("ciaa", "iaa"))


def measure_types(seeds: range) -> None:
    """Print Tables 12 to 14: two trained annotators, by type, for each kind of document."""
    for title, kinds in (("12", NARRATIVES), ("13", ("histopathology",)), ("14", ("imaging",))):
        docs = [doc for doc in load_clef_notes() if doc.metadata.type in kinds]
        annotated = list(annotate_notes(docs, {"1": "annotator", "2": "annotator"}, "clef", seeds))
        print(f"\nCLEF Table {title}: {len(docs)} notes, {len(seeds)} seeds")
        for metric, cells in (("spans", ("strict", "lenient")), ("relations", ("iaa", "ciaa"))):
            result = measure(annotated, [("1", "2")], metric, "clef")
            print(f"\n| {metric} | {' | '.join(cells)} |\n| --- | --- | --- |")
            rows = {**dict(sorted(result.rows.items())), "overall": result.micro}
            for name, row in rows.items():
                if row:
                    values = (format_percent(row.values[cell]) for cell in cells)
                    print(f"| {name} | {' | '.join(values)} |")


def measure_odie(seeds: range) -> None:
    """Print Tables 1, 3, 4 and 5, and figures that the paper does not have."""
    groups = {
        name: list(annotate_notes(make_notes("odie", kinds, seeds[0]), AT_MAYO, "odie", seeds))
        for name, kinds in (("clinical", MAYO_CLINICAL), ("pathology", MAYO_PATHOLOGY))
    }
    print(f"\nODIE Tables 1, 3, 4 and 5: 50 clinical, 50 pathology notes, {len(seeds)} seeds")
    print_pairs(groups, AT_MAYO, ODIE_FIGURES)
    # Only imaging reports have enough parts and subsets to measure.
    annotated = list(
        annotate_notes(make_notes("odie", {"imaging": 50}, seeds[0]), AT_MAYO, "odie", seeds)
    )
    print("\nThe same annotators on 50 imaging reports")
    figures = {kind: ODIE_FIGURES[kind] for kind in ("part/whole", "set/subset")}
    print_pairs({"imaging": annotated}, AT_MAYO, figures)


def measure_upmc(seeds: range) -> None:
    """Print Tables 6 to 9."""
    annotated = list(annotate_notes(make_notes("odie", UPMC, seeds[0]), AT_UPMC, "odie", seeds))
    groups = {kind: [doc for doc in annotated if doc.metadata.type == kind] for kind in UPMC}
    print(f"\nODIE Tables 6 to 9: 20 notes of each of four types, {len(seeds)} seeds")
    print_pairs(groups, AT_UPMC, UPMC_FIGURES)


def print_pairs(
    groups: Mapping[str, Sequence[Document]],
    people: Mapping[str, str],
    figures: Mapping[str, float],
) -> None:
    """Print agreement on pairs by kind of note, link and markable, and agreement with the gold."""
    annotated, couples = (
        [doc for docs in groups.values() for doc in docs],
        list(combinations(people, 2)),
    )
    rows = {"all": measure(annotated, couples, "pairs", "odie").micro}
    rows |= {name: measure(docs, couples, "pairs", "odie").micro for name, docs in groups.items()}
    for by in ("relation_type", "class"):
        rows |= dict(measure(annotated, couples, "pairs", "odie", by=by).rows)
    for name in people:
        rows[f"{name} with gold"] = measure(annotated, [(GOLD, name)], "pairs", "odie").micro
    gold_counts = count_gold_pairs(groups)
    print("\n| pairs | in gold, a note | F | paper |\n| --- | ---: | ---: | ---: |")
    for name, figure in figures.items():
        row, number = rows.get(name), gold_counts.get(name)
        value = row.values["f1"] if row else None
        shown = (f"{cell:.2f}" if cell is not None else "" for cell in (number, value, figure))
        print(f"| {name} | {' | '.join(shown)} |")
    print_chains(annotated, [*couples, *((GOLD, name) for name in people)])


def count_gold_pairs(groups: Mapping[str, Sequence[Document]]) -> dict[str, float]:
    """Count the gold pairs per note: in total, in each group, and of each kind and class."""
    total = sum(map(len, groups.values()))
    counts: Counter[str] = Counter()
    for name, docs in groups.items():
        for gold in (doc.sets[GOLD] for doc in docs):
            mentions = gold.mentions_by_id()
            counts[name] += len(gold.relations)
            counts["all"] += len(gold.relations)
            counts.update(rel.attributes["relation_type"] for rel in gold.relations)
            counts.update(_get_class(mentions[rel.arg1]) for rel in gold.relations)
    return {name: number / len(groups.get(name, range(total))) for name, number in counts.items()}


def _get_class(markable: Mention) -> str:
    return markable.attributes["semantic_class"]


def print_chains(docs: Sequence[Document], couples: Iterable[Couple]) -> None:
    """Print agreement on pairs, markables and chains; the paper has figures for pairs only."""
    print("\n| | pairs: P | R | F | markables, strict F | chains, CoNLL |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for couple in couples:
        agreement = measure(docs, [couple], "pairs", "odie")
        shown = [agreement.get_value(name) for name in ("precision", "recall", "f1")]
        shown.append(measure(docs, [couple], "spans", "odie").get_value("strict"))
        shown.append(measure(docs, [couple], "coreference", "odie").get_value("conll"))
        print(f"| {' and '.join(couple)} | {' | '.join(f'{value or 0:.2f}' for value in shown)} |")


def measure_mayo(seeds: range) -> None:
    """Print Mayo Tables 3 and 4."""
    docs = make_notes("mayo-disorder", MAYO_NOTES, seeds[0])
    for profile, number in (("retriever", 4), ("consensus", 2)):
        people = {f"{profile}-{n}": profile for n in range(1, number + 1)}
        annotated = list(annotate_notes(docs, people, "mayo-disorder", seeds))
        couples = list(combinations(people, 2))
        agreement, kappas = MAYO_FIGURES[profile]
        print(
            f"\nMayo Tables 3 and 4: {number} of {profile}, {len(docs)} notes, {len(seeds)} seeds"
        )
        print("\n| criterion | agreement | paper |\n| --- | ---: | ---: |")
        rows = measure(annotated, couples, "positive-agreement", "mayo-disorder").rows
        for (name, row), figure in zip(rows.items(), agreement, strict=True):
            print(f"| {name} | {100 * (row.values['agreement'] or 0):.1f} | {figure} |")
        print("\n| attribute | κ, P(A), P(E) | paper |\n| --- | ---: | ---: |")
        attributes = ("context", "status")
        kappa_rows = measure(
            annotated, couples, "kappa", "mayo-disorder", attributes=attributes
        ).rows
        for name, figures in zip(("concept", *attributes, "all"), kappas, strict=True):
            values = (kappa_rows[name].values[value] or 0 for value in ("kappa", "p_a", "p_e"))
            shown = ", ".join(f"{100 * value:.1f}" for value in values)
            print(f"| {name} | {shown} | {', '.join(map(str, figures))} |")


def measure_times(seeds: range) -> None:
    """Print the minutes of CLEF section 5.5 and Mayo Table 2."""
    print("\n| minutes | mean | shortest | longest |\n| --- | --- | --- | --- |")
    mayo_notes = make_notes("mayo-disorder", MAYO_NOTES, seeds[0])
    stock = (("clef", load_narratives(), "expert"), ("clef", load_narratives(), "consensus"))
    for schema, docs, profile in (*stock, ("mayo-disorder", mayo_notes, "retriever")):
        times = [
            draw_minutes(doc, doc.sets["A"], find_profile(profile), seed=seed)
            for seed in seeds
            for doc in annotate_notes(docs, {"A": profile}, schema, [seed])
        ]
        print(f"| {schema}, {profile} | {mean(times):.0f} | {min(times):.0f} | {max(times):.0f} |")


PARTS = {
    "clef": measure_clef,
    "types": measure_types,
    "odie": measure_odie,
    "upmc": measure_upmc,
    "mayo": measure_mayo,
    "minutes": measure_times,
}


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
