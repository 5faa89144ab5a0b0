"""Recall of the lookup and accuracy of candidates; run by terminology.py."""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from goldsmith.formats import read
from goldsmith.terminology import sources
from goldsmith.terminology.coding.candidates import CandidateGenerator, Memory
from goldsmith.terminology.concept import Concept
from goldsmith.terminology.index.compile import SourceInput, compile_concepts, compile_sources
from goldsmith.terminology.index.normalisation import fold_text
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology

ONTOLOGIES = {"HPO": "hpo/hp.obo.gz", "Disease Ontology": "do/doid_2016-09-01.obo.gz"}
CODED = (
    ("mesh-tsv", "mesh_id_label_mappings.tsv.gz"),
    ("term-list", "mondo.json.gz"),
    ("term-list", "doid.json.gz"),
)
#: Qualifiers after names that notes omit.
_QUALIFIER = re.compile(r"\s*\((disorder|morphologic abnormality|finding|[\w-]+ category)\)$")
SHARE, SEED = 0.1, 20
CONSOLE = Console(width=110)


def main(args: argparse.Namespace) -> None:
    if args.recall:
        measure_recall(args)
    if args.inexact:
        list_inexact(args)
    if args.candidates:
        measure_candidates(args)


# Recall of held-out synonyms


def measure_recall(args: argparse.Namespace) -> None:
    """Print how many held-out synonyms are found."""
    table = Table("ontology", "held out", "same but for case", "found", "found without variants")
    for title, path in ONTOLOGIES.items():
        release = sources.get("obo").read(args.data / path, sources.Options())
        remaining, out = hold_out([c for c in release.concepts if not c.retired])
        folder = args.work / f"recall-{title.split()[0]}"
        compile_concepts(remaining, folder, name=title)
        terms = Terminology(folder)
        same = {(fold_text(name.text), c.key) for c in remaining for name in c.names}
        exact = sum((fold_text(_QUALIFIER.sub("", text)), key) in same for text, key in out)
        exact_lookup = Lookup(terms, overlap="all", variants=False)
        missed = [pair for pair in out if not is_found(Lookup(terms, overlap="all"), terms, *pair)]
        without_variants = sum(is_found(exact_lookup, terms, *pair) for pair in out)
        parts = (exact, len(out) - len(missed), without_variants)
        table.add_row(title, f"{len(out):,}", *(f"{n:,} ({n / len(out):.1%})" for n in parts))
        lines = [f"{text}\t{terms.title(terms.find(key))}" for text, key in missed]
        (args.work / f"missed-{title.split()[0]}.tsv").write_text("\n".join(lines), "utf-8")
    CONSOLE.print(table)


def hold_out(concepts: list[Concept]) -> tuple[list[Concept], list[tuple[str, str]]]:
    """Split off a share of the synonyms, each with the key of its concept."""
    chance = random.Random(SEED)
    remaining, out = [], []
    for concept in concepts:
        names = []
        for name in concept.names:
            if name.kind == "synonym" and chance.random() < SHARE:
                out.append((name.text, concept.key))
            else:
                names.append(name)
        remaining.append(msgspec.structs.replace(concept, names=tuple(names)))
    return remaining, out


def is_found(lookup: Lookup, terms: Terminology, text: str, key: str) -> bool:
    """Return whether the text, except final punctuation, is found as a name of the concept."""
    text = _QUALIFIER.sub("", text)
    end = len(text.rstrip(" .,;)*]"))
    return any(
        match.start == 0 and match.end >= end and terms.key(match.concept) == key
        for match in lookup(text)
    )


# Matches that are not exact


