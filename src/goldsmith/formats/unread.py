"""Report the files of a corpus from which no document was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from goldsmith.formats.base import Format, Unit, is_note
from goldsmith.formats.tree import Tree

_NAMES_SHOWN = 5


def find_unread(tree: Tree, units: Iterable[Unit], fmt: Format) -> list[str]:
    """Return the files that were not opened, apart from READMEs, licences and settings.

    Args:
        tree: The tree, after all of its documents have been read.
        units: The units of the tree; their files count as read even if reading them failed.
        fmt: The format, which defines the names of its settings files.
    """
    used = tree.opened | {name for unit in units for name in (unit.main, unit.text)}
    return [name for name in _list_relevant(tree.names, fmt) if name not in used]


def _list_relevant(names: Sequence[str], fmt: Format) -> Iterator[str]:
    for name in names:
        is_setting = any(fnmatchcase(f"/{name}", f"*/{pattern}") for pattern in fmt.settings)
        if is_note(name) and not is_setting:
            yield name


def describe_unread(names: Sequence[str], fmt: Format) -> str:
    """Describe how many files were not read, by ending, with the first of their names."""
    endings = Counter(PurePosixPath(name).suffix or "no ending" for name in names)
    counts = ", ".join(f"{ending} ({count:,})" for ending, count in sorted(endings.items()))
    more = f" and {len(names) - _NAMES_SHOWN:,} more" if len(names) > _NAMES_SHOWN else ""
    return (
        f"{len(names):,} {'file was' if len(names) == 1 else 'files were'} not read as "
        f"{fmt.name}: {counts}, namely {', '.join(names[:_NAMES_SHOWN])}{more}"
    )
