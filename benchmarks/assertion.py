"""Quality of the component `assertion` with gold mentions: rules, classifiers, or both.

usage: python benchmarks/assertion.py maccrobat --data DIR [--folds 5] [--rules]
       python benchmarks/assertion.py demo [--patients 40] [--seed 4711] [--folds 5] [--rules]

maccrobat: POLARITY of Sign_symptom and Disease_disorder; UNCERTAIN, MAYBE_POS and MAYBE_NEG count
as one value. Rules are scored on all reports, on the 68 whose errors were inspected while the rules
were written (the first ones, shuffled with seed 0) and on the other 67; classifiers are scored by
cross-validation over documents.
demo: made-up notes under mayo-disorder, each value of each attribute; classifiers are scored by
cross-validation over patients. --rules omits the classifiers.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from goldsmith.components.assertion import Assertion, Options
from goldsmith.core import Document
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.formats import read
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith_demo.make import make_documents

TYPES = ("Sign_symptom", "Disease_disorder")
READ = 68
DOUBT = frozenset({"UNCERTAIN", "MAYBE_POS", "MAYBE_NEG"})
REPORTS = {
    "types": TYPES,
    "mapping": {
        "negated": {"POLARITY": "NEG"},
        "resolved": {"POLARITY": "NEG"},
        "possible": {"POLARITY": "UNCERTAIN"},
    },
}
METHODS = {
    "rules": {"classifier": False},
    "classifier on words": {"rules": False},
    "both": {"folds": 0},
    "chosen": {},
}
Item = tuple[str, str]


class Tally:
    """Counts of correct, system and gold values of attributes."""

    def __init__(self) -> None:
        self.right, self.system, self.gold = Counter[Item](), Counter[Item](), Counter[Item]()

    def add(self, gold: Iterable[Item], system: Iterable[Item]) -> None:
        gold_items, system_items = set(gold), set(system)
        self.right.update(gold_items & system_items)
        self.system.update(system_items)
        self.gold.update(gold_items)

    def format_row(self, name: str, item: Item) -> str:
        right, system, gold = self.right[item], self.system[item], self.gold[item]
        f = 2 * right / max(1, system + gold)
        return (
            f"| {name} | {' '.join(item)} | {gold} | {right / max(1, system):.3f} | "
            f"{right / max(1, gold):.3f} | {f:.3f} |"
        )

    def print_rows(self, name: str) -> None:
        for item in sorted(self.gold):
            print(self.format_row(name, item), flush=True)


def score(component: Assertion, examples: Iterable[Example], tally: Tally) -> Tally:
    """Count the values that a component sets on the gold mentions of documents."""
    for example in examples:
        analysis = Analysis(example.analysis.doc)
        analysis.take(example.gold)
        gold = [mention.attributes.items() for mention in analysis.mentions]
        component(analysis)
        for items, mention in zip(gold, analysis.mentions, strict=True):
            tally.add(items, mention.attributes.items())
    return tally


def cross_validate(
    options: Options, resources: Resources, folds: Sequence[Sequence[Example]]
) -> Tally:
    """Score each fold with a component trained on the others."""
    tally = Tally()
    for fold in folds:
        component = Assertion(options, resources)
        component.train([example for rest in folds if rest is not fold for example in rest])
        score(component, fold, tally)
    return tally


def read_reports(data: Path) -> list[Example]:
    """Read MACCROBAT with the three kinds of doubt merged and without other attributes."""
    docs = sorted(read(data / "maccrobat"), key=lambda doc: doc.id)
    random.Random(0).shuffle(docs)
    return [make_example(doc, merge_doubt, TYPES) for doc in docs]


def drop_notes(attributes: dict[str, str]) -> dict[str, str]:
    """Drop the attributes that only made-up notes have."""
    return {name: value for name, value in attributes.items() if ":" not in name}


def merge_doubt(attributes: dict[str, str]) -> dict[str, str]:
    value = attributes.get("POLARITY", "")
    value = "UNCERTAIN" if value in DOUBT else value
    return {"POLARITY": value} if value else {}


def make_example(
    doc: Document,
    change: Callable[[dict[str, str]], dict[str, str]],
    types: Sequence[str] = (),
) -> Example:
    """Make an example of a document with changed attributes, limited to some mention types."""
    gold = next(iter(doc.sets.values()))
    mentions = tuple(
        msgspec.structs.replace(mention, attributes=change(dict(mention.attributes)))
        for mention in gold.mentions
        if mention.spans and (not types or mention.type in types)
    )
    return Example(Analysis(doc), msgspec.structs.replace(gold, mentions=mentions, relations=()))


def print_head() -> None:
    print("| what | value | gold | P | R | F |\n| --- | --- | --- | --- | --- | --- |")


def maccrobat(args: argparse.Namespace) -> None:
    examples = read_reports(args.data)
    rules = Assertion(Options(classifier=False, **REPORTS), Resources())
    print_head()
    for name, docs in (
        ("rules, all", examples),
        ("rules, errors read", examples[:READ]),
        ("rules, errors not read", examples[READ:]),
    ):
        score(rules, docs, Tally()).print_rows(name)
    if not args.rules:
        folds = [examples[fold :: args.folds] for fold in range(args.folds)]
        compare(Resources(), folds, REPORTS)


def demo(args: argparse.Namespace) -> None:
    docs = make_documents(args.patients, seed=args.seed, schemas=("mayo-disorder",))
    examples = [make_example(doc, drop_notes) for doc in docs]
    resources = Resources(schema=load_builtin_schema("mayo-disorder"))
    print_head()
    score(Assertion(Options(classifier=False), resources), examples, Tally()).print_rows("rules")
    if not args.rules:
        patients = sorted({example.analysis.doc.metadata.patient for example in examples})
        place = {patient: number % args.folds for number, patient in enumerate(patients)}
        folds: list[list[Example]] = [[] for _ in range(args.folds)]
        for example in examples:
            folds[place[example.analysis.doc.metadata.patient]].append(example)
        compare(resources, folds, {})


def compare(
    resources: Resources, folds: Sequence[Sequence[Example]], settings: dict[str, object]
) -> None:
    for name, change in METHODS.items():
        if name != "rules":
            options = Options(**{**settings, **change})
            cross_validate(options, resources, folds).print_rows(name)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("maccrobat", "demo"))
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--patients", type=int, default=40)
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--rules", action="store_true", help="only the rules")
    args = parser.parse_args()
    globals()[args.what](args)


if __name__ == "__main__":
    main()