def list_inexact(args: argparse.Namespace) -> None:
    """Print the most frequent inexact matches in notes, for a person to judge."""
    from terminology import notes

    terms = Terminology(args.work / "terms")
    lookup = Lookup(terms)
    matches: Counter[tuple[str, str, str]] = Counter()
    kinds: Counter[str] = Counter()
    for text in notes(args.notes):
        in_note = set()
        for match in lookup(text):
            kinds[match.how] += 1
            if match.how != "exact":
                passage = " ".join(text[match.start : match.end].lower().split())
                in_note.add((passage, terms.name_text(match.name).lower(), match.how))
        matches.update(in_note)
    CONSOLE.print(dict(kinds))
    for (passage, name, how), count in matches.most_common(args.inexact):
        CONSOLE.print(f"{count:5} {how:10} {passage} = {name}", markup=False, highlight=False)


# Candidates for given mentions


def measure_candidates(args: argparse.Namespace) -> None:
    """Print how often the code of a mention is first, and among the first ten."""
    folder = args.work / "candidates"
    base = args.data / "mesh_mondo_doid_json"
    compile_sources([SourceInput(kind, base / name) for kind, name in CODED], folder)
    terms = Terminology(folder)
    mentions = read_mentions(args.candidates)
    table = Table("", "mentions", "first", "among ten", "exact names alone", "ms a mention")
    generate = CandidateGenerator(terms, mask=mask_diseases(terms), systems=SYSTEMS)
    table.add_row("terminology", *_row(generate, terms, mentions))
    train = args.candidates.with_name("train.pubtator.txt")
    if train.exists():
        memory = Memory()
        for doc in read(train):
            memory.learn(doc, next(iter(doc.sets)))
        with_memory = CandidateGenerator(
            terms, mask=mask_diseases(terms), systems=SYSTEMS, memory=memory
        )
        table.add_row("and mentions of train.pubtator.txt", *_row(with_memory, terms, mentions))
    CONSOLE.print(table)


SYSTEMS = ("MESH", "OMIM")


def _row(
    generate: CandidateGenerator, terms: Terminology, mentions: list[tuple[str, set[str]]]
) -> list[str]:
    names = list_exact_names(terms)
    first = ten = exact = 0
    start = time.process_time()
    for text, gold in mentions:
        codes = [candidate.code for candidate in generate(text, limit=10)]
        first += bool(codes) and codes[0] in gold
        ten += not gold.isdisjoint(codes)
    spent = 1000 * (time.process_time() - start) / len(mentions)
    exact = sum(not gold.isdisjoint(names.get(fold_text(text), ())) for text, gold in mentions)
    shares = [f"{count / len(mentions):.1%}" for count in (first, ten, exact)]
    return [f"{len(mentions):,}", *shares, f"{spent:.1f}"]


def list_exact_names(terms: Terminology) -> dict[str, set[str]]:
    """Return the codes of each folded name."""
    codes_by_name: dict[str, set[str]] = {}
    for number in np.flatnonzero(mask_diseases(terms)).tolist():
        codes = {code for system in SYSTEMS for code in terms.cross_walk(number, system)}
        for name in terms.names(number):
            codes_by_name.setdefault(fold_text(name.text), set()).update(codes)
    return codes_by_name


def mask_diseases(terms: Terminology) -> Any:
    """Return a mask of the diseases: Mondo, the Disease Ontology, and trees C and F03 of MeSH."""
    types = [kind for kind in terms.types if kind[:1] == "C" or kind == "F03"]
    return terms.mask(types=types) | terms.mask(systems=("MONDO", "DOID"))


def read_mentions(path: Path) -> list[tuple[str, set[str]]]:
    """Read the mentions of a file with their codes, each of which is correct."""
    mentions = []
    for doc in read(path):
        for mention in next(iter(doc.sets.values())).mentions:
            codes = {part for code in mention.codes for part in _split_code(code.code)}
            mentions.append((doc.text[mention.start : mention.end], codes))
    return mentions


def _split_code(code: str) -> list[str]:
    parts = code.replace("+", "|").split("|")
    return [part.strip().removeprefix("MESH:").removeprefix("OMIM:") for part in parts]
