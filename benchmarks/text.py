"""Speed of tokens, sentences, sections and word features; quality of tokens and headings.

usage: python benchmarks/text.py speed NOTES.jsonl[.gz] [--field transcription] [--rounds 5]
                                       [--peer-python /path/to/venv/bin/python]
       python benchmarks/text.py headings NOTES.jsonl[.gz] [--field transcription]
       python benchmarks/text.py boundaries CORPUS...

speed: all times are processor time on one core, the best of several rounds; the first round, in
which the caches of words are filled, is shown separately. spaCy's blank tokeniser runs in this
interpreter if it is installed, or in the one that --peer-python names.
headings: counts strings that look like a heading (see LIKELY), how many of them are found, and
sections by kind. Every line of the file is a JSON object with the note in one field.
boundaries: the share of starts and ends of gold mentions that are token boundaries. A corpus can
have any format that Goldsmith reads.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.table import Table

from goldsmith.core import Document
from goldsmith.formats import read
from goldsmith.text import Tokens, find_sections, split_sentences, tokenise
from goldsmith.text.headings import find_headings
from goldsmith.text.words import get_shape, lemmatise, list_affixes, tag_parts_of_speech

TARGET = 300_000
#: A line of capitals; words up to a colon after a stop, a comma or at the beginning of a line.
LIKELY = re.compile(
    r"^[A-Z][A-Z /&,()'-]+(?=:?[ \t]*$)|(?:^|(?<=[.,])\s*,?\s*)([A-Z][A-Za-z/&() '-]{1,60}):", re.M
)
PEER = """
import json, sys, time
import spacy
nlp, texts, best = spacy.blank("en"), json.load(sys.stdin), None
for _ in range(int(sys.argv[1])):
    start = time.process_time()
    count = sum(len(nlp.tokenizer(text)) for text in texts)
    spent = time.process_time() - start
    best = spent if best is None else min(best, spent)
print(json.dumps([spacy.__version__, count, best]))
"""


def notes(path: Path, field: str) -> list[str]:
    """Return the texts of a file of JSON lines."""
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open("rt")
    with opened as lines:
        return [str(json.loads(line)[field]) for line in lines if line.strip()]


def everything(texts: Sequence[str]) -> None:
    """Run each step on every note and discard the results note by note."""
    for text in texts:
        tokens = tokenise(text)
        split_sentences(text, tokens)
        find_sections(text)
        list(map(lemmatise, tokens.words))
        list(map(get_shape, tokens.words))
        tag_parts_of_speech(tokens.words)


def steps(texts: Sequence[str], cut: Sequence[Tokens]) -> dict[str, Callable[[], object]]:
    """Return the steps to measure, by name."""
    pairs = list(zip(texts, cut, strict=True))
    return {
        "tokenise": lambda: [len(tokenise(text).words) for text in texts],
        "sentences": lambda: [len(split_sentences(text, tokens)) for text, tokens in pairs],
        "sections": lambda: [len(find_sections(text)) for text in texts],
        "root": lambda: [len(list(map(lemmatise, tokens.words))) for tokens in cut],
        "shape": lambda: [len(list(map(get_shape, tokens.words))) for tokens in cut],
        "affixes": lambda: [len(list(map(list_affixes, tokens.words))) for tokens in cut],
        "pos": lambda: [len(tag_parts_of_speech(tokens.words)) for tokens in cut],
        "all but affixes": lambda: everything(texts),
    }


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the lowest processor time of several rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def peer(texts: Sequence[str], python: str, rounds: int) -> tuple[str, int, float] | None:
    """Return version, tokens and time of spaCy's blank tokeniser; None if not installed."""
    if not python and find_spec("spacy") is None:
        return None
    done = subprocess.run(
        [python or sys.executable, "-c", PEER, str(rounds)],
        input=json.dumps(list(texts)), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        return None
    version, count, spent = json.loads(done.stdout)
    return str(version), int(count), float(spent)


def speed(args: argparse.Namespace) -> Table:
    """Measure the time of each step, of all together, and of the peer."""
    texts = notes(args.notes, args.field)
    cold = best(lambda: everything(texts), 1)
    cut = [tokenise(text) for text in texts]
    count = sum(len(tokens.words) for tokens in cut)
    title = f"{len(texts):,} notes, {count:,} tokens; target: {TARGET:,} tokens a second for all"
    table = Table("step", "seconds", "tokens a second", title=title)
    table.add_row("all but affixes, first time", f"{cold:.2f}", f"{count / cold:,.0f}")
    for name, work in steps(texts, cut).items():
        spent = best(work, args.rounds)
        table.add_row(name, f"{spent:.2f}", f"{count / spent:,.0f}")
    other = peer(texts, args.peer_python, args.rounds)
    if other is None:
        table.add_row("spaCy blank tokeniser", "not installed", "")
    else:
        version, theirs, spent = other
        table.add_row(f"spaCy {version} blank tokeniser", f"{spent:.2f}", f"{theirs / spent:,.0f}")
    return table


def on_boundaries(doc: Document) -> Counter[str]:
    """Count the boundaries of a document's mentions, and those that are token boundaries."""
    tokens = tokenise(doc.text)
    starts, ends = set(tokens.starts), set(tokens.ends)
    spans = [span for one in doc.sets.values() for m in one.mentions for span in m.spans]
    fits = [(span.start in starts, span.end in ends) for span in spans]
    return Counter(
        spans=len(fits), whole=sum(map(all, fits)), on=sum(first + last for first, last in fits)
    )


def boundaries(args: argparse.Namespace) -> Table:
    """Measure the share of gold boundaries that are token boundaries, corpus by corpus."""
    table = Table("corpus", "documents", "spans", "boundaries at tokens", "spans of whole tokens")
    for path in args.corpora:
        total: Counter[str] = Counter()
        documents = 0
        for doc in read(path, check=False):
            total += on_boundaries(doc)
            documents += 1
        count = total["spans"]
        on = f"{total['on'] / (2 * count):.3%} of {2 * count:,}"
        whole = f"{total['whole'] / count:.3%}"
        table.add_row("/".join(path.parts[-2:]), f"{documents:,}", f"{count:,}", on, whole)
    return table


def heading_counts(args: argparse.Namespace) -> Table:
    """Count strings that look like headings, those found, and the sections by kind."""
    likely = hit = 0
    kinds: Counter[str] = Counter()
    for text in notes(args.notes, args.field):
        found = find_headings(text)
        starts = {one.start for one in found}
        kinds.update(one.kind or "(part of a section)" for one in found)
        looks = [m.start(1) if m[1] else m.start() for m in LIKELY.finditer(text)]
        likely += len(looks)
        hit += len(starts.intersection(looks))
    title = f"{hit:,} of {likely:,} likely headings found ({hit / likely:.1%})"
    table = Table("kind", "headings", title=title)
    for kind, count in kinds.most_common():
        table.add_row(kind, f"{count:,}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    for name, run in (("speed", speed), ("headings", heading_counts)):
        command = commands.add_parser(name)
        command.add_argument("notes", type=Path)
        command.add_argument("--field", default="transcription")
        command.set_defaults(run=run)
        if run is speed:
            command.add_argument("--rounds", type=int, default=5)
            command.add_argument("--peer-python", default="")
    command = commands.add_parser("boundaries")
    command.add_argument("corpora", type=Path, nargs="+")
    command.set_defaults(run=boundaries)
    args = parser.parse_args()
    Console(width=120).print(args.run(args))


if __name__ == "__main__":
    main()
