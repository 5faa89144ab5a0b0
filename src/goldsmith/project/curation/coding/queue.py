"""The queue of the coding pass: mentions without a code, grouped by wording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from sqlalchemy import Connection

from goldsmith.core import Mention, Schema, Span
from goldsmith.errors import InputError, quote_id
from goldsmith.project.curation.coding.candidates import find_candidates, get_wording
from goldsmith.project.curation.coding.memory import ProjectMemory
from goldsmith.project.curation.terms import Vocabulary, open_vocabulary
from goldsmith.store.access import Actor
from goldsmith.store.audit import record
from goldsmith.store.curation.coding import list_origins, open_for_coding
from goldsmith.store.database import Database
from goldsmith.store.journal.reading import SetRow, read_document
from goldsmith.store.journal.state import Content
from goldsmith.store.loading import load_contents
from goldsmith.terminology.coding.candidates import Candidate
from goldsmith.terminology.index.bag_of_words import build_bag_key

#: Characters of the text before and after a mention.
_AROUND = 60
#: Type, wording regardless of word order and inflection, and whether its candidates were rejected.
GroupKey = tuple[str, str, bool]


class CodingPlace(msgspec.Struct, frozen=True):
    """A mention without a code, with the text around it."""

    mention: str
    spans: tuple[Span, ...]
    before: str
    words: str
    after: str


class CodingItem(msgspec.Struct, frozen=True):
    """Mentions of one wording and type.

    Attributes:
        state: `single`: accept or reject the candidate; `several`: choose one or none; `none`:
            search for one.
    """

    wording: str
    type: str
    state: Literal["single", "several", "none"]
    places: tuple[CodingPlace, ...]
    candidates: tuple[Candidate, ...]
    similar: tuple[Candidate, ...]


class CodingQueue(msgspec.Struct, frozen=True):
    """A part of the queue of a set.

    Attributes:
        revision: The revision that answers are based on.
        open: Mentions that should have a code but have none.
        coded: Mentions with a code.
        wordings: The number of items in the whole queue.
        after: The mark for the next part; empty on the last.
    """

    set: str
    revision: int
    open: int
    coded: int
    wordings: int
    items: tuple[CodingItem, ...]
    after: str


class CodingBoard(msgspec.Struct, frozen=True):
    """A set that is being coded: its mentions, its text and the rejections."""

    row: SetRow
    content: Content
    text: str
    schema: Schema
    vocabulary: Vocabulary
    rejected: frozenset[str]
    """Mentions whose candidates were rejected."""

    def list_open(self) -> list[Mention]:
        """Return the mentions that should have a code but have none, in text order."""
        return [
            mention
            for mention in self.content.mentions
            if mention.spans and not mention.codes and self.takes_code(mention)
        ]

    def takes_code(self, mention: Mention) -> bool:
        """Return whether the type of a mention has codes."""
        kind = self.schema.get_mention_type(mention.type)
        return kind is not None and kind.codes != "none"

    def get_key(self, mention: Mention) -> GroupKey:
        """Return the key of mentions that are coded together."""
        wording = get_wording(self.text, mention)
        return mention.type, build_bag_key(wording), mention.id in self.rejected

    def group_open(self) -> Mapping[GroupKey, list[Mention]]:
        """Group the open mentions by wording; the first determines its place in the queue."""
        groups: dict[GroupKey, list[Mention]] = {}
        for mention in self.list_open():
            groups.setdefault(self.get_key(mention), []).append(mention)
        return groups


def open_board(connection: Connection, actor: Actor, set_id: str) -> CodingBoard:
    """Return a set for the person who codes it.

    Raises:
        NotFound: The person may not see the set.
        Forbidden: The set is somebody else's.
    """
    row = open_for_coding(connection, actor, set_id)
    content = load_contents(connection, {row.id: row.revision})[row.id]
    origins = list_origins(connection, actor, set_id)
    rejected = frozenset(origin.annotation for origin in origins if origin.how == "rejected")
    vocabulary = open_vocabulary(connection, actor, row.project)
    text = read_document(connection, row.document).text
    return CodingBoard(row, content, text, vocabulary.schema, vocabulary, rejected)


def read_queue(
    database: Database, actor: Actor, set_id: str, *, limit: int = 20, after: str = ""
) -> CodingQueue:
    """Return mentions without a code, grouped by wording, with their candidates.

    Args:
        database: The database.
        actor: The acting person.
        set_id: Their own set, or a consensus.
        limit: The maximum number of items.
        after: The mention after which the part begins.

    Raises:
        NotFound: The person may not see the set.
        Forbidden: The set is somebody else's.
        InputError: There is no such mention.
    """
    with database.read() as connection:
        board = open_board(connection, actor, set_id)
        memory = ProjectMemory(connection, actor, board.row.project)
    groups = list(board.group_open().items())
    behind = [group for group in groups if _is_behind(board, group[1][0], after)]
    items = tuple(_make_item(board, memory, key, group) for key, group in behind[:limit])
    with database.write() as connection:
        record(
            connection,
            actor,
            "document.code",
            project=board.row.project,
            document=board.row.document,
            set=set_id,
        )
    return CodingQueue(
        set_id,
        board.row.revision,
        sum(len(mentions) for _, mentions in groups),
        sum(bool(mention.codes) for mention in board.content.mentions),
        len(groups),
        items,
        behind[limit - 1][1][0].id if len(behind) > limit else "",
    )


def _is_behind(board: CodingBoard, mention: Mention, after: str) -> bool:
    if not after:
        return True
    mark = next((entry for entry in board.content.mentions if entry.id == after), None)
    if mark is None:
        raise InputError(f"there is no mention {quote_id(after)}", where="after")
    return (mention.start, mention.end, mention.id) > (mark.start, mark.end, mark.id)


def _make_item(
    board: CodingBoard, memory: ProjectMemory, key: GroupKey, mentions: list[Mention]
) -> CodingItem:
    wording = get_wording(board.text, mentions[0])
    listed = find_candidates(board.vocabulary, memory, wording, mentions[0].type)
    candidates = () if key[2] else listed.candidates
    similar = (*listed.candidates, *listed.similar) if key[2] else listed.similar
    return CodingItem(
        wording,
        mentions[0].type,
        "none" if not candidates else "single" if len(candidates) == 1 else "several",
        tuple(_make_place(board.text, mention) for mention in mentions),
        candidates,
        similar,
    )


def _make_place(text: str, mention: Mention) -> CodingPlace:
    start, end = mention.start, mention.end
    return CodingPlace(
        mention.id,
        mention.spans,
        text[max(start - _AROUND, 0) : start],
        text[start:end],
        text[end : end + _AROUND],
    )
