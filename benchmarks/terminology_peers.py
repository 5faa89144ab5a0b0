"""Other libraries on the same names and notes, each in its own environment.

QuickUMLS is represented by a reimplementation of its loop (every window of up to five words that
starts and ends with neither a stop word nor punctuation, looked up by Jaccard similarity of letter
trigrams at 0.7) around its index, quickumls-simstring. Its tokeniser and its part-of-speech filter
are left out, which makes it faster than the original.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HEAD = """
import json, re, resource, sys, time
names = sorted({line.strip() for line in open(sys.argv[1], encoding="utf-8")} - {""})
texts = json.load(open(sys.argv[2], encoding="utf-8"))
start = time.process_time()
"""
TAIL = """
built = time.process_time() - start
start, matches = time.process_time(), 0
for text in texts:
    matches += find(text)
spent = time.process_time() - start
size = sum(len(text.encode()) for text in texts)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
print(json.dumps([built, peak, size / 1e6 / spent, matches, size / 1e6]))
"""
SPACY = """
import spacy
from spacy.matcher import PhraseMatcher
nlp = spacy.blank("en")
matcher = PhraseMatcher(nlp.vocab, attr="LOWER")
matcher.add("name", list(nlp.tokenizer.pipe(names)))
def find(text):
    return len(matcher(nlp.make_doc(text)))
"""
FLASHTEXT = """
from flashtext import KeywordProcessor
words = KeywordProcessor()
for name in names:
    words.add_keyword(name)
def find(text):
    return len(words.extract_keywords(text, span_info=True))
"""
QUICKUMLS = """
import os, tempfile
from quickumls_simstring import simstring
folder = tempfile.mkdtemp()
path = os.path.join(folder, "names.db")
writer = simstring.writer(path, 3, False, True)
for name in names:
    writer.insert(name.lower())
writer.close()
reader = simstring.reader(path)
reader.measure, reader.threshold = simstring.jaccard, 0.7
STOP = set("a an and are as at by for from in is it of on or that the to was with no not".split())
WORD, WINDOW = re.compile(r"\\w+|[^\\w\\s]"), 5
def find(text):
    tokens, count = list(WORD.finditer(text)), 0
    for at, first in enumerate(tokens):
        if not first[0].isalnum() or first[0].lower() in STOP:
            continue
        for last in tokens[at:at + WINDOW]:
            window = text[first.start():last.end()]
            if len(window) > 2 and last[0].isalnum() and last[0].lower() not in STOP:
                count += bool(reader.retrieve(window.lower()))
    return count
"""
#: The title, the package, the code, and the share of the notes to use.
PEERS = (
    ("spaCy PhraseMatcher", "spacy", SPACY, 0.2),
    ("flashtext", "flashtext", FLASHTEXT, 0.2),
    ("QuickUMLS-style", "quickumls-simstring", QUICKUMLS, 0.004),
)


def main(args: argparse.Namespace, own: dict[str, float]) -> None:
    """Print the figures of the other libraries next to our own."""
    table = Table("", "build s", "resident MB", "MB/s", "ours per document is", "on MB", "matches")
    ours = own["per document, MB/s"]
    table.add_row("goldsmith, per document", f"{own['build, s']:.1f}", f"{own['resident, MB']:.0f}",
                  f"{ours:.2f}", "1", f"{args.megabytes}", f"{own['matches']:,.0f}")  # fmt: skip
    for title, package, code, share in PEERS:
        result = _measure(args, package, code, share)
        if isinstance(result, str):
            table.add_row(title, result)
            continue
        built, peak, rate, matches, size = result
        table.add_row(title, f"{built:.1f}", f"{peak:,.0f}", f"{rate:.3g}", f"{ours / rate:.3g} x",
                      f"{size:.2f}", f"{matches:,}")  # fmt: skip
    Console(width=120).print(table)


def _measure(args: argparse.Namespace, package: str, code: str, share: float) -> Any:
    """Return seconds to build, MB, MB/s, matches and MB of text, or the reason for no result."""
    from terminology import stream

    python = args.peers or _create_environment(args.work / "peers" / package, package)
    if not python:
        return "not installed: pip could not get it"
    part = args.work / f"notes-{package}.json"
    texts = stream(args.notes, int(share * args.megabytes * 1_000_000))
    part.write_text(json.dumps(list(itertools.chain(texts))), "utf-8")
    command = [python, "-c", HEAD + code + TAIL, str(args.work / "names.txt"), str(part)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        return "failed: " + answer.stderr.strip().split("\n")[-1][:60]
    return json.loads(answer.stdout.splitlines()[-1])


def _create_environment(folder: Path, package: str) -> str:
    """Return the Python of an environment with the package; empty if it cannot be installed."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", package]
        if subprocess.run(pip, capture_output=True, check=False).returncode:
            return ""
    return str(python)
