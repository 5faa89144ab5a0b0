"""The differences of two annotators: classes, confused values, repeated mistakes, examples."""

from __future__ import annotations

from collections import Counter

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.differences import CLASSES, Confusion, Difference, find_differences
from goldsmith.differences.traits import CODE
from goldsmith.metrics.engine.hierarchy import Hierarchy
from goldsmith.project.agreement.causes.hard_codes import CodeCounter, HardCode
from goldsmith.project.agreement.causes.repetitions import Repetition, RepetitionCounter
from goldsmith.project.agreement.causes.responses import quote_text, write_response

#: The maximum number of examples for each combination of classes.
_EXAMPLES = 1


class ClassCount(msgspec.Struct, frozen=True):
    """The number of differences of one kind in a class."""

    name: str
    kind: str
    count: int


class ConfusionCount(msgspec.Struct, frozen=True):
    """How often two annotators gave two values of an attribute to the same mention."""

    attribute: str
    a: str
    b: str
    count: int


class Example(msgspec.Struct, frozen=True):
    """A difference in the form of CLEF's Table 11; without text, mentions are named by ids."""

    document: str
    start: int
    end: int
    text: str
    first: str
    second: str
    kind: str
    classes: tuple[str, ...]


class PairDifferences(msgspec.Struct, frozen=True):
    """The differences of two annotators on the documents that both annotated."""

    first: str
    second: str
    documents: int
    differences: int
    classes: list[ClassCount]
    confusions: list[ConfusionCount]
    repetitions: list[Repetition]
    hard_codes: list[HardCode]
    examples: list[Example]


class DifferenceCounter:
    """Finds and counts the differences of a pair, document by document.

    Args:
        names: The two annotators.
        schema: The schema, if any.
        hierarchy: The hierarchy of codes, if any.
        with_text: Whether to quote the notes in examples and repetitions.
    """

    def __init__(
        self,
        names: tuple[str, str],
        schema: Schema | None,
        hierarchy: Hierarchy | None,
        *,
        with_text: bool,
    ) -> None:
        self.names = names
        self._schema, self._hierarchy, self._with_text = schema, hierarchy, with_text
        self._closed = {
            name
            for kind in (schema.mention if schema else ())
            for name, attribute in kind.attributes.items()
            if attribute.values
        }
        self._documents = self._total = 0
        self._classes: Counter[tuple[str, str]] = Counter()
        self._confusions: Counter[Confusion] = Counter()
        self._repetitions = RepetitionCounter(names)
        self._codes = CodeCounter()
        self._examples: dict[tuple[str, ...], list[Example]] = {}

    def add(self, doc: Document) -> None:
        """Count a document that both annotators annotated."""
        first, second = (doc.sets[name] for name in self.names)
        differences = find_differences(doc, first, second, self._schema, hierarchy=self._hierarchy)
        self._documents += 1
        self._total += len(differences)
        for difference in differences:
            self._classes.update((name, difference.kind) for name in difference.classes)
            if difference.confusion and self._is_shown(difference.confusion.attribute):
                self._confusions[difference.confusion] += 1
            self._add_example(doc, difference)
        self._repetitions.add(doc, differences)
        self._codes.add(first, second)

    def _is_shown(self, attribute: str) -> bool:
        """Return whether values can be shown; those of free text may quote the note."""
        return self._with_text or attribute == CODE or attribute in self._closed

    def _add_example(self, doc: Document, difference: Difference) -> None:
        examples = self._examples.setdefault((difference.kind, *difference.classes), [])
        if len(examples) >= _EXAMPLES:
            return
        sides = ((difference.a, difference.relations_a), (difference.b, difference.relations_b))
        responses = [
            write_response(
                doc,
                doc.sets[name],
                (*ids, *relations),
                with_text=self._with_text,
                trait=difference.confusion.attribute if difference.confusion else "",
            )
            for name, (ids, relations) in zip(self.names, sides, strict=True)
        ]
        text = quote_text(doc, difference) if self._with_text else ""
        examples.append(
            Example(
                doc.id,
                difference.start,
                difference.end,
                text,
                responses[0],
                responses[1],
                difference.kind,
                difference.classes,
            )
        )

    def make_result(self) -> PairDifferences:
        """Return the counts; classes in the order of the documentation, confusions by frequency."""
        order = {name: number for number, name in enumerate(CLASSES)}
        classes = sorted(self._classes, key=lambda item: (order[item[0]], item[1]))
        confusions = sorted(
            self._confusions.items(),
            key=lambda item: (item[0].attribute, -item[1], item[0].a, item[0].b),
        )
        return PairDifferences(
            *self.names,
            self._documents,
            self._total,
            [ClassCount(name, kind, self._classes[name, kind]) for name, kind in classes],
            [ConfusionCount(item.attribute, item.a, item.b, n) for item, n in confusions],
            self._hide(self._repetitions.make_result()),
            self._codes.make_result(),
            [example for examples in self._examples.values() for example in examples],
        )

    def _hide(self, repetitions: list[Repetition]) -> list[Repetition]:
        """Remove the words from repetitions if notes may not be quoted."""
        if self._with_text:
            return repetitions
        return [
            msgspec.structs.replace(item, words=None if item.words is None else "")
            for item in repetitions
        ]
