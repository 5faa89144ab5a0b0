"""Other de-identification tools on the same notes, in an environment of their own.

philter-lite tags words with NLTK, Presidio and scrubadub find names with models of spaCy or NLTK.
None of these models can be installed from a package index alone. So philter-lite gets a tagger by
form here (numbers are CD, capitalised words NNP, others NN), Presidio a blank spaCy pipeline, which
leaves its patterns, and scrubadub its default detectors. With their models Presidio and scrubadub
find names too; name a Python that has them, and they are used.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

HEAD = """
import json, sys
texts = json.load(open(sys.argv[1], encoding="utf-8"))
"""
TAIL = """
print(json.dumps([[list(span) for span in find(text)] for text in texts]))
"""
PHILTER = """
import os
import nltk, philter_lite
def tag(words):
    try:
        return nltk_tag(words)
    except LookupError:
        return [
            (word, "CD" if word.strip()[:1].isdigit() else "NNP" if word[:1].isupper() else "NN")
            for word in words
        ]
nltk_tag, nltk.pos_tag = nltk.pos_tag, tag
folder = os.path.join(os.path.dirname(philter_lite.__file__), "configs")
filters = philter_lite.load_filters(os.path.join(folder, "philter_delta.toml"))
def find(text):
    include = philter_lite.detect_phi(text, filters)[0]
    return list(include.get_complement(text).items())
"""
PRESIDIO = """
import logging
logging.disable(logging.CRITICAL)
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import SpacyNlpEngine
import spacy
class Engine(SpacyNlpEngine):
    def __init__(self):
        super().__init__()
        try:
            self.nlp = {"en": spacy.load("en_core_web_lg")}
        except OSError:
            self.nlp = {"en": spacy.blank("en")}
engine = AnalyzerEngine(nlp_engine=Engine())
def find(text):
    return [(item.start, item.end) for item in engine.analyze(text, language="en")]
"""
SCRUBADUB = """
import scrubadub
scrubber = scrubadub.Scrubber()
def find(text):
    return [(filth.beg, filth.end) for filth in scrubber.iter_filth(text)]
"""
PEERS = {"philter-lite": PHILTER, "Presidio": PRESIDIO, "scrubadub": SCRUBADUB}


def find_with_peers(python: str, texts: Sequence[str]) -> dict[str, list[list[tuple[int, int]]]]:
    """Find the spans of identifiers in texts with each peer; one that fails is left out."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "texts.json")
        path.write_text(json.dumps(list(texts)), "utf-8")
        for name, code in PEERS.items():
            program = Path(folder, "peer.py")
            program.write_text(HEAD + code + TAIL, "utf-8")
            run = subprocess.run([python, str(program), str(path)], capture_output=True, text=True)
            if run.returncode:
                print(f"{name} failed: {run.stderr.strip().splitlines()[-1]}")
                continue
            spans = json.loads(run.stdout.splitlines()[-1])
            results[name] = [[(start, end) for start, end in items] for items in spans]
    return results
