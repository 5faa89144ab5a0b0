"""Tests of the reading of data files: types are checked, and errors name file and key."""

import re
import tomllib
from pathlib import Path

import pytest

import goldsmith_demo
from goldsmith.errors import InputError
from goldsmith_demo import data_files
from goldsmith_demo.data_files import DataFile, PhraseBook, read_data

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


def test_every_list_of_a_phrase_book_is_read() -> None:
    readers = re.compile(r'make_reader\(__package__, "(\w+)", (\w+)\)')
    unread: list[str] = []
    for module in CODE.glob("writing/documents/**/phrases.py"):
        source = module.read_text("utf-8")
        code = "".join(path.read_text("utf-8") for path in module.parent.glob("**/*.py"))
        for name, kind in readers.findall(source):
            if kind == "PhraseBook" or f"class {kind}(PhraseBook" in source:
                tables = tomllib.loads((module.parent / f"data/{name}.toml").read_text("utf-8"))
                unread += [
                    f"{name}.{key}"
                    for key in tables
                    if key != "short" and not re.search(rf"\.{key}\b|\"{key}\"", code)
                ]
    assert not unread
