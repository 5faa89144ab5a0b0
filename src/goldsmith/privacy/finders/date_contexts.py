"""Decide by context which number patterns may be dates, and which of those clearly are.

Blood pressures, fractions, scores and ventilator settings cannot be dates and are not proposed.
Among the others, `is_clear_date` accepts those that the surrounding words show to be dates.
"""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.months import is_clear_month
from goldsmith.privacy.identifiers import Identifier

_ANY = re.IGNORECASE
_CONTEXT = 36
_DURATIONS = (7, 12, 24, 52)
_VITALS = (
    r"n?[abs]?bp|b/p|pressures?|maps?|pap?|pad|cvp|ps|psv|peep|cpap|bipap|s?imv|cmv|vent|settings?"
    r"|rate|tv|fio2|ipap|epap|hr|rr|resps?|pulse|temps?|tmax|spo2|o2|sats|sat['’]?ing|ef|icp|cpp"
)
_SCORES = (
    r"apgars?|gcs|scores?|scale|pain|strength|power|motor|receptors?|allred|arms?|legs?|grip|mini-?cog|monofilament"
    r"|attention|memory|fluency|language|recall|orientation|reflexes|dtr['’]?s|pulses|grade[ds]?"
    r"|murmurs?|stage|visual acuity|vision|va|od|os|ou|ratio|tof|twitch(?:es)?|ramsay|kps|mmse|asa"
    r"|nihss|gleason|dukes|nodes?|level|chapter|section|rass|nyha|class|type|d5|fraction"
)
_LABS = (
    r"hgb|hb|hct|h ?& ?h|crit|wbc|plts?|platelets|bun|creat(?:inine)?|cr|k|na|cl|hco3|glucose|fs|bs"
    r"|ca|mg|phos|lytes|abg|pt|ptt|inr|i ?& ?o|uo|output|drainage|ferritin"
)
#: Shorthand with a slash that is not the label of a value.
_SHORTHAND = r"(?:d/c|s/p|f/u|h/o|r/o|u/s|c/s|w/u|n/v|y/o|o/n|r/t|d/t|b/c|a/w)"
#: A label whose value is not a date: "BP 110/60", "H/H 9/27", "strength is 5/5".
_LABEL = re.compile(
    rf"(?:\b(?:{_VITALS}|{_SCORES}|{_LABS})|\b(?!{_SHORTHAND}\b)[a-z]{{1,5}}/[a-z]{{1,5}})\b"
    r"['’]?s?[ ]?"
    r"(?:(?:is|was|were|are|of|to|at|now|in|remains?|stable|about|approx|ranging|from|still|up"
    r"|down|currently|set|settings?|support|on|l|r|left|right|=|:|~|-)[ ]*)*$",
    _ANY,
)
#: Characters that occur neither in a label nor in the words after it; the search starts after them.
_NO_LABEL = re.compile(r"[,;.()\[\]+%<>\n]")
#: The most frequent labels, which need no pattern.
_LABELS = frozenset(
    "hr rr bp sat sats temp t p k na cl cr bun mg ca phos wbc hgb hct plt inr ptt glucose fs bs "
    "pulse resp resps cvp map peep ps tv rate fio2 o2 spo2 gcs ef age aged".split()
)
_LAST_WORD = re.compile(r"([A-Za-z0-9]+)[ ]$")
_SHORT_CONTEXT = 9
#: Text that follows a fraction, a score or a setting.
_COUNTED = re.compile(
    r"[ ]?(?:strength|power|nodes?|cores?|murmur|sem|hsm|mr|diastolic"
    r"|(?:holo|pan|mid|early)?-?systolic"
    r"|ejection|blowing|pain|bottles?|tubes?"
    r"|twitch(?:es)?|lit(?:re|er)s?|normal|ns|saline|tabs?|tablets?|pulses?|reflexes|positive nodes"
    r"|full|way|of the|of a|dose|inch|pack|block|hourly|vessels?|leads?|score|in severity|scale"
    r"|wk|weeks?|days?|hours?|mins?|minutes?|course|ago|h/o|history)\b"
    r"|[ ]?(?:\+|x\d|mm|cm|mg|ml|cc|l)\b",
    _ANY,
)
_VENT_LINE = re.compile(
    r"\b(?:vent|bipap|cpap|simv|imv|psv|ps|pressure support|peep|fio2|ipap|epap)\b", _ANY
)
#: Words before a date: "on 8/14", "admitted 9/12", "until 26/1".
_WHEN = re.compile(
    r"(?:\b(?:on|dated?|since|until|til|till|thru|through|from|by|as of|adm(?:it(?:ted)?|ission)?"
    r"|d/?c['’]?d?|discharged|transferred|seen|start(?:ed|ing)|began|post|done|drawn|taken|due|last"
    r"|placed|inserted|changed|rounded|dos|lmp|edc|edd|effective|collected|received|exp(?:ires)?|appt|f/u"
    r"|appointment|visit|fell|before|after|ending|finish(?:es|ed)?|clinic|signed|arrived"
    r"|returned|passed|died|born|intubated|extubated|dx(?:['’]?d)?|diagnosed)[ ]?[:(]?[ ]?"
    r"(?:the[ ])?)$",
    _ANY,
)
_IN = re.compile(r"\b(?:in|since|until|till|around|about|circa)[ ]$", _ANY)
_ON = re.compile(r"\b(?:on|dated|date:?)[ ](?:the[ ])?$", _ANY)
_UNTIL = re.compile(r"\b(?:until|til|till|since|by|dated|signed|due)[ ]$", _ANY)
#: Tests and procedures, which notes put before their date: "CXR 8/14".
_DONE = re.compile(
    r"\b(?:cxr|x-?ray|kub|ct|cat scan|mri|mra|echo|tee|tte|cath|ekg|ecg|eeg|egd|cx['’]?s?"
    r"|cultures?"
    r"|biopsy|bx|labs?|film|scan|ultrasound|us|u/s|surgery|or|procedure|admit|note|bronch|trach|peg"
    r"|mi|cabg|cva|s/p|ppm|lbm|bday|birthday|repair|resection|\w+ectomy|\w+oscopy|\w+plasty"
    r"|results?|bloods?)[ ]?[:(,]?[ ]?$",
    _ANY,
)
_WEEKDAY = re.compile(r"(?<![^\W_])(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,6}\b)", _ANY)
_LINE_START = re.compile(r"(?:^|\n)[ \t]*(?:[-•*][ ]?)?$")
_MORE = re.compile(r"[ ]?(?:,|and|&|to|-)[ ]?\d\d/\d\d(?![\d/])")
_AFTER_MORE = re.compile(r"(?<!\d)\d\d/\d\d[ ]?(?:,|and|&)[ ]?$")
#: A line that starts with a pair of numbers, as the entries of a log do.
_ENTRY = re.compile(r"^[ \t]*\d{1,2}/\d{1,2}(?![\d/])", re.MULTILINE)
_MIN_ENTRIES = 2
_LINE_HEAD = re.compile(r"[ ]?(?:[:)-]|[ap]m\b|[012]?\d[:.]?[0-5]\d\b|\n|$)", _ANY)
_PAIN = re.compile(r"\b(?:pain|goal|vas|score)\b", _ANY)
#: The forms that no context makes clear.
_UNCLEAR = (
    *(patterns.SIX_DIGITS, patterns.CELL_YEAR, patterns.LOOSE_YEAR),
    *(patterns.VALUE, patterns.SECTION),
)
#: The forms that are clear only with the right context or a weekday.
_DOUBTFUL = frozenset(
    (
        patterns.MONTH_DAY,
        patterns.DURATION,
        patterns.SCORE,
        patterns.HYPHENED,
        patterns.DOTTED,
        patterns.YEAR,
        patterns.NAMED_MONTH,
        patterns.NAMED_DAY,
        *_UNCLEAR,
    )
)
_LOW = frozenset(("1/2", "1/3", "2/3", "1/4", "2/4", "3/4", "1/8", "0/3"))

