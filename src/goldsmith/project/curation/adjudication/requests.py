"""Requests of adjudicators, and the responses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from goldsmith.adjudication import Mixture, NewMention
from goldsmith.adjudication.units import Blocks
from goldsmith.project.curation.adjudication.consensus import ConsensusState

#: An id that a client makes.
ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"\A[!-~]+\Z")]
Remark = Annotated[str, msgspec.Meta(max_length=2_000)]


class DecisionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision about a unit.

    Attributes:
        id: Made by the client; a decision that is sent again is recorded once.
        keep: The versions that enter the consensus, by their ids; none if the unit is dropped.
        mix: Versions that combine fields of several versions, if the rules allow it.
        add: Mentions that nobody made, if the rules allow it.
        blocks: Chains that match no single version; each lists slots of the unit.
        reason: Why.
        guideline: The page of the guideline that decides it.
    """

    id: ClientId
    keep: tuple[str, ...] = ()
    mix: tuple[Mixture, ...] = ()
    add: tuple[NewMention, ...] = ()
    blocks: Blocks | None = None
    reason: Remark = ""
    guideline: Remark = ""


class ReopenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Withdraws the decision about a unit."""

    id: ClientId
    reason: Remark = ""


class PolicyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lets a policy decide every open unit of a document, or of all documents of a batch."""

    id: ClientId
    policy: Literal["majority", "union", "intersection"]
    document: Annotated[str, msgspec.Meta(max_length=100, pattern=r"\A[!-~]*\Z")] = ""


class DecisionReceipt(msgspec.Struct, frozen=True):
    """The response to a decision, once it is durable and the consensus is updated."""

    id: str
    document: str
    unit: str
    consensus: ConsensusState


class PolicyReceipt(msgspec.Struct, frozen=True):
    """The decisions of a policy: document -> units."""

    id: str
    decided: dict[str, int]


class ConsensusReceipt(msgspec.Struct, frozen=True):
    """The consensus of each document of a batch: document -> its state."""

    documents: dict[str, ConsensusState]
