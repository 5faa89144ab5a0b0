"""The options of the component `assertion`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `assertion`."""

    #: Use the rules; with `classifier`, they are features and may be chosen over it.
    rules: bool = True
    #: Train a classifier on the attributes of the training data.
    classifier: bool = True
    #: Rule files of your own, in addition to the built-in rules; or without those.
    rule_files: tuple[str, ...] = ()
    shipped_rules: bool = True
    #: Mention types; empty: those whose attributes the schema has; all without a schema.
    types: tuple[str, ...] = ()
    #: Category -> attribute -> value, and the values without any category; empty: by the schema.
    mapping: Mapping[str, Mapping[str, str]] = {}
    otherwise: Mapping[str, str] = {}
    #: Lasting diseases under "history of" and in the past history: current, or history.
    lasting: Literal["current", "history"] = "current"
    #: Attributes to learn; empty: those of the mapping.
    learn: tuple[str, ...] = ()
    #: Add signals and what they modify; unset: if the schema has such relations.
    signals: bool | None = None
    #: Cross-validation folds for the choice between rules and classifier; 0: no choice.
    folds: Annotated[int, msgspec.Meta(ge=0)] = 3
    #: Cost of errors of the classifier (C).
    c: Annotated[float, msgspec.Meta(gt=0)] = 0.1