_YEAR_CONTEXT = re.compile(
    r"(?:\b(?:in|since|until|till|from|of|by|during|before|after|circa|year|about|around|late|early"
    r"|mid|to|and|between|approximately|last|spring|summer|autumn|fall|winter)[ ]|\("
    r"|[a-z]{4}[ ]|\b(?:dx|hx|mi|cva|avr|bx|s/p|fx)[ ]|[a-z],[ ]|\b[A-Z]{2,5},?[ ]"
    r"|['’]?\d{4}[ ]?[-–&,][ ]?|[ ]{2}|[|\t]|\b[cd]\.[ ])$",
    _ANY,
)
_NO_YEAR = re.compile(
    r"\b(?:count|dose|room|rm|box|code|number|no|level|platelets|plts?|ferritin|bleep|ext|beeper"
    r"|intake|output|pager|version|calories|ref|pg|wbc|ck|bnp|in:|out:|uo|tv|volume|balance|los|page"
    r"|x|street|weight|wt|#)\.?[ ]$"
    r"|@[ ]?$",
    _ANY,
)
#: Words before a number that is mostly a time of day or an amount, but may be a year.
_HARDLY_YEAR = re.compile(
    r"\b(?:at|than|approximately|total|for|was|is|over|under|time|out|st)\.?[ ]$", _ANY
)
#: Words that come before a year as often as before a time of day: since 2000, until 1930.
_SINCE = re.compile(
    r"\b(?:since|until|till|from|by|before|after|about|around|to|and|between|last)[ ]$", _ANY
)
_CLOCK = re.compile(
    r"(?:\b(?:at|since|until|till|from|by|around)|@)[ ]?(?:0\d|1[0-8]|2[1-3])[0-5]\d\b"
    r"|\b(?:0\d|1[0-8]|2[1-3])[0-5]\d[ ]?(?:h|hrs|hours)\b",
    _ANY,
)
_SECTION = re.compile(
    r"\b(?:section|version|v|ver|release|chapter|figure|table|rule|item|no)\.?[ ]?$", _ANY
)
_NUMBERS_IN = re.compile(
    rf"(?:{_VITALS}|{_LABS}|stay(?:ing|s)?|run(?:ning|s)?|remain(?:ing|s)?)", _ANY
)
_DAY_WHEN = re.compile(
    r"\b(?:(?:on|by|until|til|till|since|from|before|after|for|due)[ ](?:the[ ])?"
    r"|(?:the|sent|seen|done|off|out|appeal|appt|review|visit|clinic)[ ]"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?[ ](?:the[ ])?)$",
    _ANY,
)


