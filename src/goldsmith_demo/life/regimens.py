"""Chemotherapy regimens, courses of radiotherapy and doses of the drugs taken at home."""

from __future__ import annotations

import msgspec


class Dose(msgspec.Struct, frozen=True):
    """One drug of a regimen."""

    drug: str
    amount: float
    unit: str
    """mg/m2, mg/kg, mg, AUC or units."""
    days: str = "1"
    """Days of the cycle, in the words of a chart."""
    route: str = "IV"
    cap: float = 0.0
    """The most that is given in milligrams; 0: no cap."""


class Regimen(msgspec.Struct, frozen=True):
    """Drugs given together, cycle after cycle."""

    interval: int
    """Days from one cycle to the next."""
    doses: tuple[Dose, ...]
    harm: tuple[tuple[float, str], ...]
    """(chance per cycle, complication)."""


class Beam(msgspec.Struct, frozen=True):
    """A course of radiotherapy."""

    base: str
    """Its intervention in the catalogue."""
    gray: float
    fractions: int
    place: str
    """Base of the locus; "site" for the primary's own."""
    harm: tuple[tuple[float, str], ...] = ()
    weekly: int = 5
    """Fractions a week."""


_SICK = ((0.10, "nausea"), (0.06, "fatigue"))
_ANTHRACYCLINE = (*_SICK, (0.05, "neutropenic_sepsis"), (0.08, "mucositis"), (0.05, "vomiting"))
_TAXANE = ((0.06, "neutropenic_sepsis"), (0.08, "neuropathy"), (0.06, "arthralgia"))
_FLUORO = ((0.07, "diarrhoea"), (0.06, "mucositis"), (0.04, "hand_foot_syndrome"), *_SICK)
_OXALI = (*_FLUORO, (0.07, "neuropathy"), (0.02, "neutropenic_sepsis"), (0.012, "dvt"))
_PLATINUM = (*_SICK, (0.06, "vomiting"), (0.03, "renal_impairment"), (0.02, "ototoxicity"))
_CYTOPENIC = ((0.05, "neutropenic_sepsis"), (0.05, "thrombocytopenia"))
_STEROID = ((0.05, "insomnia"), (0.04, "constipation"))


def _mg_m2(drug: str, amount: float, days: str = "1", route: str = "IV", cap: float = 0.0) -> Dose:
    return Dose(drug, amount, "mg/m2", days, route, cap)


