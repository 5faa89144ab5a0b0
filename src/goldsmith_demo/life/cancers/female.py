"""Cancers of ovary, cervix and endometrium."""

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

_OPEN = (operate("tah_bso+omentectomy"),)
_OPEN_DRUGS = (operate("tah_bso+omentectomy"), chemo("carboplatin_single", 6, "adjuvant"))
_DEBULK = (
    operate("debulking"),
    chemo("carbo_taxol", 6, "adjuvant", guard="fit"),
    chemo("carboplatin_single", 6, "adjuvant", guard="!fit"),
)
_INTERVAL = (
    chemo("carbo_taxol", 3, "neoadjuvant", guard="fit"),
    chemo("carboplatin_single", 3, "neoadjuvant", guard="!fit"),
    operate("interval_debulking"),
    chemo("carbo_taxol", 3, "adjuvant", guard="fit"),
    chemo("carboplatin_single", 3, "adjuvant", guard="!fit"),
)
_OVARY_ADVANCED = (
    perform("paracentesis", guard="ascites", chance=0.6),
    chemo("carbo_taxol", 6, "palliative", guard="fit"),
    chemo("carboplatin_single", 6, "palliative", guard="!fit"),
)

OVARY = Cancer(
    key="ovary",
    column="Female genital",
    share=5.0,
    women=1.0,
    age=(63, 12, 29, 88),
    clinic="gynaecological oncology",
    sites=(Site(1, "ovary", "C56"),),
    histologies=(
        Histology(72, "ovary_serous", ((1, "high grade"),)),
        Histology(16, "ovary_endometrioid", ((30, "grade 1"), (40, "grade 2"), (30, "grade 3"))),
        Histology(12, "ovary_clear_cell", ((1, "grade 3"),)),
    ),
    stages=(
        Stage(
            name="IA",
            weight=12,
            tnm=("T1a N0 M0",),
            plans=((1, _OPEN),),
            relapse=0.08,
            relapse_months=26,
        ),
        Stage(
            name="IC",
            weight=14,
            tnm=("T1c N0 M0",),
            plans=((1, _OPEN_DRUGS),),
            relapse=0.18,
            relapse_months=22,
        ),
        Stage(
            name="IIB",
            weight=8,
            tnm=("T2b N0 M0",),
            plans=((1, _DEBULK),),
            relapse=0.36,
            relapse_months=20,
        ),
        Stage(
            name="IIIC",
            weight=46,
            tnm=("T3c N0 M0", "T3c N1 M0"),
            plans=((50, _DEBULK), (50, _INTERVAL)),
            relapse=0.74,
            relapse_months=17,
        ),
        Stage(
            name="IV",
            weight=20,
            tnm=("T3c N0 M1", "T3c N1 M1"),
            plans=((45, _INTERVAL), (55, _OVARY_ADVANCED)),
            survival=20,
        ),
    ),
    symptoms=(
        (0.5, "bloating"),
        (0.4, "abdominal_pain"),
        (0.3, "abdominal_distension"),
        (0.22, "early_satiety"),
        (0.18, "urinary_frequency"),
        (0.15, "weight_loss"),
    ),
    denied=("postmenopausal_bleeding", "weight_loss", "vomiting", "rectal_bleeding"),
    steps=(
        Step(what="pelvic_examination", seeks=("tumour", "ascites")),
        Step(what="tumour_markers"),
        Step(what="fbc"),
        Step(what="transvaginal_ultrasound", seeks=("tumour", "ascites", "fibroids")),
        Step(
            what="ct_cap",
            place="abdomen",
            seeks=(
                "tumour",
                "ascites",
                "omental_disease",
                "nodes",
                "liver_metastases",
                "pleural_effusion",
            ),
        ),
        Step(
            what="ct_guided_biopsy",
            place="omentum",
            seeks=("tumour",),
            guard="advanced",
            proves=True,
        ),
    ),
    metastases=((55, "pleural_effusion"), (45, "liver_metastases")),
    relapses=(
        (60, "peritoneal_metastases"),
        (16, "liver_metastases"),
        (14, "nodal_recurrence"),
        (10, "pleural_effusion"),
    ),
    relapse_plan=(
        perform("paracentesis", guard="ascites", chance=0.7),
        chemo("carbo_taxol", 6, "palliative", guard="fit late"),
        chemo("carboplatin_single", 6, "palliative", guard="!fit late"),
        chemo("caelyx_4w", 6, "palliative", guard="!late"),
        take("letrozole", guard="late", chance=0.2),
    ),
    relapse_survival=17,
    follow_up=(Step(what="ct_cap", place="abdomen", seeks=("new_lesion", "ascites"), chance=0.4),),
    visit_tests=("tumour_markers",),
    nodes="para_aortic_nodes",
    involved={"N0": (0, 0), "N1": (1, 5)},
    sizes={"T1a": (50, 130), "T1c": (60, 160), "T2b": (60, 140), "T3c": (40, 140)},
    markers=((22.0, "ca125"),),
    staging="FIGO",
    late=((0.3, "neuropathy"), (0.3, "fatigue"), (0.15, "abdominal_pain")),
)

