"""Read training examples from several corpora; their documents get distinct ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError, quote_id
from goldsmith.pipeline import Analysis, Example
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.training import make_examples


def read_examples(
    corpora: Mapping[str, Notes], set_name: str = "", *, track: Track = pass_on
) -> list[Example]:
    """Make training examples from the documents of corpora.

    If an id already occurs in an earlier corpus, prefix it with the name of the document's corpus.

    Args:
        corpora: Name -> documents.
        set_name: The gold set; empty for the only set of each corpus.
        track: Shows progress over the documents of each corpus.

    Raises:
        InputError: A document is in two corpora, or a corpus has nothing to learn from.
    """
    examples: list[Example] = []
    docs: dict[str, Document] = {}
    for name, source in corpora.items():
        made = _make_examples(name, source, set_name, track, where=len(corpora) > 1)
        _check_repeated(made, docs, name)
        for example in made:
            unique = _make_distinct(example, docs, name)
            docs[unique.analysis.doc.id] = unique.analysis.doc
            examples.append(unique)
    return examples


def _make_examples(
    name: str, source: Notes, set_name: str, track: Track, *, where: bool
) -> list[Example]:
    try:
        return make_examples(track(source, source.total), set_name)
    except InputError as error:
        raise (error.at(name) if where and not error.where else error) from None


def _check_repeated(examples: Sequence[Example], docs: Mapping[str, Document], name: str) -> None:
    """Raise InputError if documents occur in an earlier corpus with the same text."""
    new = [example.analysis.doc for example in examples]
    repeated = [doc.id for doc in new if doc.id in docs and docs[doc.id].text == doc.text]
    if repeated:
        raise InputError(
            f"{len(repeated):,} documents are also in another corpus, the first is "
            f"{quote_id(repeated[0])}",
            where=name,
            expected="every document in one corpus; a copy could be both trained and tested on",
        )


def _make_distinct(example: Example, docs: Mapping[str, Document], name: str) -> Example:
    doc = example.analysis.doc
    if doc.id not in docs:
        return example
    return Example(Analysis(replace(doc, id=f"{name}/{doc.id}")), example.gold)
