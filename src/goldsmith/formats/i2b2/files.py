"""Which i2b2 files belong together: side by side, or in a folder of its own for each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.formats.base import Unit
from goldsmith.formats.shared.text_files import Texts

#: Concepts, assertions, relations and chains, in the order they are read in.
KINDS = ("con", "ast", "rel", "chains")


class Files(Unit, frozen=True):
    """A text and the files about it, by kind."""

    parts: Mapping[str, str] = {}


def assemble(units: Sequence[Unit], parts: Mapping[str, Mapping[str, str]]) -> list[Unit]:
    """The units with all their files; a file without a text beside it finds it elsewhere."""
    texts = {unit.name: unit.text for unit in units if unit.text}
    together = {name: dict(parts.get(name, {})) for name in texts}
    known = Texts(texts)
    for stem in sorted(parts.keys() - texts.keys()):
        home = known.home(stem)
        if home and together[home].keys().isdisjoint(parts[stem]):
            together[home].update(parts[stem])
        else:
            together[stem] = dict(parts[stem])
    return [_files(name, texts.get(name, ""), own) for name, own in sorted(together.items())]


def _files(name: str, text: str, parts: Mapping[str, str]) -> Files:
    main = next((parts[kind] for kind in KINDS if kind in parts), "")
    return Files(name, main, text, parts)
