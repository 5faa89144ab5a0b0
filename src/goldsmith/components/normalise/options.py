"""The options of the component `normalise`."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `normalise`."""

    #: Mention types to code; if empty, all.
    types: tuple[str, ...] = ()
    #: Terminologies of the pipeline to code with; if empty, all.
    terms: tuple[str, ...] = ()
    #: Coding systems of the answers, the first preferred; if empty, each terminology's own.
    systems: tuple[str, ...] = ()
    #: A subset that restricts the concepts (`disorders`, or a TOML file); if empty, all.
    subset: str = ""
    #: The number of candidates from each terminology.
    candidates: Annotated[int, msgspec.Meta(ge=1)] = 12
    #: Answers below this probability become CUI-less; with 0, the answer is always a code.
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    #: Without training: mentions whose best name is less similar become CUI-less.
    least: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    #: Assign several codes to coordinations such as "breast and ovarian cancer".
    coordination: bool = True
    #: Inverse regularisation strength of the re-ranker.
    c: Annotated[float, msgspec.Meta(gt=0)] = 4.0
