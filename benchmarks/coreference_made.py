"""Coreference on made-up notes: the tables of docs/reference/components/{coreference,people}.md.

usage: python benchmarks/coreference_made.py --train DIR --test DIR [--layer odie]
       python benchmarks/coreference_made.py --people DIR

Trains on the corpus --train and scores on --test, both made by `goldsmith demo make`: scores per
type of document, and pairs per relation type and Bagga class if the schema has them, both with the
mentions of the gold standard (given) and with mentions from `entities` (found); and the scores of
the untrained rules, where found mentions come from `lookup` in the terminology demo and from the
component itself. --people scores the component `people`. All scores are for chains without
singletons.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from coreference import apply, make_pipeline, read_layer, score
from goldsmith.components.coreference import Coreference, Options
from goldsmith.components.people import Options as PeopleOptions
from goldsmith.components.people import People
from goldsmith.core import AnnotationSet, Mention, load_builtin_schema
from goldsmith.metrics import SetPair
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources, parse_config
from goldsmith.terminology.shelf import open_terminologies

HONORIFICS = ("Mr", "Mrs", "Ms")
FOUND_RULES = """
[terms]
demo = "demo"

[[component]]
use = "lookup"
type = "{type}"

[[component]]
use = "coreference"
markables = "find"
"""


def list_pairs(annotations: AnnotationSet, name: str) -> Counter[tuple[object, ...]]:
    """List pairs by the value of an attribute and the spans of both mentions."""
    mentions = annotations.mentions_by_id()
    return Counter(
        (rel.attributes.get(name, ""), mentions[rel.arg1].spans, mentions[rel.arg2].spans)
        for rel in annotations.relations
        if name in rel.attributes
    )


def count_pairs(pairs: Sequence[SetPair]) -> dict[str, list[int]]:
    """Count pairs by relation type and by Bagga class: gold, system, and both."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for pair in pairs:
        for name in ("relation_type", "bagga_class"):
            gold, system = list_pairs(pair.a, name), list_pairs(pair.b, name)
            for column, rows in enumerate((gold, system, gold & system)):
                for row, number in rows.items():
                    counts[str(row[0])][column] += number
    return counts


def print_pairs(given: Sequence[SetPair], found: Sequence[SetPair]) -> None:
    """Print precision, recall and F1 of pairs by relation type, then by Bagga class."""
    columns = [count_pairs(given), count_pairs(found)]
    kinds = {str(row[0]) for pair in given for row in list_pairs(pair.a, "relation_type")}
    names = sorted(
        columns[0].keys() | columns[1].keys(), key=lambda name: (name not in kinds, name)
    )
    print("\n| pairs | gold | given: P | R | F | found: P | R | F |\n|" + " --- |" * 8)
    for name in names:
        cells = []
        for gold, system, hits in (counts[name] for counts in columns):
            shares = hits / max(1, system), hits / max(1, gold), 2 * hits / max(1, gold + system)
            cells += [f"{share:.3f}" for share in shares]
        print(f"| {name} | {columns[0][name][0]:,} | " + " | ".join(cells) + " |")


def print_kinds(given: Sequence[SetPair], found: Sequence[SetPair]) -> None:
    """Print the scores of chains by type of document."""
    names = "CoNLL | MUC | B³ | CEAF-e | BLANC"
    print(f"\n| notes | given: {names} | found: {names} |\n|" + " --- |" * 11)
    for kind in ("all", *sorted({pair.doc.metadata.type for pair in given})):
        modes = [
            [p for p in pairs if kind in ("all", p.doc.metadata.type)] for pairs in (given, found)
        ]
        title = kind if kind == "all" else f"{kind} ({len(modes[0])})"
        cells = [f"{value:.3f}" for pairs in modes for value in score(pairs).values()]
        print(f"| {title} | " + " | ".join(cells) + " |", flush=True)


