"""A concept of a terminology: a code, the names people give it, and where it stands."""

from __future__ import annotations

from typing import Literal

import msgspec

#: What a name is to its concept. `related` covers broad, narrow and merely similar names, which
#: help a person who searches and are not looked for in text.
NameKind = Literal["preferred", "synonym", "abbreviation", "lay", "related", "retired"]
KINDS: tuple[NameKind, ...] = (
    "preferred",
    "synonym",
    "abbreviation",
    "lay",
    "related",
    "retired",
)


class Name(msgspec.Struct, frozen=True, order=True, omit_defaults=True, gc=False):
    """One name of a concept. `source` is the vocabulary it comes from, where it is another one."""

    text: str
    kind: NameKind = "synonym"
    source: str = ""


class Concept(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A concept. The first preferred name is the one to show.

    `parents` are codes of the same system, `xrefs` are written SYSTEM:CODE, `types` are semantic
    types: TUIs where the source is coded with them, else the source's own (a namespace, the
    letter and number of a MeSH tree, a chapter of ICD-10). A retired concept is kept so that old
    codes can be explained; it is not found in text, and `replaced_by` says what to use.
    """

    code: str
    system: str
    names: tuple[Name, ...]
    types: tuple[str, ...] = ()
    definition: str = ""
    parents: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()
    retired: bool = False
    replaced_by: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name to show."""
        for name in self.names:
            if name.kind == "preferred":
                return name.text
        return self.names[0].text if self.names else self.code

    @property
    def key(self) -> str:
        """SYSTEM:CODE, as cross-references write it."""
        return f"{self.system}:{self.code}"
