"""Words that notes among clinicians avoid, and complaints that come with conditions."""

from __future__ import annotations

import re

#: What American notes say, and British ones instead.
_ABROAD = {
    "100.4": "38",
    "the emergency room": "A&E",
    "the emergency department": "A&E",
    "EMS was called": "An ambulance was called",
    "BIBEMS": "brought in by ambulance",
    "PCP": "GP",
    "primary care": "the GP",
    "VNA": "district nurse",
    "the MICU": "the ICU",
    "MICU": "ICU",
    "Etiology": "Aetiology",
    "etiology": "aetiology",
    "Acetaminophen": "Paracetamol",
    "acetaminophen": "paracetamol",
    "RTC": "OPA",
    "chem 7": "U&E",
    "EKG": "ECG",
    "Verbalized": "Expressed",
}
_ABROAD_WORDS = re.compile("|".join(map(re.escape, _ABROAD)))


def british(words: str) -> str:
    """The words as a British hospital would have them."""
    return _ABROAD_WORDS.sub(lambda found: _ABROAD[found[0]], words)


#: Symptoms that nobody denies who has the condition before the colon.
GO_TOGETHER = {
    "neutropenic_sepsis": "fever rigors fatigue chills malaise",
    "pneumonia": "fever cough dyspnoea rigors consolidation",
    "pulmonary_embolism": "chest_pain dyspnoea cough haemoptysis dizziness leg_swelling",
    "dvt": "leg_swelling",
    "uti": "fever urinary_frequency rigors haematuria",
    "wound_infection": "fever rigors",
    "line_infection": "fever rigors",
    "cholangitis": "fever jaundice rigors abdominal_pain",
    "pelvic_collection": "fever abdominal_pain pelvic_pain rigors",
    "anastomotic_leak": "fever abdominal_pain rigors",
    "bowel_obstruction": "abdominal_pain vomiting nausea constipation abdominal_distension "
    "bloating",
    "ileus": "vomiting nausea constipation abdominal_distension bloating abdominal_pain",
    "anaemia": "dyspnoea fatigue dizziness",
    "pleural_effusion": "dyspnoea cough chest_pain",
    "pneumonitis": "dyspnoea cough fever",
    "hypercalcaemia": "confusion constipation polyuria nausea fatigue",
    "oesophagitis": "dysphagia chest_pain",
    "mucositis": "dysphagia",
    "cord_compression": "limb_weakness back_pain",
    "brain_metastases": "headache confusion seizure nausea",
    "neuropathy": "limb_weakness",
    "atrial_fibrillation": "dizziness chest_pain",
    "haemoptysis": "cough",
    "vomiting": "nausea",
    "rigors": "fever",
    "fever": "rigors night_sweats chills malaise",
    "weight_loss": "anorexia",
    "copd": "dyspnoea cough",
    "asthma": "dyspnoea cough",
    "heart_failure": "dyspnoea leg_swelling",
    "angina": "chest_pain",
    "migraine": "headache",
    "depression": "low_mood",
    "lymphadenopathy": "neck_lump axillary_lump groin_lump",
    "gord": "dyspepsia",
}
#: Words for the patient's ear, and abbreviations that American notes do not use.
LAY = frozenset(
    (
        "tummy pain; belly pain; being sick; feeling sick; coughing up blood; vomiting blood; "
        "muddled thinking; fit; worry; feeling low; passing a lot of urine; heart attack; "
        "getting up at night to pass urine; yellowing of the skin; womb cancer; uterus cancer; "
        "broken bone; deposit; blocked bile duct; sore mouth; temperature; frequency; "
        "retention of urine; "
        "pain in the chest; pain in the bones; pain in the pelvis; shivering; repeated infections; "
        "persistent cough; oral mucositis; sticking plaster; adhesive tape; high blood pressure; "
        "weakness of the limbs; swelling of the leg; being muddled; loose motions; arm swelling; "
        "leakage; maldescent; cardiac; tummy; belly; gut; lymph glands; wound; armpit; enlarged "
        "liver; "
        "blood in the urine; drenching sweats; joint aches; low haemoglobin; low hemoglobin"
    ).split("; ")
)
BRITISH = frozenset("CIBH; AUR; PCB; IMB; PMB; LRTI; AF; IHD; Mx; abdo pain; abdo".split("; "))
