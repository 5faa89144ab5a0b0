"""Words made equal: spelling, inflection, Greek letters and numerals, so that variants meet.

`normal` maps a word to a form that its variants share. The form is a key, not a lemma: that
"diabetes" becomes "diabete" does no harm, since every "diabetes" does. What matters is that two
words of different meaning do not meet, so rules are few and look at long words only.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: Words that a name may have more or less of: "cancer of the breast" and "breast cancer".
STOP = frozenset("of the in to on for by".split())

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

#: Singulars that look like plurals; their plurals lead to them.
_FIXED = frozenset(_IRREGULAR.values())

#: Words that say the same within the name of a disorder.
_SAME = {
    "disorder": "disease", "neoplasm": "tumor", "inherited": "hereditary",
    "congenita": "congenital", "malformation": "anomaly", "abnormality": "anomaly",
    "elevated": "increased", "reduced": "decreased", "level": "concentration",
    "bleeding": "hemorrhage", "pediatric": "childhood", "dilation": "dilatation",
}  # fmt: skip

#: Adjectives that stand for the noun in a longer name: "renal failure" is failure of the kidney,
#: though "renal" by itself names nothing.
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
#: Neither one, which is no number mostly, nor ten, which is a disease.
_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
            "eight": "8", "nine": "9"}  # fmt: skip
#: Fields of knowledge, and other words that are no plurals: a pediatric ward is not pediatrics.
_FIELDS = ("iatrics", "pedics", "chanics", "dynamics", "netics", "apeutics", "metics", "tetrics",
           "nomics", "ethics", "physics", "rights")  # fmt: skip

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ",
    "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}  # fmt: skip
del _GREEK["xi"]  # the numeral is commoner

#: British spelling to American, then plurals. Each pair is tried once, in this order.
_SPELLING = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
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
)
_PLURALS = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
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
)


def folded(text: str) -> str:
    """The text in lower case without accents; as long as before, but for marks of no width."""
    if text.isascii():
        return text.lower()
    return "".join(fold(char) for char in text if not is_mark(char))


@lru_cache(maxsize=4096)
def is_mark(char: str) -> bool:
    """Whether a character belongs to the one before it: an accent, a soft hyphen, a joiner."""
    return unicodedata.category(char) in ("Mn", "Me", "Cf")


@lru_cache(maxsize=4096)
def fold(char: str) -> str:
    """The character in lower case without accents; itself where that would not be one character."""
    low = unicodedata.normalize("NFKD", char)[0].lower()
    if low == "ς":
        return "σ"
    return low if len(low) == 1 and low.isalnum() == char.isalnum() else char


def normal(word: str) -> str:
    """The form that a folded word shares with its spellings and inflections."""
    shared = _regular(ADJECTIVES.get(word, word))
    return word if shared in STOP else shared


def _regular(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if word in _GREEK:
        return _GREEK[word]
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) < 5:
        word = _ROMAN.get(word, word)
    if len(word) < 4:
        return word
    if not word.isalpha() or word in _FIXED:
        return word
    for pattern, to in _SPELLING:
        word = pattern.sub(to, word)
    for pattern, to in () if word.endswith(_FIELDS) else _PLURALS:
        changed = pattern.sub(to, word)
        if changed != word:
            word = changed
            break
    return _SAME.get(word, word)
