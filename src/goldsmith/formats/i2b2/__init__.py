"""i2b2/VA 2010 and 2011: `note.con`, `.ast`, `.rel` and `.chains` for `note.txt`.

Concepts, which the files locate by line and token, become mentions. An assertion becomes the
attribute `assertion` of its mention, a chain becomes a group of the type `coreference`. The class
of a chain usually follows from the types of its members (apart from pronouns); otherwise the group
has the attribute `i2b2:class`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from goldsmith.core import Document
from goldsmith.formats.base import Feature, Format, Unit, get_only_set, make_path, write_text
from goldsmith.formats.i2b2.files import KINDS, I2b2Unit, assemble_units, group_files
from goldsmith.formats.i2b2.read import DocumentReader
from goldsmith.formats.i2b2.write import DocumentWriter, count_losses
from goldsmith.formats.shared.tokens import Tokens
from goldsmith.formats.tree import BYTE_ORDER_MARK, Tree


class I2b2(Format):
    """i2b2 concepts, assertions, relations and coreference chains."""

    title = "i2b2/VA 2010 and 2011 (.con, .ast, .rel, .chains next to .txt)"
    suffixes = (
        ".con",
        ".txt.con",
        ".ast",
        ".txt.ast",
        ".rel",
        ".txt.rel",
        ".chains",
        ".txt.chains",
    )
    text_suffix = ".txt"
    carries = frozenset(
        {
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.ATTRIBUTES,
            Feature.RELATIONS,
            Feature.GROUPS,
            Feature.GROUP_ATTRIBUTES,
            Feature.CONTROL_CHARACTERS,
        }
    )
    own_losses = frozenset(
        (
            "ambiguous-links group-types mixed-chains names other-attributes "
            "other-group-attributes token-boundaries white-space-only"
        ).split()
    )

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return assemble_units(super().find_units(names), group_files(names))

    def recognises(self, name: str, head: bytes) -> bool:
        start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        is_empty = not start and name.endswith(".con")
        return super().recognises(name, head) and (is_empty or start.startswith(b'c="'))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        text = self.read_text_file(unit, tree)
        reader = DocumentReader(text)
        for kind in KINDS:
            name = unit.files.get(kind) if isinstance(unit, I2b2Unit) else None
            if name:
                content = tree.read_text(name).removeprefix(BYTE_ORDER_MARK)
                reader.read_file(kind, content, tree.where(name))
        yield Document(unit.name, text, sets={set_name: reader.build_set(set_name)})

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(make_path(folder, doc, ".txt"), doc.text)
            for kind, lines in DocumentWriter(doc).format_files().items():
                if lines or kind == "con":
                    content = "".join(f"{line}\n" for line in lines)
                    write_text(make_path(folder, doc, f".{kind}"), content)

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(get_only_set(doc), Tokens(doc.text))


provides = I2b2()
