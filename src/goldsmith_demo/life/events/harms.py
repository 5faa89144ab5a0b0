"""Complications of treatment and of the cancer: how they are found and treated, how they end."""

from __future__ import annotations

import msgspec


class Harm(msgspec.Struct, frozen=True, kw_only=True):
    """What a complication brings with it."""

    days: tuple[int, int]
    """How long it lasts."""
    tests: tuple[str, ...] = ()
    """Panels, or investigations that find it."""
    drugs: tuple[str, ...] = ()
    procedure: str = ""
    stay: tuple[int, int] = (0, 0)
    """Nights in hospital; (0, 0): seen in clinic."""
    deadly: float = 0.0
    symptoms: tuple[str, ...] = ()
    odd: str = ""
    """Key into labs.ODD."""
    lasting: bool = False


def _clinic(low: int, high: int, *drugs: str, procedure: str = "", lasting: bool = False) -> Harm:
    return Harm(days=(low, high), drugs=drugs, procedure=procedure, lasting=lasting)


HARMS = {
    "neutropenic_sepsis": Harm(
        days=(4, 8),
        tests=("fbc", "inflammatory_markers", "blood_cultures", "chest_xray"),
        drugs=("tazocin", "gentamicin"),
        stay=(4, 7),
        deadly=0.02,
        symptoms=("fever", "rigors"),
        odd="neutropenic_sepsis",
    ),
    "dvt": Harm(
        days=(60, 120),
        tests=("doppler",),
        drugs=("tinzaparin",),
        stay=(0, 0),
        symptoms=("leg_swelling",),
    ),
    "pulmonary_embolism": Harm(
        days=(90, 180),
        tests=("ctpa",),
        drugs=("dalteparin",),
        stay=(2, 5),
        deadly=0.06,
        symptoms=("dyspnoea", "chest_pain"),
    ),
    "wound_infection": Harm(days=(6, 14), tests=("swab",), drugs=("flucloxacillin",)),
    "seroma": _clinic(7, 21, procedure="seroma_aspiration"),
    "haematoma": _clinic(7, 21),
    "ileus": Harm(
        days=(3, 7), tests=("xray",), drugs=("saline",), procedure="nasogastric_drainage"
    ),
    "anastomotic_leak": Harm(
        days=(14, 28),
        tests=("inflammatory_markers", "ct"),
        drugs=("tazocin",),
        procedure="laparotomy",
        stay=(10, 20),
        deadly=0.1,
        symptoms=("fever", "abdominal_pain"),
        odd="infection",
    ),
    "pelvic_collection": Harm(
        days=(10, 21),
        tests=("inflammatory_markers", "ct"),
        drugs=("co_amoxiclav",),
        procedure="percutaneous_drainage",
        stay=(5, 9),
        symptoms=("fever",),
        odd="infection",
    ),
    "pancreatic_fistula": Harm(
        days=(14, 30),
        tests=("ct",),
        drugs=("tazocin",),
        procedure="percutaneous_drainage",
        stay=(8, 16),
        deadly=0.05,
        symptoms=("fever",),
        odd="infection",
    ),
    "pneumonia": Harm(
        days=(7, 12),
        tests=("chest_xray", "inflammatory_markers"),
        drugs=("co_amoxiclav", "clarithromycin"),
        stay=(3, 7),
        deadly=0.03,
        symptoms=("cough", "fever"),
        odd="infection",
    ),
    "air_leak": _clinic(5, 10),
    "atrial_fibrillation": Harm(days=(3, 10), tests=("ecg",), drugs=("bisoprolol",)),
    "uti": Harm(days=(5, 8), tests=("urine_culture",), drugs=("trimethoprim",)),
    "lymphocele": _clinic(21, 60),
    "lymphoedema": _clinic(300, 900, procedure="compression", lasting=True),
    "neutropenia": Harm(days=(6, 10), tests=("fbc",), drugs=("gcsf",), odd="neutropenia"),
    "thrombocytopenia": Harm(days=(6, 12), tests=("fbc",), odd="thrombocytopenia"),
    "neuropathy": _clinic(120, 420, "gabapentin", lasting=True),
    "mucositis": _clinic(5, 12, "mouthwash"),
    "nausea": _clinic(3, 8, "metoclopramide"),
    "vomiting": _clinic(2, 6, "ondansetron"),
    "diarrhoea": _clinic(3, 9, "loperamide"),
    "constipation": _clinic(5, 14, "senna"),
    "insomnia": _clinic(10, 30, "zopiclone"),
    "fatigue": _clinic(30, 120),
    "arthralgia": _clinic(5, 20, "ibuprofen"),
    "alopecia": _clinic(90, 180),
    "rash": _clinic(5, 14, "emollient"),
    "hand_foot_syndrome": _clinic(10, 28, "emollient"),
    "radiation_dermatitis": _clinic(14, 35, "emollient"),
    "radiation_proctitis": _clinic(20, 60, "loperamide"),
    "radiation_cystitis": _clinic(14, 40),
    "urinary_frequency": _clinic(14, 60),
    "oesophagitis": _clinic(14, 35, "oramorph"),
    "pneumonitis": Harm(
        days=(30, 90), tests=("ct",), drugs=("prednisolone",), symptoms=("cough", "dyspnoea")
    ),
    "cardiotoxicity": Harm(days=(90, 240), tests=("echocardiogram",), drugs=("ramipril",)),
    "ototoxicity": Harm(days=(200, 700), tests=("audiogram",), lasting=True),
    "renal_impairment": Harm(
        days=(7, 30), tests=("u_and_e",), drugs=("saline",), stay=(2, 4), odd="renal_impairment"
    ),
    "allergic_reaction": Harm(days=(1, 1), drugs=("chlorphenamine", "hydrocortisone")),
    "line_infection": Harm(
        days=(5, 10),
        tests=("fbc", "blood_cultures"),
        drugs=("vancomycin",),
        stay=(3, 6),
        symptoms=("fever",),
        odd="infection",
    ),
    "shingles": _clinic(10, 21, "aciclovir"),
    "hypercalcaemia": Harm(
        days=(4, 9),
        tests=("bone_profile",),
        drugs=("saline", "pamidronate"),
        stay=(3, 6),
        deadly=0.02,
        symptoms=("confusion", "constipation"),
        odd="hypercalcaemia",
    ),
    "cord_compression": Harm(
        days=(30, 90),
        tests=("mri",),
        drugs=("dexamethasone",),
        stay=(5, 12),
        symptoms=("back_pain", "limb_weakness"),
    ),
    "bowel_obstruction": Harm(
        days=(4, 12),
        tests=("xray", "ct"),
        drugs=("saline", "cyclizine"),
        procedure="nasogastric_drainage",
        stay=(5, 10),
        deadly=0.05,
        symptoms=("vomiting", "abdominal_pain"),
    ),
    "cholangitis": Harm(
        days=(5, 10),
        tests=("lft", "blood_cultures"),
        drugs=("tazocin",),
        stay=(4, 8),
        deadly=0.03,
        symptoms=("fever", "jaundice"),
        odd="jaundice",
    ),
    "urinary_incontinence": _clinic(60, 300, lasting=True),
    "erectile_dysfunction": _clinic(200, 700, "sildenafil", lasting=True),
    "capillary_bleeding": Harm(days=(1, 2), tests=("fbc",), procedure="transfusion", odd="anaemia"),
}

