"""The commands schema migrate and terms retired."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith
from tests.terminology.builders import make_concept

import goldsmith as library
from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.terminology.index.compile import compile_concepts

RULES = """
schema = "clef"
source = "clef"
[[mention]]
types = ["Sub-location"]
drop = true
[[mention]]
types = ["Result"]
to = "Condition"
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.toml"
    path.write_text(RULES)
    return path


def test_dry_run_shows_changes_and_losses(rules: Path) -> None:
    done = goldsmith("schema", "migrate", "demo", "--rules", rules, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "Result → Condition" in done.stdout and "What is lost" in done.stdout
    assert "nothing written (--dry-run)" in done.stderr
    report = json.loads(
        goldsmith("schema", "migrate", "demo", "--rules", rules, "--dry-run", "--json").stdout
    )
    assert report["documents"] == 40 and report["losses"][0]["name"] == "mentions"


def test_losses_are_allowed_by_name(rules: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith("schema", "migrate", "demo", "--rules", rules, "--out", out)
    assert done.returncode == 2 and "--allow-loss" in done.stderr and not out.exists()
    done = goldsmith(
        "schema", "migrate", "demo", "--rules", rules, "--out", out,
        "--allow-loss", "mentions,arguments,members,groups,notes",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    types = {mention.type for doc in library.read(out) for mention in doc.sets["gold"].mentions}
    assert "Condition" in types and not types & {"Result", "Sub-location"}
    assert goldsmith("validate", out, "--schema", "clef").returncode == 0


def test_output_or_dry_run_is_required(rules: Path) -> None:
    done = goldsmith("schema", "migrate", "demo", "--rules", rules)
    assert done.returncode == 2 and "--dry-run" in done.stderr


def test_retired_codes_are_listed_and_recoded(tmp_path: Path) -> None:
    terms, corpus = tmp_path / "terms", tmp_path / "corpus"
    concepts = [
        make_concept("5", "fever"),
        make_concept("6", "ague", retired=True, replaced_by=("5",)),
    ]
    compile_concepts(concepts, terms, name="made")
    mention = Mention("m1", "Condition", (Span(0, 4),), codes=(Code("6", "X"),))
    gold = AnnotationSet("gold", (mention,))
    library.write([Document("n1", "ague", sets={"gold": gold})], corpus, "corpus")
    stamped = tmp_path / "stamped"
    done = goldsmith("convert", corpus, "--to", "corpus", "--out", stamped, "--coded-with", terms)
    assert done.returncode == 0, done.stderr
    assert 'name = "made"' in (stamped / "corpus.toml").read_text("utf-8")
    done = goldsmith("terms", "retired", corpus, "--terms", terms)
    assert done.returncode == 0 and "5 fever" in done.stdout and "1 retired codes" in done.stderr
    queue, out = tmp_path / "queue.csv", tmp_path / "out"
    assert goldsmith("terms", "retired", corpus, "--terms", terms, "--csv", queue).returncode == 0
    done = goldsmith("terms", "retired", corpus, "--terms", terms, "--csv", queue)
    assert done.returncode == 2 and "--overwrite" in done.stderr
    done = goldsmith("terms", "retired", corpus, "--terms", terms, "--apply", queue, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "1 mentions recoded" in done.stderr
    doc = next(iter(library.read(out)))
    assert doc.sets["gold"].mentions[0].codes == (Code("5", "X", "fever"),)
    done = goldsmith("terms", "retired", corpus, "--terms", terms, "--apply", queue)
    assert done.returncode == 2 and "belong together" in done.stderr
