"""Normalisation of words: spelling, inflection, Greek letters and numerals.

`normalise_word` maps a word to a form that its variants share. The form is a key, not a lemma:
"diabetes" becomes "diabete", which is harmless because it always does. Words of different meaning
must not share a form, so the rules are few and apply to long words only.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

#: Words that a name may have or lack: "cancer of the breast" and "breast cancer".
STOP_WORDS = frozenset("of the in to on for by".split())

_IRREGULAR = {
    "teeth": "tooth", "feet": "foot", "women": "woman", "men": "man", "children": "child",
    "mice": "mouse", "swollen": "swelling", "femora": "femur", "viscera": "viscus",
    "ova": "ovum", "sera": "serum", "testes": "testis", "irides": "iris", "irises": "iris",
    "calves": "calf", "pelves": "pelvis", "axes": "axis", "crises": "crisis", "nares": "naris",
    "lens": "lens", "lenses": "lens", "criteria": "criterion", "ganglia": "ganglion",
    "phenomena": "phenomenon", "mitochondria": "mitochondrion", "spermatozoa": "spermatozoon",
    "apices": "apex", "cortices": "cortex", "indices": "index", "vertices": "vertex",
    "thoraces": "thorax", "larynges": "larynx", "pharynges": "pharynx", "calyces": "calyx",
    "phalanges": "phalanx", "pancreas": "pancreas", "pancreases": "pancreas",
    "aluminium": "aluminum", "grey": "gray",
    "mould": "mold", "pus": "pus", "ca": "ca", "aids": "aids", "aetiology": "etiology",
    "doses": "dose", "noses": "nose", "roses": "rose", "poses": "pose",
}  # fmt: skip

#: Singulars that look like plurals and stay unchanged.
_SINGULARS = frozenset(_IRREGULAR.values())

#: Words with the same meaning in the name of a disorder.
_SYNONYMS = {
    "disorder": "disease", "neoplasm": "tumor", "inherited": "hereditary",
    "congenita": "congenital", "malformation": "anomaly", "abnormality": "anomaly",
    "elevated": "increased", "reduced": "decreased", "level": "concentration",
    "bleeding": "hemorrhage", "pediatric": "childhood", "dilation": "dilatation",
}  # fmt: skip

#: Adjectives that mean the same as a noun in a longer name: "renal failure" is failure of the
#: kidney, although "renal" alone names nothing.
ADJECTIVES = {
    "renal": "kidney", "hepatic": "liver", "cardiac": "heart", "pulmonary": "lung",
    "gastric": "stomach", "mammary": "breast", "cutaneous": "skin", "dermal": "skin",
    "ocular": "eye", "cerebral": "brain", "ovarian": "ovary", "prostatic": "prostate",
    "pancreatic": "pancreas", "uterine": "uterus", "testicular": "testis", "nasal": "nose",
    "dental": "tooth", "splenic": "spleen", "tracheal": "trachea", "muscular": "muscle",
    "oesophageal": "esophagus", "esophageal": "esophagus", "colonic": "colon",
    "abdominal": "abdomen", "vertebral": "vertebra", "thoracic": "thorax", "femoral": "femur",
    "tibial": "tibia", "laryngeal": "larynx", "pharyngeal": "pharynx",
    "intestinal": "intestine", "retinal": "retina", "corneal": "cornea", "arterial": "artery",
    "venous": "vein", "pyloric": "pylorus", "absent": "absence", "abnormal": "abnormality",
    "hypoplastic": "hypoplasia", "aplastic": "aplasia", "dysplastic": "dysplasia",
    "hyperplastic": "hyperplasia", "hypertrophic": "hypertrophy", "atrophic": "atrophy",
    "dystrophic": "dystrophy", "fibrotic": "fibrosis", "necrotic": "necrosis",
    "stenotic": "stenosis", "cirrhotic": "cirrhosis", "sclerotic": "sclerosis",
    "thrombotic": "thrombosis", "ischemic": "ischemia", "ischaemic": "ischemia",
    "dilated": "dilatation", "enlarged": "enlargement", "thickened": "thickening",
    "calcified": "calcification", "ulcerated": "ulceration",
}  # fmt: skip

_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7",
          "viii": "8", "ix": "9", "xi": "11", "xii": "12"}  # fmt: skip
#: Without "one", which is rarely a number, and "ten", which is also a disease.
_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
            "eight": "8", "nine": "9"}  # fmt: skip
#: Endings of disciplines and other words that are not plurals: pediatrics is not pediatric.
_NOT_PLURAL = (
    "iatrics", "pedics", "chanics", "dynamics", "netics", "apeutics", "metics", "tetrics",
    "nomics", "ethics", "physics", "rights",
)  # fmt: skip

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ",
    "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}  # fmt: skip
del _GREEK["xi"]  # more often the numeral

#: British spelling to American. Each rule is applied once, in this order.
_SPELLING = (
    (r"(?<=.)aem(?=i|o|a)", "em"),
    (r"^(h|gyn|f|an|c|pr|p)ae(?=[a-z]{3})", r"\1e"),
    (r"(?<=[a-z]{2})ae(?=[a-z]{3})", "e"),
    (r"^oe(?=[a-z]{3})", "e"),
    (r"(?<=[a-z])oe(?=(dema|sophag|strog|trus|lia[ck]|lom))", "e"),
    (r"(?<=[a-z])rrhoe(?=a|i)", "rrhe"),
    (r"^(f|c)oe(?=(t|l)[a-z]{2})", r"\1e"),
    (r"(tum|col|hum|odo|lab|rig|vap|behavi|fav|harb)our", r"\1or"),
    (r"(?<=[a-z]{3})is(?=(e|ed|es|ing|ation|ations)$)", "iz"),
    (r"(?<=[a-z]{2}y)s(?=(e|ed|ing)$)", "z"),
    (r"(?<=[a-z][a-z][blt])re(?=s?$)", "er"),
    (r"([aeiou][a-z]*[aeiou])ll(?=(ed|ing)$)", r"\1l"),
    (r"^sulph", "sulf"),
    (r"leuc(?=[aeo])", "leuk"),
    (r"(?<=[a-z]{5})ical$", "ic"),
    (r"^paed", "ped"),
)
#: Plurals to singulars. Only the first rule that changes the word is applied.
_PLURALS = (
    (r"(?<=[a-z]{2}m)ata$", "a"),
    (r"(?<=[a-z]{3}it)ides$", "is"),
    (r"(?<=[a-z]{2})(os|ys|es|tas|thes)es$", r"\1is"),
    (r"(?<=[a-z]{3}[^aeo])uses$", "i"),
    (r"(?<=[a-z]{2})(ss|x|ch|sh|z|[^aeo]us)es$", r"\1"),
    (r"(?<=[a-z]{2})ices$", "ix"),
    (r"(?<=[a-z]{3})ae$", "a"),
    (r"(?<=[a-z]{2})ies$", "y"),
    (r"(?<=[a-z]{2}[^susi])s$", ""),
    (r"(?<=[a-z]{3}[^o])us$", "i"),
    (r"(?<=[a-z]{4})um$", "a"),
)
#: Longer than the names of chemicals; the rules would take quadratic time.
_LONGEST_WORD = 256


class _Rules(NamedTuple):
    """Patterns with their replacements."""

    spelling: tuple[tuple[re.Pattern[str], str], ...]
    plurals: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _compile_rules() -> _Rules:
    spelling = tuple((re.compile(pattern), to) for pattern, to in _SPELLING)
    return _Rules(spelling, tuple((re.compile(pattern), to) for pattern, to in _PLURALS))


def fold_text(text: str) -> str:
    """Return a text in lower case without accents; only marks without width change its length."""
    if text.isascii():
        return text.lower()
    return "".join(fold_char(char) for char in text if not is_mark(char))


@lru_cache(maxsize=4096)
def is_mark(char: str) -> bool:
    """Return whether a character is a combining accent, a soft hyphen or a joiner."""
    return unicodedata.category(char) in ("Mn", "Me", "Cf")


@lru_cache(maxsize=4096)
def fold_char(char: str) -> str:
    """Return a character in lower case without its accent, if that is a single character."""
    low = unicodedata.normalize("NFKD", char)[0].lower()
    if low == "ς":
        return "σ"
    return low if len(low) == 1 and low.isalnum() == char.isalnum() else char


def normalise_word(word: str) -> str:
    """Return the form that a folded word shares with its spellings and inflections."""
    normal = _apply_rules(ADJECTIVES.get(word, word))
    return word if normal in STOP_WORDS else normal


def _apply_rules(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if word in _GREEK:
        return _GREEK[word]
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) < 5:
        word = _ROMAN.get(word, word)
    if not 4 <= len(word) <= _LONGEST_WORD:
        return word
    if not word.isalpha() or word in _SINGULARS:
        return word
    rules = _compile_rules()
    for pattern, to in rules.spelling:
        word = pattern.sub(to, word)
    for pattern, to in () if word.endswith(_NOT_PLURAL) else rules.plurals:
        changed = pattern.sub(to, word)
        if changed != word:
            word = changed
            break
    return _SYNONYMS.get(word, word)