def is_dated(text: str, start: int) -> bool:
    """Return whether a word before an offset shows that a date follows."""
    return bool(_WHEN.search(_get_before(text, start)))


def may_be_numeric(match: re.Match[str], text: str) -> bool:
    """Return whether 8-09-83 may be a date; 2.5.10 before a heading is a section number."""
    one_digit = 1 in (len(match["first"]), len(match["second"]))
    if max(int(match["first"]), int(match["second"])) > 12:
        one_digit = False
    is_doubtful = match["sep"] == "." and one_digit and len(match["year"]) == 2
    return not is_doubtful or not _is_section_number(match, text)


def _is_section_number(match: re.Match[str], text: str) -> bool:
    """Return whether numbers with dots start a line or follow a word such as "section"."""
    before = _get_before(text, match.start())
    if is_dated(text, match.start()) or patterns.TIME.match(text, match.end()):
        return False
    return bool(_LINE_START.search(before) or _SECTION.search(before))


def may_be_pair(match: re.Match[str], text: str) -> bool:
    """Return whether 8/14 or 08-14 may be a date; labelled values, scores and fractions may not."""
    before = _get_before(text, match.start())
    if _COUNTED.match(text, match.end()) or _is_labelled(before):
        return False
    is_dated = bool(_WHEN.search(before) or _DONE.search(before))
    if match["sep"] == "-":
        return is_dated or not _is_range_of_values(match)
    if match.group() == "24/7":
        return False
    is_score = len(match["first"]) == 1 and match["first"] == match["second"]
    if match["second"] == "10" and not is_dated and _has_pain_scores(text, match.start()):
        return False
    is_listed = _AFTER_MORE.search(before) or _MORE.match(text, match.end())
    if is_dated or is_listed or _is_entry(match, text):
        return True
    return not (is_score or match.group() in _LOW)


