"""Tokeniser: each row is a text and its tokens, separated by bars."""

import pytest

from goldsmith.text import tokenise

ROWS = [
    # abbreviations with dots
    ("63 y.o. lady", "63|y.o.|lady"),
    ("5 mg b.i.d. or q.i.d.", "5|mg|b.i.d.|or|q.i.d."),
    ("(e.g. aspirin), i.e. ASA", "(|e.g.|aspirin|)|,|i.e.|ASA"),
    ("Dr. Moor and Mr. Hay", "Dr.|Moor|and|Mr.|Hay"),
    ("approx. 3 cm, cont. vs. stop", "approx.|3|cm|,|cont.|vs.|stop"),
    ("40 mg q.12h. p.o.", "40|mg|q.12h.|p.o."),
    ("moderate MR. Mild AS.", "moderate|MR|.|Mild|AS|."),
    ("E.coli and the end.", "E|.|coli|and|the|end|."),
    # abbreviations with slashes
    ("h/o MI, c/o SOB, s/p CABG w/o N/V", "h/o|MI|,|c/o|SOB|,|s/p|CABG|w/o|N/V"),
    ("80y/o M w/ cough", "80|y/o|M|w/|cough"),
    ("and/or chest/abdo", "and|/|or|chest|/|abdo"),
    ("HTN/DM", "HTN|/|DM"),
    # numbers, pressures, durations, dates, times
    ("2.5 and 1,200 and .5", "2.5|and|1,200|and|.5"),
    ("BP 104/58, pain 3/52, murmur 2/6", "BP|104/58|,|pain|3/52|,|murmur|2/6"),
    ("10-12 cm, 7.35-7.45", "10|-|12|cm|,|7.35|-|7.45"),
    ("12/01/2012 2012-01-12 01.02.2013", "12/01/2012|2012-01-12|01.02.2013"),
    ("at 14:30, ratio 2:1", "at|14:30|,|ratio|2|:|1"),
    ("1,25-OH", "1|,|25|-|OH"),
    ("was 3.5.", "was|3.5|."),
    ("1. Rest", "1|.|Rest"),
    ("the 1st and 22nd", "the|1st|and|22nd"),
    # units, and codes that look like them
    ("50mg 2.5ml 120mmHg .5mg", "50|mg|2.5|ml|120|mmHg|.5|mg"),
    ("100mg/kg", "100|mg|/|kg"),
    ("4x3x2cm", "4|x|3|x|2|cm"),
    ("T2 L5 B12 HER2 CD4+ HbA1c", "T2|L5|B12|HER2|CD4|+|HbA1c"),
    ("pT2N0M0 ypT3 N1b 22q11.2", "pT2N0M0|ypT3|N1b|22q11.2"),
    ("27M 45F 37.5C", "27|M|45|F|37.5|C"),
    ("94% +ve -5 >10", "94|%|+|ve|-|5|>|10"),
    # hyphens, apostrophes, brackets
    ("x-ray, T2-weighted", "x|-|ray|,|T2|-|weighted"),
    ("Crohn's Parkinson’s patients'", "Crohn|'s|Parkinson|’s|patients|'"),
    ("don't O'Brien", "don't|O'Brien"),
    ("((ALT)) [3]...", "(|(|ALT|)|)|[|3|]|.|.|."),
    ("?stone ??PE", "?|stone|?|?|PE"),
    ("a_b __", "a|_|b|_|_"),
    # beyond ASCII
    ("α-fetoprotein IFNα 5µg 10⁹/L m²", "α|-|fetoprotein|IFNα|5|µg|10⁹|/|L|m²"),
    ("37.5°C ±2 5×3", "37.5|°|C|±|2|5|×|3"),
    ("発熱と咳 5日", "発|熱|と|咳|5|日"),
    ("ok😀👍", "ok|😀|👍"),
    ("e\u0301te\u0301 naïve", "e\u0301te\u0301|naïve"),
    ("a\x00b\x07", "a|\x00|b|\x07"),
    ("zero\u200bwidth", "zero|\u200b|width"),
    ("no\u00a0break\u2009thin", "no|break|thin"),
    # transcriptions without line breaks
    ("well.,PLAN: ,She", "well|.|,|PLAN|:|,|She"),
    ("line\r\nbreaks\n\nare\tspace", "line|breaks|are|space"),
    ("", ""),
    (" \n ", ""),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_tokens(text: str, expected: str) -> None:
    assert tokenise(text).words == (expected.split("|") if expected else [])


def test_offsets_are_code_points() -> None:
    tokens = tokenise("😀 pT2, 5mg")
    assert tokens.starts == [0, 2, 5, 7, 8]
    assert tokens.ends == [1, 5, 6, 8, 10]


def test_long_chunk_is_split_like_a_short_one() -> None:
    long = "pT2/50mg," * 40
    assert tokenise(long).words == ["pT2", "/", "50", "mg", ","] * 40
