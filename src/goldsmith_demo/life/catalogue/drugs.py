"""Drugs, regimens and devices by the names that notes use."""

from __future__ import annotations

from goldsmith_demo.life.catalogue.entry import entry
from goldsmith_demo.life.model import Thing


def _drug(base: str, names: str = "", generic: str = "drug; medication") -> Thing:
    return entry(base, "Drug-or-device", names or base.replace("_", " "), generic)


def _regimen(base: str, names: str) -> Thing:
    return entry(base, "Drug-or-device", names, "regimen; treatment; chemotherapy")


_PLAIN = (
    "epirubicin cyclophosphamide docetaxel doxorubicin capecitabine irinotecan "
    "vinorelbine carboplatin gemcitabine etoposide vincristine vinblastine dacarbazine "
    "melphalan topotecan rituximab bevacizumab cetuximab bicalutamide goserelin letrozole "
    "anastrozole exemestane denosumab erlotinib gefitinib ramipril amlodipine simvastatin "
    "metformin gliclazide aspirin bisoprolol atenolol furosemide levothyroxine omeprazole "
    "lansoprazole citalopram sertraline alendronate methotrexate warfarin allopurinol "
    "tiotropium ibuprofen diclofenac naproxen latanoprost tamsulosin finasteride "
    "clopidogrel losartan lisinopril candesartan atorvastatin oxycodone gabapentin "
    "amitriptyline lorazepam haloperidol cyclizine metoclopramide ondansetron "
    "dexamethasone domperidone aprepitant loperamide meropenem gentamicin doxycycline "
    "clarithromycin cefuroxime trimethoprim nitrofurantoin flucloxacillin amoxicillin "
    "aciclovir fluconazole nystatin amiodarone digoxin midazolam glycopyrronium "
    "levomepromazine tinzaparin enoxaparin dalteparin rivaroxaban codeine tramadol "
    "pregabalin venlafaxine rasburicase ifosfamide cytarabine penicillin sumatriptan "
    "gliclazide isosorbide spironolactone methylprednisolone zopiclone"
)

_NAMED = (
    _drug("fluorouracil", "fluorouracil; 5-fluorouracil; 5-FU; 5FU"),
    _drug("folinic_acid", "folinic acid; leucovorin; calcium folinate"),
    _drug("oxaliplatin", "oxaliplatin; oxali"),
    _drug("cisplatin", "cisplatin; cis"),
    _drug("paclitaxel", "paclitaxel; Taxol"),
    _drug("pemetrexed", "pemetrexed; Alimta"),
    _drug("trastuzumab", "trastuzumab; Herceptin"),
    _drug("tamoxifen", "tamoxifen; tamoxifen citrate"),
    _drug("zoledronic_acid", "zoledronic acid; zoledronate; Zometa"),
    _drug("leuprorelin", "leuprorelin; Prostap"),
    _drug("abiraterone", "abiraterone; Zytiga"),
    _drug("bortezomib", "bortezomib; Velcade"),
    _drug("thalidomide", "thalidomide"),
    _drug("lenalidomide", "lenalidomide; Revlimid"),
    _drug("bleomycin", "bleomycin; bleo"),
    _drug("mitomycin", "mitomycin; mitomycin C"),
    _drug("liposomal_doxorubicin", "pegylated liposomal doxorubicin; Caelyx; PLD"),
    _drug("prednisolone", "prednisolone; pred", "steroids; drug"),
    _drug("salbutamol", "salbutamol; salbutamol inhaler", "inhaler; drug"),
    _drug("beclometasone", "beclometasone; beclometasone inhaler", "inhaler; drug"),
    _drug("insulin", "insulin; insulin glargine"),
    _drug("paracetamol", "paracetamol", "painkiller; analgesia"),
    _drug("morphine", "morphine sulphate; MST; morphine", "opioid; analgesia"),
    _drug("oramorph", "oral morphine solution; Oramorph", "opioid; analgesia"),
    _drug("fentanyl", "fentanyl patch; fentanyl", "opioid; analgesia; patch"),
    _drug("diamorphine", "diamorphine; diamorphine infusion", "opioid; analgesia"),
    _drug("co_codamol", "co-codamol", "painkiller; analgesia"),
    _drug("senna", "senna", "laxative"),
    _drug("lactulose", "lactulose", "laxative"),
    _drug("movicol", "macrogol; Movicol", "laxative"),
    _drug("gcsf", "filgrastim; G-CSF; GCSF", "growth factor"),
    _drug("tazocin", "piperacillin-tazobactam; Tazocin; pip-taz", "antibiotics; antibiotic"),
    _drug("co_amoxiclav", "co-amoxiclav; Augmentin", "antibiotics; antibiotic"),
    _drug("metronidazole", "metronidazole; Flagyl", "antibiotics; antibiotic"),
    _drug("vancomycin", "vancomycin; vanc", "antibiotics; antibiotic"),
    _drug("teicoplanin", "teicoplanin", "antibiotics; antibiotic"),
    _drug("pamidronate", "pamidronate; disodium pamidronate", "bisphosphonate"),
    _drug("saline", "normal saline; IV fluids; 0.9% saline", "fluids"),
    _drug("iron", "ferrous sulphate; iron tablets; iron", "tablets"),
    _drug("mouthwash", "benzydamine mouthwash; Difflam; mouthwash", "mouthwash"),
    _drug("emollient", "aqueous cream; emollient; E45 cream", "cream"),
    _drug("creon", "pancreatin; Creon", "enzymes"),
    _drug("calcium_d3", "calcium and vitamin D; Adcal-D3", "supplement"),
    _drug("gtn", "glyceryl trinitrate spray; GTN spray; GTN", "spray"),
    _drug("chlorphenamine", "chlorphenamine; Piriton", "antihistamine"),
    _drug("hydrocortisone", "hydrocortisone", "steroids; drug"),
    _drug("sildenafil", "sildenafil; Viagra"),
    _drug("hyoscine", "hyoscine butylbromide; Buscopan; hyoscine"),
    _drug("elastoplast", "sticking plaster; Elastoplast", "plaster"),
    _drug("latex", "latex", "material"),
    _drug("iodine_contrast", "iodinated contrast; contrast medium; contrast", "contrast"),
    _drug("cord_biliary_stent", "biliary stent; metal stent; stent", "device"),
    _drug("picc_line", "PICC line; PICC; line", "line; device"),
    _drug("urinary_catheter", "urinary catheter; catheter", "device"),
    _drug("drain", "drain; wound drain", "device"),
)