REGIMENS = {
    "fec": Regimen(
        21,
        (_mg_m2("fluorouracil", 500), _mg_m2("epirubicin", 100), _mg_m2("cyclophosphamide", 500)),
        _ANTHRACYCLINE,
    ),
    "ac": Regimen(21, (_mg_m2("doxorubicin", 60), _mg_m2("cyclophosphamide", 600)), _ANTHRACYCLINE),
    "docetaxel_3w": Regimen(21, (_mg_m2("docetaxel", 100),), (*_TAXANE, (0.04, "mucositis"))),
    "docetaxel_prostate": Regimen(
        21, (_mg_m2("docetaxel", 75), Dose("prednisolone", 10, "mg", "1-21", "oral")), _TAXANE
    ),
    "docetaxel_lung": Regimen(21, (_mg_m2("docetaxel", 75),), _TAXANE),
    "paclitaxel_weekly": Regimen(7, (_mg_m2("paclitaxel", 80),), ((0.04, "neuropathy"),)),
    "trastuzumab_3w": Regimen(
        21, (Dose("trastuzumab", 6, "mg/kg"),), ((0.005, "cardiotoxicity"), (0.01, "fatigue"))
    ),
    "capecitabine_3w": Regimen(21, (_mg_m2("capecitabine", 1250, "1-14", "oral bd"),), _FLUORO),
    "folfox": Regimen(
        14,
        (
            _mg_m2("oxaliplatin", 85),
            _mg_m2("folinic_acid", 200),
            _mg_m2("fluorouracil", 2400, "1-2", "IV infusion over 46 hours"),
        ),
        (*_OXALI, (0.008, "line_infection")),
    ),
    "capox": Regimen(
        21, (_mg_m2("oxaliplatin", 130), _mg_m2("capecitabine", 1000, "1-14", "oral bd")), _OXALI
    ),
    "folfiri": Regimen(
        14,
        (
            _mg_m2("irinotecan", 180),
            _mg_m2("folinic_acid", 200),
            _mg_m2("fluorouracil", 2400, "1-2", "IV infusion over 46 hours"),
        ),
        (*_FLUORO, (0.03, "neutropenic_sepsis"), (0.05, "alopecia")),
    ),
    "ecx": Regimen(
        21,
        (
            _mg_m2("epirubicin", 50),
            _mg_m2("cisplatin", 60),
            _mg_m2("capecitabine", 625, "1-21", "oral bd"),
        ),
        (*_FLUORO, *_PLATINUM, (0.03, "neutropenic_sepsis"), (0.02, "dvt")),
    ),
    "gemcitabine_4w": Regimen(
        28, (_mg_m2("gemcitabine", 1000, "1, 8 and 15"),), (*_SICK, (0.04, "thrombocytopenia"))
    ),
    "gem_cap": Regimen(
        28,
        (
            _mg_m2("gemcitabine", 1000, "1, 8 and 15"),
            _mg_m2("capecitabine", 830, "1-21", "oral bd"),
        ),
        (*_FLUORO, (0.03, "neutropenia")),
    ),
    "folfirinox": Regimen(
        14,
        (
            _mg_m2("oxaliplatin", 85),
            _mg_m2("irinotecan", 150),
            _mg_m2("folinic_acid", 200),
            _mg_m2("fluorouracil", 2400, "1-2", "IV infusion over 46 hours"),
        ),
        (*_OXALI, (0.05, "neutropenic_sepsis")),
    ),
    "cisplatin_vinorelbine": Regimen(
        21,
        (_mg_m2("cisplatin", 80), _mg_m2("vinorelbine", 60, "1 and 8", "oral")),
        (*_PLATINUM, (0.06, "neutropenic_sepsis"), (0.05, "constipation")),
    ),
    "cisplatin_pemetrexed": Regimen(
        21, (_mg_m2("cisplatin", 75), _mg_m2("pemetrexed", 500)), (*_PLATINUM, (0.02, "rash"))
    ),
    "gem_carbo": Regimen(
        21,
        (_mg_m2("gemcitabine", 1250, "1 and 8"), Dose("carboplatin", 5, "AUC")),
        (*_SICK, *_CYTOPENIC),
    ),
    "cisplatin_etoposide": Regimen(
        21, (_mg_m2("cisplatin", 75), _mg_m2("etoposide", 100, "1-3")), (*_PLATINUM, *_CYTOPENIC)
    ),
    "carbo_etoposide": Regimen(
        21, (Dose("carboplatin", 5, "AUC"), _mg_m2("etoposide", 100, "1-3")), (*_SICK, *_CYTOPENIC)
    ),
    "carbo_taxol": Regimen(
        21,
        (Dose("carboplatin", 5, "AUC"), _mg_m2("paclitaxel", 175)),
        (*_SICK, (0.08, "neuropathy"), (0.02, "neutropenic_sepsis"), (0.02, "allergic_reaction")),
    ),
    "carboplatin_single": Regimen(21, (Dose("carboplatin", 5, "AUC"),), (*_SICK, *_CYTOPENIC[1:])),
    "caelyx_4w": Regimen(
        28,
        (_mg_m2("liposomal_doxorubicin", 40),),
        ((0.10, "hand_foot_syndrome"), (0.06, "mucositis"), (0.05, "fatigue")),
    ),
    "cisplatin_weekly": Regimen(7, (_mg_m2("cisplatin", 40, cap=70),), _PLATINUM),
    "rchop": Regimen(
        21,
        (
            _mg_m2("rituximab", 375),
            _mg_m2("cyclophosphamide", 750),
            _mg_m2("doxorubicin", 50),
            _mg_m2("vincristine", 1.4, cap=2),
            Dose("prednisolone", 100, "mg", "1-5", "oral"),
        ),
        (*_ANTHRACYCLINE, (0.06, "neuropathy"), (0.05, "constipation"), (0.01, "shingles")),
    ),
    "abvd": Regimen(
        28,
        (
            _mg_m2("doxorubicin", 25, "1 and 15"),
            Dose("bleomycin", 10000, "units/m2", "1 and 15"),
            _mg_m2("vinblastine", 6, "1 and 15", cap=10),
            _mg_m2("dacarbazine", 375, "1 and 15"),
        ),
        (*_SICK, (0.05, "neutropenia"), (0.03, "neuropathy"), (0.015, "pneumonitis")),
    ),
    "rice": Regimen(
        21,
        (
            _mg_m2("rituximab", 375),
            Dose("ifosfamide", 5000, "mg/m2", "2", "IV infusion over 24 hours"),
            Dose("carboplatin", 5, "AUC", "2"),
            _mg_m2("etoposide", 100, "1-3"),
        ),
        (*_SICK, (0.18, "neutropenic_sepsis"), (0.15, "thrombocytopenia")),
    ),
    "esap": Regimen(
        21,
        (
            _mg_m2("etoposide", 40, "1-4"),
            Dose("methylprednisolone", 500, "mg", "1-5"),
            _mg_m2("cytarabine", 2000, "5"),
            _mg_m2("cisplatin", 25, "1-4", "IV infusion"),
        ),
        (*_PLATINUM, (0.18, "neutropenic_sepsis")),
    ),
    "ctd": Regimen(
        21,
        (
            Dose("cyclophosphamide", 500, "mg", "1, 8 and 15", "oral"),
            Dose("thalidomide", 100, "mg", "1-21", "oral"),
            Dose("dexamethasone", 40, "mg", "1-4 and 12-15", "oral"),
        ),
        (*_STEROID, (0.05, "neuropathy"), (0.02, "dvt"), (0.02, "pneumonia")),
    ),
    "mpt": Regimen(
        28,
        (
            _mg_m2("melphalan", 7, "1-4", "oral"),
            Dose("prednisolone", 40, "mg", "1-4", "oral"),
            Dose("thalidomide", 100, "mg", "1-28", "oral"),
        ),
        (*_STEROID, (0.05, "neuropathy"), (0.03, "neutropenia"), (0.02, "dvt")),
    ),
    "vcd": Regimen(
        21,
        (
            _mg_m2("bortezomib", 1.3, "1, 4, 8 and 11", "subcutaneous"),
            Dose("cyclophosphamide", 500, "mg", "1, 8 and 15", "oral"),
            Dose("dexamethasone", 20, "mg", "1, 2, 4, 5, 8, 9, 11 and 12", "oral"),
        ),
        (*_STEROID, (0.08, "neuropathy"), (0.03, "thrombocytopenia"), (0.02, "shingles")),
    ),
    "len_dex": Regimen(
        28,
        (
            Dose("lenalidomide", 25, "mg", "1-21", "oral"),
            Dose("dexamethasone", 40, "mg", "1, 8, 15 and 22", "oral"),
        ),
        (*_STEROID, (0.05, "neutropenia"), (0.02, "pneumonia"), (0.04, "fatigue")),
    ),
    "bep": Regimen(
        21,
        (
            Dose("bleomycin", 30000, "units", "1, 8 and 15"),
            _mg_m2("etoposide", 100, "1-5"),
            _mg_m2("cisplatin", 20, "1-5"),
        ),
        (*_PLATINUM, (0.07, "neutropenic_sepsis"), (0.05, "neuropathy")),
    ),
    "carbo_auc7": Regimen(21, (Dose("carboplatin", 7, "AUC"),), ((0.15, "fatigue"),)),
}

