"""Find ages over 89, which so few people reach that they identify a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy.finders.dates import MAX_AGE
from goldsmith.privacy.identifiers import AGE, Identifier

_AGE = re.compile(
    r"(?:\b(?:aged?|age of|age(?:/sex)?[ ]?[:=])[ ]?(?P<after>9\d|1[0-2]\d)\b"
    r"|\b(?:died|dead|lived|until|death)[ ](?:at|to|until)[ ](?P<died>9\d|1[01]\d)\b"
    r"(?!\.\d|[/%]|[ ]?[a-z]*m?g\b)"
    r"|(?<![\d./-])(?P<before>9\d|1[0-2]\d)"
    r"(?=[ -]?(?:years?|yrs?|y|yo|y/o|yr)\.?[ -]?(?:old|of age|o\b)"
    r"|[ ]?(?:yrs?|y/?o)\b|-year-old|[ ]?(?-i:[MF])\b(?![/.]))"
    r"|(?<![\d./])(?P<years>9\d|1[0-2]\d)(?=[ ]years?\b(?![ ](?:ago|later|before)))"
    r"|\b(?P<word>ninety)(?P<unit>-(?:one|two|three|four|five|six|seven|eight|nine))?"
    r"(?=[ -](?:years?|yr)))",
    re.IGNORECASE,
)


def find_ages(text: str) -> Iterator[Identifier]:
    """Find ages over 89; their surrogate is 90, which then means 90 or more."""
    for match in _AGE.finditer(text):
        if match["word"]:
            if match["unit"]:
                yield Identifier(*match.span(), AGE, "age", 9, new=match["word"])
            continue
        group = next(name for name in ("after", "died", "before", "years") if match[name])
        if int(match[group]) > MAX_AGE:
            yield Identifier(*match.span(group), AGE, "age", 9, new=str(MAX_AGE))
