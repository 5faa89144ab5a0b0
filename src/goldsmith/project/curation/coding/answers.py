"""Answers of the coding pass: each is a change of the set, with the origin of the code."""

from __future__ import annotations

from typing import Annotated

import msgspec
from sqlalchemy import Connection

from goldsmith.core import CUI_LESS, Code, Mention
from goldsmith.errors import Conflict, InputError, quote_id
from goldsmith.project.curation.coding.candidates import find_candidates, get_wording
from goldsmith.project.curation.coding.memory import ProjectMemory
from goldsmith.project.curation.coding.queue import CodingBoard, open_board
from goldsmith.project.curation.terms import Vocabulary, find_title, open_vocabulary
from goldsmith.store.access import Actor
from goldsmith.store.curation.coding import CodeOrigin, How, add_origins, open_for_coding
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.reading import find_receipt
from goldsmith.store.journal.steps import SetCodes
from goldsmith.terminology.coding.candidates import Candidate

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"\A[!-~]+\Z")]
_Word = Annotated[str, msgspec.Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]
_Mentions = Annotated[tuple[_Word, ...], msgspec.Meta(min_length=1, max_length=5_000)]


class CodingAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer about mentions of one wording.

    Attributes:
        id: Made by the client; an answer that is sent again is recorded once.
        base: The revision of the set that the answer is based on.
        mentions: The mentions that it concerns.
        how: `accepted` or `rejected` for one candidate, `chosen` or `rejected` for several,
            `searched` for any concept, `cui-less` if there is no concept.
        system: The coding system of the code.
        code: The code, except for a rejection and `cui-less`.
        guideline: The version of the guideline that the annotator followed.
    """

    id: _Id
    base: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    mentions: _Mentions
    how: How
    system: _Word = ""
    code: _Word = ""
    guideline: _Word = ""


def answer(database: Database, actor: Actor, set_id: str, data: CodingAnswer) -> Receipt:
    """Give mentions a code, or record that their candidates were rejected.

    The change can be undone like any other; this also removes the origin of the code.

    Raises:
        NotFound: The person may not see the set.
        Forbidden: The set is somebody else's, or closed.
        InputError: The answer does not match the candidates; the message explains why.
        Conflict: The mentions were changed since, or have a code.
    """
    with database.read() as connection:
        row = open_for_coding(connection, actor, set_id)
        vocabulary = open_vocabulary(connection, actor, row.project)
        change = _make_change(vocabulary, data)
        is_new = find_receipt(connection, set_id, change) is None
        candidates = _check(connection, actor, set_id, data) if is_new else []
    with database.write() as connection:
        receipt = Journal(capacity=1).append(connection, actor, set_id, change)
        if is_new:
            add_origins(connection, _list_origins(set_id, receipt, data, candidates))
    return receipt


def _make_change(vocabulary: Vocabulary, data: CodingAnswer) -> Change:
    codes = _make_codes(vocabulary, data)
    steps = tuple(SetCodes(mention, codes) for mention in dict.fromkeys(data.mentions))
    return Change(data.id, data.base, steps, source="coding", guideline=data.guideline)


def _make_codes(vocabulary: Vocabulary, data: CodingAnswer) -> tuple[Code, ...]:
    if data.how == "rejected":
        return ()
    if data.how == "cui-less":
        return (Code(CUI_LESS),)
    title = find_title(vocabulary.parts, data.system, data.code) if data.code else None
    if title is None and data.how == "searched":
        raise InputError(
            f"there is no concept {quote_id(f'{data.system}:{data.code}')}",
            where="code",
            expected="a code of a terminology of the project",
        )
    return (Code(data.code, data.system, title or ""),)


def _check(
    connection: Connection, actor: Actor, set_id: str, data: CodingAnswer
) -> list[Candidate]:
    """Return the candidates that an answer concerns.

    Raises:
        InputError: The answer does not match them.
        Conflict: A mention already has a code.
    """
    board = open_board(connection, actor, set_id)
    mentions = _find_mentions(board, data)
    rejected = {board.get_key(mention)[2] for mention in mentions}
    memory = ProjectMemory(connection, actor, board.row.project)
    first = mentions[0]
    wording = get_wording(board.text, first)
    listed = find_candidates(board.vocabulary, memory, wording, first.type).candidates
    candidates = [] if rejected == {True} else list(listed)
    _check_choice(data, candidates)
    return candidates


def _find_mentions(board: CodingBoard, data: CodingAnswer) -> list[Mention]:
    by_id = {mention.id: mention for mention in board.content.mentions}
    unknown = [name for name in data.mentions if name not in by_id]
    if unknown:
        raise InputError(f"there is no mention {quote_id(unknown[0])}", where="mentions")
    mentions = [by_id[name] for name in dict.fromkeys(data.mentions)]
    if any(mention.codes for mention in mentions):
        raise Conflict("a mention already has a code. Load the queue again")
    if not all(board.takes_code(mention) for mention in mentions):
        raise InputError("a mention of this type has no codes", where="mentions")
    if len({board.get_key(mention)[:2] for mention in mentions}) > 1:
        raise InputError(
            "the mentions have different wordings or types",
            where="mentions",
            expected="mentions of one item of the queue",
        )
    return mentions


def _check_choice(data: CodingAnswer, candidates: list[Candidate]) -> None:
    keys = {(candidate.system, candidate.code) for candidate in candidates}
    count = len(candidates)
    is_among = (data.system, data.code) in keys
    fits = {
        "accepted": count == 1 and is_among,
        "chosen": count > 1 and is_among,
        "rejected": count > 0 and (not data.code or is_among),
        "searched": bool(data.code),
        "cui-less": not data.code,
    }
    if not fits[data.how]:
        raise InputError(
            f"the answer {data.how} does not match {count} candidates",
            where="how",
            expected=_EXPECTED[min(count, 2)],
        )


_EXPECTED = (
    "searched with the code of a concept, or cui-less",
    "accepted with the code of the candidate, rejected, searched or cui-less",
    "chosen with the code of a candidate, rejected, searched or cui-less",
)


def _list_origins(
    set_id: str, receipt: Receipt, data: CodingAnswer, candidates: list[Candidate]
) -> list[CodeOrigin]:
    code = f"{data.system}:{data.code}" if data.system else data.code
    if data.how == "cui-less":
        code = CUI_LESS
    return [
        CodeOrigin(set_id, mention, receipt.revision, data.how, code, len(candidates))
        for mention in dict.fromkeys(data.mentions)
    ]
