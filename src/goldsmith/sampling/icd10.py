"""The chapters of ICD-10, the blocks of chapter II (neoplasms), and terms such as C15-C26.

Chapters and blocks follow the WHO classification; national editions differ slightly.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from goldsmith.errors import UnknownName

_CODE = re.compile(r"([A-Z][0-9][0-9A-Z])\.?([0-9A-Z]{0,4})[-+*!†]?")
_PREFIX = re.compile(r"[A-Z](?:[0-9](?:[0-9A-Z](?:\.?[0-9A-Z]{1,4})?)?)?")
#: Separates the codes of a field; the first code is the primary diagnosis.
_SEPARATOR = re.compile(r"[;,|/\s]")


class CodeRange(NamedTuple):
    """A range of codes, from a first to a last prefix, both included."""

    name: str
    first: str
    last: str
    title: str

    def contains(self, code: str) -> bool:
        """Return whether a code, written without its dot, is in the range: C269 is in C15-C26."""
        return self.first <= code and code[: len(self.last)] <= self.last


CHAPTERS = (
    CodeRange("I", "A00", "B99", "Infectious and parasitic diseases"),
    CodeRange("II", "C00", "D48", "Neoplasms"),
    CodeRange("III", "D50", "D89", "Blood and immune mechanism"),
    CodeRange("IV", "E00", "E90", "Endocrine, nutritional and metabolic diseases"),
    CodeRange("V", "F00", "F99", "Mental and behavioural disorders"),
    CodeRange("VI", "G00", "G99", "Nervous system"),
    CodeRange("VII", "H00", "H59", "Eye and adnexa"),
    CodeRange("VIII", "H60", "H95", "Ear and mastoid process"),
    CodeRange("IX", "I00", "I99", "Circulatory system"),
    CodeRange("X", "J00", "J99", "Respiratory system"),
    CodeRange("XI", "K00", "K93", "Digestive system"),
    CodeRange("XII", "L00", "L99", "Skin and subcutaneous tissue"),
    CodeRange("XIII", "M00", "M99", "Musculoskeletal system and connective tissue"),
    CodeRange("XIV", "N00", "N99", "Genitourinary system"),
    CodeRange("XV", "O00", "O99", "Pregnancy, childbirth and the puerperium"),
    CodeRange("XVI", "P00", "P96", "Conditions of the perinatal period"),
    CodeRange("XVII", "Q00", "Q99", "Congenital malformations"),
    CodeRange("XVIII", "R00", "R99", "Symptoms, signs and abnormal findings"),
    CodeRange("XIX", "S00", "T98", "Injury, poisoning and external consequences"),
    CodeRange("XX", "V01", "Y98", "External causes"),
    CodeRange("XXI", "Z00", "Z99", "Factors influencing health status"),
    CodeRange("XXII", "U00", "U99", "Codes for special purposes"),
)

#: The top-level sub-categories of chapter II: the diagnosis axis of CLEF's Table 1.
BLOCKS = (
    CodeRange("lip-oral-pharynx", "C00", "C14", "Lip, oral cavity and pharynx"),
    CodeRange("digestive", "C15", "C26", "Digestive organs"),
    CodeRange("respiratory", "C30", "C39", "Respiratory and intrathoracic organs"),
    CodeRange("bone", "C40", "C41", "Bone and articular cartilage"),
    CodeRange("skin", "C43", "C44", "Melanoma and other neoplasms of skin"),
    CodeRange("soft-tissue", "C45", "C49", "Mesothelial and soft tissue"),
    CodeRange("breast", "C50", "C50", "Breast"),
    CodeRange("female-genital", "C51", "C58", "Female genital organs"),
    CodeRange("male-genital", "C60", "C63", "Male genital organs"),
    CodeRange("urinary", "C64", "C68", "Urinary tract"),
    CodeRange("nervous", "C69", "C72", "Eye, brain and other parts of the central nervous system"),
    CodeRange("endocrine", "C73", "C75", "Thyroid and other endocrine glands"),
    CodeRange("unspecified", "C76", "C80", "Ill-defined, secondary and unspecified sites"),
    CodeRange("haematological", "C81", "C96", "Lymphoid, haematopoietic and related tissue"),
    CodeRange("multiple", "C97", "C97", "Independent multiple sites"),
    CodeRange("in-situ", "D00", "D09", "In situ neoplasms"),
    CodeRange("benign", "D10", "D36", "Benign neoplasms"),
    CodeRange("uncertain", "D37", "D48", "Neoplasms of uncertain or unknown behaviour"),
)
_BY_NAME = {code_range.name: code_range for code_range in (*CHAPTERS, *BLOCKS)}


@cache
def parse_code(diagnosis: str) -> str:
    """Parse the first ICD-10 code of a diagnosis field, without its dot; "" without a code."""
    match = _CODE.fullmatch(_SEPARATOR.split(diagnosis.strip().upper())[0])
    return match[1] + match[2] if match else ""


@cache
def find_chapter(diagnosis: str) -> str:
    """Find the number of the chapter of a diagnosis, such as II; "" if it is in none."""
    return _find_range(diagnosis, CHAPTERS)


@cache
def find_category(diagnosis: str) -> str:
    """Find the block of a diagnosis in chapter II, else its chapter, else the field unchanged."""
    chapter = find_chapter(diagnosis)
    return _find_range(diagnosis, BLOCKS) or (f"chapter {chapter}" if chapter else diagnosis)


def _find_range(diagnosis: str, ranges: tuple[CodeRange, ...]) -> str:
    code = parse_code(diagnosis)
    matches = (code_range.name for code_range in ranges if code and code_range.contains(code))
    return next(matches, "")


def parse_range(term: str) -> CodeRange:
    """Parse a chapter (II), a block (breast), a range (C15-C26) or a prefix (C50.4).

    Raises:
        UnknownName: The term is none of these.
    """
    if by_name := _BY_NAME.get(term.upper()) or _BY_NAME.get(term.lower()):
        return by_name
    ends = [end.strip() for end in re.split("[-–]", term.upper())]
    if len(ends) <= 2 and all(_PREFIX.fullmatch(end) for end in ends):
        first, last = ends[0].replace(".", ""), ends[-1].replace(".", "")
        if first[: len(last)] <= last:
            return CodeRange(term, first, last, "")
    raise UnknownName(
        "chapter, block, range or code of ICD-10", term, [*_BY_NAME, "C15-C26", "C50", "C50.4"]
    )
