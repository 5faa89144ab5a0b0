"""The options of the component `temporal`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from goldsmith.components.temporal.resolution.order import DateOrder


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `temporal`."""

    #: Your own grammar files, in addition to the built-in grammar or instead of it.
    grammar_files: tuple[str, ...] = ()
    shipped_grammar: bool = True
    #: Order of day and month in 3/4/08; auto: inferred from each document and the training data.
    order: DateOrder = "auto"
    #: Categories of expressions that are not times: age, gestation, as-needed, vague, generic.
    skip: tuple[Literal["age", "gestation", "as-needed", "vague", "generic"], ...] = (
        "age",
        "gestation",
        "as-needed",
    )
    #: The layout of the annotations (layouts.toml); empty: by the schema or the training data.
    layout: str = ""
    #: TIMEX3 type -> mention type, for a corpus with its own labels; empty: by the layout.
    types: Mapping[Literal["DATE", "TIME", "DURATION", "SET"], str] = {}
    #: What decides extents and types: the rules, a model trained on their candidates, or the
    #: better of the two in cross-validation over the training data.
    extents: Literal["rules", "trained", "auto"] = "auto"
    #: auto: folds of the cross-validation.
    folds: Annotated[int, msgspec.Meta(ge=2)] = 3
    #: trained: passes over the training data, members of the ensemble, and the lowest acceptable
    #: mean of the probabilities of a time, and of a time with the selected extent.
    epochs: Annotated[int, msgspec.Meta(ge=0)] = 0
    members: Annotated[int, msgspec.Meta(ge=1)] = 4
    threshold: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.37
    #: Add the date of the document, from its metadata, as a time without a span.
    creation_time: bool = True
