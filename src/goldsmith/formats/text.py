"""Plain text: a folder of notes that nobody has annotated yet, one file each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from goldsmith.core import Document
from goldsmith.formats.base import Feature, Format, Unit, is_note, target, write_text
from goldsmith.formats.tree import Tree


class Text(Format):
    """Plain text files."""

    title = "Plain text (one note a file)"
    suffixes = (".txt",)
    fallback = True
    carries = frozenset({Feature.TYPES, Feature.CONTROL_CHARACTERS})

    def units(self, names: Sequence[str]) -> list[Unit]:
        return [unit for unit in super().units(names) if is_note(unit.name)]

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        yield Document(unit.name, tree.text(unit.main))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(target(folder, doc, ".txt"), doc.text)

    def own_losses(self, doc: Document) -> dict[str, int]:
        mentions = sum(len(one.mentions) for one in doc.sets.values())
        return {"mentions": mentions} if mentions else {}


provides = Text()
