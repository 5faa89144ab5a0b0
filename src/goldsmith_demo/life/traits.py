"""What things look like: shapes, sides, segments, figures that reports state beside the size.

They are drawn once for each thing, from a stream of their own, so that every report of one thing
says the same of it, and so that nothing else in the life hangs on them. Each group of rows below
gives one row; a deposit takes the same row as the metastases that it is one of.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from goldsmith_demo.life.model import Thing

Row = Mapping[str, str]
Group = tuple[Row, ...]


def _any(name: str, *values: str) -> Group:
    return tuple({name: value} for value in values)


def _yes(name: str, of_ten: int) -> Group:
    """Rows that say yes so many times in ten."""
    return tuple({name: "yes" if number < of_ten else "no"} for number in range(10))


def _millimetres(low: int, high: int) -> Group:
    return tuple({"size": f"{size} mm"} for size in range(low, high + 1))


_SUV = _any("suv", "7.8", "8.4", "9.7", "11.2", "12.9", "14.6", "16.3", "18.1")
_MANY = _any("many", "several", "numerous")
_SIDES = _any("lat", "left", "right")
_EDGES = _any("edge", "deep", "superior", "medial", "lateral", "inferior")
_RADIAL = _any("edge", "circumferential")

#: Cancer (with a T class where that decides) -> groups for the primary.
TUMOURS: dict[str, tuple[Group, ...]] = {
    "breast": (
        _any("look", "spiculate", "irregular", "ill-defined", "stellate"),
        _any("kinetics", "2", "3"),
        _EDGES,
        _yes("dcis", 6),
        _any("around", "fibrocystic change", "columnar cell change", "sclerosing adenosis"),
        _any("feel", "firm", "gritty", "hard"),
        _any("density", "fatty", "dense", "of mixed density"),
        _SUV,
    ),
    "lung": (
        _any("look", "spiculate", "lobulated", "cavitating"),
        _yes("pleural", 4),
        _yes("necrosis", 5),
        _any("stump", "14", "18", "21", "26", "30"),
        _any("edge", "bronchial"),
        _SUV,
    ),
    "colon": (
        (
            {"shape": "annular", "around": "circumferential"},
            {"shape": "ulcerated", "around": "irregular"},
            {"shape": "polypoid", "around": "eccentric"},
        ),
        _yes("adenoma", 3),
        _any("away", "45", "60", "70", "85", "110"),
        _RADIAL,
        _SUV,
    ),
    "rectum": (
        ({"third": "mid", "verge": "9 cm"}, {"third": "upper", "verge": "13 cm"}),
        _any("wall", "anterior", "posterior", "left lateral", "right lateral"),
        _any("shape", "annular", "polypoid", "ulcerated"),
        _yes("adenoma", 3),
        _any("away", "18", "25", "30", "40"),
        _RADIAL,
        _SUV,
    ),
    "colon T3": (_any("deep", "yes"),),
    "colon T4a": (_any("deep", "yes"),),
    "rectum T3": (_any("deep", "yes"),),
    "rectum T4a": (_any("deep", "yes"),),
    "stomach T3": (_any("deep", "yes"),),
    "stomach T4a": (_any("deep", "yes"),),
    "rectum low": (({"third": "lower", "verge": "4 cm"}, {"third": "lower", "verge": "5 cm"}),),
    "stomach": (
        _any("shape", "ulcerated", "polypoid", "infiltrating"),
        _any("curve", "lesser", "greater"),
        _yes("metaplasia", 5),
        _any("edge", "distal", "proximal"),
        _SUV,
    ),
    "pancreas": (
        _yes("duct", 5),
        _any("look", "hypodense", "poorly enhancing", "low attenuation"),
        _any("edge", "posterior", "medial"),
    ),
    "dlbcl": (_yes("necrosis", 4), _any("wide", "nodes", "axillae", "diaphragm"), _SUV),
    "hodgkin": (_yes("necrosis", 3), _any("wide", "nodes", "axillae", "diaphragm"), _SUV),
    "myeloma": (_any("plasma", "35%", "40%", "55%", "60%", "70%", "80%"),),
    "ovary": (
        _any("look", "multilocular", "mixed solid and cystic", "complex"),
        _yes("papillary", 6),
        _yes("necrosis", 5),
        _any("edge", "peritoneal"),
    ),
    "cervix": (
        _any("lip", "anterior", "posterior"),
        _yes("necrosis", 4),
        _any("edge", "vaginal", "deep"),
    ),
    "endometrium": (
        _any("shape", "polypoid", "friable"),
        _yes("hyperplasia", 6),
        _any("depth", "outer half"),
        _any("edge", "deep"),
    ),
    "endometrium T1a": (_any("depth", "inner half"),),
    "prostate": (
        _SIDES,
        _any("level", "mid gland", "apex", "base"),
        _any("percent", "10%", "20%", "35%", "40%"),
        _any("pirads", "4", "5"),
        _any("cores", "three", "four", "five", "six"),
        _yes("pin", 5),
        _any("lobes", "both"),
        _any("beyond", "no"),
        _any("edge", "apical", "posterior"),
    ),
    "prostate T1c": (_any("lobes", "one"),),
    "prostate T2a": (_any("lobes", "one"),),
    "prostate T2b": (_any("lobes", "one"),),
    "prostate T3a": (_any("beyond", "yes"),),
    "prostate T3b": (_any("beyond", "yes"),),
    "prostate T4": (_any("beyond", "yes"),),
    "testis": (
        _any("pole", "upper pole", "lower pole"),
        _any("look", "fleshy", "pale lobulated", "haemorrhagic"),
        _any("echo", "hypoechoic", "heterogeneous"),
        _any("edge", "cord"),
    ),
}
_LIVER: Group = tuple(
    {"segment": f"segment {number}", "lobe": "left" if number < 5 else "right"}
    for number in (2, 3, 4, 5, 6, 7, 8)
)
#: Entry of the catalogue -> groups for the thing.
TRAITS: dict[str, tuple[Group, ...]] = {
    "nodal_metastases": (
        _millimetres(13, 32),
        _any("look", "round in shape", "with loss of the fatty hilum", "of heterogeneous texture"),
    ),
    "lymphadenopathy": (_millimetres(16, 48), _any("look", "discrete", "conglomerate", "matted")),
    "nodal_recurrence": (_millimetres(14, 34),),
    "lymphoma_relapse": (_millimetres(18, 45), _any("where", "abdomen", "before")),
    "splenomegaly": (
        _any("size", "14 cm", "15 cm", "16 cm", "17 cm", "19 cm"),
        _any("degree", "mild", "moderate"),
    ),
    "liver_metastases": (_MANY, _any("look", "low attenuation", "ill-defined", "hypovascular")),
    "liver_deposit": (_MANY, _LIVER),
    "focal_liver_lesion": (_LIVER,),
    "lung_metastases": (_MANY, _any("where", "basal", "scattered")),
    "lung_deposit": (
        _MANY,
        _any("where", "lower", "upper"),
        _SIDES,
    ),
    "bone_metastases": (
        _MANY,
        (
            {"where": "spine", "lat": "left"},
            {"where": "spine", "lat": "right"},
            {"where": "ribs", "lat": "left"},
            {"where": "ribs", "lat": "right"},
            {"where": "vertebrae"},
        ),
        _any("look", "sclerotic", "lytic", "mixed lytic and sclerotic"),
    ),
    "bone_deposit": (
        _MANY,
        (
            {"bone": "L2", "kind": "vertebra"},
            {"bone": "T12", "kind": "vertebra"},
            {"lat": "left", "kind": "ilium"},
            {"lat": "right", "kind": "ilium"},
            {"bone": "L4", "kind": "vertebra"},
        ),
    ),
    "brain_metastases": (_any("where", "hemispheres", "lobes"),),
    "brain_deposit": (
        ({"lat": "left", "lobe": "parietal lobe"}, {"lat": "right", "lobe": "frontal lobe"}),
    ),
    "peritoneal_metastases": (_any("where", "omentum", "gutters", "mesentery"),),
    "pleural_effusion": (_any("amount", "small", "moderate"), _yes("collapse", 5)),
    "adrenal_metastasis": (_millimetres(18, 42),),
    "local_recurrence": (_millimetres(11, 36), _any("look", "enhancing", "ill-defined")),
    "disease_progression": (_any("by", "size", "number"),),
    "cord_compression": (
        _any("level", "T4", "T6", "T8", "T10", "L1"),
        _any("by", "epidural tumour", "retropulsed bone"),
    ),
    "mediastinal_mass": (_any("front", "anterior", "superior"),),
    "parametrial_disease": (_SIDES,),
    "endometrial_thickening": (_millimetres(9, 24),),
    "ascites": (_any("amount", "small", "moderate", "large"),),
    "hydronephrosis": (_any("degree", "mild", "moderate"),),
    "biliary_dilatation": (_millimetres(10, 18),),
    "lytic_lesions": (
        _any("where", "skull", "limbs"),
        _any("spine", "T8, T11 and L3", "T6, T9 and L1"),
    ),
    "myeloma_relapse": (_SIDES,),
    "microcalcification": (_any("look", "pleomorphic", "linear", "casting-type"),),
    "dvt": (_any("where", "femoral", "popliteal"),),
    "pulmonary_embolism": (
        (
            {"where": "both"},
            {"where": "one", "lat": "left", "branch": "lower lobe"},
            {"where": "one", "lat": "right", "branch": "main"},
            {"where": "one", "lat": "right", "branch": "lower lobe"},
        ),
    ),
    "lymphocele": (_SIDES, _millimetres(28, 66)),
    "pelvic_collection": (_millimetres(30, 75), _any("gas", "rim-enhancing", "gas-containing")),
    "seroma": (_millimetres(25, 80),),
    "haematoma": (_millimetres(25, 70),),
    "pathological_fracture": (_any("shift", "undisplaced", "minimally displaced"),),
    "renal_cyst": (_millimetres(12, 38), _any("pole", "upper pole", "lower pole")),
    "liver_cyst": (_millimetres(8, 25), _LIVER),
    "granuloma": (_SIDES, _any("lobe", "upper", "lower"), _millimetres(3, 7)),
    "apical_scarring": (_SIDES,),
    "aortic_calcification": (_any("where", "arch", "descending"),),
    "hiatus_hernia": (_any("degree", "small", "moderate"),),
    "degenerative_change": (_any("level", "lower lumbar", "lower thoracic", "lower cervical"),),
    "breast_calcification": (_SIDES,),
    "adrenal_adenoma": (_millimetres(10, 20),),
}
#: Cancer -> longest side of the specimen in millimetres, weight in grams: from, to.
_MEASURES = {
    "breast": (60, 120, 40, 190),
    "lung": (120, 190, 140, 360),
    "prostate": (38, 56, 32, 78),
    "testis": (45, 70, 35, 110),
    "endometrium": (80, 110, 80, 180),
    "cervix": (80, 110, 80, 170),
    "ovary": (90, 160, 150, 420),
    "colon": (180, 320, 150, 420),
    "rectum": (180, 280, 150, 400),
}
_SAMPLES: tuple[Group, ...] = (
    _any("length", "9", "10", "11", "12", "14", "15", "16", "18"),
    _any("pieces", "three", "four", "five"),
    _SIDES,
)


def settled(
    things: Mapping[str, Thing], tumour: str, cancer: str, tnm: str, secret: str
) -> dict[str, Thing]:
    """The things with their traits; `secret` is what the draws hang on besides the keys."""
    low = any(thing.base == "ap_resection" for thing in things.values())
    kinds = [cancer, *(f"{cancer} {part}" for part in tnm.split()), *["rectum low"] * low]
    found = {key: _settled(thing, cancer, secret) for key, thing in things.items()}
    groups = [group for kind in kinds for group in TUMOURS.get(kind, ())]
    found[tumour] = _with(found[tumour], _rows(groups, tumour, secret))
    return found


def _settled(thing: Thing, cancer: str, secret: str) -> Thing:
    if thing.start is None:
        return thing
    groups = TRAITS.get(thing.base, ())
    if groups:
        return _with(thing, _rows(groups, thing.among or thing.key, secret))
    if thing.kind == "Investigation" and thing.generic[:1] == ("biopsy",):
        return _with(thing, _rows(_SAMPLES, thing.key, secret))
    if thing.kind == "Intervention" and "surgery" in thing.generic:
        return _with(thing, _measured(thing, cancer, secret))
    return thing


def _with(thing: Thing, more: Mapping[str, str]) -> Thing:
    """The thing with further details; what the life knew already stays."""
    return msgspec.structs.replace(thing, details={**more, **thing.details})


def _numbers(key: str, secret: str) -> bytes:
    return hashlib.blake2b(f"{secret}/{key}".encode(), digest_size=24).digest()


def _rows(groups: tuple[Group, ...] | list[Group], key: str, secret: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, rows in zip(_numbers(key, secret), groups, strict=False):
        found |= rows[number % len(rows)]
    return found


def _measured(thing: Thing, cancer: str, secret: str) -> dict[str, str]:
    """Length and weight of what an operation takes out."""
    low, high, light, heavy = _MEASURES.get(cancer, (60, 130, 60, 240))
    first, second = _numbers(thing.key, secret)[:2]
    longest = low + first * (high - low) // 255
    return {"length": str(longest), "weight": str(light + second * (heavy - light) // 255)}
