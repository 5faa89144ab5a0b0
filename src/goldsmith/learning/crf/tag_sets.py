"""Tag sets of the SemEval-2014 systems (Pradhan et al. 2014, section 6), for comparison.

| name   | tags                | discontiguous mentions                                   |
| ------ | ------------------- | -------------------------------------------------------- |
| bio    | B I O               | become contiguous, from the first token to the last      |
| biohd  | B I O DB DI HB HI   | D tags their parts, H a part that several mentions share |
| bilou  | B I L O U           | become contiguous; L ends a mention, U is a single token |
| sbioen | S B I O E N         | N tags each of their tokens; one mention per sentence    |

Annotations are encoded as B and I with the letters D and H (`tags`). A tag set renames these tags
for training, and maps the labels of a chain, which always has B, I, E and S, to its own tags.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from goldsmith.learning.crf.tag_ends import mark_ends
from goldsmith.learning.crf.tags import OUTSIDE

TagSetName = Literal["bio", "biohd", "bilou", "sbioen"]
_BIO: Mapping[str, str] = {"B": "B", "I": "I", "E": "I", "S": "B"}
_PART = "D"


class TagSet(NamedTuple):
    """The tags that a sequence model learns."""

    name: TagSetName
    places: Mapping[str, str]
    """First token of several, inner token, last token, only token (B, I, E, S) -> its tag."""
    discontiguous: bool
    """Whether discontiguous mentions have separate tags."""
    heads: bool = False
    """Whether parts that several mentions share have separate tags."""
    part: str = ""
    """The single tag for all tokens of discontiguous mentions, if their position is not tagged."""

    def rename(self, tags: Sequence[str]) -> list[str]:
        """Return the tags of a sentence, encoded as B and I, in this tag set."""
        return [self.rename_label(label) for label in mark_ends(tags)]

    def rename_label(self, label: str) -> str:
        """Return the tag of a label with B, I, E or S, such as DE-Disorder."""
        if label == OUTSIDE:
            return label
        place, _, type_ = label.partition("-")
        if self.part and place[:-1] == _PART:
            return f"{self.part}-{type_}"
        return f"{place[:-1]}{self.places[place[-1]]}-{type_}"


TAG_SETS: Mapping[TagSetName, TagSet] = {
    "bio": TagSet("bio", _BIO, discontiguous=False),
    "biohd": TagSet("biohd", _BIO, discontiguous=True, heads=True),
    "bilou": TagSet("bilou", {"B": "B", "I": "I", "E": "L", "S": "U"}, discontiguous=False),
    "sbioen": TagSet(
        "sbioen", {"B": "B", "I": "I", "E": "E", "S": "S"}, discontiguous=True, part="N"
    ),
}
#: The default tags: B and I for crfsuite; other trainers mark ends themselves.
DEFAULT = TAG_SETS["biohd"]