def print_rules(layer: str, given: Sequence[SetPair], found: Sequence[SetPair]) -> None:
    """Print the scores of the rules on all notes."""
    print("\n| schema | rules, given | rules, found |\n| --- | --- | --- |")
    cells = []
    for pairs in (given, found):
        conll, muc, b_cubed, ceaf, blanc = score(pairs).values()
        rest = f"MUC {muc:.3f}, B³ {b_cubed:.3f}, CEAF-e {ceaf:.3f}, BLANC {blanc:.3f}"
        cells.append(f"{conll:.3f} ({rest})")
    print(f"| `{layer}` | " + " | ".join(cells) + " |")


def run_made(arguments: argparse.Namespace) -> None:
    """Print the tables of made-up notes for a schema."""
    train = read_layer(arguments.train, arguments.layer)
    test = read_layer(arguments.test, arguments.layer)
    resources = Resources(schema=load_builtin_schema(arguments.layer))
    given, found, rules, found_by_rules = (
        list(_annotate_made(mode, train, test, resources))
        for mode in ("given", "found", "rules", "found-rules")
    )
    print_kinds(given, found)
    if any(list_pairs(pair.a, "bagga_class") for pair in given):
        print_pairs(given, found)
    print_rules(arguments.layer, rules, found_by_rules)


def _annotate_made(
    title: str, train: list[Example], test: list[Example], resources: Resources
) -> Iterator[SetPair]:
    schema = resources.schema
    if title.startswith("found"):
        is_trained = title == "found"
        pipeline = _make_made_pipeline(resources, is_trained=is_trained)
        if is_trained:
            pipeline.train(train)
        for doc, gold in ((e.analysis.doc, e.gold) for e in test):
            yield SetPair(doc, gold, pipeline.annotate(doc), schema)
        return
    part = Coreference(Options(rules_only=title == "rules"), resources)
    if title == "given":
        part.train(train)
    for example in test:
        yield SetPair(example.analysis.doc, example.gold, apply(part, example), schema)


def _make_made_pipeline(resources: Resources, *, is_trained: bool) -> Pipeline:
    """Make the pipeline that finds mentions: trained entities, or lookup and rules."""
    schema = resources.schema
    if is_trained:
        return make_pipeline(resources, many=schema is not None and schema.name == "odie")
    (terms,) = open_terminologies(["demo"])
    type_ = schema.mention[0].name if schema else ""
    config = parse_config(FOUND_RULES.format(type=type_), where="benchmark")
    return Pipeline(config, Resources(schema=schema, terms={"demo": terms}))


def run_people(arguments: argparse.Namespace) -> None:
    """Print how many gold people the rules of `people` find, and how many other mentions."""
    examples = read_layer(arguments.people, "odie")
    part = People(PeopleOptions(), Resources(schema=load_builtin_schema("odie")))
    gold_count = hits = others = 0
    for example in examples:
        analysis = Analysis(example.analysis.doc)
        part(analysis)
        found = {mention.spans for mention in analysis.mentions}
        gold = {m.spans for m in example.gold.mentions if _is_simple_person(analysis.text, m)}
        gold_count, hits = gold_count + len(gold), hits + len(gold & found)
        others += len(found - gold)
    print(f"{len(examples)} notes: {hits:,} of {gold_count:,} people found, and {others:,} others")


def _is_simple_person(text: str, mention: Mention) -> bool:
    """Return whether a markable is a pronoun of a person, or a name after an honorific."""
    if mention.attributes.get("semantic_class") != "people" or not mention.spans:
        return False
    category = mention.attributes.get("grammatical_category", "")
    honorific = text[mention.start : mention.end].split()[0].rstrip(".")
    return category.endswith("pronoun") or honorific in HONORIFICS


def main() -> None:
    parser = argparse.ArgumentParser(usage=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("--train", type=Path)
    parser.add_argument("--test", type=Path)
    parser.add_argument("--layer", default="odie")
    parser.add_argument("--people", type=Path)
    arguments = parser.parse_args()
    if arguments.people:
        run_people(arguments)
    elif arguments.train and arguments.test:
        run_made(arguments)
    else:
        parser.error("name corpora with --train and --test, or one with --people")


if __name__ == "__main__":
    main()
