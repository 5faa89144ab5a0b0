"""What patients have besides the cancer: illnesses with their drugs, allergies, family history."""

from __future__ import annotations

import msgspec


class Illness(msgspec.Struct, frozen=True):
    """A chronic illness: how common it is at 70, from what age, for whom, and what is taken."""

    base: str
    chance: float
    youngest: int
    drugs: tuple[tuple[tuple[str, str], ...], ...]
    """Alternatives; each is a set of (drug, dose)."""
    sex: str = ""
    cancer: str = ""
    """Only with this cancer."""


ILLNESSES = (
    Illness(
        "hypertension",
        0.38,
        40,
        (
            (("ramipril", "5 mg once daily"),),
            (("amlodipine", "5 mg once daily"),),
            (("lisinopril", "10 mg once daily"),),
            (("ramipril", "10 mg once daily"), ("amlodipine", "10 mg once daily")),
            (("losartan", "50 mg once daily"),),
        ),
    ),
    Illness(
        "type_2_diabetes",
        0.14,
        40,
        (
            (("metformin", "500 mg twice daily"),),
            (("metformin", "1 g twice daily"), ("gliclazide", "80 mg twice daily")),
            (("insulin", "18 units at night"),),
        ),
    ),
    Illness(
        "hypercholesterolaemia",
        0.22,
        45,
        (
            (("simvastatin", "40 mg at night"),),
            (("atorvastatin", "20 mg at night"),),
        ),
    ),
    Illness(
        "ischaemic_heart_disease",
        0.10,
        52,
        (
            (("aspirin", "75 mg once daily"), ("bisoprolol", "5 mg once daily")),
            (
                ("aspirin", "75 mg once daily"),
                ("atenolol", "50 mg once daily"),
                ("gtn", "400 micrograms as required"),
            ),
        ),
    ),
    Illness(
        "atrial_fibrillation",
        0.05,
        60,
        (
            (("warfarin", "4 mg once daily"), ("bisoprolol", "2.5 mg once daily")),
            (("warfarin", "3 mg once daily"), ("digoxin", "125 micrograms once daily")),
        ),
    ),
    Illness(
        "copd",
        0.07,
        50,
        (
            (
                ("tiotropium", "18 micrograms once daily"),
                ("salbutamol", "200 micrograms as required"),
            ),
            (("salbutamol", "200 micrograms as required"),),
        ),
    ),
    Illness(
        "asthma",
        0.08,
        18,
        (
            (
                ("salbutamol", "200 micrograms as required"),
                ("beclometasone", "200 micrograms twice daily"),
            ),
        ),
    ),
    Illness(
        "hypothyroidism",
        0.07,
        30,
        (
            (("levothyroxine", "100 micrograms once daily"),),
            (("levothyroxine", "75 micrograms once daily"),),
        ),
    ),
    Illness(
        "osteoarthritis",
        0.16,
        50,
        (
            (("paracetamol", "1 g four times daily"),),
            (("co_codamol", "8/500 two tablets four times daily"),),
            (("naproxen", "250 mg twice daily"),),
        ),
    ),
    Illness(
        "gord",
        0.10,
        30,
        (
            (("omeprazole", "20 mg once daily"),),
            (("lansoprazole", "30 mg once daily"),),
        ),
    ),
    Illness(
        "depression",
        0.08,
        20,
        (
            (("citalopram", "20 mg once daily"),),
            (("sertraline", "50 mg once daily"),),
        ),
    ),
    Illness(
        "osteoporosis",
        0.06,
        58,
        ((("alendronate", "70 mg once weekly"), ("calcium_d3", "two tablets daily")),),
    ),
    Illness(
        "bph",
        0.15,
        58,
        (
            (("tamsulosin", "400 micrograms once daily"),),
            (("finasteride", "5 mg once daily"),),
        ),
        sex="male",
    ),
    Illness("gout", 0.04, 45, ((("allopurinol", "100 mg once daily"),),)),
    Illness("migraine", 0.05, 18, ((("sumatriptan", "50 mg as required"),),)),
    Illness("ckd", 0.05, 60, ((),)),
    Illness("stroke", 0.04, 58, ((("clopidogrel", "75 mg once daily"),),)),
    Illness("obesity", 0.14, 30, ((),)),
    Illness("cryptorchidism", 0.4, 18, ((),), sex="male", cancer="testis"),
)

ALLERGENS = (
    (0.09, "penicillin", "rash"),
    (0.025, "elastoplast", "rash"),
    (0.02, "codeine", "vomiting"),
    (0.015, "trimethoprim", "rash"),
    (0.012, "aspirin", "dyspnoea"),
    (0.01, "iodine_contrast", "rash"),
    (0.008, "latex", "rash"),
)
"""(chance, what, which reaction)."""

FAMILY = {
    "breast": ((0.18, "family_breast_cancer"), (0.04, "family_ovarian_cancer")),
    "ovary": ((0.1, "family_breast_cancer"), (0.07, "family_ovarian_cancer")),
    "colon": ((0.18, "family_bowel_cancer"),),
    "rectum": ((0.15, "family_bowel_cancer"),),
    "endometrium": ((0.08, "family_bowel_cancer"),),
    "prostate": ((0.14, "family_prostate_cancer"),),
    "stomach": ((0.1, "family_stomach_cancer"),),
    "pancreas": ((0.06, "family_pancreatic_cancer"),),
    "lung": ((0.12, "family_lung_cancer"),),
    "hodgkin": ((0.03, "family_lymphoma"),),
}
ANYBODY = (
    (0.15, "family_heart_disease"),
    (0.08, "family_diabetes"),
    (0.07, "family_stroke"),
    (0.03, "family_lung_cancer"),
    (0.03, "family_bowel_cancer"),
)

KIN = (
    "mother",
    "father",
    "sister",
    "brother",
    "maternal aunt",
    "paternal uncle",
    "maternal grandmother",
    "paternal grandfather",
)
FEMALE_KIN = ("mother", "sister", "maternal aunt", "maternal grandmother")
MALE_KIN = ("father", "brother", "paternal uncle", "paternal grandfather")
KIN_SEX = {
    "family_breast_cancer": FEMALE_KIN,
    "family_ovarian_cancer": FEMALE_KIN,
    "family_prostate_cancer": MALE_KIN,
}
