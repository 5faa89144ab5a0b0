"""`goldsmith demo annotate`, and what one does with it."""

import json
import subprocess
import sys
from pathlib import Path


def goldsmith(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "goldsmith", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_made_up_annotators_agree_about_as_much_as_people(tmp_path: Path) -> None:
    out = tmp_path / "annotated"
    done = goldsmith("demo", "annotate", "D1=expert", "D2=expert", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["documents"] == 12 and [one["annotator"] for one in told["work"]] == ["D1", "D2"]
    assert all(one["minutes"] > 12 * 5 for one in told["work"])
    found = json.loads(
        goldsmith("agree", "D1", "D2", "--gold", "gold", "--corpus", out, "--json").stdout
    )
    values = found["pairs"][0]["results"]["spans"]["micro"]["values"]
    assert 0.6 < values["strict"] < values["lenient"] < 0.9


def test_an_unknown_profile_lists_the_known_ones(tmp_path: Path) -> None:
    done = goldsmith("demo", "annotate", "D1=expret", "--out", tmp_path / "x")
    assert done.returncode == 2 and "Did you mean expert?" in done.stderr
    assert list(tmp_path.iterdir()) == []
