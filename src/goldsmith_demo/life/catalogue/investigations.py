"""Investigations: imaging, endoscopy, biopsies, blood tests and what is measured in them."""

from __future__ import annotations

from goldsmith_demo.life.catalogue.entry import entry
from goldsmith_demo.life.model import Thing


def _scan(base: str, names: str, place: str = "") -> Thing:
    return entry(base, "Investigation", names, "scan; imaging", place=place)


def _look(base: str, names: str, place: str = "") -> Thing:
    return entry(base, "Investigation", names, "investigation; examination; test", place=place)


def _tissue(base: str, names: str, place: str = "") -> Thing:
    return entry(base, "Investigation", names, "biopsy; sample; histology", place=place)


def _blood(base: str, names: str) -> Thing:
    return entry(base, "Investigation", names, "blood test; bloods; test")


ENTRIES = (
    _look("examination", "physical examination; clinical examination; examination; O/E"),
    _look("breast_examination", "breast examination; clinical examination", "breast"),
    _look("rectal_examination", "digital rectal examination; DRE; PR", "rectum"),
    _look("pelvic_examination", "pelvic examination; bimanual examination; VE", "pelvis"),
    _look("eua", "examination under anaesthetic; EUA", "pelvis"),
    _scan("mammogram", "mammogram; mammography; mammograms", "breasts"),
    _scan("ultrasound", "ultrasound scan; ultrasound; USS"),
    _scan("transvaginal_ultrasound", "transvaginal ultrasound; TV ultrasound; TVUS", "pelvis"),
    _scan("trus", "transrectal ultrasound; TRUS", "prostate"),
    _scan("chest_xray", "chest X-ray; chest radiograph; CXR", "chest"),
    _scan("xray", "X-ray; plain film; radiograph"),
    _scan("ct", "computed tomography; CT scan; CT"),
    _scan("ct_cap", "CT chest, abdomen and pelvis; CT CAP; CT scan; CT"),
    _scan("ctpa", "CT pulmonary angiogram; CTPA", "chest"),
    _scan("mri", "magnetic resonance imaging; MRI scan; MRI; MR scan"),
    _scan("pet_ct", "positron emission tomography; PET-CT; PET scan; PET", "body"),
    _scan("bone_scan", "isotope bone scan; bone scan; bone scintigraphy", "skeleton"),
    _scan("skeletal_survey", "skeletal survey; plain film skeletal survey", "skeleton"),
    _scan("echocardiogram", "echocardiogram; echo; ECHO", "heart"),
    _scan("doppler", "Doppler ultrasound; venous Doppler; leg Doppler; Doppler", "leg"),
    _look("ecg", "electrocardiogram; ECG", "heart"),
    _look("spirometry", "spirometry; lung function tests; PFTs", "lungs"),
    _look("audiogram", "audiogram; hearing test"),
    _look("renogram", "EDTA clearance; isotope GFR; EDTA", "kidneys"),
    _look("bronchoscopy", "bronchoscopy; fibreoptic bronchoscopy; bronch", "bronchi"),
    _look("ebus", "endobronchial ultrasound; EBUS; EBUS-TBNA", "mediastinum"),
    _look("gastroscopy", "upper GI endoscopy; gastroscopy; OGD", "stomach"),
    _look("eus", "endoscopic ultrasound; EUS", "abdomen"),
    _look("colonoscopy", "colonoscopy", "colon"),
    _look("flexible_sigmoidoscopy", "flexible sigmoidoscopy; flexi sig", "sigmoid_colon"),
    _look("ercp", "endoscopic retrograde cholangiopancreatography; ERCP", "bile_duct"),
    _look("staging_laparoscopy", "staging laparoscopy; diagnostic laparoscopy", "peritoneum"),
    _look("hysteroscopy", "hysteroscopy; outpatient hysteroscopy", "uterus"),
    _look("colposcopy", "colposcopy", "cervix"),
    _look("cystoscopy", "cystoscopy; flexible cystoscopy", "bladder"),
    _look("mediastinoscopy", "mediastinoscopy", "mediastinum"),
    _tissue("core_biopsy", "core biopsy; needle core biopsy; core"),
    _tissue("fna", "fine needle aspiration; FNA; FNAC; needle aspirate"),
    _tissue("biopsy", "biopsy; tissue biopsy; Bx"),
    _tissue("excision_biopsy", "excision biopsy; lymph node excision; node biopsy"),
    _tissue("ct_guided_biopsy", "CT-guided biopsy; percutaneous biopsy; image-guided biopsy"),
    _tissue("endometrial_biopsy", "endometrial biopsy; Pipelle biopsy; Pipelle", "endometrium"),
    _tissue("prostate_biopsy", "TRUS biopsy; prostate biopsy; TRUS-guided biopsy", "prostate"),
    _tissue("bone_marrow_biopsy", "bone marrow biopsy; marrow trephine; BMAT", "bone_marrow"),
    _tissue("pleural_aspiration", "pleural aspiration; pleural tap; thoracocentesis", "pleura"),
    _tissue("ascitic_tap", "ascitic tap; diagnostic paracentesis; ascitic aspirate", "peritoneum"),
    _look("histopathology", "histopathology; histology; pathology"),
    _look("immunohistochemistry", "immunohistochemistry; IHC; immunostains"),
    _look("her2_fish", "HER2 FISH; FISH; in situ hybridisation"),
    _look("egfr_test", "EGFR mutation analysis; EGFR testing; EGFR"),
    _look("kras_test", "KRAS mutation analysis; KRAS testing; RAS testing"),
    _look("smear", "cervical smear; smear; Pap smear", "cervix"),
    _look("blood_cultures", "blood cultures; cultures"),
    _look("swab", "wound swab; swab", "wound"),
    _look("urine_culture", "mid-stream urine; MSU; urine culture"),
    _look("lumbar_puncture", "lumbar puncture; LP"),
    _blood("fbc", "full blood count; FBC; blood count"),
    _blood("u_and_e", "urea and electrolytes; U&Es; U&E; renal function"),
    _blood("lft", "liver function tests; LFTs; LFT"),
    _blood("bone_profile", "bone profile; calcium profile"),
    _blood("inflammatory_markers", "inflammatory markers; CRP and ESR"),
    _blood("clotting", "clotting screen; coagulation screen; clotting"),
    _blood("tumour_markers", "tumour markers; markers"),
    _blood("myeloma_screen", "myeloma screen; serum electrophoresis; protein electrophoresis"),
    _blood("haemoglobin", "haemoglobin; Hb"),
    _blood("white_cells", "white cell count; WCC; WBC"),
    _blood("neutrophils", "neutrophils; neutrophil count; neuts"),
    _blood("platelets", "platelets; platelet count; plts"),
    _blood("sodium", "sodium; Na"),
    _blood("potassium", "potassium; K"),
    _blood("urea", "urea"),
    _blood("creatinine", "creatinine; creat"),
    _blood("bilirubin", "bilirubin; bili"),
    _blood("alt", "alanine aminotransferase; ALT"),
    _blood("alp", "alkaline phosphatase; ALP; alk phos"),
    _blood("albumin", "albumin; serum albumin"),
    _blood("calcium", "corrected calcium; calcium; Ca"),
    _blood("crp", "C-reactive protein; CRP"),
    _blood("esr", "erythrocyte sedimentation rate; ESR"),
    _blood("inr", "international normalised ratio; INR"),
    _blood("cea", "carcinoembryonic antigen; CEA"),
    _blood("ca199", "CA 19-9; CA19-9"),
    _blood("ca125", "CA 125; CA125; CA-125"),
    _blood("ca153", "CA 15-3; CA15-3"),
    _blood("psa", "prostate specific antigen; PSA"),
    _blood("afp", "alpha-fetoprotein; AFP"),
    _blood("hcg", "human chorionic gonadotrophin; hCG; beta-hCG; HCG"),
    _blood("ldh", "lactate dehydrogenase; LDH"),
    _blood("paraprotein", "paraprotein; M protein; monoclonal protein"),
    _blood("b2_microglobulin", "beta-2 microglobulin; B2M"),
    _blood("testosterone", "testosterone; serum testosterone"),
)
