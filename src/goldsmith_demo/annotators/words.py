"""Words and sentences of a text, and word lists, for the error mechanisms."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from goldsmith.core import Mention, Span
from goldsmith.core.offsets import get_covered_text

#: Tokens at which a span may begin and end: words and single punctuation marks.
TOKEN: Final = re.compile(r"\w+|[^\w\s]")
_WORD: Final = re.compile(r"\w+(?:[-'’]\w+)*")
_BREAK: Final = re.compile(r"[.!?]\s+(?=[A-Z\d])|\n\s*")
_BLANKS: Final = re.compile(r"[^\S\n]+")

DETERMINERS: Final = frozenset(
    "a an the this that these those her his their my our your its some any".split()
)
PRONOUNS: Final = frozenset(
    """
    he her hers him his i it its me my our ours she that their them these they this those us we
    which who you your one ones both
    """.split()
)
#: Words that no error puts at the edge of a mention, except a determiner at its start.
FUNCTION_WORDS: Final = frozenset(
    """
    about above after again all also although am among an and are as at be because been before
    being below between both but by can cannot could did do does done during each few for from had
    has have having he her here him his how however i if in into is it its just may me might more
    most must my no nor not now of off on once only or other our out over own same she should since
    so some such than that the their them then there these they this those through to today
    together too under until up very was we were what when where whether which while who whom why
    will with within without would you your yours dear dr mr mrs ms miss yours sincerely thank
    """.split()
)
#: Words so general that annotators overlook them.
GENERIC: Final = frozenset(
    """
    appearance appearances area change changes complication condition diagnosis disease examination
    finding findings film films history illness lesion lesions operation problem problems procedure
    report result results scan scans sign signs specimen surgery symptom symptoms test tests tissue
    treatment treatments
    """.split()
)
#: Words for places in the body that occur in the names of diseases and of teams.
BODY_WORDS: Final = frozenset(
    """
    abdominal adrenal aortic axillary bladder bone bowel brain breast bronchial cardiac cervical
    chest colon colonic colorectal coronary gastric heart hepatic kidney liver lung lymph nasal neck
    neural ovarian ovary pancreatic pelvic pericardial peritoneal pleural prostate pulmonary rectal
    renal skin spinal stomach thoracic throat thyroid urinary uterine vascular venous ventricular
    wound
    """.split()
)
#: First words of a place that name a part of it.
PART_WORDS: Final = frozenset(
    """
    anterior apical ascending central descending distal inferior inner lateral left lower main
    medial mid middle outer posterior proximal right superior terminal transverse upper
    """.split()
)


def collect_offsets(mentions: Iterable[Mention]) -> set[int]:
    """Collect the offsets of all characters that mentions cover."""
    spans = (span for mention in mentions for span in mention.spans)
    return {offset for span in spans for offset in range(span.start, span.end)}


class Words:
    """The words of a text and their positions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [Span(*match.span()) for match in _WORD.finditer(text)]
        self._starts = [word.start for word in self.spans]
        self._ends = [word.end for word in self.spans]
        self._breaks = [match.end() for match in _BREAK.finditer(text)]

    def find_before(self, start: int) -> Span | None:
        """Return the word before an offset, if only blanks on the same line separate the two."""
        number = bisect_right(self._ends, start) - 1
        if number < 0 or not self.is_adjacent(self.spans[number].end, start):
            return None
        return self.spans[number]

    def find_after(self, end: int) -> Span | None:
        """Return the word after an offset, if only blanks on the same line separate the two."""
        number = bisect_left(self._starts, end)
        if number == len(self.spans) or not self.is_adjacent(end, self.spans[number].start):
            return None
        return self.spans[number]

    def is_adjacent(self, end: int, start: int) -> bool:
        """Return whether one or more blanks, and nothing else, separate two offsets."""
        return end < start and bool(_BLANKS.fullmatch(self.text, end, start))

    def find_inside(self, span: Span) -> list[Span]:
        """Return the words inside a span."""
        matches = _WORD.finditer(self.text, span.start, span.end)
        return [Span(*word.span()) for word in matches]

    def get_wording(self, span: Span) -> str:
        """Return the text of a span in lower case."""
        return self.text[span.start : span.end].casefold()

    def find_sentence(self, offset: int) -> int:
        """Return the number of the sentence at an offset."""
        return bisect_right(self._breaks, offset)

    def get_text(self, mention: Mention) -> str:
        """Return the text of a mention in lower case."""
        return get_covered_text(self.text, mention.spans).casefold()

    def get_head(self, mention: Mention) -> str:
        """Return the last word of a mention without its plural ending."""
        words = self.get_text(mention).split()
        return words[-1].rstrip("s") if words else ""