def may_be_value(match: re.Match[str], text: str) -> bool:
    """Return whether 3/3 or 1/4, which is rarely a date, may be one because it has no label."""
    if match["sep"] == "-" or match.group() == "24/7" or _COUNTED.match(text, match.end()):
        return False
    return not _is_labelled(_get_before(text, match.start()))


def may_be_dotted(match: re.Match[str], text: str) -> bool:
    """Return whether 14.2 or 09 may be a date or a year; a labelled value may not."""
    word = _LAST_WORD.search(text, max(0, match.start() - _SHORT_CONTEXT), match.start())
    if word and word.group(1).casefold() in _LABELS:
        return False
    if _COUNTED.match(text, match.end()):
        return False
    return not _is_labelled(_get_before(text, match.start()))


def _is_labelled(before: str) -> bool:
    """Return whether the label of a value ends the text before a number."""
    return _has_label(_NO_LABEL.split(before)[-1])


@lru_cache(5000)
def _has_label(tail: str) -> bool:
    return _LABEL.search(tail) is not None


def _is_entry(match: re.Match[str], text: str) -> bool:
    """Return whether 2/3 starts an entry of a log, or the time of day follows: 8/8 0300."""
    if patterns.TIME.match(text, match.end()):
        return True
    is_first = _LINE_START.search(_get_before(text, match.start())) is not None
    return is_first and len(_ENTRY.findall(text)) >= _MIN_ENTRIES


