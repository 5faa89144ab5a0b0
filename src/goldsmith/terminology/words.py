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
    "ova": "ovum", "sera": "serum", "testes": "testis", "irides": "iris", "calves": "calf",
    "leucocyte": "leukocyte", "leucocytes": "leukocyte", "sulphate": "sulfate",
    "aluminium": "aluminum", "gynaecological": "gynecologic", "grey": "gray", "mould": "mold",
    "doses": "dose", "noses": "nose", "roses": "rose", "poses": "pose", "pus": "pus",
    "pelves": "pelvis", "ca": "ca", "aids": "aids",
}  # fmt: skip

#: Words that say the same within the name of a disorder or a place.
_SAME = {
    "disorder": "disease", "neoplasm": "tumor", "renal": "kidney", "hepatic": "liver",
    "cardiac": "heart", "pulmonary": "lung", "gastric": "stomach", "mammary": "breast",
    "cutaneous": "skin", "dermal": "skin", "ocular": "eye", "cerebral": "brain",
    "ovarian": "ovary", "prostatic": "prostate", "pancreatic": "pancreas", "uterine": "uteri",
    "testicular": "testi", "nasal": "nose", "dental": "tooth", "vesical": "bladder",
    "splenic": "spleen", "tracheal": "trachea", "oesophageal": "esophagu", "muscular": "muscle",
    "esophageal": "esophagu", "esophagi": "esophagu", "esophagus": "esophagu", "colonic": "colon",
    "cervical": "cervix", "abdominal": "abdomen", "vertebral": "vertebra", "thoracic": "thorax",
    "femoral": "femur", "inherited": "hereditary", "tibial": "tibia", "congenita": "congenital",
    "laryngeal": "larynx", "pharyngeal": "pharynx", "intestinal": "intestine",
    "retinal": "retina", "corneal": "cornea", "arterial": "artery", "venous": "vein",
    "malformation": "anomaly", "abnormality": "anomaly", "aplasia": "absence",
}  # fmt: skip

_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7",
          "viii": "8", "ix": "9", "xi": "11", "xii": "12"}  # fmt: skip

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
        (r"(?<=[a-z])oe(?=(dema|sophag|strog|trus|nterit|lia[ck]|lom))", "e"),
        (r"(?<=[a-z])rrhoe(?=a|i)", "rrhe"),
        (r"^(f|c)oe(?=[a-z]{3})", r"\1e"),
        (r"(tum|col|hum|odo|lab|rig|vap|behavi|fav|harb)our", r"\1or"),
        (r"(?<=[a-z]{3})is(?=(e|ed|es|ing|ation|ations)$)", "iz"),
        (r"(?<=[a-z]{2}y)s(?=(e|ed|es|ing)$)", "z"),
        (r"(?<=[a-z]{2}[lt])re$", "er"),
        (r"(?<=[aeiou])ll(?=(ed|ing)$)", "l"),
        (r"^sulph", "sulf"),
        (r"leuc(?=[aeo])", "leuk"),
        (r"(?<=[a-z]{3})ical$", "ic"),
        (r"^paed", "ped"),
        (r"^orthopaed", "orthoped"),
        (r"metre$", "meter"),
    )
)
_PLURALS = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"(?<=[a-z]{3})omata$", "oma"),
        (r"(?<=[a-z]{2})(os|ys|es|tas|thes)es$", r"\1is"),
        (r"(?<=[a-z]{2})(ss|x|ch|sh|z|us)es$", r"\1"),
        (r"(?<=[a-z]{2})ices$", "ix"),
        (r"(?<=[a-z]{3})ae$", "a"),
        (r"(?<=[a-z]{2})ies$", "y"),
        (r"(?<=[a-z]{2}[^susi])s$", ""),
        (r"(?<=[a-z]{4})us$", "i"),
        (r"(?<=[a-z]{4})um$", "a"),
    )
)


def folded(text: str) -> str:
    """The text in lower case without accents, as long as before."""
    return "".join(map(fold, text))


@lru_cache(maxsize=4096)
def fold(char: str) -> str:
    """The character in lower case without accents; itself where that would not be one character."""
    low = unicodedata.normalize("NFKD", char)[0].lower()
    if low == "ς":
        return "σ"
    return low if len(low) == 1 else char


def normal(word: str) -> str:
    """The form that a folded word shares with its spellings and inflections."""
    word = _IRREGULAR.get(word, word)
    if word in _GREEK:
        return _GREEK[word]
    if len(word) < 4:
        return _ROMAN.get(word, word)
    if not word.isalpha():
        return word
    for pattern, to in _SPELLING:
        word = pattern.sub(to, word)
    for pattern, to in _PLURALS:
        changed = pattern.sub(to, word)
        if changed != word:
            word = changed
            break
    word = _IRREGULAR.get(word, word)
    return _SAME.get(word, word)
