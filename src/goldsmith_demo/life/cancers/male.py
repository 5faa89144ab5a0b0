"""Cancers of prostate and testis."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import (
    Cancer,
    Do,
    Histology,
    Site,
    Stage,
    Step,
    chemo,
    operate,
    radio,
    take,
)

_WATCH = (Do(kind="watch", what="surveillance"),)
_CUT = (operate("prostatectomy", guard="young"), radio("prostate", guard="!young"))
_BEAM = (take("bicalutamide", 1), take("goserelin", 6), radio("prostate"))
_BEAM_LONG = (take("bicalutamide", 1), take("goserelin", 30), radio("prostate"))
_HORMONES = (
    take("bicalutamide", 1),
    take("goserelin"),
    radio("bone", guard="bone_metastases", chance=0.35),
)

PROSTATE = Cancer(
    key="prostate",
    column="Male genital",
    share=5.9,
    women=0.0,
    age=(69, 8, 48, 90),
    clinic="urology",
    sites=(Site(1, "prostate", "C61"),),
    histologies=(Histology(1, "prostate_acinar"),),
    stages=(
        Stage(
            name="I",
            weight=20,
            tnm=("T1c N0 M0", "T2a N0 M0"),
            plans=((45, _WATCH), (25, _CUT), (30, _BEAM)),
            relapse=0.05,
            relapse_months=40,
        ),
        Stage(
            name="II",
            weight=34,
            tnm=("T1c N0 M0", "T2b N0 M0", "T2c N0 M0"),
            plans=((50, _CUT), (50, _BEAM)),
            relapse=0.16,
            relapse_months=36,
        ),
        Stage(
            name="III",
            weight=22,
            tnm=("T3a N0 M0", "T3b N0 M0"),
            plans=((20, _CUT), (80, _BEAM_LONG)),
            relapse=0.28,
            relapse_months=32,
        ),
        Stage(
            name="IV",
            weight=24,
            tnm=("T3b N1 M1b", "T3a N0 M1b", "T4 N1 M1b"),
            plans=((1, _HORMONES),),
            survival=36,
        ),
    ),
    symptoms=(
        (0.4, "raised_psa"),
        (0.4, "nocturia"),
        (0.4, "poor_stream"),
        (0.25, "urinary_frequency"),
        (0.06, "haematuria"),
    ),
    denied=("haematuria", "bone_pain", "weight_loss", "back_pain", "urinary_incontinence"),
    steps=(
        Step(what="rectal_examination", place="prostate", seeks=("tumour",)),
        Step(what="tumour_markers"),
        Step(what="u_and_e"),
        Step(what="prostate_biopsy", seeks=("tumour",), proves=True),
        Step(what="mri", place="pelvis", seeks=("tumour", "nodes"), chance=0.85),
        Step(what="bone_scan", seeks=("bone_metastases",), guard="advanced"),
    ),
    metastases=((92, "bone_metastases"), (8, "liver_metastases")),
    relapses=((62, "biochemical_recurrence"), (38, "bone_metastases")),
    relapse_plan=(
        radio("prostate_bed", guard="biochemical_recurrence prostatectomy"),
        take("goserelin", guard="!goserelin"),
        chemo("docetaxel_prostate", 6, "palliative", guard="fit bone_metastases"),
        take("abiraterone", guard="bone_metastases goserelin", chance=0.4),
        take("zoledronic_acid", guard="bone_metastases", chance=0.5),
        radio("bone", guard="bone_metastases", chance=0.5),
    ),
    relapse_survival=30,
    follow_up=(),
    visit_tests=("tumour_markers",),
    nodes="pelvic_nodes",
    involved={"N0": (0, 0), "N1": (1, 3)},
    sizes={
        "T1c": (4, 12),
        "T2a": (8, 14),
        "T2b": (12, 20),
        "T2c": (14, 26),
        "T3a": (18, 32),
        "T3b": (22, 40),
        "T4": (30, 55),
    },
    markers=((5.0, "psa"),),
    late=((0.35, "erectile_dysfunction"), (0.2, "urinary_incontinence"), (0.25, "hot_flushes")),
)

_OUT = (operate("orchidectomy"),)
_OUT_ONE = (
    operate("orchidectomy"),
    chemo("carbo_auc7", 1, "adjuvant", guard="seminoma"),
    chemo("bep", 2, "adjuvant", guard="!seminoma"),
)
_OUT_BEAM = (
    operate("orchidectomy"),
    radio("para_aortic", guard="seminoma"),
    chemo("bep", 3, "", guard="!seminoma"),
)
_OUT_BEP = (operate("orchidectomy"), chemo("bep", 3, ""))
_OUT_BEP_FOUR = (
    operate("orchidectomy"),
    chemo("bep", 4, ""),
    operate("rplnd", guard="!seminoma", chance=0.5),
)

TESTIS = Cancer(
    key="testis",
    column="Male genital",
    share=2.0,
    women=0.0,
    age=(34, 9, 18, 62),
    clinic="urology",
    sites=(Site(1, "testis", "C62.9"),),
    histologies=(Histology(56, "seminoma", (), "seminoma"), Histology(44, "nsgct")),
    stages=(
        Stage(
            name="I",
            weight=70,
            tnm=("T1 N0 M0", "T1 N0 M0", "T2 N0 M0"),
            plans=((45, _OUT), (55, _OUT_ONE)),
            relapse=0.1,
            relapse_months=11,
        ),
        Stage(
            name="IIA",
            weight=8,
            tnm=("T1 N1 M0", "T2 N1 M0"),
            plans=((1, _OUT_BEAM),),
            relapse=0.08,
            relapse_months=12,
        ),
        Stage(
            name="IIB",
            weight=10,
            tnm=("T2 N2 M0",),
            plans=((1, _OUT_BEP),),
            relapse=0.1,
            relapse_months=12,
        ),
        Stage(
            name="III",
            weight=12,
            tnm=("T2 N2 M1a", "T3 N2 M1a"),
            plans=((1, _OUT_BEP_FOUR),),
            relapse=0.2,
            relapse_months=12,
        ),
    ),
    symptoms=(
        (0.85, "testicular_lump"),
        (0.3, "testicular_pain"),
        (0.06, "gynaecomastia"),
        (0.08, "back_pain"),
    ),
    denied=("testicular_pain", "weight_loss", "dyspnoea", "back_pain", "gynaecomastia"),
    steps=(
        Step(what="examination", place="testis", seeks=("tumour", "lymphadenopathy")),
        Step(what="ultrasound", place="site", seeks=("tumour",)),
        Step(what="tumour_markers"),
        Step(
            what="ct_cap", place="abdomen", seeks=("nodes", "lung_metastases", "liver_metastases")
        ),
    ),
    metastases=((1, "lung_metastases"),),
    relapses=((70, "nodal_recurrence"), (30, "lung_metastases")),
    relapse_plan=(chemo("bep", 3, ""),),
    relapse_survival=140,
    follow_up=(Step(what="ct", place="abdomen", seeks=("lymphadenopathy", "new_lesion")),),
    visit_tests=("tumour_markers",),
    nodes="para_aortic_nodes",
    involved={"N0": (0, 0), "N1": (1, 4), "N2": (2, 8)},
    sizes={"T1": (12, 45), "T2": (25, 65), "T3": (35, 80)},
    markers=((8.0, "hcg"), (12.0, "afp"), (1.5, "ldh")),
    late=((0.15, "fatigue"), (0.12, "anxiety_symptom"), (0.1, "neuropathy")),
)

CANCERS = (PROSTATE, TESTIS)
