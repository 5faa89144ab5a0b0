"""Retired codes of a corpus: a queue with suggested successors, and the corpus recoded by it."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from goldsmith.components.lookup.places import TerminologyPart
from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, require_sets
from goldsmith.errors import InputError, quote_id
from goldsmith.formats import CodedWith, get, write
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms.find import Hit, search_concepts
from goldsmith.terminology.store import Terminology

#: Concepts that are suggested by name.
_MOST_CANDIDATES = 5
#: Places that are shown as examples.
_MOST_PLACES = 3
#: The columns of the queue as a CSV file; document and mention narrow a row to one mention.
COLUMNS: Final = (
    "system",
    "code",
    "name",
    "mentions",
    "documents",
    "how",
    "successor",
    "successor_name",
    "alternatives",
    "document",
    "mention",
)


class Successor(msgspec.Struct, frozen=True):
    """A concept that may take the place of a retired one."""

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
    """The queue of retired codes, and what else was counted."""

    codes: tuple[RetiredCode, ...]
    coded: int
    """Mentions with a code."""
    unknown: Mapping[str, int]
    """Codes that no terminology has -> mentions."""


class Recoded(msgspec.Struct, frozen=True):
    """The outcome of a recoding."""

    out: str
    documents: int
    mentions: int
    remaining: int
    """Mentions with a retired code for which the queue has no successor."""
    dropped: dict[str, int]


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
    finder = _SuccessorFinder(terminologies)
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
    finder: _SuccessorFinder,
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


class _SuccessorFinder:
    """Finds concepts by code, and what may take the place of a retired one."""

    def __init__(self, terminologies: Sequence[Terminology]) -> None:
        self._terminologies = terminologies
        self._parts = [TerminologyPart(terms, None) for terms in terminologies]

    def find(self, code: str, system: str) -> tuple[Terminology, int] | None:
        """Find the concept of a code; a concept in use comes before a retired one."""
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


# The queue as a file


def format_queue(queue: RetiredCodes) -> str:
    """Format the queue as CSV; `successor` is filled in where the terminology names only one."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in queue.codes:
        chosen = entry.successors[0] if entry.how == "replaced" else None
        others = [row for row in entry.successors if row is not chosen]
        writer.writerow(
            (
                entry.system,
                entry.code,
                entry.name,
                entry.mentions,
                entry.documents,
                entry.how,
                _format_key(chosen) if chosen else "",
                chosen.title if chosen else "",
                "; ".join(f"{_format_key(row)} {row.title}" for row in others),
                "",
                "",
            )
        )
    return stream.getvalue()


def _format_key(successor: Successor) -> str:
    """Return CODE, with its system unless the code begins with it."""
    code, system = successor.code, successor.system
    return code if code.startswith(f"{system}:") or not system else f"{system}:{code}"


#: System, code, document and mention ("" for all) -> the code to use.
Decisions = Mapping[tuple[str, str, str, str], Code]


def read_queue(path: Path, terminologies: Sequence[Terminology]) -> Decisions:
    """Read what a person decided: a CSV file with system, code and successor.

    Raises:
        InputError: Lines are wrong: a successor does not exist, or is retired itself. All wrong
            lines are listed.
    """
    where = str(path)
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"this queue cannot be read ({type(error).__name__})",
            where=where,
            expected="a CSV file in UTF-8",
        ) from None
    reader = csv.DictReader(io.StringIO(text))
    missing = {"system", "code", "successor"} - set(reader.fieldnames or ())
    if missing:
        raise InputError(
            f"the columns {', '.join(sorted(missing))} are missing",
            where=where,
            line=1,
            expected=", ".join(COLUMNS),
        )
    finder = _SuccessorFinder(terminologies)
    decisions: dict[tuple[str, str, str, str], Code] = {}
    problems = []
    for row in reader:
        cells = {key: (value or "").strip() for key, value in row.items() if key}
        if not cells["successor"]:
            continue
        key = tuple(cells.get(name, "") for name in ("system", "code", "document", "mention"))
        try:
            code = _check_successor(cells["successor"], finder)
            if decisions.setdefault((key[0], key[1], key[2], key[3]), code) != code:
                raise InputError("this code has another successor above")
        except InputError as error:
            problems.append(f"\n  - line {reader.line_num}: {error.what}")
    if problems:
        raise InputError(f"{len(problems)} lines are wrong" + "".join(problems), where=where)
    return decisions


