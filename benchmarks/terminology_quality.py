"""What the look-up finds and what candidates are worth; run by terminology.py."""

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
from goldsmith.terminology.coding.candidates import Candidates, Memory
from goldsmith.terminology.concept import Concept
from goldsmith.terminology.index.compile import Given, compile_concepts, compile_sources
from goldsmith.terminology.index.words import folded
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology

ONTOLOGIES = {"HPO": "hpo/hp.obo.gz", "Disease Ontology": "do/doid_2016-09-01.obo.gz"}
CODED = (
    ("mesh-tsv", "mesh_id_label_mappings.tsv.gz"),
    ("term-list", "mondo.json.gz"),
    ("term-list", "doid.json.gz"),
)
#: What SNOMED CT puts behind names and nobody writes.
_QUALIFIER = re.compile(r"\s*\((disorder|morphologic abnormality|finding|[\w-]+ category)\)$")
SHARE, SEED = 0.1, 20
CONSOLE = Console(width=110)


def main(args: argparse.Namespace) -> None:
    if args.recall:
        recall(args)
    if args.inexact:
        inexact(args)
    if args.candidates:
        candidates(args)


# Recall of held-out synonyms


def recall(args: argparse.Namespace) -> None:
    """Prints how many synonyms are found that were kept out of the terminology."""
    table = Table("ontology", "held out", "equal but for case", "found", "found without variants")
    for title, path in ONTOLOGIES.items():
        release = sources.get("obo").read(args.data / path, sources.Options())
        kept, out = held_out([one for one in release.concepts if not one.retired])
        folder = args.work / f"recall-{title.split()[0]}"
        compile_concepts(kept, folder, name=title)
        terms = Terminology(folder)
        same = {(folded(name.text), one.key) for one in kept for name in one.names}
        exact = sum((folded(_QUALIFIER.sub("", text)), key) in same for text, key in out)
        plain = Lookup(terms, overlap="all", variants=False)
        missed = [pair for pair in out if not whole(Lookup(terms, overlap="all"), terms, *pair)]
        bare = sum(whole(plain, terms, *pair) for pair in out)
        parts = (exact, len(out) - len(missed), bare)
        table.add_row(title, f"{len(out):,}", *(f"{n:,} ({n / len(out):.1%})" for n in parts))
        lines = [f"{text}\t{terms.title(terms.find(key))}" for text, key in missed]
        (args.work / f"missed-{title.split()[0]}.tsv").write_text("\n".join(lines), "utf-8")
    CONSOLE.print(table)


def held_out(concepts: list[Concept]) -> tuple[list[Concept], list[tuple[str, str]]]:
    """The concepts without a share of their synonyms, and those with the key of each."""
    chance = random.Random(SEED)
    kept, out = [], []
    for concept in concepts:
        names = []
        for name in concept.names:
            if name.kind == "synonym" and chance.random() < SHARE:
                out.append((name.text, concept.key))
            else:
                names.append(name)
        kept.append(msgspec.structs.replace(concept, names=tuple(names)))
    return kept, out


def whole(lookup: Lookup, terms: Terminology, text: str, key: str) -> bool:
    """Whether all of a text but its last sign is found as a name of the concept."""
    text = _QUALIFIER.sub("", text)
    end = len(text.rstrip(" .,;)*]"))
    return any(
        match.start == 0 and match.end >= end and terms.key(match.concept) == key
        for match in lookup(text)
    )


# Matches that are not exact


def inexact(args: argparse.Namespace) -> None:
    """Prints the commonest matches in notes that are not exact, to be judged by eye."""
    from terminology import notes

    terms = Terminology(args.work / "terms")
    lookup = Lookup(terms)
    found: Counter[tuple[str, str, str]] = Counter()
    kinds: Counter[str] = Counter()
    for text in notes(args.notes):
        seen = set()
        for match in lookup(text):
            kinds[match.how] += 1
            if match.how != "exact":
                said = " ".join(text[match.start : match.end].lower().split())
                seen.add((said, terms.name_text(match.name).lower(), match.how))
        found.update(seen)
    CONSOLE.print(dict(kinds))
    for (said, name, how), count in found.most_common(args.inexact):
        CONSOLE.print(f"{count:5} {how:10} {said} = {name}", markup=False, highlight=False)


# Candidates for given mentions


def candidates(args: argparse.Namespace) -> None:
    """Prints how often the code of a mention is first, and among the first ten."""
    folder = args.work / "candidates"
    base = args.data / "mesh_mondo_doid_json"
    compile_sources([Given(kind, base / name) for kind, name in CODED], folder)
    terms = Terminology(folder)
    mentions = coded(args.candidates)
    table = Table("", "mentions", "first", "among ten", "exact names alone", "ms a mention")
    table.add_row("terminology", *_row(Candidates(terms, mask=diseases(terms), systems=SYSTEMS),
                                       terms, mentions))  # fmt: skip
    train = args.candidates.with_name("train.pubtator.txt")
    if train.exists():
        memory = Memory()
        for doc in read(train):
            memory.learn(doc, next(iter(doc.sets)))
        known = Candidates(terms, mask=diseases(terms), systems=SYSTEMS, memory=memory)
        table.add_row("and what train.pubtator.txt has", *_row(known, terms, mentions))
    CONSOLE.print(table)


SYSTEMS = ("MESH", "OMIM")


def _row(ranked: Candidates, terms: Terminology, mentions: list[tuple[str, set[str]]]) -> list[str]:
    names = exact_names(terms)
    first = ten = exact = 0
    start = time.process_time()
    for text, gold in mentions:
        codes = [candidate.code for candidate in ranked(text, limit=10)]
        first += bool(codes) and codes[0] in gold
        ten += not gold.isdisjoint(codes)
    spent = 1000 * (time.process_time() - start) / len(mentions)
    exact = sum(not gold.isdisjoint(names.get(folded(text), ())) for text, gold in mentions)
    shares = [f"{count / len(mentions):.1%}" for count in (first, ten, exact)]
    return [f"{len(mentions):,}", *shares, f"{spent:.1f}"]


def exact_names(terms: Terminology) -> dict[str, set[str]]:
    """The codes that each name, but for case, stands for by itself."""
    found: dict[str, set[str]] = {}
    for number in np.flatnonzero(diseases(terms)).tolist():
        codes = {code for system in SYSTEMS for code in terms.walk(number, system)}
        for name in terms.names(number):
            found.setdefault(folded(name.text), set()).update(codes)
    return found


def diseases(terms: Terminology) -> Any:
    """Concepts that are diseases: Mondo, the Disease Ontology, and trees C and F03 of MeSH."""
    types = [kind for kind in terms.types if kind[:1] == "C" or kind == "F03"]
    return terms.mask(types=types) | terms.mask(systems=("MONDO", "DOID"))


def coded(path: Path) -> list[tuple[str, set[str]]]:
    """The mentions of a file with the codes of each, any of which is right."""
    found = []
    for doc in read(path):
        for mention in next(iter(doc.sets.values())).mentions:
            codes = {part for code in mention.codes for part in _parts(code.code)}
            found.append((doc.text[mention.start : mention.end], codes))
    return found


def _parts(code: str) -> list[str]:
    several = code.replace("+", "|").split("|")
    return [part.strip().removeprefix("MESH:").removeprefix("OMIM:") for part in several]
