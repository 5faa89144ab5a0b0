"""The concepts that a mention may denote, with earlier codes of its wording."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from goldsmith.core import CUI_LESS, Mention
from goldsmith.errors import InputError, NotFound
from goldsmith.project.curation.coding.memory import ProjectMemory
from goldsmith.project.curation.terms import (
    Vocabulary,
    find_title,
    open_vocabulary,
    rank_candidates,
)
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.journal.reading import get_set, read_document
from goldsmith.store.loading import load_contents
from goldsmith.terminology.coding.candidates import Candidate

#: How many concepts are ranked for a mention.
_RANKED = 20


class CandidateList(msgspec.Struct, frozen=True):
    """Concepts for a wording.

    Attributes:
        candidates: Concepts with a name of the same words, and codes that the wording had before;
            these are accepted, rejected or chosen.
        similar: Concepts with a similar name, as a starting point for a search.
    """

    candidates: tuple[Candidate, ...]
    similar: tuple[Candidate, ...]


def find_candidates(
    vocabulary: Vocabulary, memory: ProjectMemory | None, text: str, type_name: str
) -> CandidateList:
    """Return the concepts that a wording of a mention type may denote."""
    ranked = rank_candidates(vocabulary, text, type_name, limit=_RANKED)
    before = memory.recall(text) if memory else {}
    remembered = _remember(vocabulary, ranked, before, text)
    keys = {(entry.system, entry.code) for entry in remembered}
    others = [entry for entry in ranked if (entry.system, entry.code) not in keys]
    return CandidateList(
        (*remembered, *(entry for entry in others if entry.how != "similar")),
        tuple(entry for entry in others if entry.how == "similar"),
    )


def read_candidates(
    database: Database, actor: Actor, project: str, text: str, type_name: str = ""
) -> CandidateList:
    """Return the concepts that a string may denote.

    Raises:
        NotFound: The person is not a member of the project.
        InputError: The string is empty, or there is no such mention type.
    """
    if not text.strip():
        raise InputError("there is no wording", where="text", expected="the words of a mention")
    with database.read() as connection:
        vocabulary = open_vocabulary(connection, actor, project)
        memory = ProjectMemory(connection, actor, project)
    return find_candidates(vocabulary, memory, text, type_name)


def read_mention_candidates(
    database: Database, actor: Actor, set_id: str, mention_id: str
) -> CandidateList:
    """Return the concepts that a mention may denote.

    Raises:
        NotFound: The person may not see the set, or it has no such mention.
    """
    with database.read() as connection:
        row = get_set(connection, actor, set_id)
        content = load_contents(connection, {row.id: row.revision})[row.id]
        mention = next((entry for entry in content.mentions if entry.id == mention_id), None)
        if mention is None or not mention.spans:
            raise NotFound("the set has no such mention in the text")
        text = read_document(connection, row.document).text
        vocabulary = open_vocabulary(connection, actor, row.project)
        memory = ProjectMemory(connection, actor, row.project)
    return find_candidates(vocabulary, memory, get_wording(text, mention), mention.type)


def get_wording(text: str, mention: Mention) -> str:
    """Return the words of a mention, its parts joined by a blank."""
    words = " ".join(text[span.start : span.end] for span in mention.spans)
    return " ".join(words.split())


def _remember(
    vocabulary: Vocabulary,
    ranked: list[Candidate],
    before: Mapping[tuple[str, str], int],
    text: str,
) -> list[Candidate]:
    """Return the codes that the wording had before, the most frequent first."""
    by_key = {(entry.system, entry.code): entry for entry in ranked}
    remembered = []
    for (system, code), count in sorted(before.items(), key=lambda item: (-item[1], item[0])):
        title = find_title(vocabulary.parts, system, code) or code
        plain = Candidate(-1, code, system, title, text, 0.0, "corpus")
        entry = by_key.get((system, code), plain)
        if code != CUI_LESS:
            remembered.append(replace(entry, how="corpus", before=count))
    return remembered
