"""The command adjudicate: queue, decide, apply and summary, from two sets to a consensus."""

import io
import json
import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from tests.cli.running import goldsmith, make_command
from tests.project.adjudication.corpora import build_documents, open_queue, write_corpus

from goldsmith.adjudication import Rules, rule_names
from goldsmith.cli.shared.decide import Walk
from goldsmith.cli.shared.decide_screen import KEYS
from goldsmith.core import Document, Group
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.session import Session

ROOT = Path(__file__).parent.parent.parent


class Script:
    """A keyboard that types a script; {words} is a line typed at a prompt."""

    def __init__(self, keys: str) -> None:
        self._parts: list[str] = re.findall(r"\{.*?\}|.", keys, re.DOTALL)

    def read_key(self) -> str:
        return self._parts.pop(0) if self._parts else ""

    def read_line(self) -> str:
        return self._parts.pop(0)[1:-1]


def walk(queue: Queue, keys: str) -> str:
    """Walk through a queue with these keys and return the output."""
    shown = io.StringIO()
    console = Console(file=shown, width=90, highlight=False)
    session = Session(queue, by="carol", clock=lambda: "now")
    Walk(session, console, Script(keys)).run()
    return shown.getvalue()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus")


def test_from_two_sets_to_a_consensus(corpus: Path, tmp_path: Path) -> None:
    queue = tmp_path / "queue"
    done = goldsmith("adjudicate", "anna", "ben", "--corpus", corpus, "--out", queue, "--json")
    made = json.loads(done.stdout)
    assert made["units"] == {"mention": 3, "relation": 1} and made["schema"] == "clef"
    refused = goldsmith("adjudicate", "apply", queue, "--out", tmp_path / "out")
    assert refused.returncode == 2 and "n1 (3), n2 (1)" in refused.stderr
    assert "goldsmith adjudicate decide" in refused.stderr and "--auto" in refused.stderr
    decided = goldsmith("adjudicate", "decide", queue, "--adjudicator", "carol", stdin="a1\n")
    assert decided.returncode == 0 and "2 of 4 units are decided" in decided.stderr
    applied = goldsmith(
        "adjudicate", "apply", queue, "--out", tmp_path / "out", "--auto", "anna", "--as", "agreed"
    )
    assert applied.returncode == 0, applied.stderr
    assert "4 units decided, 2 of them now by the policy" in applied.stderr
    summary = goldsmith("adjudicate", "summary", queue, "--json")
    assert json.loads(summary.stdout)["people"] == {"auto:anna": 2, "carol": 2}
    page = tmp_path / "report.html"
    tables = goldsmith("adjudicate", "summary", queue, "--html", page, "--tables", "markdown")
    assert "| mention: typing | 1 |" in tables.stdout and "What the adjud" in page.read_text()
    assert goldsmith("validate", tmp_path / "out", "--set", "agreed").returncode == 0


def test_named_paths_are_adjudicated(tmp_path: Path) -> None:
    docs = build_documents()
    for name in ("anna", "ben"):
        own = [Document(doc.id, doc.text, sets={name: doc.sets[name]}) for doc in docs]
        write_corpus(tmp_path / name, own)
    done = goldsmith(
        "adjudicate",
        f"A={tmp_path / 'anna'}",
        f"B={tmp_path / 'ben'}",
        *("--out", tmp_path / "queue"),
    )
    assert done.returncode == 0 and "2 documents of A, B under clef" in done.stdout
    applied = goldsmith(
        "adjudicate", "apply", tmp_path / "queue", "--auto", "B", "--out", tmp_path / "out"
    )
    assert applied.returncode == 0, applied.stderr


