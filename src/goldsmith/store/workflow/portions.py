"""The documents of a batch, or their snippets, split at sentence boundaries."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from goldsmith.store.tables import document_texts
from goldsmith.store.workflow.balance import Portion
from goldsmith.store.workflow.batches import Batch, BatchDocument, read_batch_documents
from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import tokenise


def list_portions(connection: Connection, batch: Batch, *, whole: bool = False) -> list[Portion]:
    """Return the documents or snippets of a batch's tasks; the caller checks the permission.

    Documents that are dropped are left out.

    Args:
        connection: An open transaction.
        batch: The batch.
        whole: Return whole documents, even if the batch is split into snippets.
    """
    docs = [doc for doc in read_batch_documents(connection, batch.id) if not doc.dropped]
    size = 0 if whole else batch.settings.snippet_sentences
    return [portion for doc in docs for portion in _cut(connection, doc, size)]


def _cut(connection: Connection, doc: BatchDocument, size: int) -> Iterator[Portion]:
    if not size:
        yield Portion(doc.id, doc.name, None, None, doc.words)
        return
    query = select(document_texts.c.text).where(document_texts.c.document == doc.id)
    text = connection.execute(query).scalar_one()
    for start, end in cut_snippets(text, size):
        words = len(text[start:end].split())
        yield Portion(doc.id, doc.name, start, end, words)


def cut_snippets(text: str, sentences: int) -> list[tuple[int, int]]:
    """Split a text into snippets of this many sentences; together they cover it.

    Args:
        text: The text.
        sentences: The number of sentences in a snippet; the last may have fewer.
    """
    tokens = tokenise(text)
    borders = [tokens.starts[first] for first, _ in split_sentences(text, tokens)]
    starts = [int(start) for start in borders[::sentences]] or [0]
    starts[0] = 0
    return list(zip(starts, [*starts[1:], len(text)], strict=True))
