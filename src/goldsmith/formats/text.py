"""Plain text: a folder of notes without annotations, one file for each note."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from goldsmith.core import Document
from goldsmith.formats.base import Feature, Format, Unit, is_note, make_path, write_text
from goldsmith.formats.tree import Tree


class Text(Format):
    """Plain text files."""

    title = "Plain text (one note per file)"
    suffixes = (".txt",)
    fallback = True
    # Annotations are lost as a whole, counted as "mentions": their types and the choice of a set do
    # not matter.
    carries = frozenset({Feature.TYPES, Feature.SETS, Feature.CONTROL_CHARACTERS})
    own_losses = frozenset("mentions".split())

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return [unit for unit in super().find_units(names) if is_note(unit.name)]

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        yield Document(unit.name, tree.read_note(unit.main))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(make_path(folder, doc, ".txt"), doc.text)

    def count_own_losses(self, doc: Document) -> dict[str, int]:
        mentions = sum(len(annotation_set.mentions) for annotation_set in doc.sets.values())
        return {"mentions": mentions} if mentions else {}


provides = Text()
