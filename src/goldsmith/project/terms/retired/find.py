"""Find the retired codes of a corpus and suggest successors."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from goldsmith.components.lookup.places import TerminologyPart
from goldsmith.core import AnnotationSet, Document, require_sets
from goldsmith.project.terms.find import Hit, search_concepts
from goldsmith.terminology.store import Terminology

#: The number of concepts that are suggested by name.
_MOST_CANDIDATES = 5
#: The number of example places.
_MOST_PLACES = 3


class Successor(msgspec.Struct, frozen=True):
    """A concept that may replace a retired one."""

    system: str
    code: str
    title: str


class RetiredCode(msgspec.Struct, frozen=True):
    """A retired code of the corpus with its suggested successors, best first."""

    system: str
    code: str
    name: str
    mentions: int
    documents: int
    how: str
    """replaced: the terminology names one successor; several: it names more; by name: concepts
    with a similar name; none."""
    successors: tuple[Successor, ...]
    places: tuple[str, ...]
    """A few mentions: document, set, id and offset."""


class RetiredCodes(msgspec.Struct, frozen=True):
    """The queue of retired codes, and further counts."""

    codes: tuple[RetiredCode, ...]
    coded: int
    """Mentions with a code."""
    unknown: Mapping[str, int]
    """Codes that no terminology has -> mentions."""


class _Use(msgspec.Struct):
    """The mentions of a code."""

    mentions: int = 0
    documents: set[str] = msgspec.field(default_factory=set)
    places: list[str] = msgspec.field(default_factory=list)


def find_retired(
    docs: Iterable[Document], terminologies: Sequence[Terminology], *, sets: Collection[str] = ()
) -> RetiredCodes:
    """List the codes of a corpus that the terminologies have retired, most frequent first.

    Args:
        docs: The documents.
        terminologies: The terminologies.
        sets: The annotation sets; all if empty.

    Raises:
        UnknownName: No document has one of the sets.
    """
    uses: dict[tuple[str, str], _Use] = {}
    coded = 0
    for doc in require_sets(docs, sets):
        for name, annotation_set in doc.sets.items():
            if not sets or name in sets:
                coded += _count_uses(doc, annotation_set, uses)
    finder = SuccessorFinder(terminologies)
    queue, unknown = [], {}
    for (system, code), use in uses.items():
        concept = finder.find(code, system)
        if concept is None:
            unknown[f"{system}:{code}" if system else code] = use.mentions
        elif concept[0].is_retired(concept[1]):
            queue.append(_make_entry(system, code, use, finder, concept))
    queue.sort(key=lambda entry: (-entry.mentions, entry.system, entry.code))
    return RetiredCodes(tuple(queue), coded, dict(sorted(unknown.items())))


def _count_uses(
    doc: Document, annotation_set: AnnotationSet, uses: dict[tuple[str, str], _Use]
) -> int:
    coded = 0
    for mention in annotation_set.mentions:
        coded += bool(mention.codes)
        for code in mention.codes:
            if code.is_cui_less:
                continue
            use = uses.setdefault((code.system, code.code), _Use())
            use.mentions += 1
            use.documents.add(doc.id)
            if len(use.places) < _MOST_PLACES:
                place = (
                    f"{doc.id} [{annotation_set.name}] {mention.id} {mention.start}–{mention.end}"
                )
                use.places.append(place)
    return coded


def _make_entry(
    system: str,
    code: str,
    use: _Use,
    finder: SuccessorFinder,
    concept: tuple[Terminology, int],
) -> RetiredCode:
    terms, number = concept
    how, successors = finder.suggest(terms, number)
    return RetiredCode(
        system,
        code,
        terms.title(number),
        use.mentions,
        len(use.documents),
        how,
        successors,
        tuple(use.places),
    )


class SuccessorFinder:
    """Finds concepts by code, and the successors of retired ones."""

    def __init__(self, terminologies: Sequence[Terminology]) -> None:
        self._terminologies = terminologies
        self._parts = [TerminologyPart(terms, None) for terms in terminologies]

    def find(self, code: str, system: str) -> tuple[Terminology, int] | None:
        """Find the concept of a code; a concept in use takes precedence over a retired one."""
        retired = None
        for terms in self._terminologies:
            number = _get_number(terms, code, system)
            if number is not None and not terms.is_retired(number):
                return terms, number
            if number is not None and retired is None:
                retired = terms, number
        return retired

    def suggest(self, terms: Terminology, number: int) -> tuple[str, tuple[Successor, ...]]:
        """Return how successors were found, and the successors."""
        named = tuple(self._follow(terms, number))
        if named:
            return "replaced" if len(named) == 1 else "several", named
        hits = search_concepts(self._parts, terms.title(number), limit=_MOST_CANDIDATES)
        candidates = tuple(_make_successor(hit) for hit in _prefer(hits, terms.system(number)))
        return ("by name" if candidates else "none"), candidates

    def _follow(self, terms: Terminology, number: int) -> Iterator[Successor]:
        """Yield the successors that are in use; a successor may be retired itself."""
        visited = {number}
        queue = [number]
        while queue:
            concept = terms.concept(queue.pop(0))
            for code in concept.replaced_by:
                successor = _get_number(terms, code, concept.system)
                if successor is None or successor in visited:
                    continue
                visited.add(successor)
                if terms.is_retired(successor):
                    queue.append(successor)
                else:
                    yield Successor(
                        terms.system(successor), terms.code(successor), terms.title(successor)
                    )


def _get_number(terms: Terminology, code: str, system: str) -> int | None:
    """Return the number of a code; codes of some sources are written with their system."""
    number = terms.get_number(code, system)
    if number is None and system:
        number = terms.get_number(f"{system}:{code}", system)
    before, colon, after = code.partition(":")
    if number is None and colon:
        number = terms.get_number(after, before)
    return number


def _prefer(hits: Iterable[Hit], system: str) -> list[Hit]:
    """Put concepts of the same coding system first."""
    return sorted(hits, key=lambda hit: hit.system != system)


def _make_successor(hit: Hit) -> Successor:
    return Successor(hit.system, hit.code, hit.title)
