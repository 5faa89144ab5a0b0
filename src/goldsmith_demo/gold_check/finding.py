"""What a rule over gold finds, and how rules are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps

import msgspec

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.words import get_extent, list_mentions


class Finding(msgspec.Struct, frozen=True, order=True):
    """A place where gold breaks a policy."""

    rule: str
    """The name of the function that states the policy."""
    document: str
    start: int
    end: int
    what: str


#: A place without the names of rule and document: start, end, and what is wrong there.
Place = tuple[int, int, str]
#: A policy over one mention: what is wrong with it, or nothing.
Policy = Callable[[Document, Mention], str]
#: A policy over all documents at once.
Rule = Callable[[Sequence[Document]], Iterator[Finding]]


def check_each(rule: Callable[[Document], Iterable[Place]]) -> Rule:
    """Turn a policy over one document into a rule; its findings bear the function's name."""

    @wraps(rule)
    def check(docs: Sequence[Document]) -> Iterator[Finding]:
        for doc in docs:
            for start, end, what in rule(doc):
                yield Finding(rule.__name__, doc.id, start, end, what)

    return check


def check_mentions(*layers: str, kind: str = "") -> Callable[[Policy], Rule]:
    """Turn a policy over one mention into a rule over these layers, if wanted of a type only."""

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
