"""Versions stored by content: releases, refusals and differences."""

import json
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownName
from goldsmith.guidelines.diff import diff_files, diff_text, render_diff
from goldsmith.guidelines.versions import (
    describe_version,
    list_changes,
    load_version,
    read_versions,
    release_version,
)
from goldsmith.project.guidelines.work import make_guideline


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "guideline"
    make_guideline("clef", path, complete=True)
    release_version(path, "1.0", date="2026-01-01", remark="First")
    return path


def edit(folder: Path) -> None:
    page = folder / "entities/Locus.md"
    page.write_text(page.read_text("utf-8").replace("location in the body", "location in a body"))


def test_versions_are_listed_newest_first_with_the_working_copy(folder: Path) -> None:
    edit(folder)
    (folder / "extra.md").write_text('+++\ntitle = "X"\nsection = "general"\n+++\n\nText.\n')
    (folder / "reports.md").unlink()
    working, first = list_changes(folder)
    assert (working.version, first.version, first.remark) == ("working", "1.0", "First")
    assert working.changed == ("entities/Locus.md",)
    assert working.added == ("extra.md",)
    assert working.removed == ("reports.md",)
    assert len(first.added) == 24


def test_working_copy_is_not_listed_when_nothing_changed(folder: Path) -> None:
    assert [change.version for change in list_changes(folder)] == ["1.0"]
    assert describe_version(folder) == "Version 1.0 (2026-01-01)"
    edit(folder)
    assert describe_version(folder) == "Draft after version 1.0"


def test_old_version_is_restored_unchanged(folder: Path) -> None:
    before = load_version(folder, "working")
    edit(folder)
    release_version(folder, "1.1", date="2026-02-01")
    assert load_version(folder, "1.0") == before
    assert load_version(folder, "1.1") == load_version(folder, "working") != before
    stored = list((folder / "versions").glob("*.txt"))
    assert len(stored) == 25, "a file that did not change is stored once"


@pytest.mark.parametrize("name", ["1.0", "", "working", "a/b", "../x"])
def test_bad_version_names_are_refused(folder: Path, name: str) -> None:
    edit(folder)
    with pytest.raises(InputError):
        release_version(folder, name, date="2026-02-01")
    assert len(read_versions(folder)) == 1


def test_unchanged_guideline_is_not_released_again(folder: Path) -> None:
    with pytest.raises(InputError, match=r"nothing changed since version 1\.0"):
        release_version(folder, "1.1", date="2026-02-01")


def test_unknown_version_lists_the_known_ones(folder: Path) -> None:
    with pytest.raises(UnknownName, match=r"1\.0, working"):
        load_version(folder, "2.0")


def test_changed_store_is_refused(folder: Path) -> None:
    digest = read_versions(folder)[0].files["general.md"]
    (folder / "versions" / f"{digest}.txt").write_text("other")
    with pytest.raises(InputError, match=r"general\.md was changed after the release"):
        load_version(folder, "1.0")


def test_damaged_log_is_refused_with_its_line(folder: Path) -> None:
    log = folder / "versions/versions.jsonl"
    log.write_text(log.read_text() + json.dumps({"version": "2"}) + "\n")
    with pytest.raises(InputError, match=r"versions\.jsonl:2: this line is not a version"):
        read_versions(folder)


def test_differences_as_text_and_page(folder: Path) -> None:
    edit(folder)
    old, new = load_version(folder, "1.0"), load_version(folder, "working")
    text = diff_text(old, new, ("1.0", "working"))
    assert "--- 1.0/entities/Locus.md\n+++ working/entities/Locus.md\n" in text
    assert "-A location in the body" in text
    assert "+A location in a body" in text
    (file,) = diff_files(old, new)
    assert (file.path, file.state) == ("entities/Locus.md", "changed")
    html = render_diff("My guideline", ("1.0", "working"), [file])
    assert "A location in <del>the</del> body" in html
    assert "A location in <ins>a</ins> body" in html
    assert diff_text(old, old, ("a", "b")) == ""
