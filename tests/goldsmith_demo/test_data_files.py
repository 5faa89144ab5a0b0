"""Tests of the reading of data files: types are checked, and errors name file and key."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest

import goldsmith_demo
from goldsmith.errors import InputError
from goldsmith_demo import data_files
from goldsmith_demo.data_files import DataFile, Library, PhraseBook, read_data

CODE = Path(goldsmith_demo.__file__).parent


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


class Book(PhraseBook, frozen=True):
    """A phrase book for these tests."""

    advice: dict[str, str]


def read_book(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "letters.toml").write_text(text, "utf-8")
    monkeypatch.setattr(data_files, "files", lambda _: folder)
    return read_data("package", "letters", Book)


def test_a_phrase_book_has_the_lists_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'greetings = ["Dear Sir"]\n[advice]\nrest = "Rest."\n'
    book = read_book(text, tmp_path, monkeypatch)
    assert book.greetings == ("Dear Sir",)
    assert book.advice == {"rest": "Rest."}
    with pytest.raises(AttributeError, match="closings"):
        _ = book.closings


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("greetings = [1]\n[advice]", "greetings"),
        ("[advice]\n[greetings]\nold = 'Sir'", "greetings"),
        ("greetings = []", "advice"),
    ],
)
def test_a_phrase_book_takes_nothing_but_lists_and_declared_tables(
    text: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match=key):
        read_book(text, tmp_path, monkeypatch)


def test_a_phrase_book_has_the_tables_of_lists_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '[advice]\n[news]\ndeath = ["Sad."]\n"" = ["Good.", "Bad."]\n'
    book = read_book(text, tmp_path, monkeypatch)
    assert book["news"] == {"death": ("Sad.",), "": ("Good.", "Bad.")}
    assert book.find("news", "death", "") == ("Sad.",)
    assert book.find("news", "birth", "") == ("Good.", "Bad.")


class Shelf(Library):
    """A library for these tests."""

    letters: Phrases


def test_a_library_reads_a_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_text('greetings = ["Dear Sir"]', tmp_path, monkeypatch)
    shelf = Shelf("package")
    assert shelf.letters.greetings == ("Dear Sir",)
    (tmp_path / "data" / "letters.toml").unlink()
    assert shelf.letters.greetings == ("Dear Sir",)
    assert not hasattr(shelf, "notes")


def list_libraries() -> Iterator[tuple[Path, Library]]:
    for path in CODE.glob("writing/documents/**/phrases.py"):
        name = ".".join(path.with_suffix("").relative_to(CODE.parent).parts)
        yield path.parent, importlib.import_module(name).books


def test_every_file_of_a_library_is_declared_and_read() -> None:
    for folder, books in list_libraries():
        files = {path.stem for path in (folder / "data").glob("*.toml")}
        kinds = get_type_hints(type(books))
        assert kinds.keys() - files == set()
        assert {name for name in files - kinds.keys() if "authors" not in name} == set()
        assert all(getattr(books, name) for name in kinds)


def test_every_list_of_a_phrase_book_is_read() -> None:
    unread: list[str] = []
    for folder, books in list_libraries():
        code = "".join(path.read_text("utf-8") for path in folder.glob("**/*.py"))
        for name in get_type_hints(type(books)):
            book = getattr(books, name)
            if isinstance(book, PhraseBook):
                keys = book.__struct_fields__
                unread += [
                    f"{name}.{key}" for key in keys if not re.search(rf"\.{key}\b|\"{key}\"", code)
                ]
    assert not unread
