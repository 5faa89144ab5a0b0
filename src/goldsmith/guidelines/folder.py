"""Read a guideline from a folder, or one of the built-in guidelines."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

import msgspec

from goldsmith import schemas
from goldsmith.core import Schema, load_builtin_schema
from goldsmith.core.decoding import BAD_TOML, describe_toml_error
from goldsmith.core.schema_file import parse_schema
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.guidelines.model import (
    SECTION_NAMES,
    FrontMatter,
    Guideline,
    Page,
    Settings,
    list_types,
)

SETTINGS_FILE = "guideline.toml"
PAGE_SUFFIX = ".md"
#: The folder of the released versions; its files are not pages.
VERSIONS_FOLDER = "versions"
_FENCE = "+++"
_Struct = TypeVar("_Struct", bound=msgspec.Struct)


def list_builtin() -> tuple[str, ...]:
    """Return the names of the built-in guidelines, which are the names of their schemas."""
    folder = files("goldsmith.guidelines").joinpath("texts")
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir()))


def find_guideline(name_or_path: str) -> Guideline:
    """Read the built-in guideline of this name, or the one in this folder.

    Raises:
        UnknownName: There is neither.
        InputError: The settings, the schema or the head of a page cannot be read.
    """
    return build_guideline(read_files(name_or_path), name_or_path)


def read_files(name_or_path: str) -> dict[str, str]:
    """Read the files of a guideline: the settings, the pages and its own schema, if any.

    Raises:
        UnknownName: There is neither such a built-in guideline nor such a folder.
        InputError: The folder does not contain a guideline, or a file is not UTF-8.
    """
    if name_or_path in list_builtin() and not is_guideline(Path(name_or_path)):
        return _read_tree(
            files("goldsmith.guidelines").joinpath("texts", name_or_path), name_or_path
        )
    return read_folder(Path(name_or_path))


def read_folder(folder: Path) -> dict[str, str]:
    """Read the files of a guideline in a folder.

    Raises:
        UnknownName: There is no such folder.
        InputError: The folder does not contain a guideline, or a file is not UTF-8.
    """
    if not folder.is_dir():
        raise UnknownName("guideline", str(folder), (*list_builtin(), "the path of a folder"))
    if not is_guideline(folder):
        raise InputError(
            "this folder does not contain a guideline",
            where=str(folder),
            expected=f"the file {SETTINGS_FILE}",
            remedy=Remedy.MAKE_GUIDELINE,
        )
    return _read_tree(folder, str(folder))


def is_guideline(folder: Path) -> bool:
    """Return whether a folder contains a guideline."""
    return (folder / SETTINGS_FILE).is_file()


def _read_tree(root: Traversable, where: str) -> dict[str, str]:
    texts = {}
    for path, entry in sorted(_walk(root, ""), key=lambda item: item[0]):
        try:
            texts[path] = entry.read_text("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError(
                "this file is not UTF-8", where=f"{where}/{path}", expected="UTF-8"
            ) from None
    return texts


def build_guideline(texts: Mapping[str, str], where: str) -> Guideline:
    """Build a guideline from its files.

    Raises:
        InputError: The settings, the schema or the head of a page cannot be read. If there are
            several such errors, the message lists all.
    """
    settings = _read_settings(texts, where)
    schema = _find_schema(settings, texts, where)
    pages: list[Page] = []
    errors: list[InputError] = []
    for path, text in texts.items():
        if path.endswith(PAGE_SUFFIX):
            try:
                pages.append(parse_page(path, text))
            except InputError as error:
                errors.append(error.at(f"{where}/{path}"))
    if errors:
        raise errors[0] if len(errors) == 1 else _join_errors(errors, where)
    return Guideline(settings, schema, _sort_pages(pages, schema), dict(texts))


def parse_page(path: str, text: str) -> Page:
    """Parse a page with its front matter.

    Raises:
        InputError: The front matter is missing or wrong.
    """
    head, marker, rest = text.partition(f"\n{_FENCE}\n")
    if not text.startswith(f"{_FENCE}\n") or not marker:
        raise InputError(
            "the page has no front matter",
            line=1,
            expected=f"TOML between two lines of {_FENCE}, with title and section",
        )
    front = _parse_toml(head.removeprefix(f"{_FENCE}\n"), FrontMatter, "the front matter")
    if front.section not in SECTION_NAMES:
        raise InputError(
            f"there is no section called {front.section!r}",
            line=1,
            expected="one of " + ", ".join(SECTION_NAMES),
        )
    return Page(path, front, rest, head.count("\n") + 3)


def parse_settings(text: str) -> Settings:
    """Parse the file `guideline.toml`.

    Raises:
        InputError: It is not TOML, or has unknown or missing keys.
    """
    return _parse_toml(text, Settings, "the file")


def _parse_toml(text: str, struct: type[_Struct], what: str) -> _Struct:
    try:
        return msgspec.convert(tomllib.loads(text), struct)
    except msgspec.ValidationError as error:
        names = ", ".join(struct.__struct_fields__)
        raise InputError(f"{what} is wrong: {error}", line=1, expected=names) from None
    except BAD_TOML as error:
        raise InputError(f"{what} is not TOML: {describe_toml_error(error)}", line=1) from None


def _walk(root: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in root.iterdir():
        if entry.name.startswith(".") or (not prefix and entry.name == VERSIONS_FOLDER):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith((PAGE_SUFFIX, ".toml")) and entry.name != "iterations.toml":
            yield prefix + entry.name, entry


def _read_settings(texts: Mapping[str, str], where: str) -> Settings:
    try:
        return parse_settings(texts[SETTINGS_FILE])
    except InputError as error:
        raise error.at(f"{where}/{SETTINGS_FILE}") from None


def _find_schema(settings: Settings, texts: Mapping[str, str], where: str) -> Schema:
    if settings.schema in schemas.names():
        return load_builtin_schema(settings.schema)
    if settings.schema in texts:
        return parse_schema(texts[settings.schema], where=f"{where}/{settings.schema}")
    names = (*schemas.names(), "a TOML file in the folder of the guideline")
    raise UnknownName("schema", settings.schema, names).at(f"{where}/{SETTINGS_FILE}")


def _sort_pages(pages: list[Page], schema: Schema) -> tuple[Page, ...]:
    """Sort pages by section, then by the order of their types in the schema."""
    types = [name for name, _ in list_types(schema)]

    def rank(page: Page) -> tuple[int, int, int, str]:
        position = types.index(page.front.type) + 1 if page.front.type in types else 0
        section = SECTION_NAMES.index(page.front.section)
        return section, position, page.front.order, page.path

    return tuple(sorted(pages, key=rank))


def _join_errors(errors: list[InputError], where: str) -> InputError:
    describe: Callable[[InputError], str] = InputError.describe
    lines = "".join(f"\n  - {describe(error)}" for error in errors)
    return InputError(f"{len(errors)} pages cannot be read{lines}", where=where)
