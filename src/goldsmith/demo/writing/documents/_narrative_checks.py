"""Phrases of examination and blood tests; each with the stems of what must not be the case."""

from __future__ import annotations

Piece = tuple[str, tuple[str, ...]]

_NODES = ("nod", "lymph", "axill", "neck")
_BELLY = (
    "abdom",
    "ascit",
    "liver",
    "hepat",
    "bowel",
    "obstruct",
    "ileus",
    "perit",
    "pancrea",
    "colon",
    "rect",
    "gastr",
    "ovar",
    "stomach",
)
_CHEST = ("lung", "pneumo", "pulmon", "effusion", "chest", "breath", "bronch", "copd")
_LEGS = ("leg", "dvt", "thromb", "oedema", "edema")

GENERAL: tuple[Piece, ...] = (
    (
        "{e=Investigation:Heart sounds} {r=Result:normal}, {n=Negation:no} "
        "{c=Condition!neg!s:murmur}. | e has_finding r",
        ("heart", "fibrill", "angina", "ischaem", "cardi"),
    ),
    (
        "The {l=Locus:hands} were warm, {n=Negation:without} {c=Condition!neg!s:clubbing}; "
        "{p=Investigation:pulse} {r=Result:#P}. | c has_location l, p has_finding r",
        ("clubb", "sepsis", "fibrill"),
    ),
    (
        "I could find {n=Negation:no} {c=Condition!neg!s:mass} in the {l=Locus:abdomen} and "
        "{n2=Negation:no} {k=Condition!neg!s:tenderness} over the {s=Sub-location:lower} "
        "{m=Locus:ribs}. | c has_location l, k has_location m",
        (*_BELLY, "bone", "bony", "lytic", "rib"),
    ),
    (
        "{e=Investigation:Percussion} [note|] was {r=Result:resonant} at the "
        "{s=Laterality:left} and "
        "{t=Laterality:right} {l=Locus:base}. | e has_finding r, e has_target l, "
        "s laterality_modifies l, t laterality_modifies l",
        _CHEST,
    ),
    (
        "{l=Locus:Neck}, {m=Locus:axillae} and {k=Locus:groins} were {r=Result:clear}.",
        _NODES,
    ),
    (
        "{e=Investigation:Oxygen saturation} was {r=Result:#S}, {b=Investigation:BP} "
        "{q=Result:#B}. "
        "| e has_finding r, b has_finding q",
        (*_CHEST, "sepsis"),
    ),
    (
        "{e=Investigation:Examination} of the {l=Locus:chest}, {m=Locus:abdomen} and "
        "{k=Locus:limbs} was "
        "[{r=Result:unremarkable}|{r=Result:normal}]. | e has_finding r, e has_target l, e "
        "has_target m, "
        "e has_target k",
        (*_NODES, *_BELLY, *_CHEST, *_LEGS),
    ),
    (
        "{e=Investigation:Auscultation} of the {s=Laterality:left} and {t=Laterality:right} "
        "{l=Locus:lung} "
        "was {r=Result:normal}, with {n=Negation:no} {c=Condition!neg!s:crackles} at the "
        "{b=Locus:bases}. | e has_finding r, e has_target l, s laterality_modifies l, "
        "t laterality_modifies l, c has_location b",
        _CHEST,
    ),
    (
        "There was {n=Negation:no} {c=Condition!neg!s:tenderness} in the [{s=Sub-location:upper}|"
        "{s=Sub-location:lower}] {l=Locus:abdomen}. | c has_location l",
        _BELLY,
    ),
    (
        "{e=Investigation:Breath sounds} were {r=Result:vesicular} in the "
        "{s=Sub-location:upper} and {t=Sub-location:lower} "
        "{l=Locus:zones}. | e has_finding r, e has_target l, s sub_location_modifies l, "
        "t sub_location_modifies l",
        _CHEST,
    ),
    (
        "{n=Negation:No} {c=Condition!neg!s:swelling} of the {s=Laterality:left} or "
        "{t=Laterality:right} "
        "{l=Locus:calf}. | c has_location l, s laterality_modifies l, t laterality_modifies l",
        _LEGS,
    ),
    (
        "The {l=Locus:nodes} in the {s=Laterality:left} and {t=Laterality:right} "
        "{m=Locus:axilla} are "
        "{n=Negation:not} {c=Condition!neg!s:enlarged}. | c has_location l, s "
        "laterality_modifies m, "
        "t laterality_modifies m",
        _NODES,
    ),
    (
        "{n=Negation:No} {c=Condition!neg!s:nodes} in the {l=Locus:neck}, either "
        "{a=Locus:axilla} or "
        "the {g=Locus:groins}. | c has_location l, c has_location a, c has_location g",
        _NODES,
    ),
    (
        "The {s=Sub-location:back} of the {l=Locus:throat} and the {m=Locus:tongue} were {clean}.",
        ("mouth", "mucos", "throat", "thrush"),
    ),
    (
        "{l=Locus:Spine} {n=Negation:not} {c=Condition!neg!s:tender}, {e=Investigation:power} "
        "in the "
        "{s=Sub-location:lower} {m=Locus:limbs} {r=Result:full}. | c has_location l, e "
        "has_finding r, "
        "e has_target m",
        ("back", "bone", "bony", "spin", "cord", "weak", "lytic"),
    ),
    (
        "On {e=Investigation:examination} [today|] there was {n=Negation:no} {a=Locus:cervical}, "
        "{b=Locus:supraclavicular} or {d=Locus:axillary} {c=Condition!neg!s:lymphadenopathy}. "
        "| c has_location a, c has_location b, c has_location d",
        _NODES,
    ),
    (
        "I could feel {n=Negation:no} {c=Condition!neg!s:enlarged} {l=Locus:nodes} [in the "
        "{k=Locus:neck}|in the {k=Locus:groins}|anywhere]. | c has_location l",
        _NODES,
    ),
    (
        "{l=Locus:Chest} [{r=Result:clear}|{r=Result:clear to auscultation}], "
        "{h=Investigation:heart "
        "sounds} {q=Result:normal}. | h has_finding q",
        _CHEST,
    ),
    (
        "The {l=Locus:lungs} were {r=Result:clear} and the {m=Locus:abdomen} "
        "{q=Result:soft}[, with "
        "{n=Negation:no} {c=Condition!neg!s:tenderness}|]. | c has_location m",
        (*_CHEST, *_BELLY),
    ),
    (
        "The {l=Locus:abdomen} [was|is] {r=Result:soft}, with {n=Negation:no} palpable "
        "{c=Condition!neg!s:mass} or {k=Condition!neg!s:hepatomegaly}. "
        "| c has_location l, n negation_modifies c, n negation_modifies k",
        _BELLY,
    ),
    (
        "{n=Negation:No} {c=Condition!neg!d:ascites} and the {l=Locus:liver} was {r=Result:not "
        "palpable}.",
        _BELLY,
    ),
    (
        "There [was|is] {n=Negation:no} [pitting|] {c=Condition!neg!s:oedema} of the "
        "{l=Locus:ankles}. "
        "| c has_location l",
        _LEGS,
    ),
    (
        "{She} looked [well|bright], [and was|] {n=Negation:neither} {c=Condition!neg!s:pale} nor "
        "{k=Condition!neg!s:jaundiced}. | n negation_modifies c, n negation_modifies k",
        ("anaem", "anem", "jaund", "haemoglobin"),
    ),
    (
        "{w=Investigation:Weight} [{r=Result:#W}|{r=Result:#W, steady}]. | w has_finding r",
        ("weight",),
    ),
    (
        "{b=Investigation:Blood pressure} {q=Result:#B}, {p=Investigation:pulse} {r=Result:#P} "
        "{z=Result:regular}. | b has_finding q, p has_finding r, p has_finding z",
        ("fibrillation", "sepsis"),
    ),
    (
        "{She} was {n=Negation:not} {c=Condition!neg!s:breathless} at rest and "
        "{s=Investigation:saturations} were {r=Result:#S} on air. | s has_finding r",
        _CHEST,
    ),
)

