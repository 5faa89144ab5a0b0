"""A separate package adds a format, a metric and a component that the commands use."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PIPELINE = '[[component]]\nuse = "capitals"\nshortest = 3\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and install the package of examples/plugin into a folder."""
    source = tmp_path_factory.mktemp("source") / "plugin"
    shutil.copytree(ROOT / "examples/plugin", source)
    site = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--target", str(site)]
    subprocess.run([*command, str(source)], check=True)
    return site


def run(site: Path, folder: Path, *arguments: str) -> str:
    """Run a command with the plug-in installed; return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "goldsmith", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_format_of_a_plugin_converts_both_ways(site: Path, tmp_path: Path) -> None:
    run(
        site,
        tmp_path,
        "convert",
        "demo",
        "--to",
        "tab-spans",
        "--out",
        "notes.spans",
        "--allow-loss",
        "all",
    )
    run(site, tmp_path, "convert", "notes.spans", "--to", "jsonl", "--out", "notes.jsonl")
    assert len((tmp_path / "notes.jsonl").read_text("utf-8").splitlines()) == 40
    formats = json.loads(run(site, tmp_path, "formats", "--json"))
    assert "tab-spans" in json.dumps(formats)


def test_metric_of_a_plugin_scores_and_agrees(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path, "demo", "annotate", "D1=expert", "D2=expert", "--out", "annotated")
    printed = run(
        site,
        tmp_path,
        "score",
        "--gold",
        "gold",
        "--system",
        "D1",
        "--corpus",
        "annotated",
        "--metric",
        "jaccard",
        "--json",
    )
    assert '"jaccard"' in printed
    assert "accard" in run(
        site, tmp_path, "agree", "D1", "D2", "--corpus", "annotated", "--metric", "jaccard"
    )


def test_component_of_a_plugin_trains_and_extracts(site: Path, tmp_path: Path) -> None:
    (tmp_path / "pipeline.toml").write_text(PIPELINE, "utf-8")
    (tmp_path / "note.txt").write_text("An MRI and a CT scan were normal.", "utf-8")
    run(site, tmp_path, "train", "demo", "--config", "pipeline.toml", "--out", "model")
    to = ("--out", "out.jsonl", "--to", "jsonl")
    run(site, tmp_path, "extract", "note.txt", "--model", "model", *to)
    doc = json.loads((tmp_path / "out.jsonl").read_text("utf-8"))
    [mention] = doc["sets"]["system"]["mentions"]
    assert (mention["type"], mention["text"]) == ("Acronym", "MRI")


def test_conformance_suites_accept_the_parts_of_a_plugin(site: Path, tmp_path: Path) -> None:
    code = (
        "from goldsmith import AnnotationSet, Document\n"
        "from goldsmith.testing import check_component, check_format, check_metric\n"
        "note = Document('d', 'MRI of the head.', sets={'gold': AnnotationSet('gold')})\n"
        "check_format('tab-spans')\n"
        "check_metric('jaccard')\n"
        "check_component('capitals', corpus=[note])\n"
    )
    env = {**os.environ, "PYTHONPATH": str(site)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, check=True)
