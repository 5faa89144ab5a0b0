"""Operations, courses of treatment and procedures."""

from __future__ import annotations

from goldsmith_demo.life.catalogue.entry import entry
from goldsmith_demo.life.model import Thing


def _operation(base: str, names: str, place: str = "") -> Thing:
    return entry(base, "Intervention", names, "operation; surgery; procedure", place=place)


def _procedure(base: str, names: str, place: str = "") -> Thing:
    return entry(base, "Intervention", names, "procedure; treatment", place=place)


def _course(base: str, names: str) -> Thing:
    return entry(base, "Intervention", names, "treatment; therapy; course")


ENTRIES = (
    _operation("wide_local_excision", "wide local excision; WLE; lumpectomy", "breast"),
    _operation("mastectomy", "simple mastectomy; mastectomy; Mx", "breast"),
    _operation(
        "sentinel_biopsy", "sentinel lymph node biopsy; SLNB; sentinel node biopsy", "axilla"
    ),
    _operation("axillary_clearance", "axillary node clearance; ANC; axillary clearance", "axilla"),
    _operation("right_hemicolectomy", "right hemicolectomy; right hemi", "colon"),
    _operation("extended_right_hemicolectomy", "extended right hemicolectomy", "colon"),
    _operation("left_hemicolectomy", "left hemicolectomy; left hemi", "colon"),
    _operation("sigmoid_colectomy", "sigmoid colectomy; sigmoidectomy", "sigmoid_colon"),
    _operation("anterior_resection", "anterior resection; AR; low anterior resection", "rectum"),
    _operation("ap_resection", "abdominoperineal resection; APR; AP resection", "rectum"),
    _operation("defunctioning_stoma", "defunctioning colostomy; loop colostomy; stoma", "colon"),
    _operation("stoma_reversal", "reversal of ileostomy; stoma reversal", "small_bowel"),
    _operation("hartmanns", "Hartmann's procedure; Hartmann's", "sigmoid_colon"),
    _operation("subtotal_gastrectomy", "subtotal gastrectomy; distal gastrectomy", "stomach"),
    _operation("total_gastrectomy", "total gastrectomy; gastrectomy", "stomach"),
    _operation("whipple", "pancreaticoduodenectomy; Whipple's; Whipple's procedure", "pancreas"),
    _operation("distal_pancreatectomy", "distal pancreatectomy", "pancreas"),
    _operation("liver_resection", "liver resection; hepatectomy; hepatic resection", "liver"),
    _operation("lobectomy", "lobectomy; VATS lobectomy", "lung"),
    _operation("pneumonectomy", "pneumonectomy", "lung"),
    _operation(
        "tah_bso",
        "total abdominal hysterectomy and bilateral salpingo-oophorectomy; TAH BSO; hysterectomy",
        "pelvis",
    ),
    _operation(
        "tlh_bso", "total laparoscopic hysterectomy and BSO; TLH BSO; hysterectomy", "pelvis"
    ),
    _operation("omentectomy", "omentectomy; infracolic omentectomy", "omentum"),
    _operation("debulking", "cytoreductive surgery; debulking surgery; debulking", "abdomen"),
    _operation("interval_debulking", "interval debulking surgery; IDS; debulking", "abdomen"),
    _operation(
        "pelvic_lymphadenectomy", "pelvic lymphadenectomy; pelvic node dissection", "pelvis"
    ),
    _operation("radical_hysterectomy", "radical hysterectomy; Wertheim's hysterectomy", "uterus"),
    _operation("lletz", "large loop excision of the transformation zone; LLETZ", "cervix"),
    _operation("prostatectomy", "radical prostatectomy; RP; prostatectomy", "prostate"),
    _operation("turp", "transurethral resection of the prostate; TURP", "prostate"),
    _operation("orchidectomy", "radical inguinal orchidectomy; orchidectomy", "testis"),
    _operation("rplnd", "retroperitoneal lymph node dissection; RPLND", "retroperitoneum"),
    _operation("hip_fixation", "internal fixation; fixation; nailing", "femur"),
    _operation("laparotomy", "laparotomy; exploratory laparotomy", "abdomen"),
    _course("adjuvant_chemotherapy", "adjuvant chemotherapy; chemotherapy; chemo"),
    _course("neoadjuvant_chemotherapy", "neoadjuvant chemotherapy; chemotherapy; chemo"),
    _course("palliative_chemotherapy", "palliative chemotherapy; chemotherapy; chemo"),
    _course("chemotherapy", "chemotherapy; chemo; combination chemotherapy"),
    _course("salvage_chemotherapy", "salvage chemotherapy; chemotherapy; chemo"),
    _course("antibody_treatment", "antibody treatment; targeted treatment; maintenance"),
    _course("concurrent_chemotherapy", "concurrent chemotherapy; concomitant chemotherapy; chemo"),
    _course("adjuvant_radiotherapy", "adjuvant radiotherapy; radiotherapy; RT; XRT"),
    _course("radical_radiotherapy", "radical radiotherapy; radiotherapy; RT; XRT"),
    _course("preop_radiotherapy", "pre-operative radiotherapy; radiotherapy; RT"),
    _course("palliative_radiotherapy", "palliative radiotherapy; radiotherapy; RT; XRT"),
    _course("consolidation_radiotherapy", "involved field radiotherapy; radiotherapy; IFRT"),
    _course("cranial_irradiation", "prophylactic cranial irradiation; PCI"),
    _course("whole_brain_radiotherapy", "whole brain radiotherapy; WBRT; radiotherapy"),
    _course("brachytherapy", "intracavitary brachytherapy; brachytherapy"),
    _course("vault_brachytherapy", "vault brachytherapy; brachytherapy"),
    _course("endocrine_therapy", "endocrine treatment; hormone treatment; hormonal therapy"),
    _course("palliative_care", "palliative care; supportive care; best supportive care"),
    _course("surveillance", "active surveillance; surveillance; watchful waiting"),
    _procedure("stem_cell_transplant", "autologous stem cell transplant; autograft; ASCT"),
    _procedure("transfusion", "blood transfusion; transfusion; red cell transfusion"),
    _procedure("picc_insertion", "PICC line insertion; PICC insertion", "arm"),
    _procedure("biliary_stent_insertion", "biliary stenting; stent insertion", "bile_duct"),
    _procedure("colonic_stenting", "colonic stenting; stent insertion", "colon"),
    _procedure("pleural_drainage", "pleural drainage; chest drain; drainage", "pleura"),
    _procedure("pleurodesis", "talc pleurodesis; pleurodesis", "pleura"),
    _procedure(
        "paracentesis", "therapeutic paracentesis; ascitic drainage; drainage", "peritoneum"
    ),
    _procedure("seroma_aspiration", "seroma aspiration; aspiration", "wound"),
    _procedure("percutaneous_drainage", "percutaneous drainage; radiological drainage; drainage"),
    _procedure("catheterisation", "urinary catheterisation; catheterisation", "bladder"),
    _procedure("nasogastric_drainage", "nasogastric drainage; NG drainage", "stomach"),
    _procedure("compression", "compression sleeve; lymphoedema therapy; compression", "arm"),
    _procedure("physiotherapy", "physiotherapy; physio"),
)
