"""The words and sentences of a text, as closely as an annotator's slips need them; word lists."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from goldsmith.core import Mention, Span
from goldsmith.core.offsets import covered

#: Where a span may begin and end: at words and at single signs.
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
#: Words that no mention begins or ends with by a slip.
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
#: Words that name so much that readers pass over them.
GENERIC: Final = frozenset(
    """
    appearance appearances area change changes complication condition diagnosis disease examination
    finding findings film films history illness lesion lesions operation problem problems procedure
    report result results scan scans sign signs specimen surgery symptom symptoms test tests tissue
    treatment treatments
    """.split()
)
#: Words for places in the body that hide in the names of diseases and of teams.
BODY_WORDS: Final = frozenset(
    """
    abdominal adrenal aortic axillary bladder bone bowel brain breast bronchial cardiac cervical
    chest colon colonic colorectal coronary gastric heart hepatic kidney liver lung lymph nasal neck
    neural ovarian ovary pancreatic pelvic pericardial peritoneal pleural prostate pulmonary rectal
    renal skin spinal stomach thoracic throat thyroid urinary uterine vascular venous ventricular
    wound
    """.split()
)
#: First words of a place that say which part of it is meant.
PART_WORDS: Final = frozenset(
    """
    anterior apical ascending central descending distal inferior inner lateral left lower main
    medial mid middle outer posterior proximal right superior terminal transverse upper
    """.split()
)


def occupied(mentions: Iterable[Mention]) -> set[int]:
    """The offsets of all characters that mentions cover."""
    spans = (span for mention in mentions for span in mention.spans)
    return {offset for span in spans for offset in range(span.start, span.end)}


class Words:
    """The words of one text and where they stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.all = [Span(*found.span()) for found in _WORD.finditer(text)]
        self._starts = [word.start for word in self.all]
        self._ends = [word.end for word in self.all]
        self._breaks = [found.end() for found in _BREAK.finditer(text)]

    def before(self, start: int) -> Span | None:
        """The word before an offset with nothing but blanks between, on the same line."""
        number = bisect_right(self._ends, start) - 1
        if number < 0 or not self.apart(self.all[number].end, start):
            return None
        return self.all[number]

    def after(self, end: int) -> Span | None:
        """The word after an offset with nothing but blanks between, on the same line."""
        number = bisect_left(self._starts, end)
        if number == len(self.all) or not self.apart(end, self.all[number].start):
            return None
        return self.all[number]

    def apart(self, end: int, start: int) -> bool:
        """Whether two offsets have nothing but blanks between them, and at least one."""
        return end < start and bool(_BLANKS.fullmatch(self.text, end, start))

    def inside(self, span: Span) -> list[Span]:
        """The words of a stretch of text."""
        found = _WORD.finditer(self.text, span.start, span.end)
        return [Span(*word.span()) for word in found]

    def of(self, span: Span) -> str:
        """The wording of a span, without regard to case."""
        return self.text[span.start : span.end].casefold()

    def sentence(self, offset: int) -> int:
        """The number of the sentence an offset is in."""
        return bisect_right(self._breaks, offset)

    def wording(self, mention: Mention) -> str:
        """What a mention says, without regard to case."""
        return covered(self.text, mention.spans).casefold()

    def head(self, mention: Mention) -> str:
        """The last word of a mention, without the ending of a plural."""
        words = self.wording(mention).split()
        return words[-1].rstrip("s") if words else ""
