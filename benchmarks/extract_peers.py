"""Other extraction tools on the same names and notes, each in its own environment.

Each peer reads notes, sampled evenly from all of them, until its processor time is up; its rate is
computed over the notes that it processed. QuickUMLS is the real package, but with spaCy's blank
tokeniser instead of a trained pipeline and a short list of stop words instead of NLTK's, because
neither is in a package index; this makes it faster than it would be. MedCAT has its regular
expression tokeniser, no spelling checker and no trained contexts: it finds and ranks names, but
does not detect negation.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

HEAD = """
import json, os, sys, tempfile, time
pairs = [line.rstrip("\\n").split("\\t") for line in open(sys.argv[1], encoding="utf-8")]
texts = json.load(open(sys.argv[2], encoding="utf-8"))
allowed = float(sys.argv[3])
start = time.process_time()
"""
TAIL = """
built = time.process_time() - start
begin, found, done = time.process_time(), 0, 0
for text in texts:
    found += find(text)
    done += 1
    if time.process_time() - begin > allowed:
        break
spent = time.process_time() - begin
status = open("/proc/self/status").read().split("VmHWM:")[1]
peak = int(status.split()[0]) * 1024 / 1e6
print("\\n" + json.dumps([built, peak, spent, done, found]))
"""
MEDSPACY = """
import medspacy
from medspacy.ner import TargetRule
nlp = medspacy.load(medspacy_enable={"medspacy_tokenizer", "medspacy_pyrush",
    "medspacy_target_matcher", "medspacy_context", "medspacy_sectionizer"})
names = sorted({name.lower() for _, name in pairs})
nlp.get_pipe("medspacy_target_matcher").add([TargetRule(name, "CONDITION") for name in names])
def find(text):
    doc = nlp(text)
    for ent in doc.ents:
        ent._.is_negated, ent._.section_category
    return len(doc.ents)
"""
NEGSPACY = """
import spacy
from negspacy.negation import Negex
nlp = spacy.blank("en")
nlp.add_pipe("sentencizer")
ruler = nlp.add_pipe("entity_ruler", config={"phrase_matcher_attr": "LOWER"})
names = sorted({name.lower() for _, name in pairs})
ruler.add_patterns([{"label": "CONDITION", "pattern": name} for name in names])
nlp.add_pipe("negex", config={"ent_types": ["CONDITION"]})
def find(text):
    return len(nlp(text).ents)
"""
MEDCAT = """
import logging
logging.disable(logging.CRITICAL)
import pandas
from medcat.cat import CAT
from medcat.config import Config
from medcat.model_creation.cdb_maker import CDBMaker
from medcat.vocab import Vocab
config = Config()
config.general.spell_check = False
config.components.linking.train = False
maker = CDBMaker(config)
cdb = maker.prepare_csvs([pandas.DataFrame(pairs, columns=["cui", "name"])])
vocab = Vocab()
cat = CAT(cdb, vocab)
def find(text):
    return len(cat.get_entities(text)["entities"])
"""
QUICKUMLS = """
import nltk, spacy
STOP = "a an and are as at by for from in is it of on or that the to was with no not".split()
class Stop:
    def words(self, *_):
        return STOP
nltk.corpus.stopwords = Stop()
spacy.load = lambda *_, **__: spacy.blank("en")
from quickumls import QuickUMLS
from quickumls.install import parse_and_encode_ngrams
folder = tempfile.mkdtemp()
for flag, value in (("lowercase", ""), ("language", "ENG"), ("database_backend", "unqlite")):
    open(os.path.join(folder, flag + ".flag"), "w").write(value)
rows = ((name, code, ["T047"], 0) for code, name in
        sorted({(code, name.lower()) for code, name in pairs}))
parse_and_encode_ngrams(rows, os.path.join(folder, "umls-simstring.db"),
                        os.path.join(folder, "cui-semtypes.db"), "unqlite")
matcher = QuickUMLS(folder)
def find(text):
    return len(matcher.match(text, best_match=True, ignore_syntax=False))
"""
#: The name, the steps it runs, its packages and the code.
PEERS = (
    ("medspaCy", "sentences, names, ConText, sections", ("medspacy",), MEDSPACY),
    ("negspacy", "sentences, names, negation", ("negspacy",), NEGSPACY),
    ("MedCAT", "names, linked", ("medcat",), MEDCAT),
    ("QuickUMLS", "similar names", ("quickumls",), QUICKUMLS),
)


class Measured(NamedTuple):
    """The figures of a peer; rates use our own count of tokens."""

    built: float
    peak: float
    rate: float
    notes: int
    results: int
    version: str


def measure_peers(args: argparse.Namespace, texts: list[str], tokens: list[int]) -> dict[str, Any]:
    """Measure each peer and return its figures, or the reason why there are none."""
    part = args.work / "peer-notes.json"
    part.write_text(json.dumps(texts), "utf-8")
    results: dict[str, Any] = {}
    for title, _, packages, code in PEERS:
        results[title] = _measure_peer(args, packages, code, part, tokens)
    return results


def _measure_peer(
    args: argparse.Namespace, packages: tuple[str, ...], code: str, part: Path, tokens: list[int]
) -> Measured | str:
    python = _environment(args.work / "peers" / packages[0], packages)
    if not python:
        return "not installed: pip could not get it"
    names = str(args.work / "names.tsv")
    command = [python, "-c", HEAD + code + TAIL, names, str(part), str(args.peer_seconds)]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=args.peer_timeout
        )
    except subprocess.TimeoutExpired:
        return f"stopped: not done in {args.peer_timeout} s"
    if answer.returncode:
        return "failed: " + answer.stderr.strip().split("\n")[-1][:100]
    built, peak, spent, done, count = json.loads(answer.stdout.splitlines()[-1])
    rate = sum(tokens[:done]) / spent
    return Measured(built, peak, rate, done, count, _version(python, packages[0]))


def _version(python: str, package: str) -> str:
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.strip()


def _environment(folder: Path, packages: tuple[str, ...]) -> str:
    """Return the Python of an environment with the packages; empty if it cannot be made."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", *packages]
        if subprocess.run(pip, capture_output=True, check=False).returncode:
            return ""
    return str(python)


def show(results: dict[str, Any], ours: float, name: str) -> None:
    """Print the peers next to one of our own rates."""
    table = Table("", "what it does", "tokens/s", f"{name} is", "peak MB", "build s", "on notes")
    for title, does, _, _ in PEERS:
        one = results[title]
        if isinstance(one, str):
            table.add_row(title, does, one)
            continue
        times = f"{ours / one.rate:.1f} x"
        table.add_row(f"{title} {one.version}", does, f"{one.rate:,.0f}", times, f"{one.peak:,.0f}",
                      f"{one.built:.0f}", f"{one.notes:,}")  # fmt: skip
    Console(width=120).print(table)
