"""ICD-10 codes of conditions besides the cancer, from the tabular list of ICD-10-CM (2026)."""

from __future__ import annotations

ICD10 = {
    "nodal_metastases": "C77.9",  # Secondary and unspecified malignant neoplasm of lymph node
    "liver_metastases": "C78.7",  # Secondary malignant neoplasm of liver and intrahepatic bil
    "lung_metastases": "C78.0",  # Secondary malignant neoplasm of lung
    "bone_metastases": "C79.5",  # Secondary malignant neoplasm of bone and bone marrow
    "brain_metastases": "C79.3",  # Secondary malignant neoplasm of brain and cerebral meninge
    "peritoneal_metastases": "C78.6",  # Secondary malignant neoplasm of retroperitoneum and perito
    "pleural_effusion": "J90",  # Pleural effusion, not elsewhere classified
    "adrenal_metastasis": "C79.7",  # Secondary malignant neoplasm of adrenal gland
    "cord_compression": "G95.2",  # Other and unspecified cord compression
    "neutropenic_sepsis": "D70",  # Neutropenia
    "neutropenia": "D70",  # Neutropenia
    "thrombocytopenia": "D69.6",  # Thrombocytopenia, unspecified
    "anaemia": "D64.9",  # Anemia, unspecified
    "dvt": "I82.4",  # Acute embolism and thrombosis of deep veins of lower extre
    "pulmonary_embolism": "I26.9",  # Pulmonary embolism without acute cor pulmonale
    "wound_infection": "T81.4",  # Infection following a procedure
    "ileus": "K56.0",  # Paralytic ileus
    "pneumonia": "J18.9",  # Pneumonia, unspecified organism
    "atrial_fibrillation": "I48",  # Atrial fibrillation and flutter
    "uti": "N39.0",  # Urinary tract infection, site not specified
    "lymphoedema": "I89.0",  # Lymphedema, not elsewhere classified
    "neuropathy": "G62.0",  # Drug-induced polyneuropathy
    "mucositis": "K12.3",  # Oral mucositis (ulcerative)
    "hypercalcaemia": "E83.5",  # Disorders of calcium metabolism
    "bowel_obstruction": "K56.6",  # Other and unspecified intestinal obstruction
    "biliary_obstruction": "K83.1",  # Obstruction of bile duct
    "cholangitis": "K83.0",  # Cholangitis
    "tumour_lysis": "E88.3",  # Tumor lysis syndrome
    "shingles": "B02",  # Zoster [herpes zoster]
    "anaphylaxis": "T78.2",  # Anaphylactic shock, unspecified
    "pneumonitis": "J70.0",  # Acute pulmonary manifestations due to radiation
    "radiation_cystitis": "N30.4",  # Irradiation cystitis
    "radiation_proctitis": "K62.7",  # Radiation proctitis
    "radiation_dermatitis": "L58",  # Radiodermatitis
    "oesophagitis": "K20",  # Esophagitis
    "renal_impairment": "N17.9",  # Acute kidney failure, unspecified
    "hypertension": "I10",  # Essential (primary) hypertension
    "type_2_diabetes": "E11",  # Type 2 diabetes mellitus
    "hypercholesterolaemia": "E78.0",  # Pure hypercholesterolemia
    "ischaemic_heart_disease": "I25.9",  # Chronic ischemic heart disease, unspecified
    "myocardial_infarction": "I21.9",  # Acute myocardial infarction, unspecified
    "angina": "I20.9",  # Angina pectoris, unspecified
    "heart_failure": "I50.9",  # Heart failure, unspecified
    "copd": "J44.9",  # Chronic obstructive pulmonary disease, unspecified
    "asthma": "J45",  # Asthma
    "hypothyroidism": "E03.9",  # Hypothyroidism, unspecified
    "osteoarthritis": "M19.9",  # Osteoarthritis, unspecified site
    "rheumatoid_arthritis": "M06.9",  # Rheumatoid arthritis, unspecified
    "gord": "K21",  # Gastro-esophageal reflux disease
    "depression": "F32",  # Depressive episode
    "osteoporosis": "M81",  # Osteoporosis without current pathological fracture
    "stroke": "I63",  # Cerebral infarction
    "ckd": "N18",  # Chronic kidney disease (CKD)
    "bph": "N40",  # Benign prostatic hyperplasia
    "gout": "M10",  # Gout
    "migraine": "G43",  # Migraine
    "glaucoma": "H40",  # Glaucoma
    "endometriosis": "N80",  # Endometriosis
    "cryptorchidism": "Q53",  # Undescended and ectopic testicle
    "obesity": "E66",  # Overweight and obesity
    "ascites": "R18",  # Ascites
    "gallstones": "K80",  # Cholelithiasis
    "jaundice": "R17",  # Unspecified jaundice
    "splenomegaly": "R16.1",  # Splenomegaly, not elsewhere classified
    "lymphocele": "I89.8",  # Other specified noninfective disorders of lymphatic vessel
    "osteonecrosis": "M87.1",  # Osteonecrosis due to drugs
    "pathological_fracture": "M84.4",  # Pathological fracture, not elsewhere classified
    "seroma": "T81.8",  # Other complications of procedures, not elsewhere classifie
}
"""Base in the catalogue -> code; the cancers' own stand with their sites."""