BEAMS = {
    "breast": Beam("adjuvant_radiotherapy", 40, 15, "breast", ((0.3, "radiation_dermatitis"),)),
    "chest_wall": Beam(
        "adjuvant_radiotherapy", 40, 15, "chest_wall", ((0.3, "radiation_dermatitis"),)
    ),
    "rectum_short": Beam("preop_radiotherapy", 25, 5, "rectum", ((0.1, "diarrhoea"),)),
    "rectum_long": Beam("preop_radiotherapy", 45, 25, "rectum", ((0.3, "radiation_proctitis"),)),
    "lung_radical": Beam("radical_radiotherapy", 55, 20, "site", ((0.35, "oesophagitis"),)),
    "lung_chemorad": Beam("radical_radiotherapy", 64, 32, "site", ((0.4, "oesophagitis"),)),
    "lung_palliative": Beam("palliative_radiotherapy", 20, 5, "chest", ((0.2, "oesophagitis"),)),
    "pci": Beam("cranial_irradiation", 25, 10, "brain", ((0.3, "fatigue"),)),
    "bone": Beam("palliative_radiotherapy", 8, 1, "bone", ((0.1, "nausea"),)),
    "spine": Beam("palliative_radiotherapy", 20, 5, "spine", ((0.15, "nausea"),)),
    "brain": Beam("whole_brain_radiotherapy", 20, 5, "brain", ((0.3, "alopecia"),)),
    "involved_field": Beam("consolidation_radiotherapy", 30, 15, "site", ((0.2, "fatigue"),)),
    "pelvis_cervix": Beam("radical_radiotherapy", 50.4, 28, "pelvis", ((0.4, "diarrhoea"),)),
    "brachy_cervix": Beam("brachytherapy", 21, 3, "cervix", (), 1),
    "pelvis_endometrium": Beam("adjuvant_radiotherapy", 45, 25, "pelvis", ((0.3, "diarrhoea"),)),
    "vault": Beam("vault_brachytherapy", 21, 3, "vaginal_vault", (), 1),
    "prostate": Beam(
        "radical_radiotherapy",
        74,
        37,
        "prostate",
        ((0.2, "radiation_proctitis"), (0.2, "radiation_cystitis")),
    ),
    "prostate_bed": Beam(
        "adjuvant_radiotherapy", 66, 33, "prostate", ((0.2, "urinary_frequency"),)
    ),
    "stomach_palliative": Beam("palliative_radiotherapy", 20, 5, "stomach", ((0.3, "nausea"),)),
    "pelvis_palliative": Beam("palliative_radiotherapy", 20, 5, "pelvis", ((0.3, "diarrhoea"),)),
    "para_aortic": Beam("radical_radiotherapy", 30, 15, "para_aortic_nodes", ((0.4, "nausea"),)),
}
"""Name in the plans -> the course."""

