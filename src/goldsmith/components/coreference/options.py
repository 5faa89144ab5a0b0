"""Options of the component coreference."""

from __future__ import annotations

from typing import Literal

import msgspec

#: The threshold of links if too few documents are trained on to choose one.
DEFAULT_THRESHOLD = -0.5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `coreference`."""

    #: The type of the relations or groups that are written; by default the schema's identity.
    relation: str = ""
    #: pairs: each mention with the one right before it in its chain; groups; "" as in training.
    form: Literal["", "pairs", "groups"] = ""
    #: Types of mentions that are in chains; by default those of the training data or schema.
    types: tuple[str, ...] = ()
    #: given: link the mentions that there are. find: also pronouns, people and noun phrases that
    #: the component finds itself, in the schemas odie and i2b2-2011.
    markables: Literal["given", "find"] = "given"
    #: Terminologies whose names are synonyms; by default all of the pipeline.
    terms: tuple[str, ...] = ()
    #: Whether a mention may be in no chain; "auto": if one is not in the training data, or if
    #: mentions are not given but found. Found mentions without a pair are dropped then.
    singletons: Literal["auto", "allow", "none"] = "auto"
    #: Link by the precise rules even if there is a trained ranker.
    rules_only: bool = False
    #: How many mentions right before one are candidates whatever their words.
    window: int = 15
    #: The score that a link must exceed, as the logarithm of the odds; by default chosen by folds
    #: of the training data.
    threshold: float | None = None
    #: Write part/whole and set/subset pairs too, where the schema has them.
    bridging: bool = True
    #: The number of trees of the ranker, their levels, and the pairs that they are trained on.
    trees: int = 200
    depth: int = 6
    max_pairs: int = 200_000
    seed: int = 0
