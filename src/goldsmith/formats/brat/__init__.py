"""brat standoff: `note.ann` next to `note.txt`.

An event (`E`) becomes its trigger mention with the attribute `brat:event`; the arguments of the
event become relations with the attribute `brat:role`. Equivalences (`*`) become groups.
Normalisations (`N`) become codes, and so do annotator notes that consist of codes only, as in many
corpora.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document
from goldsmith.formats.base import (
    EVERYTHING,
    Feature,
    Format,
    Unit,
    get_only_set,
    make_path,
    write_text,
)
from goldsmith.formats.brat.conf import Configuration
from goldsmith.formats.brat.read import AnnotationFile, find_line
from goldsmith.formats.brat.write import count_losses, format_lines
from goldsmith.formats.tree import BYTE_ORDER_MARK, Tree


class Brat(Format):
    """brat standoff annotation."""

    title = "brat standoff (.ann next to .txt)"
    suffixes = (".ann",)
    text_suffix = ".txt"
    settings = ("*.conf",)
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.SETS,
        Feature.PROVENANCE,
        Feature.UNANCHORED,
        Feature.GROUP_ATTRIBUTES,
    }
    own_losses = frozenset(
        (
            "empty-values line-breaks names-with-blanks note-kinds notes-on-arguments-of-events "
            "notes-on-documents-or-groups notes-read-as-codes"
        ).split()
    )

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        text = self.read_text_file(unit, tree)
        content = tree.read_text(unit.main).removeprefix(BYTE_ORDER_MARK) if unit.main else ""
        file = AnnotationFile(content.replace("\r\n", "\n") if "\r" in content else content)
        yield Document(unit.name, text, sets={set_name: file.build_set(set_name)})

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        configuration = Configuration()
        for doc in docs:
            annotation_set = get_only_set(doc)
            write_text(make_path(folder, doc, ".txt"), doc.text)
            write_text(make_path(folder, doc, ".ann"), "".join(format_lines(doc, annotation_set)))
            configuration.add(annotation_set)
        write_text(folder / "annotation.conf", configuration.format())

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(get_only_set(doc))

    def find_line(self, content: str, annotation: str) -> int:
        return find_line(content, annotation)


provides = Brat()