def _has_pain_scores(text: str, start: int) -> bool:
    """Return whether n/10 is a pain score: the line says so, or the note has many of them."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return bool(_PAIN.search(line)) or text.count("/10") > 2


def _is_range_of_values(match: re.Match[str]) -> bool:
    return match["first"] in ("0", "00") or match["second"] in ("0", "00")


def name_pair(match: re.Match[str], text: str) -> str:
    """Return the form of a pair of numbers: a date, or possibly a duration, a score or a range."""
    if match["sep"] == "-":
        before = _get_before(text, match.start())
        is_dated = _WHEN.search(before) or "0" in (match["first"][0], match["second"][0])
        return patterns.MONTH_DAY if is_dated else patterns.HYPHENED
    if _is_entry(match, text):
        return patterns.MONTH_DAY
    if match["second"] in ("7", "12", "52"):
        return patterns.DURATION
    is_score = match["second"] in ("5", "6", "10") or match["first"] == match["second"]
    return patterns.SCORE if is_score else patterns.MONTH_DAY


def may_be_short_month(match: re.Match[str], text: str) -> bool:
    """Return whether 8/88 may be a month and year; a pressure or a visual acuity may not."""
    is_acuity = match["number_month"] == "6" and match["year"] in ("36", "60")
    if is_acuity or _COUNTED.match(text, match.end()):
        return False
    return not _is_labelled(_get_before(text, match.start()))


def rank_short_month(match: re.Match[str], text: str) -> int:
    """Rank 8/03 as month and year: before the day 3 August after words such as "in", else after."""
    before = _get_before(text, match.start())
    return 7 if _IN.search(before) or not match["year"].startswith("0") else 9


def may_be_year(match: re.Match[str], text: str) -> bool:
    """Return whether four digits may be a year; a count, a dose or a room may not."""
    if _NO_YEAR.search(text, max(0, match.start() - 16), match.start()):
        return False
    is_time = int(match["year"][2:]) < 60 and _LINE_START.search(_get_before(text, match.start()))
    return not (is_time and re.match(r"[ ]?[-:]?[ ]?[A-Za-z]", text[match.end() :][:4]))


def may_be_year_of_event(match: re.Match[str], text: str) -> bool:
    """Return whether two digits after an event or after "in" may be a year."""
    start = match.start()
    before = patterns.BEFORE_YEAR.search(text, max(0, start - _CONTEXT), start)
    if before is None:
        return False
    return not any(word and _NUMBERS_IN.fullmatch(word) for word in before.group("word", "site"))


def may_be_day(match: re.Match[str], text: str) -> bool:
    """Return whether "the 21st" or "Tues 18th" may be a day of the month."""
    return bool(_DAY_WHEN.search(text, max(0, match.start() - 16), match.start()))


def is_clear_date(identifier: Identifier, text: str, *, month_first: bool) -> bool:
    """Return whether the form or the context of a proposed date shows that it is one.

    Args:
        identifier: A date of `propose_dates`; its rule is its form.
        text: The text of the note.
        month_first: Whether the note writes the month first; 5/7 is then not five days.
    """
    if identifier.rule not in _DOUBTFUL:
        return True
    wording = text[identifier.start : identifier.end]
    if _WEEKDAY.search(wording):
        return True
    if identifier.rule in (patterns.MONTH_DAY, patterns.DURATION, patterns.SCORE):
        return _is_clear_pair(identifier.rule, wording, text, identifier.start, month_first)
    if identifier.rule in (patterns.HYPHENED, patterns.DOTTED):
        return bool(_WHEN.search(_get_before(text, identifier.start)))
    if identifier.rule in _UNCLEAR:
        return False
    if identifier.rule == patterns.YEAR:
        return _is_clear_year(wording, text, identifier.start)
    if identifier.rule in (patterns.NAMED_MONTH, patterns.NAMED_DAY):
        return is_clear_month(wording, text, identifier.start, identifier.end)
    return True


def _is_clear_pair(rule: str, wording: str, text: str, start: int, month_first: bool) -> bool:
    first, second = re.split(r"[/-]", wording)
    end, before = start + len(wording), _get_before(text, start)
    if "-" in wording:
        return bool(_WHEN.search(before))
    if _ON.search(before) and not _is_near_vent(text, start):
        return True
    at_start = _LINE_START.search(before) is not None
    has_heading = at_start and _LINE_HEAD.match(text, end) is not None
    if int(second) in _DURATIONS and not month_first:
        # 18/12 is a year and a half, unless it starts a line or a colon follows.
        return (at_start or text[end : end + 1] == ":") and int(first) > 12
    if _UNTIL.search(before) or re.fullmatch(r"(?:1[3-9]|2\d|3[01])/0\d", wording):
        return True
    if _is_near_vent(text, start):
        return False
    if _MORE.match(text, end) or _AFTER_MORE.search(before) or has_heading:
        return True
    has_context = _WHEN.search(before) or at_start or before.endswith((": ", "(", "  ", "|"))
    if has_context or _DONE.search(before):
        return month_first or len(first) == len(second) == 2
    return month_first and rule == patterns.MONTH_DAY


def _is_near_vent(text: str, start: int) -> bool:
    return bool(_VENT_LINE.search(_get_before(text, start)))


def _is_clear_year(wording: str, text: str, start: int) -> bool:
    before = text[max(0, start - 16) : start]
    if not _YEAR_CONTEXT.search(before) or _HARDLY_YEAR.search(before):
        return False
    may_be_time = int(wording[2:]) < 60 and _SINCE.search(before)
    return not (may_be_time and _CLOCK.search(text))


def _get_before(text: str, start: int) -> str:
    """Return the end of the line before an offset; a line break shows where the line starts."""
    before = text[max(0, start - _CONTEXT) : start]
    return before[max(before.rfind("\n"), 0) :]