_REGIMENS = (
    _regimen("fec", "FEC; fluorouracil, epirubicin and cyclophosphamide; FEC chemotherapy"),
    _regimen("ac", "AC; doxorubicin and cyclophosphamide"),
    _regimen("docetaxel_3w", "three-weekly docetaxel; docetaxel"),
    _regimen("docetaxel_prostate", "docetaxel and prednisolone; docetaxel"),
    _regimen("paclitaxel_weekly", "weekly paclitaxel; weekly Taxol"),
    _regimen("trastuzumab_3w", "three-weekly trastuzumab; Herceptin"),
    _regimen("capecitabine_3w", "single agent capecitabine; capecitabine"),
    _regimen("folfox", "FOLFOX; modified FOLFOX6; mFOLFOX6"),
    _regimen("capox", "CAPOX; XELOX; capecitabine and oxaliplatin"),
    _regimen("folfiri", "FOLFIRI; irinotecan and 5-FU"),
    _regimen("ecx", "ECX; epirubicin, cisplatin and capecitabine"),
    _regimen("gemcitabine_4w", "single agent gemcitabine; gemcitabine"),
    _regimen("gem_cap", "GemCap; gemcitabine and capecitabine"),
    _regimen("folfirinox", "FOLFIRINOX; modified FOLFIRINOX"),
    _regimen("cisplatin_vinorelbine", "cisplatin and vinorelbine; cis/vin; cisplatin/vinorelbine"),
    _regimen("cisplatin_pemetrexed", "cisplatin and pemetrexed; cis/pem; cisplatin/pemetrexed"),
    _regimen("gem_carbo", "gemcitabine and carboplatin; gem/carbo; GCarbo"),
    _regimen("cisplatin_etoposide", "cisplatin and etoposide; cis/etop; EP"),
    _regimen("carbo_etoposide", "carboplatin and etoposide; carbo/etop"),
    _regimen("docetaxel_lung", "second-line docetaxel; docetaxel"),
    _regimen("carbo_taxol", "carboplatin and paclitaxel; carbo/taxol; carboplatin/paclitaxel"),
    _regimen("carboplatin_single", "single agent carboplatin; carboplatin"),
    _regimen("caelyx_4w", "single agent liposomal doxorubicin; Caelyx"),
    _regimen("cisplatin_weekly", "weekly cisplatin; cisplatin"),
    _regimen("rchop", "R-CHOP; R-CHOP 21; RCHOP"),
    _regimen("abvd", "ABVD; ABVD chemotherapy"),
    _regimen("rice", "R-ICE; RICE"),
    _regimen("esap", "ESHAP; ESHAP chemotherapy"),
    _regimen("ctd", "CTD; cyclophosphamide, thalidomide and dexamethasone"),
    _regimen("mpt", "MPT; melphalan, prednisolone and thalidomide"),
    _regimen("vcd", "VCD; bortezomib, cyclophosphamide and dexamethasone"),
    _regimen("len_dex", "lenalidomide and dexamethasone; Len/Dex; Rev/Dex"),
    _regimen("bep", "BEP; bleomycin, etoposide and cisplatin"),
    _regimen("carbo_auc7", "adjuvant carboplatin; single dose carboplatin"),
    _regimen("cap_rt", "radiosensitising capecitabine; capecitabine"),
)

ENTRIES = (*(_drug(base) for base in dict.fromkeys(_PLAIN.split())), *_NAMED, *_REGIMENS)