_LOOP = (operate("lletz"),)
_WERTHEIM = (operate("radical_hysterectomy+pelvic_lymphadenectomy"),)
_WERTHEIM_MORE = (*_WERTHEIM, radio("pelvis_endometrium"))
_CHEMORAD = (
    radio("pelvis_cervix+cisplatin_weekly", guard="fit"),
    radio("pelvis_cervix", guard="!fit"),
    radio("brachy_cervix"),
)
_CERVIX_ADVANCED = (
    chemo("carbo_taxol", 6, "palliative", guard="fit"),
    radio("pelvis_palliative", chance=0.5),
)

CERVIX = Cancer(
    key="cervix",
    column="Female genital",
    share=3.1,
    women=1.0,
    age=(48, 14, 25, 84),
    clinic="gynaecological oncology",
    sites=(Site(1, "cervix", "C53.9"),),
    histologies=(
        Histology(
            76,
            "cervix_squamous",
            (
                (10, "well differentiated"),
                (55, "moderately differentiated"),
                (35, "poorly differentiated"),
            ),
        ),
        Histology(
            24,
            "cervix_adenocarcinoma",
            (
                (20, "well differentiated"),
                (50, "moderately differentiated"),
                (30, "poorly differentiated"),
            ),
        ),
    ),
    stages=(
        Stage(
            name="IA1",
            weight=14,
            tnm=("T1a1 N0 M0",),
            plans=((1, _LOOP),),
            relapse=0.01,
            relapse_months=30,
        ),
        Stage(
            name="IB1",
            weight=32,
            tnm=("T1b1 N0 M0",),
            plans=((80, _WERTHEIM), (20, _WERTHEIM_MORE)),
            relapse=0.1,
            relapse_months=22,
        ),
        Stage(
            name="IB2",
            weight=8,
            tnm=("T1b2 N0 M0",),
            plans=((1, _CHEMORAD),),
            relapse=0.25,
            relapse_months=18,
        ),
        Stage(
            name="IIB",
            weight=24,
            tnm=("T2b N0 M0", "T2b N1 M0"),
            plans=((1, _CHEMORAD),),
            relapse=0.34,
            relapse_months=16,
        ),
        Stage(
            name="IIIB",
            weight=13,
            tnm=("T3b N0 M0", "T3b N1 M0"),
            plans=((1, _CHEMORAD),),
            relapse=0.52,
            relapse_months=12,
        ),
        Stage(name="IVB", weight=9, tnm=("T3b N1 M1",), plans=((1, _CERVIX_ADVANCED),), survival=9),
    ),
    symptoms=(
        (0.4, "postcoital_bleeding"),
        (0.28, "intermenstrual_bleeding"),
        (0.25, "abnormal_smear"),
        (0.2, "vaginal_discharge"),
        (0.15, "pelvic_pain"),
    ),
    denied=("haematuria", "rectal_bleeding", "weight_loss", "back_pain", "leg_swelling"),
    steps=(
        Step(what="smear", seeks=("abnormal_smear",), guard="abnormal_smear"),
        Step(what="colposcopy", seeks=("tumour",)),
        Step(what="biopsy", at_once=True, place="cervix", seeks=("tumour",), proves=True),
        Step(what="fbc"),
        Step(what="u_and_e"),
        Step(what="eua", seeks=("tumour", "parametrial_disease"), guard="!early"),
        Step(
            what="mri", place="pelvis", seeks=("tumour", "nodes", "hydronephrosis"), guard="!early"
        ),
        Step(
            what="ct_cap",
            place="chest",
            seeks=("lung_metastases", "liver_metastases"),
            guard="!early",
        ),
        Step(
            what="pet_ct",
            seeks=("tumour", "nodes", "distant_metastases"),
            guard="advanced",
            chance=0.5,
        ),
    ),
    metastases=((50, "lung_metastases"), (25, "liver_metastases"), (25, "bone_metastases")),
    relapses=((50, "local_recurrence"), (26, "nodal_recurrence"), (24, "lung_metastases")),
    relapse_plan=(
        chemo("carbo_taxol", 6, "palliative", guard="fit", chance=0.8),
        radio("pelvis_palliative", guard="local_recurrence !irradiated"),
    ),
    relapse_survival=9,
    follow_up=(Step(what="mri", place="pelvis", seeks=("new_lesion",), chance=0.4),),
    nodes="pelvic_nodes",
    involved={"N0": (0, 0), "N1": (1, 4)},
    sizes={"T1a1": (3, 6), "T1b1": (10, 38), "T1b2": (42, 60), "T2b": (35, 65), "T3b": (45, 80)},
    staging="FIGO",
    smoking=0.4,
    late=((0.2, "vaginal_dryness"), (0.2, "hot_flushes"), (0.2, "diarrhoea"), (0.2, "fatigue")),
)

