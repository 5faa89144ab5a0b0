"""CoNLL-2012 coreference: twelve columns between `#begin document` and `#end document`.

A cluster in the last column becomes a group of the type `coreference`. A span in the named-entity
column becomes a mention of that type. A member of a cluster that does not coincide with such a span
becomes a `markable`. The reader rebuilds the text from the words, with a blank between words and a
line for each sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit
from goldsmith.formats.conll_2012.read import BEGIN, build_document, split_documents
from goldsmith.formats.conll_2012.write import count_losses, format_lines
from goldsmith.formats.shared.columns import read_numbered_lines, split_complete_lines
from goldsmith.formats.tree import Tree


class Conll2012(Format):
    """CoNLL-2012 coreference."""

    title = "CoNLL-2012 coreference columns (.conll)"
    suffixes = (
        ".conll",
        ".v4_gold_conll",
        ".v4_auto_conll",
        ".v2_gold_conll",
        ".v2_auto_conll",
        ".gold_conll",
        ".auto_conll",
        ".key",
        ".response",
    )
    single_file = True
    carries = frozenset(
        {Feature.TYPES, Feature.OVERLAPPING, Feature.GROUPS, Feature.CONTROL_CHARACTERS}
    )
    own_losses = frozenset(
        (
            "crossing group-types names overlapping-mentions overlapping-types same-span "
            "token-boundaries white-space white-space-only"
        ).split()
    )

    def recognises(self, name: str, head: bytes) -> bool:
        has_begin = any(line.startswith(BEGIN) for line in split_complete_lines(head))
        return super().recognises(name, head) and has_begin

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        for block in split_documents(read_numbered_lines(tree, unit.main)):
            if isinstance(block, InputError):
                yield block.at(where)
                continue
            try:
                yield build_document(block, set_name)
            except InputError as error:
                yield error.at(where)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.conll", "wb") as stream:
            for doc in docs:
                stream.write("".join(format_lines(doc)).encode("utf-8"))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(doc)


provides = Conll2012()
