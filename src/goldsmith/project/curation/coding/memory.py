"""Earlier codes of the same wording, in sets that the person may see."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection

from goldsmith.core import Document
from goldsmith.store.access import Actor
from goldsmith.store.curation.coding import LearnedSet, list_learned_sets, read_texts
from goldsmith.store.database import Database
from goldsmith.store.journal.state import Content, make_set
from goldsmith.store.loading import load_contents
from goldsmith.terminology.coding.memory import Memory

#: The number of sets that are cached.
_CAPACITY = 20_000
_SET = "set"
#: System and code -> how often.
Counts = Mapping[tuple[str, str], int]


class EarlierCode(msgspec.Struct, frozen=True):
    """An earlier code of the same wording, regardless of word order."""

    system: str
    code: str
    count: int


class _Memories:
    """The codes of sets, by id and revision. Ids are random, so one cache serves all databases."""

    def __init__(self) -> None:
        self._memories: OrderedDict[tuple[str, int], Memory] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: tuple[str, int]) -> Memory | None:
        with self._lock:
            return self._memories.get(key)

    def put(self, key: tuple[str, int], memory: Memory) -> None:
        with self._lock:
            self._memories[key] = memory
            while len(self._memories) > _CAPACITY:
                self._memories.popitem(last=False)


_memories = _Memories()


class ProjectMemory:
    """The codes in the example sets of a project for a person.

    Args:
        connection: An open transaction.
        actor: The acting person.
        project: The project.

    Raises:
        NotFound: The person is not a member of the project.
    """

    def __init__(self, connection: Connection, actor: Actor, project: str) -> None:
        entries = list_learned_sets(connection, actor, project)
        _learn(connection, entries)
        memories = (_memories.get((entry.id, entry.revision)) for entry in entries)
        self._parts = [memory for memory in memories if memory]

    def recall(self, text: str) -> Counts:
        """Return how often the wording was given each code."""
        counts: Counter[tuple[str, str]] = Counter()
        for memory in self._parts:
            counts.update(memory.recall(text))
        return counts


def read_codings(
    database: Database, actor: Actor, project: str, text: str
) -> tuple[EarlierCode, ...]:
    """Return how the same wording was coded before, the most frequent code first.

    Until a batch is closed, an annotator sees codes of their own sets only.

    Raises:
        NotFound: The person is not a member of the project.
    """
    with database.read() as connection:
        counts = ProjectMemory(connection, actor, project).recall(text)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(EarlierCode(system, code, count) for (system, code), count in ordered)


def _learn(connection: Connection, entries: Sequence[LearnedSet]) -> None:
    """Read the sets that are not cached."""
    missing = [entry for entry in entries if _memories.get((entry.id, entry.revision)) is None]
    if not missing:
        return
    contents = load_contents(connection, {entry.id: entry.revision for entry in missing})
    coded = {
        entry.document
        for entry in missing
        if any(mention.codes for mention in contents[entry.id].mentions)
    }
    texts = read_texts(connection, coded)
    for entry in missing:
        memory = _make_memory(contents[entry.id], texts.get(entry.document))
        _memories.put((entry.id, entry.revision), memory)


def _make_memory(content: Content, text: str | None) -> Memory:
    memory = Memory()
    if text is not None:
        doc = Document("", text, sets={_SET: make_set(content, _SET)})
        memory.learn(doc, _SET)
    return memory
