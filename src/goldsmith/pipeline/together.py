"""Several documents through components at once, where a component can take them so.

What comes of a document is the same, alone or with others: one that cannot be done leaves the
others as they are. A pipeline without such a component takes documents one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from goldsmith.core import Document
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Component

#: How much is held in memory at once, each document with its tokens and sentences.
_DOCUMENTS, _CHARACTERS = 32, 100_000
#: A document at work, or what went wrong with it.
Outcome = Analysis | Exception


def analysed(
    components: Sequence[Component], docs: Iterable[Document]
) -> Iterator[tuple[Document, Outcome]]:
    """Each document with what came of it, in order; so many are taken up as are done together."""
    for batch in batches(components, docs):
        if len(batch) == 1:
            yield batch[0], alone(components, batch[0])
        else:
            yield from zip(batch, _together(components, batch), strict=True)


def batches(components: Sequence[Component], docs: Iterable[Document]) -> Iterator[list[Document]]:
    """The documents in order, as many together as components can do with."""
    most = _DOCUMENTS if any(map(_many, components)) else 1
    held: list[Document] = []
    size = 0
    for doc in docs:
        held.append(doc)
        size += len(doc.text)
        if len(held) == most or size >= _CHARACTERS:
            yield held
            held, size = [], 0
    if held:
        yield held


def alone(components: Sequence[Component], doc: Document) -> Outcome:
    """What came of a document by itself."""
    work = Analysis(doc)
    try:
        for one in components:
            one(work)
    except Exception as error:  # whoever asked decides what becomes of it
        return error
    return work


def _together(components: Sequence[Component], docs: Sequence[Document]) -> list[Outcome]:
    outcomes: list[Outcome] = [Analysis(doc) for doc in docs]
    for one in components:
        try:
            outcomes = add(one, outcomes)
        except Exception:  # one is to blame, and some may have been added to: all begin again
            return [alone(components, doc) for doc in docs]
    return outcomes


def add(one: Component, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes after a component; raises what it raises when it takes all at once."""
    if many := _many(one):
        many([work for work in outcomes if isinstance(work, Analysis)])
        return list(outcomes)
    return [_after(one, work) for work in outcomes]


def _after(one: Component, work: Outcome) -> Outcome:
    if isinstance(work, Analysis):
        try:
            one(work)
        except Exception as error:
            return error
    return work


def _many(one: Component) -> Callable[[Sequence[Analysis]], None] | None:
    found: Callable[[Sequence[Analysis]], None] | None = getattr(one, "many", None)
    return found
