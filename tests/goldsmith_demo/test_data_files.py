"""Tests of the reading of data files: types are checked, and errors name file and key."""

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith_demo import data_files
from goldsmith_demo.data_files import DataFile, read_data


class Phrases(DataFile, frozen=True):
    """A file for these tests."""

    greetings: tuple[str, ...]


def read_text(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Phrases:
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "letters.toml").write_text(text, "utf-8")
    monkeypatch.setattr(data_files, "files", lambda _: folder)
    return read_data("package", "letters", Phrases)


def test_short_forms_are_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'greetings = ["Dear @DOC", "Hello"]\n[short]\n"@DOC" = "Doctor"\n'
    assert read_text(text, tmp_path, monkeypatch).greetings == ("Dear Doctor", "Hello")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greetings = [1]", r"package/data/letters\.toml: .*greetings"),
        ("greetings = []\ngreting = []", r"letters\.toml: .*greting"),
        ("greetings", r"letters\.toml: not TOML"),
    ],
)
def test_errors_name_file_and_key(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match=message):
        read_text(text, tmp_path, monkeypatch)