def test_all_errors_of_a_rules_file_are_listed(corpus: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('title = 3\noverlap = "two"\nnwe = true\n')
    done = goldsmith(
        "adjudicate", "anna", "ben", "--corpus", corpus, "--rules", file, "--out", tmp_path / "q"
    )
    assert done.returncode == 2 and not (tmp_path / "q").exists()
    for part in ("'name' is missing", "title:", "overlap:", "did you mean new?"):
        assert part in done.stderr
    assert goldsmith("adjudicate", "rules", file).returncode == 2
    assert "odie-union" in goldsmith("adjudicate", "rules").stdout
    unknown = goldsmith("adjudicate", "rules", "cleff")
    assert unknown.returncode == 2 and "Did you mean clef?" in unknown.stderr


def test_reopen_withdraws_a_decision(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    walk(queue, "a")
    unit = queue.read_decisions()[0].unit
    done = goldsmith("adjudicate", "reopen", queue.folder, unit, "--reason", "new guideline")
    assert done.returncode == 0
    assert queue.read_decisions()[-1].reopened
    again = goldsmith("adjudicate", "reopen", queue.folder, unit)
    assert again.returncode == 2 and "no decision" in again.stderr


def test_a_bad_line_in_the_log_stops_every_command(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    (queue.folder / "decisions.jsonl").write_text("severe pain\n")
    for words in (("decide",), ("apply", "--out", tmp_path / "out"), ("summary",)):
        done = goldsmith("adjudicate", words[0], queue.folder, *words[1:])
        assert done.returncode == 2 and "decisions.jsonl:1" in done.stderr
        assert "severe pain" not in done.stderr


def test_two_people_cannot_decide_at_the_same_time(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    with queue.lock():
        done = goldsmith("adjudicate", "decide", queue.folder, stdin="a")
    assert done.returncode == 2 and "another process is working on this queue" in done.stderr
    assert queue.read_decisions() == []


def test_example_matches_the_tutorial() -> None:
    script = (ROOT / "examples/consensus/consensus.sh").read_text("utf-8")
    page = (ROOT / "docs/tutorials/consensus.md").read_text("utf-8")
    steps = [line for line in script.splitlines() if line.startswith("goldsmith ")]
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert steps == [line for block in blocks for line in block.splitlines()]


def test_every_key_of_the_rules_is_documented() -> None:
    page = (ROOT / "docs/reference/adjudication-rules.md").read_text("utf-8")
    keys = Rules.__struct_fields__
    assert [key for key in keys if f"| `{key}` |" not in page] == []
    assert [name for name in rule_names() if f"| `{name}` |" not in page] == []


def test_every_key_of_the_walk_is_documented() -> None:
    page = (ROOT / "docs/reference/commands/adjudicate.md").read_text("utf-8")
    section = page.split("## decide")[1].split("## apply")[0]
    keys = [key for keys, _ in KEYS for key in re.split(r"[ ,…]+", keys) if key and key != "Enter"]
    assert [key for key in keys if f"`{key}`" not in section] == []


# The walk


def test_walk_shows_both_annotations_in_context_without_names(tmp_path: Path) -> None:
    shown = walk(open_queue(tmp_path), "q")
    assert "has ⟦severe pain⟧ in the back" in shown and "has severe ⟦pain⟧ in the back" in shown
    assert "1 of 4 · mention · n1" in shown
    assert "Condition: severe pain" in shown
    assert "anna" not in shown and "ben" not in shown


def test_keys_choose_versions_reasons_and_pages(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    walk(queue, "r{the whole phrase}g{Condition}12" + "1\n" + "0" + "s" + "2\r")
    log = queue.read_decisions()
    assert [entry.keep for entry in log] == [("2",), (), ("2",)]
    assert (log[0].reason, log[0].guideline) == ("the whole phrase", "Condition")
    assert log[1].reason == ""


def test_broken_rule_is_named(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    shown = walk(queue, "+0q")
    assert "refused: overlap: of versions 1 and 2, one at most can be kept" in shown
    assert "refused: drop_places: all annotators marked this place" in shown
    assert queue.read_decisions() == []


def test_letters_accept_the_version_of_an_annotator(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    *screens, _ = walk(queue, "aaaa").split("key (? for help)")
    shown = [tuple(re.findall(r"○ (\d)  A\b", screen)) for screen in screens]
    kept = [entry.keep for entry in queue.read_decisions()]
    assert len(kept) == 4 and kept == shown
    assert () in kept, "the other annotator alone marked one of them"
    assert Session(queue, by="carol").current is None


def test_undo_skip_help_and_unknown_keys(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    shown = walk(queue, "u1\nuxs?#{7}#{1}\nq")
    assert "there is nothing to undo" in shown and "choose a version or take it back" in shown
    assert "there is no version 7" in shown
    assert [entry.reopened for entry in queue.read_decisions()] == [False, True, False]


def test_fields_are_mixed_under_mayo(tmp_path: Path) -> None:
    notes = {"n": {"anna": "<m:Condition>severe pain</>", "ben": "severe <m:Locus>pain</>"}}
    queue = open_queue(tmp_path, rules="mayo", docs=build_documents(notes, {}))
    walk(queue, "m{1}{2}")
    [decision] = queue.read_decisions()
    [mixture] = decision.mix
    assert (mixture.spans, mixture.type) == ("1", "2")


def test_new_mentions_are_added_if_the_rules_allow(tmp_path: Path) -> None:
    notes = {"n": {"anna": "a <m:Condition>cough</> and a cough", "ben": "a cough and a cough"}}
    docs = build_documents(notes, {})
    refused = walk(open_queue(tmp_path / "a", docs=docs), "n{cough}{2}{Condition}q")
    assert "refused: new: nothing may be added" in refused
    queue = open_queue(tmp_path / "b", rules="free", docs=docs)
    shown = walk(queue, "n{sneeze}n{cough}{3}n{cough}{2}{Illness}1n{cough}{2}{Condition}")
    assert shown.count("these words are not in the text shown") == 2
    assert "refused: schema: unknown mention type Illness" in shown
    [decision] = queue.read_decisions()
    assert decision.keep == ("1",)
    assert [(new.type, new.spans[0].start) for new in decision.add] == [("Condition", 14)]
    done = goldsmith("adjudicate", "apply", queue.folder, "--out", tmp_path / "out")
    assert "2 mentions" in done.stderr, done.stderr


def test_attributes_are_mixed_one_by_one(tmp_path: Path) -> None:
    tag = "<m:disorder|context={}|status={}>gout</>"
    notes = {
        "n": {
            "anna": tag.format("current", "possible"),
            "ben": tag.format("history of", "confirmed"),
        }
    }
    queue = open_queue(tmp_path, rules="mayo", docs=build_documents(notes, {}))
    shown = walk(queue, "m{1}{2}")
    assert "context = current, status = possible" in shown
    [decision] = queue.read_decisions()
    assert decision.mix[0].attributes == {"context": "1", "status": "2"}


def test_chains_are_entered_as_the_numbers_of_their_mentions(tmp_path: Path) -> None:
    text = "<a:Condition>pain</> <b:Condition>it</> <c:Condition>this</>"
    [doc] = build_documents({"n": {"anna": text, "ben": text}}, {})
    groups = {"anna": ("a", "b"), "ben": ("a", "b", "c")}
    for name, members in groups.items():
        doc = doc.with_set(replace(doc.sets[name], groups=(Group("g", "co_refers", members),)))
    queue = open_queue(tmp_path, docs=[doc])
    shown = walk(queue, "m{1 9}m{1 2 | 3}")
    assert "mentions: 1 “pain”, 2 “it”, 3 “this”" in shown and "write the numbers 1 to 3" in shown
    [decision] = queue.read_decisions()
    assert decision.blocks == ((0, 1), (2,))


def test_relations_show_their_arguments(tmp_path: Path) -> None:
    shown = walk(open_queue(tmp_path), "1\n1\nq")
    assert "has_location: “severe pain” (Condition) → “back” (Locus)" in shown


# In a real terminal


def read_until(handle: int, words: str, seconds: float = 60) -> str:
    """Read the output of a terminal until these words appear."""
    shown = b""
    end = time.monotonic() + seconds
    while words.encode() not in shown and time.monotonic() < end:
        if select.select([handle], [], [], 0.5)[0]:
            try:
                shown += os.read(handle, 4096)
            except OSError:
                break
    return shown.decode("utf-8", "replace")


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


def test_decide_in_a_real_terminal(tmp_path: Path, terminal: tuple[int, int]) -> None:
    queue = open_queue(tmp_path)
    ours, theirs = terminal
    process = subprocess.Popen(
        make_command("adjudicate", "decide", queue.folder, "--adjudicator", "carol"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "90"},
    )
    os.close(theirs)
    assert "of 4" in read_until(ours, "help")
    os.write(ours, b"1")
    assert "●" in read_until(ours, "help")
    os.write(ours, b"\r")
    read_until(ours, "help")
    os.write(ours, b"q")
    assert "1 of 4 units are decided" in read_until(ours, "decided")
    assert process.wait(30) == 0
    [decision] = queue.read_decisions()
    assert decision.keep == ("1",) and decision.by == "carol"
