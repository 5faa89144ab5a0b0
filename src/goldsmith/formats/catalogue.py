"""Find formats by name, or by the files of a corpus."""

from __future__ import annotations

from pathlib import PurePosixPath

from goldsmith import registry
from goldsmith.errors import InputError, Remedy
from goldsmith.formats.base import Format
from goldsmith.formats.tree import Tree

#: How many files of each format, spread over a folder, are opened to recognise them.
_SAMPLE_SIZE = 20


def get(name: str) -> Format:
    """Return the format registered under a name.

    Raises:
        UnknownName: No format has that name; the message lists all names.
        InputError: The registered object is not a format.
    """
    part = registry.load("formats", name)
    fmt = part() if isinstance(part, type) else part
    if not isinstance(fmt, Format):
        raise InputError(
            f"the object registered as the format {name} is a {type(fmt).__name__}",
            expected="an instance or a subclass of goldsmith.formats.Format",
            remedy="Correct the entry point of the package that registers it",
        )
    return fmt.with_name(name)


def names() -> tuple[str, ...]:
    """Return the names of all formats, sorted."""
    return registry.names("formats")


def find_format(tree: Tree) -> Format:
    """Return the format of the files in a tree.

    Raises:
        InputError: No format or more than one format recognises the files.
    """
    candidates = [get(name) for name in names() if _may_have_files(name, tree)]
    matches = [fmt for fmt in candidates if fmt.reads and _recognises_files(fmt, tree)]
    matches = [fmt for fmt in matches if not fmt.fallback] or matches
    if len(matches) == 1:
        return matches[0]
    if not matches:
        _check_readable(tree)
    problem = "several formats fit these files" if matches else "no known format fits these files"
    raise InputError(
        problem,
        where=str(tree.root),
        expected="one of " + ", ".join([fmt.name for fmt in matches] or names()),
        remedy=Remedy.NAME_FORMAT,
    )


def rename_to_format(fmt: Format, tree: Tree) -> dict[str, str]:
    """Return names with the ending of a format for files that have another ending.

    A file that the user names is assumed to be in the format. In a folder, only files whose content
    the format recognises are renamed.
    """
    files, ending = list(tree.names), fmt.suffixes[0]
    if not tree.is_file:
        likely = f"x{ending}"
        if fmt.recognises(likely, b""):  # by the name alone, without looking at the content
            return {}
        files = [name for name in files if fmt.recognises(likely, tree.read_head(name))]
    renamed = {name: f"{_strip_ending(name)}{ending}" for name in files}
    return renamed if len({*renamed.values()}) == len(renamed) else {}


def _strip_ending(name: str) -> str:
    path = PurePosixPath(name)
    return str(path.with_suffix("")) if path.suffix else name


def _check_readable(tree: Tree) -> None:
    """Raise the error of the first file that cannot be opened, the likely cause of no match."""
    for name in tree.names[:_SAMPLE_SIZE]:
        tree.open(name).close()


def _may_have_files(name: str, tree: Tree) -> bool:
    """Return whether files in a tree have a suffix of a format, according to its source text.

    Importing a format is slow if it needs a large library, so the suffixes are read from the
    source text. Formats that do not write them as a literal are always candidates.
    """
    suffixes = registry.read_literal("formats", name, "suffixes")
    if not isinstance(suffixes, tuple):
        return True
    return any(file.endswith(suffixes) for file in tree.names)


def _recognises_files(fmt: Format, tree: Tree) -> bool:
    files = [name for name in tree.names if name.endswith(fmt.suffixes)]
    sample = files[:: max(1, len(files) // _SAMPLE_SIZE)]
    return any(fmt.recognises(name, tree.read_head(name)) for name in sample)