_BREAST: tuple[Piece, ...] = (
    (
        "{n=Negation:No} {x=Condition!neg!s:skin changes} over the {s=Laterality:left} or "
        "{t=Laterality:right} {l=Locus:breast}. "
        "| x has_location l, s laterality_modifies l, t laterality_modifies l",
        ("recur", "skin", "dermat"),
    ),
    (
        "The {s=Sub-location:upper} {l=Locus:arm} measures the same on both sides, {n=Negation:no} "
        "{x=Condition!neg!s:swelling}. | x has_location l",
        ("lymph", "arm"),
    ),
    (
        "The [scar|wound] in the @c has healed well, with {n=Negation:no} [underlying|] "
        "{x=Condition!neg!s:nodularity}.",
        ("recur", "wound", "seroma", "haemat"),
    ),
    (
        "{n=Negation:No} {x=Condition!neg!s:mass} in [{s=Laterality:either}|the "
        "{s=Laterality:opposite}] "
        "{l=Locus:breast}. | x has_location l",
        ("recur",),
    ),
    (
        "There was {n=Negation:no} {x=Condition!neg!d:lymphoedema} of the {l=Locus:arm} and "
        "{q=Investigation:shoulder movement} was {r=Result:full}. "
        "| x has_location l, q has_finding r",
        ("lymph", "arm", "shoulder"),
    ),
    (
        "{l=Locus:Chest wall} and {m=Locus:axillae} [{r=Result:clear}|{r=Result:normal}].",
        ("axill", "recur", "chest"),
    ),
)
_BOWEL: tuple[Piece, ...] = (
    (
        "{q=Investigation:Rectal examination} [was {r=Result:normal}|{r=Result:normal}, "
        "{n=Negation:no} "
        "{x=Condition!neg!s:blood} on the glove]. | q has_finding r",
        ("rect", "anast"),
    ),
    (
        "The [midline|] wound [is sound|has healed], {n=Negation:without} "
        "{x=Condition!neg!d:hernia}.",
        ("wound", "anast"),
    ),
    (
        "{n=Negation:No} {x=Condition!neg!s:tenderness} in the {s=Laterality:left} or "
        "{t=Laterality:right} {l=Locus:iliac fossa}. "
        "| x has_location l, s laterality_modifies l, t laterality_modifies l",
        _BELLY,
    ),
)
_LUNG: tuple[Piece, ...] = (
    (
        "{n=Negation:No} {x=Condition!neg!s:finger clubbing} or {y=Condition!neg!s:stridor}. "
        "| n negation_modifies x, n negation_modifies y",
        ("clubb", "strid"),
    ),
    (
        "{s=Investigation:Oxygen saturation} [{r=Result:#S}|{r=Result:#S on air}], "
        "{q=Investigation:respiratory rate} {v=Result:16}. | s has_finding r, q has_finding v",
        ("pneumo", "embol"),
    ),
)
_PELVIS: tuple[Piece, ...] = (
    (
        "{q=Investigation:Pelvic examination} [was {r=Result:unremarkable}|showed {n=Negation:no} "
        "{x=Condition!neg!s:mass}]. | q has_finding r",
        ("recur", "pelvi"),
    ),
    (
        "The {l=Locus:vault} looked {r=Result:healthy} and there was {n=Negation:no} "
        "{x=Condition!neg!s:bleeding}.",
        ("recur", "vagin", "bleed"),
    ),
)
_PROSTATE: tuple[Piece, ...] = (
    ("{q=Investigation:DRE} {r=Result:unremarkable}. | q has_finding r", ("recur",)),
    (
        "{n=Negation:No} {x=Condition!neg!s:tenderness} over the {l=Locus:spine}. | x "
        "has_location l",
        ("back", "bone", "bony", "spin", "cord"),
    ),
)

