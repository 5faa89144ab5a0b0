"""The figures in the guide match the benchmark."""

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_guide_has_the_measured_figures() -> None:
    path = ROOT / "benchmarks/pseudonymisation.py"
    spec = importlib.util.spec_from_file_location("pseudonymisation", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    counts, _ = module.measure_notes(module.ROOT / "notes", module.ROOT / "records.jsonl")
    page = (ROOT / "docs/how-to/pseudonymisation.md").read_text("utf-8")
    for kind, count in counts.items():
        row = re.search(rf"^\| {kind} \| (\d+) \| (\d+) \| [\d.]+ \| (\d+) \| (\d+) \|", page, re.M)
        assert row, f"the guide has no row for {kind}"
        expected = (count["identifiers"], count["found"], count["replaced"], count["right"])
        assert tuple(map(int, row.groups())) == expected
    counts, _ = module.measure_notes(module.ROOT / "unseen", module.ROOT / "unseen.jsonl")
    recalled = sum(count["found"] for count in counts.values())
    total = sum(count["identifiers"] for count in counts.values())
    assert f"{recalled} of {total}" in page
