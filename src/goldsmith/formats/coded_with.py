"""The terminologies that a corpus is coded with: their names, versions and digests."""

from __future__ import annotations

import msgspec

#: The name of the loss if a format cannot store them.
TERMS = "terms"


class CodedWith(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terminology that codes of a corpus come from."""

    name: str
    version: str = ""
    """The version stated by the sources of the terminology."""
    digest: str = ""
    """The digest of the compiled terminology, which identifies its content."""

    def __str__(self) -> str:
        details = ", ".join(filter(None, (self.version, self.digest[:12])))
        return f"{self.name} ({details})" if details else self.name
