"""Phrases of examination and blood tests; each with what it is about and what must not be so."""

from __future__ import annotations

Piece = tuple[str, str, tuple[str, ...]]
"""A phrase, its topic (one phrase to a topic), and the stems of what must not be the case."""

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
_BONES = ("back", "bone", "bony", "spin", "cord", "weak", "lytic", "rib")
_HEART = ("heart", "fibrill", "angina", "ischaem", "cardi")
_LEGS = ("leg", "dvt", "thromb", "oedema", "edema")

GENERAL: tuple[Piece, ...] = (
    (
        "{e=Investigation:Heart sounds} [were|are] [{r=Result:normal}|{r=Result:regular}|"
        "{r=Result:clear}][ throughout|]. | e has_finding r",
        "heart",
        _HEART,
    ),
    (
        "I could hear {n=Negation:no} {c=Condition!neg!s:heart murmur}.",
        "heart",
        _HEART,
    ),
    (
        "{e=Investigation:Auscultation} of the {l=Locus:heart} and {m=Locus:lungs} was "
        "[{r=Result:normal}|{r=Result:unremarkable}]. "
        "| e has_finding r, e has_target l, e has_target m",
        "chest heart",
        (*_HEART, *_CHEST),
    ),
    (
        "The {l=Locus:hands} were warm and {her} {p=Investigation:pulse} {r=Result:#P}. "
        "| p has_finding r",
        "pulse",
        ("clubb", "sepsis", "fibrill"),
    ),
    (
        "{e=Investigation:Palpation} of the {s=Sub-location:upper} {l=Locus:abdomen} was "
        "[comfortable|easy and painless]. | e has_target l",
        "abdomen",
        _BELLY,
    ),
    (
        "I {e=Investigation:palpated} the {l=Locus:abdomen}, which [is|was] soft[ in its "
        "{s=Sub-location:upper} and {t=Sub-location:lower} {m=Locus:parts}|]. "
        "| e has_target l, s sub_location_modifies m, t sub_location_modifies m",
        "abdomen",
        _BELLY,
    ),
    (
        "[Both|The] {s=Sub-location:lower} {l=Locus:limbs} are strong and {she} walks without a "
        "stick.",
        "power",
        (*_LEGS, *_BONES),
    ),
    (
        "{e=Investigation:Percussion} [note|] was {r=Result:resonant} at the "
        "{s=Laterality:left} and {t=Laterality:right} {l=Locus:base}. | e has_finding r, "
        "e has_target l, s laterality_modifies l, t laterality_modifies l",
        "chest",
        _CHEST,
    ),
    (
        "[{l=Locus:Neck}, {m=Locus:axillae} and {k=Locus:groins}|{l=Locus:Neck} and "
        "{m=Locus:axillae}] were [clear|free].",
        "nodes",
        _NODES,
    ),
    (
        "{e=Investigation:Oxygen saturation} was {r=Result:#S}, {b=Investigation:BP} "
        "{q=Result:#B}. | e has_finding r, b has_finding q",
        "pressure saturation",
        (*_CHEST, "sepsis"),
    ),
    (
        "{e=Investigation:Examination} of the {l=Locus:chest}, {m=Locus:abdomen} and "
        "{k=Locus:limbs} was [{r=Result:unremarkable}|{r=Result:normal}]. | e has_finding r, "
        "e has_target l, e has_target m, e has_target k",
        "chest abdomen legs power",
        (*_NODES, *_BELLY, *_CHEST, *_LEGS),
    ),
    (
        "{e=Investigation:Examination} of the {l=Locus:neck} and {m=Locus:chest} [added "
        "nothing|was {r=Result:as before}]. | e has_finding r, e has_target l, e has_target m",
        "nodes chest",
        (*_NODES, *_CHEST),
    ),
    (
        "{e=Investigation:Breath sounds} were {r=Result:vesicular} in the "
        "{s=Sub-location:upper} and {t=Sub-location:lower} {l=Locus:zones}. | e has_finding r, "
        "e has_target l, s sub_location_modifies l, t sub_location_modifies l",
        "chest",
        _CHEST,
    ),
    (
        "The {s=Sub-location:lower} {l=Locus:zones} of the {m=Locus:chest} [moved|ventilated] "
        "well.",
        "chest",
        _CHEST,
    ),
    (
        "The {s=Laterality:left} and {t=Laterality:right} {l=Locus:calf} measured the same. "
        "| s laterality_modifies l, t laterality_modifies l",
        "legs",
        _LEGS,
    ),
    (
        "There was {n=Negation:no} {c=Condition!neg!s:lymphadenopathy} in the {l=Locus:neck} or "
        "the {s=Laterality:left} or {t=Laterality:right} {m=Locus:axilla}. | c has_location l, "
        "c has_location m, s laterality_modifies m, t laterality_modifies m",
        "nodes",
        _NODES,
    ),
    (
        "The {s=Sub-location:back} of the {l=Locus:throat} and the {m=Locus:tongue} were {clean}.",
        "mouth",
        ("mouth", "mucos", "throat", "thrush"),
    ),
    (
        "[{e=Investigation:Power}|{e=Investigation:Strength}] [in|of] the {s=Sub-location:upper} "
        "and {t=Sub-location:lower} {m=Locus:limbs} [was|is] [{r=Result:full}|{r=Result:normal}|"
        "{r=Result:good}]. | e has_finding r, e has_target m, "
        "s sub_location_modifies m, t sub_location_modifies m",
        "power",
        _BONES,
    ),
    (
        "[On|During] {e=Investigation:examination} of the {l=Locus:spine} {she} was "
        "[comfortable|at ease], from the [{s=Sub-location:cervical}|{s=Sub-location:upper "
        "thoracic}] to the {t=Sub-location:lumbar} {m=Locus:vertebrae}. "
        "| e has_target l, s sub_location_modifies m, t sub_location_modifies m",
        "spine",
        _BONES,
    ),
    (
        "On {e=Investigation:examination} [today|] there was {n=Negation:no} {a=Locus:cervical} or "
        "{d=Locus:axillary} {c=Condition!neg!s:lymphadenopathy}. "
        "| c has_location a, c has_location d",
        "nodes",
        _NODES,
    ),
    (
        "I could feel {n=Negation:no} {c=Condition!neg!s:enlarged nodes} [in the "
        "{k=Locus:neck}|in the {k=Locus:groins}|anywhere]. | c has_location k",
        "nodes",
        _NODES,
    ),
    (
        "{l=Locus:Chest} [clear|clear to {e=Investigation:auscultation}]. | e has_target l",
        "chest",
        _CHEST,
    ),
    (
        "The {l=Locus:lungs} were clear and the {m=Locus:abdomen} soft.",
        "chest abdomen",
        (*_CHEST, *_BELLY),
    ),
    (
        "The {l=Locus:abdomen} [was|is] soft, with {n=Negation:no} {k=Condition!neg!s:hepatomegaly}"
        "[ and the {m=Locus:spleen} not felt|].",
        "abdomen",
        _BELLY,
    ),
    (
        "[I found {n=Negation:no}|{n=Negation:No}] {c=Condition!neg!d:ascites}, and the "
        "{s=Sub-location:lower} edge of the {l=Locus:liver} was [where it should be|not felt|at "
        "the costal margin].",
        "abdomen",
        _BELLY,
    ),
    (
        "There [was|is] {n=Negation:no} [pitting|] {c=Condition!neg!s:oedema} of the "
        "{l=Locus:ankles}. | c has_location l",
        "legs",
        _LEGS,
    ),
    (
        "{She} looked [well|bright] and was {n=Negation:not} {k=Condition!neg!s:jaundiced}.",
        "look",
        ("anaem", "anem", "jaund", "haemoglobin", "biliary", "cholang"),
    ),
    (
        "{w=Investigation:Weight} [{r=Result:#W}|{r=Result:#W, steady}]. | w has_finding r",
        "weight",
        ("weight",),
    ),
    (
        "{She} weighed {r=Result:#W} [today|in the clinic].",
        "weight",
        ("weight",),
    ),
    (
        "{b=Investigation:Blood pressure} {q=Result:#B}. | b has_finding q",
        "pressure",
        ("sepsis",),
    ),
    (
        "{Her} {b=Investigation:BP} was {q=Result:#B} and the {p=Investigation:pulse} "
        "{r=Result:#P}. | b has_finding q, p has_finding r",
        "pressure pulse",
        ("fibrillation", "sepsis"),
    ),
    (
        "{She} was {n=Negation:not} {c=Condition!neg!s:breathless} [at rest|on walking in].",
        "breath",
        _CHEST,
    ),
)

