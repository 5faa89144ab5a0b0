"""Lung cancer, small cell and the rest."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import (
    Cancer,
    Histology,
    Site,
    Stage,
    Step,
    chemo,
    operate,
    perform,
    radio,
    take,
)

_CUT = (operate("lobectomy"),)
_CUT_DRUGS = (operate("lobectomy"), chemo("cisplatin_vinorelbine", 4, "adjuvant", guard="fit"))
_CUT_MORE = (operate("pneumonectomy"), chemo("cisplatin_vinorelbine", 4, "adjuvant", guard="fit"))
_BEAM = (radio("lung_radical"),)
_BOTH = (
    chemo("cisplatin_vinorelbine", 4, "", guard="fit"),
    radio("lung_chemorad", guard="fit"),
    radio("lung_radical", guard="!fit"),
)
_ADVANCED = (
    radio("brain", guard="brain_metastases", chance=0.8),
    take("erlotinib", guard="EGFR+"),
    chemo("cisplatin_pemetrexed", 4, "palliative", guard="fit !EGFR+ !squamous"),
    chemo("gem_carbo", 4, "palliative", guard="fit !EGFR+ squamous"),
    perform("pleural_drainage", guard="pleural_effusion"),
    radio("lung_palliative", guard="!EGFR+", chance=0.35),
    radio("bone", guard="bone_metastases", chance=0.6),
)
_SMALL_LIMITED = (
    chemo("cisplatin_etoposide", 4, "", guard="fit"),
    chemo("carbo_etoposide", 4, "", guard="!fit"),
    radio("lung_chemorad", guard="fit"),
    radio("pci", guard="fit", chance=0.8),
)
_SMALL_EXTENSIVE = (
    chemo("carbo_etoposide", 6, "palliative"),
    radio("brain", guard="brain_metastases", chance=0.7),
    radio("pci", guard="!brain_metastases fit", chance=0.4),
)
_GRADES = (
    (15, "well differentiated"),
    (50, "moderately differentiated"),
    (35, "poorly differentiated"),
)

LUNG = Cancer(
    key="lung",
    column="Respiratory",
    share=12.5,
    women=0.44,
    age=(69, 9, 41, 90),
    clinic="respiratory medicine",
    sites=(
        Site(30, "upper_lobe", "C34.1", side="right"),
        Site(26, "upper_lobe", "C34.1", side="left"),
        Site(5, "middle_lobe", "C34.2", side="right"),
        Site(17, "lower_lobe", "C34.3", side="right"),
        Site(14, "lower_lobe", "C34.3", side="left"),
        Site(8, "main_bronchus", "C34.0"),
    ),
    histologies=(
        Histology(46, "lung_adenocarcinoma", _GRADES, "adeno"),
        Histology(36, "lung_squamous", _GRADES, "squamous"),
        Histology(18, "lung_small_cell", (), "small"),
    ),
    stages=(
        Stage(
            name="IA",
            weight=10,
            tnm=("T1a N0 M0", "T1b N0 M0"),
            guard="!small",
            plans=((75, _CUT), (25, _BEAM)),
            relapse=0.2,
            relapse_months=22,
        ),
        Stage(
            name="IB",
            weight=9,
            tnm=("T2a N0 M0",),
            guard="!small",
            plans=((70, _CUT), (30, _BEAM)),
            relapse=0.3,
            relapse_months=20,
        ),
        Stage(
            name="IIA",
            weight=6,
            tnm=("T1b N1 M0", "T2a N1 M0", "T2b N0 M0"),
            guard="!small",
            plans=((70, _CUT_DRUGS), (30, _BEAM)),
            relapse=0.42,
            relapse_months=17,
        ),
        Stage(
            name="IIB",
            weight=6,
            tnm=("T2b N1 M0", "T3 N0 M0"),
            guard="!small",
            plans=((40, _CUT_DRUGS), (25, _CUT_MORE), (35, _BEAM)),
            relapse=0.5,
            relapse_months=15,
        ),
        Stage(
            name="IIIA",
            weight=13,
            tnm=("T2a N2 M0", "T3 N1 M0", "T3 N2 M0"),
            guard="!small",
            plans=((15, _CUT_DRUGS), (85, _BOTH)),
            relapse=0.68,
            relapse_months=12,
        ),
        Stage(
            name="IIIB",
            weight=10,
            tnm=("T4 N2 M0", "T2a N3 M0"),
            guard="!small",
            plans=((1, _BOTH),),
            relapse=0.8,
            relapse_months=10,
        ),
        Stage(
            name="IV",
            weight=46,
            tnm=("T2a N2 M1b", "T3 N2 M1b", "T4 N3 M1b", "T2b N1 M1a"),
            guard="!small",
            plans=((1, _ADVANCED),),
            survival=7.5,
        ),
        Stage(
            name="limited",
            weight=32,
            tnm=("T2a N2 M0", "T2b N1 M0", "T3 N2 M0"),
            guard="small",
            plans=((1, _SMALL_LIMITED),),
            relapse=0.78,
            relapse_months=11,
        ),
        Stage(
            name="extensive",
            weight=68,
            tnm=("T3 N2 M1b", "T4 N3 M1b"),
            guard="small",
            plans=((1, _SMALL_EXTENSIVE),),
            survival=8,
        ),
    ),
    symptoms=(
        (0.5, "cough"),
        (0.3, "dyspnoea"),
        (0.25, "haemoptysis"),
        (0.25, "weight_loss"),
        (0.2, "chest_pain"),
        (0.07, "hoarseness"),
        (0.1, "shoulder_pain"),
        (0.12, "fatigue"),
    ),
    denied=("haemoptysis", "weight_loss", "chest_pain", "bone_pain", "headache", "hoarseness"),
    steps=(
        Step(what="examination", place="chest", seeks=("lymphadenopathy", "hepatomegaly")),
        Step(what="chest_xray", seeks=("tumour", "pleural_effusion")),
        Step(what="fbc"),
        Step(what="u_and_e"),
        Step(what="bone_profile"),
        Step(
            what="ct",
            place="chest",
            seeks=("tumour", "nodes", "liver_metastases", "pleural_effusion", "adrenal_metastasis"),
        ),
        Step(what="bronchoscopy", seeks=("tumour",), guard="central"),
        Step(
            what="biopsy",
            at_once=True,
            place="site",
            seeks=("tumour",),
            guard="central",
            proves=True,
        ),
        Step(
            what="ct_guided_biopsy", place="site", seeks=("tumour",), guard="!central", proves=True
        ),
        Step(what="egfr_test", guard="EGFR+"),
        Step(what="egfr_test", guard="adeno !EGFR+", chance=0.6),
        Step(what="spirometry", guard="!M1"),
        Step(what="pet_ct", seeks=("tumour", "nodes", "distant_metastases"), guard="!M1"),
        Step(what="ebus", place="mediastinal_nodes", seeks=("nodes",), guard="!M1 N+"),
        Step(what="mri", place="brain", seeks=("brain_metastases",), guard="small"),
        Step(what="bone_scan", seeks=("bone_metastases",), guard="bone_metastases"),
    ),
    metastases=(
        (27, "bone_metastases"),
        (25, "liver_metastases"),
        (18, "brain_metastases"),
        (15, "adrenal_metastasis"),
        (15, "pleural_effusion"),
    ),
    relapses=(
        (26, "brain_metastases"),
        (22, "bone_metastases"),
        (22, "local_recurrence"),
        (18, "liver_metastases"),
        (12, "lung_metastases"),
    ),
    relapse_plan=(
        radio("brain", guard="brain_metastases", chance=0.85),
        radio("bone", guard="bone_metastases", chance=0.8),
        radio("lung_palliative", guard="local_recurrence", chance=0.5),
        chemo("docetaxel_lung", 4, "palliative", guard="fit !small", chance=0.5),
        chemo("carbo_etoposide", 4, "palliative", guard="fit small", chance=0.5),
    ),
    relapse_survival=6.5,
    follow_up=(Step(what="ct", place="chest", seeks=("new_lesion", "liver_metastases")),),
    visit_tests=("chest_xray",),
    nodes="mediastinal_nodes",
    involved={"N0": (0, 0), "N1": (1, 3), "N2": (1, 5), "N3": (2, 6)},
    sizes={
        "T1a": (10, 20),
        "T1b": (21, 30),
        "T2a": (31, 50),
        "T2b": (51, 70),
        "T3": (71, 95),
        "T4": (55, 110),
    },
    smoking=0.88,
    late=((0.35, "dyspnoea"), (0.25, "cough"), (0.2, "fatigue"), (0.12, "chest_pain")),
)

CANCERS = (LUNG,)
