"""The format `tab-spans`: one document a line, `id`, `text` and spans, separated by tabs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.formats import Feature, Format, Unit
from goldsmith.formats.tree import Tree


class TabSpansFormat(Format):
    """Lines of `"id"<TAB>"text"<TAB>start-end:type …`; id and text are JSON strings."""

    title = "Tab-separated spans"
    suffixes = (".spans",)
    single_file = True
    carries = frozenset({Feature.TYPES, Feature.OVERLAPPING})

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        """Read the documents, one a line."""
        with tree.open(unit.main) as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield _read_line(line.decode("utf-8").rstrip("\n"), set_name)
                except ValueError:
                    yield InputError(
                        "this is not a line of tab-spans",
                        where=tree.where(unit.main),
                        line=number,
                        expected="id, text and spans, separated by tabs",
                    )

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        """Write the documents, one a line."""
        with open(folder / "corpus.spans", "w", encoding="utf-8") as stream:
            for doc in docs:
                mentions = [mention for set_ in doc.sets.values() for mention in set_.mentions]
                spans = " ".join(f"{m.start}-{m.end}:{m.type}" for m in mentions)
                stream.write(f"{json.dumps(doc.id)}\t{json.dumps(doc.text)}\t{spans}\n")

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        """Count types with white space, which cannot be told from a separator."""
        types = [mention.type for set_ in doc.sets.values() for mention in set_.mentions]
        count = sum(type_ != "".join(type_.split()) for type_ in types)
        return {"types-with-spaces": count} if count else {}


def _read_line(line: str, set_name: str) -> Document:
    doc_id, text, spans = line.split("\t")
    mentions = []
    for number, item in enumerate(spans.split(" ") if spans else [], 1):
        place, _, type_ = item.partition(":")
        start, _, end = place.partition("-")
        mentions.append(Mention(f"m{number}", type_, (Span(int(start), int(end)),)))
    gold = AnnotationSet(set_name, mentions=tuple(mentions))
    return Document(json.loads(doc_id), json.loads(text), sets={set_name: gold})
