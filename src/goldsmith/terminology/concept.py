"""A concept of a terminology: its code, names, semantic types and parents."""

from __future__ import annotations

from typing import Literal

import msgspec

#: The relation of a name to its concept. `related` covers broad, narrow and similar names, which
#: people can search for but which are not looked up in text.
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
    """A name of a concept; `source` is the vocabulary of the name if it differs."""

    text: str
    kind: NameKind = "synonym"
    source: str = ""


class Concept(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A concept of a coding system.

    `parents` are codes of the same system, `xrefs` are written SYSTEM:CODE. `types` are semantic
    types: TUIs if the source has them, otherwise the source's own (a namespace, the letter and
    number of a MeSH tree, a chapter of ICD-10). A retired concept explains old codes; it is not
    looked up in text, and `replaced_by` names its successors.
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
        """The preferred term: the first preferred name."""
        for name in self.names:
            if name.kind == "preferred":
                return name.text
        return self.names[0].text if self.names else self.code

    @property
    def key(self) -> str:
        """SYSTEM:CODE, as cross-references write it."""
        return f"{self.system}:{self.code}"
