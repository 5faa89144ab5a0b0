"""ICD-10: its chapters, the blocks of chapter II (neoplasms), and what a term like C15-C26 takes.

Chapters and blocks are those of the WHO's classification; national ones differ at the edges.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from goldsmith.errors import UnknownName

_CODE = re.compile(r"([A-Z][0-9][0-9A-Z])\.?([0-9A-Z]{0,4})[-+*!†]?")
_PREFIX = re.compile(r"[A-Z](?:[0-9](?:[0-9A-Z](?:\.?[0-9A-Z]{1,4})?)?)?")
#: Between codes, where a field holds several: the first one is the primary diagnosis.
_BETWEEN = re.compile(r"[;,|/\s]")


class Stretch(NamedTuple):
    """Codes from one three-character category to another, both included."""

    name: str
    first: str
    last: str
    title: str

    def holds(self, code: str) -> bool:
        """Whether a code, without its dot, lies in it: C26.9 is in C15-C26."""
        return self.first <= code and code[: len(self.last)] <= self.last


CHAPTERS = (
    Stretch("I", "A00", "B99", "Infectious and parasitic diseases"),
    Stretch("II", "C00", "D48", "Neoplasms"),
    Stretch("III", "D50", "D89", "Blood and immune mechanism"),
    Stretch("IV", "E00", "E90", "Endocrine, nutritional and metabolic diseases"),
    Stretch("V", "F00", "F99", "Mental and behavioural disorders"),
    Stretch("VI", "G00", "G99", "Nervous system"),
    Stretch("VII", "H00", "H59", "Eye and adnexa"),
    Stretch("VIII", "H60", "H95", "Ear and mastoid process"),
    Stretch("IX", "I00", "I99", "Circulatory system"),
    Stretch("X", "J00", "J99", "Respiratory system"),
    Stretch("XI", "K00", "K93", "Digestive system"),
    Stretch("XII", "L00", "L99", "Skin and subcutaneous tissue"),
    Stretch("XIII", "M00", "M99", "Musculoskeletal system and connective tissue"),
    Stretch("XIV", "N00", "N99", "Genitourinary system"),
    Stretch("XV", "O00", "O99", "Pregnancy, childbirth and the puerperium"),
    Stretch("XVI", "P00", "P96", "Conditions of the perinatal period"),
    Stretch("XVII", "Q00", "Q99", "Congenital malformations"),
    Stretch("XVIII", "R00", "R99", "Symptoms, signs and abnormal findings"),
    Stretch("XIX", "S00", "T98", "Injury, poisoning and external consequences"),
    Stretch("XX", "V01", "Y98", "External causes"),
    Stretch("XXI", "Z00", "Z99", "Factors influencing health status"),
    Stretch("XXII", "U00", "U99", "Codes for special purposes"),
)

#: The top-level sub-categories of chapter II: the diagnosis axis of CLEF's Table 1.
BLOCKS = (
    Stretch("lip-oral-pharynx", "C00", "C14", "Lip, oral cavity and pharynx"),
    Stretch("digestive", "C15", "C26", "Digestive organs"),
    Stretch("respiratory", "C30", "C39", "Respiratory and intrathoracic organs"),
    Stretch("bone", "C40", "C41", "Bone and articular cartilage"),
    Stretch("skin", "C43", "C44", "Melanoma and other neoplasms of skin"),
    Stretch("soft-tissue", "C45", "C49", "Mesothelial and soft tissue"),
    Stretch("breast", "C50", "C50", "Breast"),
    Stretch("female-genital", "C51", "C58", "Female genital organs"),
    Stretch("male-genital", "C60", "C63", "Male genital organs"),
    Stretch("urinary", "C64", "C68", "Urinary tract"),
    Stretch("nervous", "C69", "C72", "Eye, brain and other parts of the central nervous system"),
    Stretch("endocrine", "C73", "C75", "Thyroid and other endocrine glands"),
    Stretch("unspecified", "C76", "C80", "Ill-defined, secondary and unspecified sites"),
    Stretch("haematological", "C81", "C96", "Lymphoid, haematopoietic and related tissue"),
    Stretch("multiple", "C97", "C97", "Independent multiple sites"),
    Stretch("in-situ", "D00", "D09", "In situ neoplasms"),
    Stretch("benign", "D10", "D36", "Benign neoplasms"),
    Stretch("uncertain", "D37", "D48", "Neoplasms of uncertain or unknown behaviour"),
)
_NAMED = {stretch.name: stretch for stretch in (*CHAPTERS, *BLOCKS)}


@cache
def code(diagnosis: str) -> str:
    """The first ICD-10 code of a diagnosis field, without its dot; empty where it holds none."""
    found = _CODE.fullmatch(_BETWEEN.split(diagnosis.strip().upper())[0])
    return found[1] + found[2] if found else ""


@cache
def chapter(diagnosis: str) -> str:
    """The number of the chapter a diagnosis is in, such as II; empty where it is in none."""
    return _name(diagnosis, CHAPTERS)


@cache
def category(diagnosis: str) -> str:
    """The block of chapter II a diagnosis is in, else its chapter, else the field as it stands."""
    outside = f"chapter {chapter(diagnosis)}" if chapter(diagnosis) else diagnosis
    return _name(diagnosis, BLOCKS) or outside


def _name(diagnosis: str, stretches: tuple[Stretch, ...]) -> str:
    wanted = code(diagnosis)
    return next((one.name for one in stretches if wanted and one.holds(wanted)), "")


def stretch(term: str) -> Stretch:
    """What a term takes: a chapter (II), a block (breast), a range (C15-C26), a prefix (C50.4)."""
    if named := _NAMED.get(term.upper()) or _NAMED.get(term.lower()):
        return named
    ends = [end.strip() for end in re.split("[-–]", term.upper())]
    if len(ends) <= 2 and all(_PREFIX.fullmatch(end) for end in ends):
        first, last = ends[0].replace(".", ""), ends[-1].replace(".", "")
        if first[: len(last)] <= last:
            return Stretch(term, first, last, "")
    raise UnknownName(
        "chapter, block, range or code of ICD-10", term, [*_NAMED, "C15-C26", "C50", "C50.4"]
    )
