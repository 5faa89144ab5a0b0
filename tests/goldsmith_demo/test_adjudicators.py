"""Simulated adjudicators: the better they are, the closer the consensus is to the gold standard."""

from pathlib import Path

import pytest
from tests.cli.running import goldsmith

import goldsmith as library
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.adjudication.queue import Queue
from goldsmith_demo.adjudicators import adjudicate_queue


@pytest.fixture(scope="module")
def annotated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("annotated") / "corpus"
    done = goldsmith("demo", "annotate", "A=expert", "B=annotator", "--out", folder)
    assert done.returncode == 0, done.stderr
    return folder


def score(annotated: Path, folder: Path, right: float, rules: str = "clef") -> dict[str, float]:
    """Return strict F against the gold standard for each annotator and the consensus."""
    library.adjudicate(annotated, ["A", "B"], out=folder / "queue", rules=rules)
    queue = Queue(folder / "queue")
    adjudicate_queue(queue, gold="gold", right=right)
    library.make_consensus(queue.folder, out=folder / "out")
    return {
        name: library.score(
            folder / "out", folder / "out", gold_set="gold", system_set=name, schema="clef"
        )
        .systems[0]
        .results["spans"]
        .get_value("strict")
        or 0.0
        for name in ("A", "B", "consensus")
    }


def test_consensus_is_closer_to_the_gold_than_either_annotator(
    annotated: Path, tmp_path: Path
) -> None:
    good = score(annotated, tmp_path / "good", 0.9)
    best = score(annotated, tmp_path / "best", 1.0)
    assert max(good["A"], good["B"]) + 0.05 < good["consensus"] < best["consensus"]


def test_same_seed_gives_the_same_decisions(annotated: Path, tmp_path: Path) -> None:
    def decide(name: str, seed: int) -> dict[str, tuple[str, ...]]:
        library.adjudicate(annotated, ["A", "B"], out=tmp_path / name)
        queue = Queue(tmp_path / name)
        adjudicate_queue(queue, gold="gold", right=0.7, seed=seed, name="eve")
        log = queue.read_decisions()
        assert {entry.by for entry in log} == {"eve"} and all(entry.at for entry in log)
        return {entry.unit: entry.keep for entry in log}

    assert decide("a", 1) == decide("b", 1) != decide("c", 2)


def test_bad_input(annotated: Path, tmp_path: Path) -> None:
    library.adjudicate(annotated, ["A", "B"], out=tmp_path / "queue")
    queue = Queue(tmp_path / "queue")
    with pytest.raises(InputError, match="not a probability"):
        adjudicate_queue(queue, gold="gold", right=1.2)
    with pytest.raises(UnknownName, match="Did you mean gold"):
        adjudicate_queue(queue, gold="golden", right=0.9)
    done = goldsmith("demo", "adjudicate", tmp_path / "queue", "--right", "0.9", "--json")
    assert done.returncode == 0 and '"decided"' in done.stdout