BY_CANCER: dict[str, tuple[Piece, ...]] = {
    "breast": _BREAST,
    "colon": _BOWEL,
    "colorectal": _BOWEL,
    "rectum": _BOWEL,
    "lung": _LUNG,
    "ovary": _PELVIS,
    "cervix": _PELVIS,
    "endometrium": _PELVIS,
    "uterus": _PELVIS,
    "prostate": _PROSTATE,
}
OPERATED = ("scar", "wound", "vault", "Chest wall")
"""Pieces that speak of an operation."""

SYMPTOMS: dict[str, tuple[str, ...]] = {
    "": ("fever", "weight loss", "night sweats", "nausea", "headache", "bone pain", "cough"),
    "breast": ("breast pain", "nipple discharge", "bone pain", "back pain", "breathlessness"),
    "colon": ("rectal bleeding", "abdominal pain", "constipation", "vomiting", "diarrhoea"),
    "colorectal": ("rectal bleeding", "abdominal pain", "constipation", "vomiting", "diarrhoea"),
    "lung": ("haemoptysis", "chest pain", "hoarseness", "bone pain", "headaches"),
    "prostate": ("back pain", "haematuria", "dysuria", "leg weakness", "bone pain"),
    "ovary": ("bloating", "abdominal pain", "vaginal bleeding", "constipation"),
}

NORMAL_BLOODS = (
    "{b=Investigation:Bloods} [today|] [{r=Result:satisfactory}|{r=Result:all normal}|"
    "{r=Result:fine}]. | b has_finding r",
    "{Her} {b=Investigation:full blood count}, {u=Investigation:U&Es} and {l=Investigation:LFTs} "
    "[were|are] [all|] {r=Result:normal}. | b has_finding r, u has_finding r, l has_finding r",
    "{u=Investigation:Renal} and {l=Investigation:liver function} [remain|are] {r=Result:normal}. "
    "| u has_finding r, l has_finding r",
    "{l=Investigation:Liver function tests} {r=Result:normal}. | l has_finding r",
)
COUNTED = (
    "{b=Investigation:Blood count} [today|]: {h} {hr}, {n} {nr}, {p} {pr}. "
    "| h has_finding hr, n has_finding nr, p has_finding pr",
    "{h} {hr}, {n} {nr} and {p} {pr}. | h has_finding hr, n has_finding nr, p has_finding pr",
    "{Her} {h} [was|is] {hr} and [{her} |]{n} {nr}[, with {p} of {pr}|]. "
    "| h has_finding hr, n has_finding nr, p has_finding pr",
    "[On the blood count|From the blood test] {her} {n} [were|are] {nr} and {p} {pr}. "
    "| n has_finding nr, p has_finding pr",
    "~{h} {hr}, {n} {nr}, {p} {pr}. | h has_finding hr, n has_finding nr, p has_finding pr",
)
MARKED = (
    "{m} [today|] [was|is] {mr}. | m has_finding mr",
    "{Her} {m} [came back at|has come back as|was] {mr}. | m has_finding mr",
    "The [latest|last] {m} [is|was] {mr}. | m has_finding mr",
    "~{m} {mr}. | m has_finding mr",
)
