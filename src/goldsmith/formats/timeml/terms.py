"""Elements and attributes of TimeML 1.2.1 that reading and writing share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from goldsmith.core import Mention

#: The inline elements, each with its id attribute.
IDS: Final[Mapping[str, str]] = {"EVENT": "eid", "TIMEX3": "tid", "SIGNAL": "sid"}
INSTANCE: Final = "MAKEINSTANCE"
LINKS: Final = frozenset({"TLINK", "SLINK", "ALINK"})

#: Attributes whose value is an id of the same file, and the names under which we store them.
REFERENCES: Final[Mapping[str, str]] = {
    name: f"timeml:{name}" for name in ("signalID", "anchorTimeID", "beginPoint", "endPoint")
}

#: Attributes that are not read as attributes: ids, arguments, and the comment, which is a note.
STRUCTURAL: Final = frozenset(
    "eid eiid tid sid lid eventID comment eventInstanceID timeID relatedToEventInstance "
    "relatedToTime subordinatedEventInstance relatedToEvent subordinatedEvent".split()
)

#: Comment that marks a date in <DCT> as metadata of the document, not as a mention.
DATE_ONLY: Final = "date of the document"
#: Attribute with the text of the <DCT>.
DCT_TEXT: Final = "timeml:text"
TITLE: Final = "title"
DOCID: Final = "timeml:docid"
EXTRAINFO: Final = "timeml:extrainfo"

FUNCTION: Final = "functionInDocument"
CREATION: Final = "CREATION_TIME"
_DOCUMENT_TIMES = frozenset({CREATION, "PUBLICATION_TIME"})
_ISO = re.compile(r"\d{4}(-\d\d(-\d\d)?)?(?=T|$)")


def find_creation_time(mentions: Iterable[Mention]) -> Mention | None:
    """Find the time expression of the document's creation, preferring one outside the text."""
    times = [
        mention
        for mention in mentions
        if mention.type == "TIMEX3" and mention.attributes.get(FUNCTION) in _DOCUMENT_TIMES
    ]
    return min(times, key=lambda time: (time.start, time.end), default=None)


def get_date(timex: Mention) -> str:
    """Return the calendar date in a time expression's value, or ""."""
    match = _ISO.match(timex.attributes.get("value", ""))
    return match[0] if match else ""