_KEYHOLE = (operate("tlh_bso"),)
_KEYHOLE_VAULT = (operate("tlh_bso"), radio("vault"))
_OPEN_BEAM = (operate("tah_bso"), radio("pelvis_endometrium"), radio("vault", chance=0.4))
_OPEN_ALL = (
    operate("tah_bso+pelvic_lymphadenectomy"),
    chemo("carbo_taxol", 6, "adjuvant", guard="fit"),
    radio("pelvis_endometrium"),
)
_WOMB_ADVANCED = (
    chemo("carbo_taxol", 6, "palliative", guard="fit"),
    radio("pelvis_palliative", chance=0.4),
)

ENDOMETRIUM = Cancer(
    key="endometrium",
    column="Female genital",
    share=3.8,
    women=1.0,
    age=(65, 10, 38, 89),
    clinic="gynaecological oncology",
    sites=(Site(1, "endometrium", "C54.1"),),
    histologies=(
        Histology(85, "endometrioid", ((50, "grade 1"), (30, "grade 2"), (20, "grade 3"))),
        Histology(15, "uterine_serous", ((1, "high grade"),)),
    ),
    stages=(
        Stage(
            name="IA",
            weight=50,
            tnm=("T1a N0 M0",),
            plans=((80, _KEYHOLE), (20, _KEYHOLE_VAULT)),
            relapse=0.05,
            relapse_months=24,
        ),
        Stage(
            name="IB",
            weight=20,
            tnm=("T1b N0 M0",),
            plans=((50, _KEYHOLE_VAULT), (50, _OPEN_BEAM)),
            relapse=0.13,
            relapse_months=22,
        ),
        Stage(
            name="II",
            weight=9,
            tnm=("T2 N0 M0",),
            plans=((1, _OPEN_BEAM),),
            relapse=0.2,
            relapse_months=20,
        ),
        Stage(
            name="IIIC1",
            weight=12,
            tnm=("T1b N1 M0", "T2 N1 M0"),
            plans=((1, _OPEN_ALL),),
            relapse=0.4,
            relapse_months=16,
        ),
        Stage(
            name="IVB",
            weight=9,
            tnm=("T3a N1 M1", "T2 N1 M1"),
            plans=((1, _WOMB_ADVANCED),),
            survival=11,
        ),
    ),
    symptoms=((0.85, "womb_bleeding"), (0.15, "vaginal_discharge"), (0.12, "pelvic_pain")),
    denied=("weight_loss", "haematuria", "rectal_bleeding", "bloating"),
    steps=(
        Step(what="pelvic_examination", seeks=("pelvic_mass",)),
        Step(what="transvaginal_ultrasound", seeks=("endometrial_thickening", "fibroids")),
        Step(what="hysteroscopy", seeks=("tumour",)),
        Step(what="endometrial_biopsy", at_once=True, seeks=("tumour",), proves=True),
        Step(what="fbc"),
        Step(what="mri", place="pelvis", seeks=("tumour", "nodes")),
        Step(
            what="ct_cap",
            place="chest",
            seeks=("lung_metastases", "liver_metastases"),
            guard="advanced",
        ),
        Step(what="chest_xray", seeks=("lung_metastases",), guard="!advanced"),
    ),
    metastases=((50, "lung_metastases"), (26, "liver_metastases"), (24, "peritoneal_metastases")),
    relapses=(
        (40, "local_recurrence"),
        (24, "lung_metastases"),
        (20, "nodal_recurrence"),
        (16, "peritoneal_metastases"),
    ),
    relapse_plan=(
        radio("pelvis_palliative", guard="local_recurrence !irradiated"),
        chemo("carbo_taxol", 6, "palliative", guard="fit", chance=0.7),
    ),
    relapse_survival=13,
    follow_up=(Step(what="ct_cap", place="pelvis", seeks=("new_lesion",), chance=0.2),),
    nodes="pelvic_nodes",
    involved={"N0": (0, 0), "N1": (1, 4)},
    sizes={"T1a": (10, 40), "T1b": (25, 60), "T2": (30, 70), "T3a": (40, 85)},
    staging="FIGO",
    late=((0.2, "vaginal_dryness"), (0.15, "urinary_frequency"), (0.15, "fatigue")),
)

CANCERS = (OVARY, CERVIX, ENDOMETRIUM)
