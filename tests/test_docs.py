"""The documentation covers every command, option, format, schema and setting."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from goldsmith import cli, formats, metrics, pipeline, schemas
from goldsmith.project.models.annotate_notes import LONGEST_NOTE
from goldsmith.terminology import sources, subsets

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs/reference"
FORMAT_HEADINGS = [
    "## Files",
    "## How it maps",
    "## What it does not carry",
    "## Example",
    "## Notes",
]


METRIC_HEADINGS = [
    "## Definition",
    "## Counts",
    "## Values",
    "## Options",
    "## Example",
    "## Notes",
]


def list_commands() -> list[str]:
    group = typer.main.get_command(cli.app)
    return group.list_commands(None)  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("name", formats.names())
def test_every_format_has_a_page(name: str) -> None:
    page = REFERENCE / "formats" / f"{name}.md"
    assert page.exists(), f"write {page} with the headings {FORMAT_HEADINGS}"
    headings = [line for line in page.read_text("utf-8").splitlines() if line.startswith("## ")]
    assert headings == FORMAT_HEADINGS


@pytest.mark.parametrize("name", formats.names())
def test_every_format_has_tests(name: str) -> None:
    stem = name.replace("-", "_")
    assert (ROOT / f"tests/formats/test_{stem}.py").exists(), f"write tests/formats/test_{stem}.py"


def test_every_feature_is_explained() -> None:
    page = (REFERENCE / "formats/index.md").read_text("utf-8")
    missing = [feature for feature in formats.Feature if f"`{feature}`" not in page]
    assert not missing


def test_the_table_of_formats_is_complete() -> None:
    page = (REFERENCE / "formats/index.md").read_text("utf-8")
    listed = re.findall(r"^\| \[([\w-]+)\]\(\1\.md\)", page, re.M)
    assert sorted(listed) == sorted(formats.names())


@pytest.mark.parametrize("name", metrics.names())
def test_every_metric_has_a_page_with_every_count_and_value(name: str) -> None:
    page = REFERENCE / "metrics" / f"{name}.md"
    assert page.exists(), f"write {page} with the headings {METRIC_HEADINGS}"
    text = page.read_text("utf-8")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == METRIC_HEADINGS
    metric = metrics.get(name)
    plain = text.replace("\\|", "|")  # bars in tables are escaped
    missing = [entry for entry in (*metric.columns, *metric.values) if f"`{entry}`" not in plain]
    assert not missing, f"docs/reference/metrics/{name}.md does not explain {missing}"


@pytest.mark.parametrize("name", metrics.names())
def test_every_metric_has_tests(name: str) -> None:
    stem = name.replace("-", "_")
    files = list((ROOT / "tests/metrics").rglob(f"test_{stem}.py"))
    assert files, f"write tests/metrics/test_{stem}.py"


def test_the_table_of_metrics_is_complete() -> None:
    page = (REFERENCE / "metrics/index.md").read_text("utf-8")
    listed = re.findall(r"^\| \[([\w-]+)\]\(\1\.md\)", page, re.M)
    assert sorted(listed) == sorted(metrics.names())


@pytest.mark.parametrize("name", schemas.names())
def test_every_schema_has_a_page(name: str) -> None:
    assert (REFERENCE / "schemas" / f"{name}.md").exists()


@pytest.mark.parametrize("name", list_commands())
def test_every_command_and_option_is_documented(name: str) -> None:
    page = REFERENCE / "commands" / f"{name}.md"
    assert page.exists(), f"write docs/reference/commands/{name}.md"
    text = page.read_text("utf-8")
    command = cli.load_command(name)
    parts = list(getattr(command, "commands", {}).values()) or [command]
    options = {option for part in parts for param in part.params for option in param.opts}
    missing = [option for option in options if option.startswith("--") and f"`{option}" not in text]
    assert not missing, f"docs/reference/commands/{name}.md does not mention {missing}"
    for part in parts:
        if part is not command:
            assert f"`{part.name}" in text


@pytest.mark.parametrize("page", ["commands/extract.md", "python.md", "formats/index.md"])
def test_pages_state_the_longest_note(page: str) -> None:
    assert f"({LONGEST_NOTE:,})" in (REFERENCE / page).read_text("utf-8")


def test_every_setting_is_documented() -> None:
    page = (REFERENCE / "settings.md").read_text("utf-8")
    sources = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    settings = {name for text in sources for name in re.findall(r"GOLDSMITH_[A-Z_]+", text)}
    assert settings
    assert not [name for name in settings if f"`{name}`" not in page]


def test_the_site_builds(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "index.html").exists()


@pytest.mark.parametrize("name", pipeline.names())
def test_every_component_has_a_page_with_every_option(name: str) -> None:
    page = REFERENCE / "components" / f"{name}.md"
    assert page.exists(), f"write docs/reference/components/{name}.md"
    text = page.read_text("utf-8")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert {"## What it adds", "## How it works", "## Options", "## Measured", "## Limits"} <= set(
        headings
    )
    options = text.partition("## Options")[2].partition("\n## ")[0]
    known = pipeline.get(name).settings.__struct_fields__
    assert [option for option in known if f"`{option}`" not in options] == []
    assert f"({name}.md)" in (REFERENCE / "components/index.md").read_text("utf-8")


@pytest.mark.parametrize("name", sources.names())
def test_every_source_of_concepts_has_a_section(name: str) -> None:
    assert f"\n## {name}\n" in (REFERENCE / "terminology/sources.md").read_text("utf-8")


@pytest.mark.parametrize("name", subsets.names())
def test_every_subset_is_listed(name: str) -> None:
    assert f"`{name}`" in (REFERENCE / "terminology/subsets.md").read_text("utf-8")
