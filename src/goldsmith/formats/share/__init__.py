"""ShARe pipe files (CLEF eHealth 2013, SemEval-2014 Task 7): each line is a disorder with its CUI.

`note.pipe` is next to `note.txt`, or one file has the lines of many notes. The templates of
SemEval-2015 Task 14 and CLEF eHealth 2014 can be read as well: their slots become attributes, and
the offsets of their cues become attributes named `share:…_cue`. The writer uses the form of 2014.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit, get_only_set, make_path, write_text
from goldsmith.formats.share.lines import parse_line
from goldsmith.formats.share.read import (
    TEXT_SUFFIXES,
    Collection,
    read_collection,
    read_document,
    strip_text_suffix,
)
from goldsmith.formats.share.write import count_losses, format_lines
from goldsmith.formats.shared.text_files import TextIndex
from goldsmith.formats.tree import Tree


class Share(Format):
    """ShARe disorders with their concepts."""

    title = "ShARe / SemEval-2014 pipe files (.pipe next to .txt)"
    suffixes = (".pipe", ".pipe.txt", ".pipe.text")
    text_suffix = ".txt"
    carries = frozenset(
        {
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.DISCONTIGUOUS,
            Feature.DUPLICATES,
            Feature.CODES,
            Feature.CONTROL_CHARACTERS,
        }
    )
    own_losses = frozenset("code-systems names several-codes".split())

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        pipes = [name for name in names if name.endswith(self.suffixes)]
        texts = self._find_texts(name for name in names if not name.endswith(self.suffixes))
        index = TextIndex(texts)
        stems = {name: index.find(self.strip_suffix(name)) for name in pipes}
        own_pipes = {stem: name for name, stem in stems.items() if stem}
        shared_pipes = tuple(name for name, stem in stems.items() if own_pipes.get(stem) != name)
        units = [Unit(stem, own_pipes.get(stem, ""), name) for stem, name in texts.items()]
        if not shared_pipes:
            return units
        main = shared_pipes[0]
        other_texts = {unit.name: unit.text for unit in units if not unit.main}
        collection = Collection(self.strip_suffix(main), main, "", shared_pipes, other_texts)
        return [collection, *(unit for unit in units if unit.main)]

    def _find_texts(self, names: Iterable[str]) -> dict[str, str]:
        """Map the stems of texts to their names; some releases use the suffix .text."""
        texts = {
            strip_text_suffix(name) + self.text_suffix: name
            for name in names
            if name.endswith(TEXT_SUFFIXES)
        }
        return {unit.name: texts[unit.text] for unit in super().find_units(list(texts))}

    def recognises(self, name: str, head: bytes) -> bool:
        start = head.decode("utf-8", "ignore").removeprefix("\ufeff").strip()
        if not start or not super().recognises(name, head):
            return not start and name.endswith(".pipe")
        try:
            parse_line(start.partition("\n")[0].strip())
        except InputError:
            return False
        return True

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        if isinstance(unit, Collection):
            yield from read_collection(unit, tree, set_name)
        else:
            yield read_document(unit, self.read_text_file(unit, tree), tree, set_name)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            path = make_path(folder, doc, ".txt")
            write_text(path, doc.text)
            lines = format_lines(get_only_set(doc), path.name)
            write_text(make_path(folder, doc, ".pipe"), "".join(lines))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(get_only_set(doc))

    def find_line(self, content: str, annotation: str) -> int:
        return int(annotation[1:])


provides = Share()