def _check_successor(key: str, finder: _SuccessorFinder) -> Code:
    if key == CUI_LESS:
        return Code(CUI_LESS)
    concept = finder.find(key, "")
    if concept is None:
        raise InputError(f"there is no concept {quote_id(key)}")
    terms, number = concept
    if terms.is_retired(number):
        raise InputError(f"{quote_id(key)} is retired itself")
    return Code(terms.code(number), terms.system(number), terms.title(number))


# Recoding


def recode(
    source: Source,
    decisions: Decisions,
    terminologies: Sequence[Terminology],
    out: Path,
    *,
    sets: Collection[str] = (),
    coded_with: tuple[CodedWith, ...] = (),
    to: str = "corpus",
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> Recoded:
    """Write the corpus with the successors of retired codes.

    Args:
        source: The corpus.
        decisions: The code to use for each retired code, from `read_queue`.
        terminologies: The terminologies, to count the retired codes that stay.
        out: The folder or file to write.
        sets: The annotation sets to recode; all if empty.
        coded_with: The terminologies that the result is coded with.
        to: The format to write.
        allow_loss: What the format may drop.
        overwrite: Replace what is at `out`.
        track: Shows progress.

    Raises:
        UnknownName: No document has one of the sets.
    """
    recoder = _Recoder(decisions, _SuccessorFinder(terminologies))

    def recode_all(docs: Iterable[Document]) -> Iterator[Document]:
        for doc in require_sets(docs, sets):
            changed = {
                name: recoder.recode_set(doc.id, annotation_set)
                if not sets or name in sets
                else annotation_set
                for name, annotation_set in doc.sets.items()
            }
            yield replace(doc, sets=changed)

    written = write(
        recode_all(track(source, source.total)),
        out,
        to,
        records=source.read_records(),
        terms=coded_with if get(to).keeps_terms else source.read_terms(),
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
    return Recoded(
        str(out), written.documents, recoder.mentions, recoder.remaining, written.dropped
    )


class _Recoder:
    """Replaces codes, and counts the mentions that change and those that stay retired."""

    def __init__(self, decisions: Decisions, finder: _SuccessorFinder) -> None:
        self._decisions, self._finder = decisions, finder
        self._retired: dict[tuple[str, str], bool] = {}
        self.mentions = 0
        self.remaining = 0

    def recode_set(self, doc_id: str, annotation_set: AnnotationSet) -> AnnotationSet:
        """Return the set with other codes."""
        mentions = []
        for mention in annotation_set.mentions:
            codes = tuple(
                dict.fromkeys(self._choose(code, doc_id, mention.id) for code in mention.codes)
            )
            self.mentions += codes != mention.codes
            self.remaining += any(map(self._is_retired, codes))
            mentions.append(replace(mention, codes=codes) if codes != mention.codes else mention)
        return replace(annotation_set, mentions=tuple(mentions))

    def _choose(self, code: Code, doc_id: str, mention: str) -> Code:
        key = code.system, code.code
        general = self._decisions.get((*key, "", ""), code)
        return self._decisions.get((*key, doc_id, mention), general)

    def _is_retired(self, code: Code) -> bool:
        key = code.system, code.code
        if key not in self._retired:
            concept = self._finder.find(code.code, code.system)
            self._retired[key] = concept is not None and concept[0].is_retired(concept[1])
        return self._retired[key]
