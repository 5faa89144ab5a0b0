"""Names of the sets and paths in a comparison."""

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.project.corpus.targets import Target, name_sides, name_targets


def name_paths(*paths: str) -> list[str]:
    return [target.name for target in name_targets(paths, are_paths=True)]


def test_paths_are_named_by_their_ends() -> None:
    assert name_paths("x/run1", "x/run2.jsonl.gz") == ["run1", "run2.jsonl"]


def test_as_many_parts_as_needed_distinguish_paths() -> None:
    assert name_paths("gold/brat", "run1/brat", "run2/brat") == [
        *("gold-brat", "run1-brat", "run2-brat"),
    ]
    assert name_paths("/a/x/brat", "/b/x/brat") == ["a-x-brat", "b-x-brat"]


def test_names_are_written_before_an_equals_sign() -> None:
    targets = name_targets(["base=runs/1/brat", "runs/2/brat"], are_paths=True)
    assert targets == [Target("base", "runs/1/brat"), Target("brat", "runs/2/brat")]
    assert name_targets(["A=annotator1", "gold"], are_paths=False) == [
        *(Target("A", "annotator1"), Target("gold", "gold")),
    ]
    assert name_paths("brat=x", "runs/brat") == ["brat", "runs-brat"]


def test_equals_sign_in_a_path_does_not_mark_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rate=0.1").mkdir()
    assert name_targets(["rate=0.1"], are_paths=True) == [Target("rate=0.1", "rate=0.1")]
    assert name_targets(["runs/rate=0.1"], are_paths=True)[0].place == "runs/rate=0.1"


@pytest.mark.parametrize("texts", [("x/brat", "x/brat"), ("a=x", "a=y"), ("./x", "x")])
def test_same_name_twice_is_refused(texts: tuple[str, str]) -> None:
    with pytest.raises(InputError, match=r"is named twice.*Give each its own name"):
        name_targets(texts, are_paths=True)


def test_gold_standard_can_also_be_a_system() -> None:
    gold, systems = name_sides("gold", ["gold", "run1"], are_paths=False)
    assert gold.name == "gold" and [system.name for system in systems] == ["gold", "run1"]
    gold, systems = name_sides("gold/brat", ["run1/brat"], are_paths=True)
    assert (gold.name, systems[0].name) == ("gold-brat", "run1-brat")
