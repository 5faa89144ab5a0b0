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
    #: Additional rule files, and whether to use the built-in rules as well.
    rule_files: tuple[str, ...] = ()
    shipped_rules: bool = True
    #: Mention types; if empty, types with such attributes in the schema, or all without a schema.
    types: tuple[str, ...] = ()
    #: Category -> attribute -> value, and the values without a category; if empty, from the schema.
    mapping: Mapping[str, Mapping[str, str]] = {}
    otherwise: Mapping[str, str] = {}
    #: How to annotate lasting diseases after "history of" and in the past history section.
    lasting: Literal["current", "history"] = "current"
    #: Attributes to learn; if empty, those of the mapping.
    learn: tuple[str, ...] = ()
    #: Add signals and their relations; by default only if the schema has such relations.
    signals: bool | None = None
    #: Cross-validation folds for the choice between rules and classifier; with 0, both are used.
    folds: Annotated[int, msgspec.Meta(ge=0)] = 3
    #: Cost of errors of the classifier (C).
    c: Annotated[float, msgspec.Meta(gt=0)] = 0.1
