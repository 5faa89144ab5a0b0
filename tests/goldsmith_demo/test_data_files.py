"""Test how data files are read: types are checked, and errors name file and key."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import goldsmith_demo
from goldsmith.errors import InputError
from goldsmith_demo import data_files
from goldsmith_demo.data_files import DataFile, Library, read_data

CODE = Path(goldsmith_demo.__file__).parent


class Phrases(DataFile, frozen=True):
    """Phrases for these tests."""

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


def write_file(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "letters.toml").write_text(text, "utf-8")
    monkeypatch.setattr(data_files, "files", lambda _: folder)
    return Library("package")


def test_a_phrase_book_returns_the_lists_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'greetings = ["Dear Sir"]\nrows = [["Rest.", "ill"]]\n[advice]\nrest = "Rest."\n'
    book = write_file(text, tmp_path, monkeypatch).letters
    assert book.greetings == ("Dear Sir",)
    assert book.get_words("advice") == {"rest": "Rest."}
    assert book.get_rows("rows") == (("Rest.", "ill"),)
    with pytest.raises(AttributeError, match=r"letters\.toml has no closings"):
        _ = book.closings


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("greetings = [1]", "greetings"),
        ("[greetings]\nold = 'Sir'", "greetings"),
        ("advice = []", "advice"),
        ("greetings = []", "advice"),
    ],
)
def test_a_phrase_book_checks_the_requested_entry(
    text: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = write_file(text, tmp_path, monkeypatch).letters
    with pytest.raises(InputError, match=rf"package/data/letters\.toml: {key}"):
        _ = book.greetings if key == "greetings" else book.get_words("advice")


def test_a_phrase_book_returns_the_tables_of_lists_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '[news]\ndeath = ["Sad."]\n"" = ["Good.", "Bad."]\n'
    book = write_file(text, tmp_path, monkeypatch).letters
    assert book["news"] == {"death": ("Sad.",), "": ("Good.", "Bad.")}
    assert book.find("news", "death", "") == ("Sad.",)
    assert book.find("news", "birth", "") == ("Good.", "Bad.")


def test_a_library_reads_a_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = write_file('greetings = ["Dear Sir"]', tmp_path, monkeypatch)
    assert shelf.letters.greetings == ("Dear Sir",)
    (tmp_path / "data" / "letters.toml").unlink()
    assert shelf.letters.greetings == ("Dear Sir",)
    assert not hasattr(shelf, "notes")


def list_files() -> Iterator[tuple[Path, str]]:
    """Yield each file of phrases with the code of its package."""
    for folder in (CODE / "writing" / "documents").glob("**/data"):
        code = "".join(path.read_text("utf-8") for path in folder.parent.glob("**/*.py"))
        for path in folder.glob("*.toml"):
            yield path, code


def test_every_file_of_phrases_is_used() -> None:
    files = list(list_files())
    assert len(files) > 30
    for path, code in files:
        assert re.search(rf"\bbooks\.{path.stem}\b|\"{path.stem}\"", code), path


def test_every_list_of_a_phrase_book_is_used() -> None:
    unread: list[str] = []
    for path, code in list_files():
        if re.search(rf"\bbooks\.{path.stem}\b", code):
            keys = tomllib.loads(path.read_text("utf-8")).keys() - {"short"}
            unread += [
                f"{path.stem}.{key}"
                for key in sorted(keys)
                if not re.search(rf"\.{key}\b|\"{key}\"", code)
            ]
    assert not unread
