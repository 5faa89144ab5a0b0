"""The options of the component `relations`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Cost = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `relations`."""

    #: Relation types to find; if empty, all types of the training data except identity.
    types: tuple[str, ...] = ()
    #: Relation types to leave out.
    leave_out: tuple[str, ...] = ()
    #: The maximum distance of the two mentions in sentences; 0 means the same sentence.
    sentences: Annotated[int, msgspec.Meta(ge=0)] = 1
    #: Without a schema: how often a pair of types must be related in the training data.
    least: Count = 1
    #: goldsmith: our own features. clef-2009: only the features that the CLEF paper lists.
    feature_set: Literal["goldsmith", "clef-2009"] = "goldsmith"
    #: clef-2009: how many tokens on either side of a mention are features.
    window: Annotated[int, msgspec.Meta(ge=0)] = 6
    #: Drop pairs by types and distance before the classifiers see them.
    prefilter: bool = True
    #: The share of related pairs that the filter by types and distance may lose.
    lost: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.01
    #: Cost of errors (C) of the first and of the second classifier.
    c: Cost = 0.02
    c_second: Cost = 0.02
    #: Cross-validation folds for the second classifier and the thresholds; 1 means no second
    #: classifier.
    folds: Count = 4
