"""The words of TimeML 1.2.1 that reading and writing share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from goldsmith.core import Mention

#: The inline elements, each with the attribute that holds its id.
IDS: Final[Mapping[str, str]] = {"EVENT": "eid", "TIMEX3": "tid", "SIGNAL": "sid"}
INSTANCE: Final = "MAKEINSTANCE"
LINKS: Final = frozenset({"TLINK", "SLINK", "ALINK"})

#: Attributes that hold an id of the same file -> the name under which we keep them.
REFERENCES: Final[Mapping[str, str]] = {
    name: f"timeml:{name}" for name in ("signalID", "anchorTimeID", "beginPoint", "endPoint")
}

#: Attributes that are no attributes of ours: ids, arguments, and the comment, which is a note.
OWN: Final = frozenset(
    "eid eiid tid sid lid eventID comment eventInstanceID timeID relatedToEventInstance "
    "relatedToTime subordinatedEventInstance relatedToEvent subordinatedEvent".split()
)

#: How a date is marked that stands in <DCT> for the document's metadata, not for a mention.
DATE_ONLY: Final = "date of the document"
#: What the <DCT> says in words.
WORDING: Final = "timeml:text"
TITLE: Final = "title"
DOCID: Final = "timeml:docid"
EXTRAINFO: Final = "timeml:extrainfo"

FUNCTION: Final = "functionInDocument"
CREATION: Final = "CREATION_TIME"
_DOCUMENT_TIMES = frozenset({CREATION, "PUBLICATION_TIME"})
_ISO = re.compile(r"\d{4}(-\d\d(-\d\d)?)?(?=T|$)")


def document_time(mentions: Iterable[Mention]) -> Mention | None:
    """The time expression that says when the document was written; one outside the text first."""
    found = [
        one
        for one in mentions
        if one.type == "TIMEX3" and one.attributes.get(FUNCTION) in _DOCUMENT_TIMES
    ]
    return min(found, key=lambda one: (one.start, one.end), default=None)


def date_of(timex: Mention) -> str:
    """The calendar date in a time expression's value, as far as it is known."""
    found = _ISO.match(timex.attributes.get("value", ""))
    return found[0] if found else ""
