"""Where concepts come from: one file for each kind of terminology release."""

from goldsmith.terminology.sources.base import (
    Options,
    Release,
    Source,
    checked,
    digest,
    get,
    names,
    recognise,
)

__all__ = ["Options", "Release", "Source", "checked", "digest", "get", "names", "recognise"]
