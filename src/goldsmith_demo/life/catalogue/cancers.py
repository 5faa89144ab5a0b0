"""The cancers themselves: one entry for each histology, with the names of both tissue and site."""

from __future__ import annotations

from goldsmith_demo.life.catalogue.entry import entry
from goldsmith_demo.life.model import Thing

_SOLID = "tumour; cancer; mass; lesion; malignancy; disease"
_BLOOD = "disease; malignancy; lymphoma"
_MARROW = "disease; malignancy; myeloma"


def _cancer(base: str, names: str, generic: str = _SOLID) -> Thing:
    return entry(base, "Condition", names, generic, disorder=True)


ENTRIES = (
    _cancer("breast_ductal", "invasive ductal carcinoma; IDC; breast cancer; breast carcinoma"),
    _cancer("breast_lobular", "invasive lobular carcinoma; ILC; breast cancer; breast carcinoma"),
    _cancer("colon_adenocarcinoma", "adenocarcinoma; colon cancer; colonic carcinoma"),
    _cancer("colon_mucinous", "mucinous adenocarcinoma; colon cancer; colonic carcinoma"),
    _cancer("rectal_adenocarcinoma", "adenocarcinoma; rectal cancer; rectal carcinoma"),
    _cancer("gastric_intestinal", "intestinal type adenocarcinoma; gastric cancer; stomach cancer"),
    _cancer("gastric_diffuse", "diffuse type adenocarcinoma; gastric cancer; stomach cancer"),
    _cancer("pancreatic_ductal", "pancreatic ductal adenocarcinoma; pancreatic cancer; PDAC"),
    _cancer(
        "lung_adenocarcinoma", "adenocarcinoma; lung cancer; non-small cell lung cancer; NSCLC"
    ),
    _cancer(
        "lung_squamous",
        "squamous cell carcinoma; lung cancer; non-small cell lung cancer; NSCLC; SCC",
    ),
    _cancer("lung_small_cell", "small cell carcinoma; lung cancer; small cell lung cancer; SCLC"),
    _cancer("dlbcl", "diffuse large B-cell lymphoma; DLBCL; large B-cell lymphoma", _BLOOD),
    _cancer("hodgkin_nodular", "nodular sclerosing Hodgkin lymphoma; Hodgkin's; HL", _BLOOD),
    _cancer("hodgkin_mixed", "mixed cellularity Hodgkin lymphoma; Hodgkin's; HL", _BLOOD),
    _cancer("myeloma_igg", "IgG multiple myeloma; multiple myeloma; myeloma", _MARROW),
    _cancer("myeloma_iga", "IgA multiple myeloma; multiple myeloma; myeloma", _MARROW),
    _cancer(
        "ovary_serous", "serous carcinoma; ovarian cancer; serous ovarian cancer; ovarian carcinoma"
    ),
    _cancer("ovary_endometrioid", "endometrioid carcinoma; ovarian cancer; ovarian carcinoma"),
    _cancer("ovary_clear_cell", "clear cell carcinoma; ovarian cancer; ovarian carcinoma"),
    _cancer("cervix_squamous", "squamous cell carcinoma; cervical cancer; SCC; cervical carcinoma"),
    _cancer("cervix_adenocarcinoma", "adenocarcinoma; cervical cancer; cervical carcinoma"),
    _cancer("endometrioid", "endometrioid adenocarcinoma; endometrial cancer; womb cancer"),
    _cancer("uterine_serous", "serous carcinoma; endometrial cancer; uterine serous carcinoma"),
    _cancer("prostate_acinar", "acinar adenocarcinoma; prostate cancer; prostatic carcinoma"),
    _cancer("seminoma", "seminoma; testicular cancer; pure seminoma; classical seminoma"),
    _cancer("nsgct", "non-seminomatous germ cell tumour; testicular cancer; NSGCT; teratoma"),
)