_BREAST: tuple[Piece, ...] = (
    (
        "The {s=Sub-location:upper} {l=Locus:arm} measures the same [on both sides|left and right]"
        "[, and {she} lifts it freely|].",
        "arm",
        ("lymph", "arm"),
    ),
    (
        "The {w=Locus:scar} in the @c has healed well, [and is soft|and the {l=Locus:skin} over it "
        "moves freely].",
        "scar",
        ("recur", "wound", "seroma", "haemat"),
    ),
    (
        "{e=Investigation:Examination} of the {s=Laterality:left} and {t=Laterality:right} "
        "{l=Locus:breast} was {r=Result:satisfactory}. | e has_finding r, e has_target l, "
        "s laterality_modifies l, t laterality_modifies l",
        "breast",
        ("recur",),
    ),
    (
        "There was {n=Negation:no} {x=Condition!neg!d:lymphoedema} of the {l=Locus:arm} and "
        "{q=Investigation:shoulder movement} was {r=Result:full}. "
        "| x has_location l, q has_finding r",
        "arm",
        ("lymph", "arm", "shoulder"),
    ),
    (
        "{l=Locus:Chest wall} and {m=Locus:axillae} [clear|normal to {e=Investigation:palpation}]. "
        "| e has_target l, e has_target m",
        "breast",
        ("axill", "recur", "chest"),
    ),
)
_BOWEL: tuple[Piece, ...] = (
    (
        "{q=Investigation:[Rectal|Digital] examination} [today|] was "
        "[{r=Result:normal}|{r=Result:unremarkable}|{r=Result:as before}]. | q has_finding r",
        "rectum",
        ("rect", "anast"),
    ),
    (
        "The {w=Locus:midline wound} [is sound|has healed][, {n=Negation:without} "
        "{x=Condition!neg!d:hernia}|].",
        "scar",
        ("wound", "anast"),
    ),
    (
        "The {s=Laterality:left} and {t=Laterality:right} {l=Locus:iliac fossa} were soft on "
        "{e=Investigation:palpation}. "
        "| e has_target l, s laterality_modifies l, t laterality_modifies l",
        "abdomen",
        _BELLY,
    ),
)
_LUNG: tuple[Piece, ...] = (
    (
        "{n=Negation:No} {x=Condition!neg!s:finger clubbing}.",
        "hands",
        ("clubb", "strid"),
    ),
    (
        "{s=Investigation:Oxygen saturation} [{r=Result:#S}|{r=Result:#S on air}]. "
        "| s has_finding r",
        "saturation",
        ("pneumo", "embol"),
    ),
)
_PELVIS: tuple[Piece, ...] = (
    (
        "{q=Investigation:[Pelvic|Vaginal|Bimanual] examination} [today|] was "
        "{r=Result:[unremarkable|normal|satisfactory]}[, as it was last time|]. | q has_finding r",
        "pelvis",
        ("recur", "pelvi"),
    ),
    (
        "[On|At] {q=Investigation:speculum examination} the {l=Locus:vault} [looked|was] "
        "[healthy|clean|well healed]. | q has_target l",
        "pelvis",
        ("recur", "vagin", "bleed"),
    ),
    (
        "The {s=Sub-location:upper} {l=Locus:vagina} [is supple|admits two fingers] and the "
        "{m=Locus:vault} [feels soft|is smooth] on {q=Investigation:examination}. "
        "| q has_target l, q has_target m",
        "pelvis",
        ("recur", "vagin", "bleed"),
    ),
)
_PROSTATE: tuple[Piece, ...] = (
    ("{q=Investigation:DRE} {r=Result:unremarkable}. | q has_finding r", "rectum", ("recur",)),
    (
        "The {s=Sub-location:lumbar} {l=Locus:spine} was comfortable on {q=Investigation:"
        "percussion}. | q has_target l",
        "spine",
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
    "": ("fever", "weight_loss", "night_sweats", "nausea", "headache", "bone_pain", "cough"),
    "breast": ("bone_pain", "back_pain", "dyspnoea", "headache"),
    "colon": ("rectal_bleeding", "abdominal_pain", "constipation", "vomiting", "diarrhoea"),
    "rectum": ("rectal_bleeding", "abdominal_pain", "constipation", "vomiting", "diarrhoea"),
    "lung": ("haemoptysis", "chest_pain", "bone_pain", "headache", "dysphagia"),
    "prostate": ("back_pain", "haematuria", "limb_weakness", "bone_pain"),
    "ovary": ("abdominal_pain", "vomiting", "constipation", "abdominal_distension"),
    "stomach": ("vomiting", "dysphagia", "haematemesis", "weight_loss"),
    "pancreas": ("jaundice", "vomiting", "steatorrhoea", "pruritus"),
    "myeloma": ("bone_pain", "back_pain", "fever", "confusion"),
}
"""What is asked for, by its base in the catalogue."""

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
