"""Options of the component coreference."""

from __future__ import annotations

from typing import Literal

import msgspec

#: The default threshold of links, used if there are too few training documents to choose one.
DEFAULT_THRESHOLD = -0.5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `coreference`."""

    #: The type of the relations or groups that are written; by default the schema's identity.
    relation: str = ""
    #: pairs: each mention with the previous one in its chain; groups; "": as in training.
    form: Literal["", "pairs", "groups"] = ""
    #: Types of mentions to link; by default those of the training data or schema.
    types: tuple[str, ...] = ()
    #: given: link existing mentions. find: also detect pronouns, people and noun phrases, in the
    #: schemas odie and i2b2-2011.
    markables: Literal["given", "find"] = "given"
    #: Terminologies whose names are synonyms; by default all of the pipeline.
    terms: tuple[str, ...] = ()
    #: Whether a mention may be outside any chain; "auto": if this occurs in the training data, or
    #: if mentions are predicted, not given. If the training data has no such mention, predicted
    #: mentions without a pair are dropped.
    singletons: Literal["auto", "allow", "none"] = "auto"
    #: Link by the precise rules even if there is a trained ranker.
    rules_only: bool = False
    #: How many preceding mentions are candidates regardless of their words.
    window: int = 15
    #: The score (log odds) that a link must exceed; by default chosen by cross-validation on the
    #: training data.
    threshold: float | None = None
    #: Also write part/whole and set/subset pairs, if the schema has them.
    bridging: bool = True
    #: The number of trees of the ranker, their depth, and the maximum number of training pairs.
    trees: int = 200
    depth: int = 6
    max_pairs: int = 200_000
    seed: int = 0
