"""Find the i2b2 files that belong together, in one folder or in a folder for each kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from goldsmith.formats.base import Unit
from goldsmith.formats.shared.text_files import TextIndex

#: Concepts, assertions, relations and chains, in reading order.
KINDS = ("con", "ast", "rel", "chains")


class I2b2Unit(Unit, frozen=True):
    """A text and its annotation files, by kind."""

    files: Mapping[str, str] = {}


def group_files(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Map the stem of each text to its annotation files, by kind."""
    all_names = set(names)
    files: dict[str, dict[str, str]] = defaultdict(dict)
    for name in names:
        stem, _, kind = name.rpartition(".")
        if kind in KINDS:  # note.con and note.txt.con both belong to note.txt
            short = stem if f"{stem}.txt" in all_names else stem.removesuffix(".txt")
            files[stem if kind in files[short] else short][kind] = name
    return files


def assemble_units(units: Sequence[Unit], files: Mapping[str, Mapping[str, str]]) -> list[Unit]:
    """Add the annotation files to their texts, which may be in another folder."""
    texts = {unit.name: unit.text for unit in units if unit.text}
    assembled = {name: dict(files.get(name, {})) for name in texts}
    index = TextIndex(texts)
    for stem in sorted(files.keys() - texts.keys()):
        text = index.find(stem)
        if text and assembled[text].keys().isdisjoint(files[stem]):
            assembled[text].update(files[stem])
        else:
            assembled[stem] = dict(files[stem])
    return [_make_unit(name, texts.get(name, ""), own) for name, own in sorted(assembled.items())]


def _make_unit(name: str, text: str, files: Mapping[str, str]) -> I2b2Unit:
    main = next((files[kind] for kind in KINDS if kind in files), "")
    return I2b2Unit(name, main, text, files)