AFTER_OPERATION = {
    "breast": ((0.12, "seroma"), (0.06, "wound_infection"), (0.03, "haematoma")),
    "bowel": (
        (0.1, "ileus"),
        (0.07, "wound_infection"),
        (0.04, "anastomotic_leak"),
        (0.04, "pneumonia"),
        (0.04, "atrial_fibrillation"),
        (0.015, "dvt"),
    ),
    "stomach": (
        (0.09, "pneumonia"),
        (0.05, "anastomotic_leak"),
        (0.06, "wound_infection"),
        (0.04, "atrial_fibrillation"),
    ),
    "pancreas": ((0.13, "pancreatic_fistula"), (0.08, "wound_infection"), (0.05, "pneumonia")),
    "lung": ((0.1, "air_leak"), (0.1, "atrial_fibrillation"), (0.09, "pneumonia")),
    "pelvis": (
        (0.07, "wound_infection"),
        (0.06, "uti"),
        (0.03, "lymphocele"),
        (0.02, "dvt"),
        (0.03, "pelvic_collection"),
    ),
    "urology": ((0.1, "uti"), (0.25, "urinary_incontinence"), (0.03, "lymphocele")),
    "testis": ((0.05, "haematoma"), (0.03, "wound_infection")),
    "other": ((0.06, "wound_infection"), (0.03, "pneumonia"), (0.02, "pulmonary_embolism")),
}
"""Kind of operation -> (chance, complication)."""

OPERATIONS = {
    "wide_local_excision": ("breast", 1, 2),
    "mastectomy": ("breast", 2, 4),
    "right_hemicolectomy": ("bowel", 5, 9),
    "extended_right_hemicolectomy": ("bowel", 6, 10),
    "left_hemicolectomy": ("bowel", 5, 9),
    "sigmoid_colectomy": ("bowel", 5, 9),
    "anterior_resection": ("bowel", 6, 11),
    "ap_resection": ("bowel", 8, 13),
    "defunctioning_stoma": ("bowel", 4, 8),
    "subtotal_gastrectomy": ("stomach", 8, 13),
    "total_gastrectomy": ("stomach", 9, 15),
    "whipple": ("pancreas", 11, 18),
    "distal_pancreatectomy": ("pancreas", 7, 12),
    "liver_resection": ("other", 6, 10),
    "lobectomy": ("lung", 5, 9),
    "pneumonectomy": ("lung", 7, 11),
    "tah_bso": ("pelvis", 4, 6),
    "tlh_bso": ("pelvis", 1, 3),
    "debulking": ("pelvis", 6, 10),
    "interval_debulking": ("pelvis", 6, 10),
    "radical_hysterectomy": ("pelvis", 5, 8),
    "lletz": ("", 0, 0),
    "prostatectomy": ("urology", 2, 4),
    "orchidectomy": ("testis", 1, 1),
    "rplnd": ("other", 6, 9),
    "laparotomy": ("other", 6, 10),
}
"""Operation -> its kind, fewest and most nights in hospital."""

EFFORT = {
    "breast": (4, 3, 8),
    "bowel": (10, 8, 16),
    "stomach": (12, 12, 20),
    "pancreas": (18, 18, 32),
    "lung": (8, 8, 16),
    "pelvis": (12, 6, 16),
    "urology": (10, 8, 16),
    "testis": (1, 2, 4),
    "": (1, 1, 2),
}
"""Kind of operation -> most blood lost (in 50 ml), shortest and longest time (in 15 minutes)."""

STRAYS = (
    (0.02, "pulmonary_embolism"),
    (0.03, "dvt"),
    (0.03, "pneumonia"),
    (0.02, "uti"),
)
"""What may befall anybody under treatment for advanced cancer, per line of treatment."""
