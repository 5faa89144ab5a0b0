"""The figures in the guide are those that the made-up notes give."""

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_guide_has_the_measured_figures() -> None:
    path = ROOT / "benchmarks/pseudonymisation.py"
    spec = importlib.util.spec_from_file_location("pseudonymisation", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    counts, _ = module.measured(module.ROOT / "notes", module.ROOT / "records.jsonl")
    page = (ROOT / "docs/guide/pseudonymisation.md").read_text("utf-8")
    for kind, one in counts.items():
        row = re.search(rf"^\| {kind} \| (\d+) \| (\d+) \| [\d.]+ \| (\d+) \| (\d+) \|", page, re.M)
        assert row, f"the guide has no row for {kind}"
        expected = (one["identifiers"], one["found"], one["replaced"], one["right"])
        assert tuple(map(int, row.groups())) == expected
    counts, _ = module.measured(module.ROOT / "unseen", module.ROOT / "unseen.jsonl")
    found = sum(one["found"] for one in counts.values())
    total = sum(one["identifiers"] for one in counts.values())
    assert f"{found} of {total}" in page