HOME = {
    "tamoxifen": "20 mg once daily",
    "letrozole": "2.5 mg once daily",
    "anastrozole": "1 mg once daily",
    "exemestane": "25 mg once daily",
    "goserelin": "10.8 mg subcutaneous every 12 weeks",
    "leuprorelin": "11.25 mg intramuscular every 3 months",
    "bicalutamide": "50 mg once daily",
    "abiraterone": "1000 mg once daily",
    "zoledronic_acid": "4 mg IV every 4 weeks",
    "denosumab": "120 mg subcutaneous every 4 weeks",
    "erlotinib": "150 mg once daily",
    "gefitinib": "250 mg once daily",
    "creon": "25000 units with meals",
    "morphine": "10 mg twice daily",
    "oramorph": "5 mg as required",
    "fentanyl": "25 micrograms/hour every 72 hours",
    "diamorphine": "10 mg over 24 hours",
    "midazolam": "10 mg over 24 hours",
    "glycopyrronium": "600 micrograms over 24 hours",
    "levomepromazine": "6.25 mg at night",
    "haloperidol": "1.5 mg at night",
    "dexamethasone": "8 mg twice daily",
    "metoclopramide": "10 mg three times daily",
    "ondansetron": "8 mg twice daily",
    "domperidone": "10 mg three times daily",
    "cyclizine": "50 mg three times daily",
    "loperamide": "2 mg after each loose stool",
    "mouthwash": "15 ml four times daily",
    "nystatin": "1 ml four times daily",
    "emollient": "twice daily",
    "gabapentin": "300 mg three times daily",
    "amitriptyline": "10 mg at night",
    "tinzaparin": "175 units/kg once daily",
    "dalteparin": "15000 units once daily",
    "warfarin": "3 mg once daily",
    "tazocin": "4.5 g three times daily IV",
    "gentamicin": "320 mg once daily IV",
    "meropenem": "1 g three times daily IV",
    "co_amoxiclav": "625 mg three times daily",
    "flucloxacillin": "500 mg four times daily",
    "clarithromycin": "500 mg twice daily",
    "doxycycline": "100 mg once daily",
    "metronidazole": "400 mg three times daily",
    "cefuroxime": "1.5 g three times daily IV",
    "trimethoprim": "200 mg twice daily",
    "nitrofurantoin": "50 mg four times daily",
    "vancomycin": "1 g twice daily IV",
    "aciclovir": "800 mg five times daily",
    "gcsf": "300 micrograms once daily subcutaneous",
    "saline": "1 litre over 8 hours",
    "pamidronate": "90 mg IV once",
    "prednisolone": "40 mg once daily",
    "chlorphenamine": "10 mg IV once",
    "hydrocortisone": "100 mg IV once",
    "bisoprolol": "2.5 mg once daily",
    "senna": "15 mg at night",
    "movicol": "one sachet twice daily",
    "lactulose": "15 ml twice daily",
    "paracetamol": "1 g four times daily",
    "co_codamol": "30/500 two tablets four times daily",
    "ibuprofen": "400 mg three times daily",
    "iron": "200 mg twice daily",
    "ramipril": "2.5 mg once daily",
    "oxycodone": "5 mg four times daily",
    "venlafaxine": "37.5 mg twice daily",
    "calcium_d3": "two tablets daily",
    "zopiclone": "7.5 mg at night",
    "sildenafil": "50 mg as required",
    "urinary_catheter": "",
    "allopurinol": "300 mg once daily",
    "rasburicase": "0.2 mg/kg IV once",
    "fluconazole": "50 mg once daily",
    "hyoscine": "60 mg over 24 hours",
    "spironolactone": "100 mg once daily",
    "lorazepam": "0.5 mg as required",
}
"""Drug -> the usual dose, as charts print it."""
