"""Sources of concepts: one module for each kind of terminology release."""

from goldsmith.terminology.sources.base import (
    Options,
    Release,
    Source,
    check_options,
    compute_digest,
    get,
    names,
    recognise,
)

__all__ = [
    "Options",
    "Release",
    "Source",
    "check_options",
    "compute_digest",
    "get",
    "names",
    "recognise",
]
