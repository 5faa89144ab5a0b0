"""The terminologies of a project: opened once for each process, and shared by its threads."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from sqlalchemy import Connection

from goldsmith.core import Schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.terms.find import Hit
from goldsmith.project.terms.page import (
    ConceptPage,
    Tree,
    browse_hierarchy,
    describe_concepts,
)
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.projects import get_project, get_schema
from goldsmith.terminology import shelf
from goldsmith.terminology.coding.candidates import Candidate, CandidateGenerator
from goldsmith.terminology.search.query import Search
from goldsmith.terminology.selection import Selection
from goldsmith.terminology.store import Terminology

#: The number of candidate generators cached per terminology, one for each mention type.
_GENERATORS = 64


class OpenTerminology:
    """A terminology with its search functions; threads share its caches."""

    def __init__(self, terms: Terminology) -> None:
        self.terms, self.search = terms, Search(terms)
        self.get_generator = lru_cache(maxsize=_GENERATORS)(self._make_generator)

    def select_types(self, types: Iterable[str]) -> tuple[str, ...]:
        """Return those semantic types that this terminology has."""
        kinds = Selection(types=tuple(types)).kinds
        return tuple(kind for kind in kinds if kind in self.terms.types)

    def _make_generator(self, types: tuple[str, ...], system: str) -> CandidateGenerator:
        mask = self.terms.mask(types=types) if types else None
        systems = (system,) if system in self.terms.systems else ()
        return CandidateGenerator(self.terms, mask=mask, systems=systems)


class Vocabulary(msgspec.Struct, frozen=True):
    """The terminologies of a project, with its schema."""

    parts: tuple[OpenTerminology, ...]
    schema: Schema

    @property
    def terminologies(self) -> list[Terminology]:
        return [part.terms for part in self.parts]


_opened: dict[str, OpenTerminology] = {}
_lock = threading.Lock()


def open_vocabulary(connection: Connection, actor: Actor, project: str) -> Vocabulary:
    """Return the terminologies that the settings of a project name.

    Raises:
        NotFound: The person is not a member of the project.
        UnknownName: A terminology is not on the shelf.
    """
    names = get_project(connection, actor, project).settings.terminologies or (shelf.DEMO,)
    schema = get_schema(connection, actor, project)
    return Vocabulary(tuple(_open(name) for name in dict.fromkeys(names)), schema)


def search_concepts(
    database: Database,
    actor: Actor,
    project: str,
    query: str,
    *,
    type_name: str = "",
    limit: int = 20,
) -> tuple[Hit, ...]:
    """Return the concepts that match a few letters or words, best first.

    Args:
        database: The database.
        actor: The acting person.
        project: The project.
        query: A name, its words in any order, its beginning, or a code.
        type_name: A mention type: only concepts of its semantic types, if the terminology has
            them.
        limit: The maximum number of concepts.

    Raises:
        NotFound: The person is not a member of the project.
        InputError: The query is empty, or there is no such mention type.
    """
    if not query.strip():
        raise InputError("there is nothing to search for", where="query", expected="a name or code")
    vocabulary = _load(database, actor, project)
    types = list_semantic_types(vocabulary.schema, type_name)
    ranked = [
        (-hit.score, place, _make_hit(part.terms, hit.concept, hit.text, hit.how, hit.score))
        for part in vocabulary.parts
        for place, hit in enumerate(
            part.search.search(query, limit=limit, types=part.select_types(types))
        )
    ]
    ranked.sort(key=lambda row: row[:2])
    hits: dict[tuple[str, str], Hit] = {}
    for *_, hit in ranked:
        hits.setdefault((hit.system, hit.code), hit)
    return tuple(hits.values())[:limit]


def read_concepts(
    database: Database, actor: Actor, project: str, key: str
) -> tuple[ConceptPage, ...]:
    """Return the concepts with a code: names, semantic types, definition, ancestors, children.

    Raises:
        NotFound: The person is not a member of the project.
        InputError: No terminology of the project has the code.
    """
    terminologies = _load(database, actor, project).terminologies
    return tuple(describe_concepts(terminologies, key, others=()))


def browse_concepts(
    database: Database, actor: Actor, project: str, key: str = "", *, depth: int = 1
) -> tuple[Tree, ...]:
    """Return the hierarchy from the roots, or from one concept down.

    Raises:
        NotFound: The person is not a member of the project.
        InputError: No terminology of the project has the code.
    """
    terminologies = _load(database, actor, project).terminologies
    return tuple(browse_hierarchy(terminologies, key, depth=depth, limit=100))


def list_semantic_types(schema: Schema, type_name: str) -> tuple[str, ...]:
    """Return the semantic types of a mention type; none if no type is named.

    Raises:
        UnknownName: The schema has no such type.
    """
    if not type_name:
        return ()
    kind = schema.get_mention_type(type_name)
    if kind is None:
        raise UnknownName("mention type", type_name, (entry.name for entry in schema.mention))
    return kind.semantic_types


def rank_candidates(
    vocabulary: Vocabulary, text: str, type_name: str, *, limit: int
) -> list[Candidate]:
    """Return the concepts that a mention may denote, best first, each code once."""
    types = list_semantic_types(vocabulary.schema, type_name)
    kind = vocabulary.schema.get_mention_type(type_name)
    ranked: dict[tuple[str, str], Candidate] = {}
    candidates = [
        msgspec.structs.replace(
            candidate,
            score=float(candidate.score),
            definition=part.terms.definition(candidate.concept),
        )
        for part in vocabulary.parts
        for candidate in part.get_generator(
            part.select_types(types), kind.code_system if kind else ""
        )(text, limit=limit)
    ]
    for candidate in sorted(candidates, key=lambda entry: -entry.score):
        ranked.setdefault((candidate.system, candidate.code), candidate)
    return list(ranked.values())[:limit]


def find_title(parts: Sequence[OpenTerminology], system: str, code: str) -> str | None:
    """Return the preferred term of a code; None if no terminology has it."""
    for part in parts:
        number = part.terms.get_number(code, system)
        if number is not None:
            return part.terms.title(number)
    return None


def _load(database: Database, actor: Actor, project: str) -> Vocabulary:
    with database.read() as connection:
        return open_vocabulary(connection, actor, project)


def _open(name: str) -> OpenTerminology:
    """Return a terminology on the shelf, or the built-in one; settings never name a path."""
    with _lock:
        if name not in _opened:
            if name != shelf.DEMO and name not in shelf.names():
                raise UnknownName("terminology", name, {*shelf.names(), shelf.DEMO})
            _opened[name] = OpenTerminology(Terminology(shelf.find_folder(name)))
        return _opened[name]


def _make_hit(terms: Terminology, number: int, name: str, how: str, score: int) -> Hit:
    return Hit(
        terms.name,
        terms.system(number),
        terms.code(number),
        terms.title(number),
        name,
        terms.types_of(number),
        how,
        score,
        terms.is_retired(number),
    )
