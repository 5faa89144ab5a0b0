"""Exclusion of documents from agreement by a metadata field, such as the training phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from goldsmith.core import Document, get_field
from goldsmith.errors import InputError, UnknownName, quote_id
from goldsmith.project.corpus.slices import require_fields

#: The number of values that an error lists, the most frequent first.
_LISTED = 30


class Exclusions:
    """The documents that have none of the values; iterate over them once.

    After the last document, `notices` states how many documents each condition left out.

    Args:
        docs: The documents.
        conditions: What to leave out, each written FIELD=VALUE; meeting one is enough.

    Raises:
        InputError: A condition is malformed, or no document remains; the latter is raised after the
            last document.
        UnknownName: No document has the field or the value; raised after the last document.
    """

    def __init__(self, docs: Iterable[Document], conditions: Sequence[str]) -> None:
        self._conditions = list(dict.fromkeys(map(_parse, conditions)))
        self._docs = require_fields(docs, [field for field, _ in self._conditions])
        self.notices: list[str] = []

    def __iter__(self) -> Iterator[Document]:
        if not self._conditions:
            yield from self._docs
            return
        counts: dict[str, Counter[str]] = {field: Counter() for field, _ in self._conditions}
        total = remaining = 0
        for doc in self._docs:
            total += 1
            values = {field: get_field(doc.metadata, field) for field in counts}
            for field, value in values.items():
                counts[field][value] += 1
            if not any(values[field] == value for field, value in self._conditions):
                remaining += 1
                yield doc
        self._check(counts, total, remaining)
        self.notices = [
            f"{counts[field][value]:,} of {total:,} documents are left out: {field} is {value}"
            for field, value in self._conditions
        ]

    def _check(self, counts: dict[str, Counter[str]], total: int, remaining: int) -> None:
        for field, value in self._conditions:
            if total and value not in counts[field]:
                frequent = [name for name, _ in counts[field].most_common(_LISTED) if name]
                raise UnknownName(f"value of {field}", value, frequent)
        if total and not remaining:
            raise InputError(
                f"all of the {total:,} documents are left out",
                expected="documents that remain to be compared",
            )


def _parse(condition: str) -> tuple[str, str]:
    field, equals, value = (part.strip() for part in condition.partition("="))
    if not (field and equals and value):
        raise InputError(f"{quote_id(condition)} is not a condition", expected="FIELD=VALUE")
    return field, value
