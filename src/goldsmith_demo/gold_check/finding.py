"""The findings of rules over a gold standard, and decorators for writing rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps

import msgspec

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.words import get_extent, list_mentions


class Finding(msgspec.Struct, frozen=True, order=True):
    """A place where the gold standard breaks a policy."""

    rule: str
    """The name of the rule's function."""
    document: str
    start: int
    end: int
    what: str


#: A finding without rule and document: start, end and a description of the problem.
Place = tuple[int, int, str]
#: A check of one mention: returns a description of the problem, or an empty string.
Policy = Callable[[Document, Mention], str]
#: A check of all documents.
Rule = Callable[[Sequence[Document]], Iterator[Finding]]


def check_each(rule: Callable[[Document], Iterable[Place]]) -> Rule:
    """Turn a check of one document into a rule; findings have the name of the function."""

    @wraps(rule)
    def check(docs: Sequence[Document]) -> Iterator[Finding]:
        for doc in docs:
            for start, end, what in rule(doc):
                yield Finding(rule.__name__, doc.id, start, end, what)

    return check


def check_mentions(*layers: str, kind: str = "") -> Callable[[Policy], Rule]:
    """Turn a check of one mention into a rule over these layers, optionally for one type."""

    def decorate(policy: Policy) -> Rule:
        @check_each
        @wraps(policy)
        def check(doc: Document) -> Iterator[Place]:
            for layer in layers:
                for mention in list_mentions(doc, layer):
                    what = policy(doc, mention) if kind in ("", mention.type) else ""
                    if what:
                        lead = f"{layer}: " if len(layers) > 1 else ""
                        yield (*get_extent(mention), lead + what)

        return check

    return decorate
