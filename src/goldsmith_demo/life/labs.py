"""Blood tests: what each panel measures, normal ranges, and units on both sides of the ocean."""

from __future__ import annotations

import msgspec


class Analyte(msgspec.Struct, frozen=True):
    """Something measured in blood, in British units; `factor` turns it into American ones."""

    base: str
    unit: str
    low: float
    high: float
    digits: int = 0
    factor: float = 1.0
    us_unit: str = ""
    us_digits: int = -1


_E9 = "x10^9/L"
_K = "K/uL"

ANALYTES = {
    analyte.base: analyte
    for analyte in (
        Analyte("haemoglobin", "g/L", 118, 160, 0, 0.1, "g/dL", 1),
        Analyte("white_cells", _E9, 4.0, 11.0, 1, 1.0, _K, 1),
        Analyte("neutrophils", _E9, 2.0, 7.5, 1, 1.0, _K, 1),
        Analyte("platelets", _E9, 150, 400, 0, 1.0, _K, 0),
        Analyte("sodium", "mmol/L", 135, 145, 0, 1.0, "mEq/L", 0),
        Analyte("potassium", "mmol/L", 3.5, 5.0, 1, 1.0, "mEq/L", 1),
        Analyte("urea", "mmol/L", 2.5, 7.8, 1, 2.8, "mg/dL", 0),
        Analyte("creatinine", "umol/L", 55, 105, 0, 1 / 88.4, "mg/dL", 2),
        Analyte("bilirubin", "umol/L", 4, 20, 0, 1 / 17.1, "mg/dL", 1),
        Analyte("alt", "U/L", 8, 45),
        Analyte("alp", "U/L", 35, 125),
        Analyte("albumin", "g/L", 35, 50, 0, 0.1, "g/dL", 1),
        Analyte("calcium", "mmol/L", 2.20, 2.60, 2, 4.0, "mg/dL", 1),
        Analyte("crp", "mg/L", 1, 5),
        Analyte("esr", "mm/hr", 2, 20),
        Analyte("inr", "", 0.9, 1.2, 1),
        Analyte("cea", "ug/L", 0.5, 5.0, 1, 1.0, "ng/mL", 1),
        Analyte("ca199", "kU/L", 2, 37, 0, 1.0, "U/mL", 0),
        Analyte("ca125", "kU/L", 5, 35, 0, 1.0, "U/mL", 0),
        Analyte("ca153", "kU/L", 5, 30, 0, 1.0, "U/mL", 0),
        Analyte("psa", "ug/L", 0.3, 4.0, 1, 1.0, "ng/mL", 1),
        Analyte("afp", "kU/L", 1, 6, 0, 1.2, "ng/mL", 0),
        Analyte("hcg", "IU/L", 1, 4, 0, 1.0, "mIU/mL", 0),
        Analyte("ldh", "U/L", 120, 240),
        Analyte("paraprotein", "g/L", 0, 0, 0, 0.1, "g/dL", 1),
        Analyte("b2_microglobulin", "mg/L", 1.0, 2.4, 1),
        Analyte("testosterone", "nmol/L", 8, 30, 1, 28.8, "ng/dL", 0),
    )
}

PANELS = {
    "fbc": ("haemoglobin", "white_cells", "neutrophils", "platelets"),
    "u_and_e": ("sodium", "potassium", "urea", "creatinine"),
    "lft": ("bilirubin", "alt", "alp", "albumin"),
    "bone_profile": ("calcium",),
    "inflammatory_markers": ("crp", "esr"),
    "clotting": ("inr",),
    "myeloma_screen": ("paraprotein", "b2_microglobulin"),
}
"""Panel -> what is measured in it; "tumour_markers" are the cancer's own."""

Odd = dict[str, tuple[float, float]]

ODD: dict[str, Odd] = {
    "anaemia": {"haemoglobin": (76, 102)},
    "neutropenic_sepsis": {
        "neutrophils": (0.0, 0.4),
        "white_cells": (0.4, 1.6),
        "haemoglobin": (88, 112),
        "platelets": (60, 180),
        "crp": (80, 260),
    },
    "neutropenia": {"neutrophils": (0.5, 0.9), "white_cells": (1.4, 2.6)},
    "thrombocytopenia": {"platelets": (22, 74)},
    "liver_metastases": {"alp": (170, 620), "alt": (50, 190), "albumin": (26, 36)},
    "bone_metastases": {"alp": (150, 480)},
    "jaundice": {"bilirubin": (60, 310), "alp": (280, 890), "alt": (80, 320)},
    "hypercalcaemia": {"calcium": (2.82, 3.48)},
    "renal_impairment": {"creatinine": (140, 310), "urea": (10.0, 24.0)},
    "infection": {"crp": (60, 240), "white_cells": (11.5, 19.0), "neutrophils": (8.5, 16.5)},
    "chemotherapy": {
        "haemoglobin": (100, 132),
        "white_cells": (2.8, 6.4),
        "neutrophils": (1.5, 4.2),
        "platelets": (130, 330),
    },
    "ckd": {"creatinine": (125, 190), "urea": (8.5, 14.0)},
}
"""Condition -> what it does to the values."""
