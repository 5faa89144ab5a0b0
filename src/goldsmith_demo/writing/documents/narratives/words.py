"""Which of a thing's names suit a writer: lay words for patients, short ones for case notes."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.times import Time

_SLANG = re.compile(
    r"(?i)\b(tummy|abdo|armpit|chemo|bili|bx|mx|oxali|cis|bleo|vanc|hemi|bronch|flexi|being sick|"
    r"feeling sick|broken bone|fit|muddled.*|low plate.*|low neut.*|low haem.*|high blood.*|"
    r"pr|core|"
    r"high calcium|coughing up.*|vomiting blood|passing a lot.*|getting up.*|yellowing.*|"
    r"heart attack|urine infection|worry|belly|temperature)\b"
)
_STIFF = re.compile(
    r"computed tomography|magnetic resonance imaging|positron emission|cholangiopancreat|"
    r"carcinoembryonic|aminotransferase|lactate dehydr|immunoglobulin|C-reactive|erythrocyte sed"
)
_SHORT = re.compile(r"\b[A-Z0-9&]{2,}s?\b")
_PLAIN_SHORT = frozenset(("CT", "MRI", "PET", "X-ray", "CA125", "CA", "PSA"))
_LAY = {
    "nodal_metastases": "spread to the lymph glands",
    "liver_metastases": "spread to the liver",
    "lung_metastases": "spread to the lungs",
    "bone_metastases": "spread to the bones",
    "brain_metastases": "spread to the brain",
    "peritoneal_metastases": "spread within the abdomen",
    "distant_metastases": "spread elsewhere",
    "lymphadenopathy": "swollen glands",
    "neutropenic_sepsis": "infection with a low blood count",
    "neutropenia": "low white cells",
    "thrombocytopenia": "low platelets",
    "dvt": "clot in the leg",
    "pulmonary_embolism": "clot on the lung",
    "dyspnoea": "breathlessness",
    "haemoptysis": "coughing up blood",
    "haematuria": "blood in the urine",
    "melaena": "black stools",
    "dysphagia": "trouble swallowing",
    "dyspepsia": "indigestion",
    "anorexia": "poor appetite",
    "pruritus": "itching",
    "altered_bowel_habit": "change in your bowels",
    "rectal_bleeding": "bleeding from the back passage",
    "postmenopausal_bleeding": "bleeding after the change",
    "hypertension": "high blood pressure",
    "type_2_diabetes": "diabetes",
    "mucositis": "sore mouth",
    "neuropathy": "numbness",
    "alopecia": "hair loss",
    "ascites": "fluid in the abdomen",
    "hydronephrosis": "swelling of the kidney",
    "microcalcification": "flecks of calcium",
    "lytic_lesions": "thin patches in the bones",
    "residual_disease": "remaining cancer",
    "new_lesion": "new growth",
    "local_recurrence": "return of the cancer",
    "nodal_recurrence": "return of the cancer in the glands",
    "pleural_effusion": "fluid around the lung",
    "pneumonia": "chest infection",
    "polyp": "polyps",
    "gallstones": "gallstones",
    "steatorrhoea": "fatty stools",
    "hypothyroidism": "underactive thyroid",
    "osteoarthritis": "arthritis",
    "hypercholesterolaemia": "high cholesterol",
    "examination": "examination",
    "biliary_dilatation": "swelling of the bile ducts",
    "abdominal_pain": "tummy pain",
    "copd": "chest trouble",
    "marrow": "cancer in the bone marrow",
    "fna": "needle test",
    "core_biopsy": "biopsy",
    "excision_biopsy": "biopsy",
    "bone_marrow_biopsy": "bone marrow test",
    "histopathology": "laboratory report",
    "bph": "enlarged prostate",
    "gord": "acid reflux",
    "atrial_fibrillation": "irregular heartbeat",
    "lymphoma_relapse": "return of the lymphoma",
    "myeloma_relapse": "return of the myeloma",
    "disease_progression": "growth of the cancer",
    "raised_psa": "high PSA",
    "cord_compression": "pressure on the spinal cord",
}


def suited(value: Thing | Time | str, voice: str) -> Thing | Time | str:
    """The value with those of its names that such a writer uses; as it is where none is left."""
    if not isinstance(value, Thing) or value.kind == "Person":
        return value
    if voice == "lay" and value.base in _LAY:
        return msgspec.structs.replace(value, names=(_LAY[value.base],))
    drug = value.kind == "Drug-or-device"
    names = [one for one in value.names if _suits(one, drug, voice)]
    return msgspec.structs.replace(value, names=tuple(names) or value.names)


@lru_cache(1 << 14)
def _suits(name: str, drug: bool, voice: str) -> bool:
    if _STIFF.search(name) or name == "mammograms":
        return False
    if voice == "terse":
        return len(name) < 28
    if voice == "lay":
        return (
            not any(found[0] not in _PLAIN_SHORT for found in _SHORT.finditer(name))
            and name not in ("abdo", "SOB")
            and "/" not in name
        )
    return not _SLANG.search(name) and (voice != "old" or drug or not _SHORT.fullmatch(name))
