"""Diffuse large B-cell lymphoma, Hodgkin lymphoma and myeloma."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import (
    Cancer,
    Histology,
    Site,
    Stage,
    Step,
    chemo,
    perform,
    radio,
    take,
)

_BLOODS = (Step(what="fbc"), Step(what="u_and_e"), Step(what="lft"), Step(what="tumour_markers"))

_SHORT = (chemo("rchop", 3, ""), radio("involved_field"))
_FULL = (chemo("rchop", 6, ""),)
_BULKY = (chemo("rchop", 8, ""), radio("involved_field", chance=0.3))

DLBCL = Cancer(
    key="dlbcl",
    column="Haematological",
    share=8.3,
    women=0.46,
    age=(65, 14, 24, 88),
    clinic="haematology",
    sites=(
        Site(34, "cervical_nodes", "C83.3"),
        Site(16, "axillary_nodes", "C83.3"),
        Site(14, "inguinal_nodes", "C83.3"),
        Site(16, "para_aortic_nodes", "C83.3"),
        Site(12, "mediastinum", "C83.3"),
        Site(8, "stomach", "C83.3"),
    ),
    histologies=(Histology(1, "dlbcl"),),
    stages=(
        Stage(
            name="I",
            weight=20,
            tnm=("",),
            plans=((60, _SHORT), (40, _FULL)),
            relapse=0.14,
            relapse_months=18,
        ),
        Stage(
            name="II",
            weight=24,
            tnm=("",),
            plans=((20, _SHORT), (80, _FULL)),
            relapse=0.2,
            relapse_months=16,
        ),
        Stage(
            name="III",
            weight=24,
            tnm=("",),
            plans=((70, _FULL), (30, _BULKY)),
            relapse=0.34,
            relapse_months=13,
        ),
        Stage(
            name="IV",
            weight=32,
            tnm=("",),
            plans=((60, _FULL), (40, _BULKY)),
            relapse=0.44,
            relapse_months=11,
        ),
    ),
    symptoms=(
        (0.55, "site_lump"),
        (0.3, "night_sweats"),
        (0.3, "weight_loss"),
        (0.25, "fatigue"),
        (0.15, "fever"),
        (0.12, "abdominal_pain"),
    ),
    denied=("night_sweats", "weight_loss", "fever", "pruritus"),
    steps=(
        Step(
            what="examination",
            place="nodes",
            seeks=("lymphadenopathy", "splenomegaly", "hepatomegaly"),
        ),
        *_BLOODS,
        Step(what="ultrasound", place="site", seeks=("tumour",), chance=0.5, guard="superficial"),
        Step(
            what="excision_biopsy",
            place="site",
            seeks=("tumour",),
            guard="superficial",
            proves=True,
        ),
        Step(
            what="ct_guided_biopsy",
            place="site",
            seeks=("tumour",),
            guard="!superficial",
            proves=True,
        ),
        Step(what="immunohistochemistry", at_once=True),
        Step(what="ct_cap", place="chest", seeks=("tumour", "lymphadenopathy", "splenomegaly")),
        Step(what="pet_ct", seeks=("tumour",), chance=0.7),
        Step(what="bone_marrow_biopsy", seeks=("marrow",)),
        Step(what="echocardiogram"),
    ),
    metastases=(),
    relapses=((1, "lymphoma_relapse"),),
    relapse_plan=(
        chemo("rice", 3, "salvage", guard="fit"),
        perform("stem_cell_transplant", guard="fit young", chance=0.6),
        chemo("gemcitabine_4w", 3, "palliative", guard="!fit", chance=0.5),
        take("prednisolone", guard="!fit"),
    ),
    relapse_survival=11,
    follow_up=(
        Step(what="ct_cap", place="chest", seeks=("lymphadenopathy", "new_lesion"), chance=0.4),
    ),
    visit_tests=("fbc", "tumour_markers"),
    staging="Ann Arbor",
    sizes={"": (25, 95)},
    markers=((2.2, "ldh"),),
    late=((0.25, "neuropathy"), (0.3, "fatigue")),
)

_ABVD_SHORT = (chemo("abvd", 4, ""), radio("involved_field", chance=0.75))
_ABVD = (chemo("abvd", 6, ""), radio("involved_field", chance=0.25))

HODGKIN = Cancer(
    key="hodgkin",
    column="Haematological",
    share=4.0,
    women=0.47,
    age=(36, 14, 18, 78),
    clinic="haematology",
    sites=(
        Site(55, "cervical_nodes", "C81.9"),
        Site(20, "mediastinum", "C81.9"),
        Site(15, "supraclavicular_nodes", "C81.9"),
        Site(10, "axillary_nodes", "C81.9"),
    ),
    histologies=(Histology(72, "hodgkin_nodular"), Histology(28, "hodgkin_mixed")),
    stages=(
        Stage(
            name="I",
            weight=16,
            tnm=("",),
            plans=((1, _ABVD_SHORT),),
            relapse=0.06,
            relapse_months=22,
        ),
        Stage(
            name="II",
            weight=42,
            tnm=("",),
            plans=((70, _ABVD_SHORT), (30, _ABVD)),
            relapse=0.1,
            relapse_months=20,
        ),
        Stage(
            name="III", weight=24, tnm=("",), plans=((1, _ABVD),), relapse=0.2, relapse_months=17
        ),
        Stage(
            name="IV", weight=18, tnm=("",), plans=((1, _ABVD),), relapse=0.26, relapse_months=15
        ),
    ),
    symptoms=(
        (0.75, "site_lump"),
        (0.3, "night_sweats"),
        (0.22, "weight_loss"),
        (0.18, "pruritus"),
        (0.2, "cough"),
        (0.25, "fatigue"),
    ),
    denied=("night_sweats", "weight_loss", "fever", "pruritus", "dyspnoea"),
    steps=(
        Step(what="examination", place="nodes", seeks=("lymphadenopathy", "splenomegaly")),
        Step(what="fbc"),
        Step(what="inflammatory_markers"),
        Step(what="chest_xray", seeks=("mediastinal_mass", "pleural_effusion")),
        Step(
            what="excision_biopsy",
            place="site",
            seeks=("tumour",),
            guard="superficial",
            proves=True,
        ),
        Step(
            what="ct_guided_biopsy",
            place="site",
            seeks=("tumour",),
            guard="!superficial",
            proves=True,
        ),
        Step(what="immunohistochemistry", at_once=True),
        Step(what="ct_cap", place="chest", seeks=("tumour", "lymphadenopathy", "splenomegaly")),
        Step(what="pet_ct", seeks=("tumour",)),
        Step(what="echocardiogram", chance=0.6),
        Step(what="spirometry"),
    ),
    metastases=(),
    relapses=((1, "lymphoma_relapse"),),
    relapse_plan=(
        chemo("esap", 3, "salvage", guard="fit"),
        perform("stem_cell_transplant", guard="fit", chance=0.85),
        chemo("gemcitabine_4w", 3, "palliative", guard="!fit"),
    ),
    relapse_survival=42,
    follow_up=(Step(what="chest_xray", seeks=("new_lesion",)),),
    visit_tests=("fbc", "inflammatory_markers"),
    staging="Ann Arbor",
    sizes={"": (20, 80)},
    late=((0.3, "fatigue"), (0.12, "neuropathy"), (0.15, "anxiety_symptom")),
)

_INTENSIVE = (chemo("ctd", 5, ""), perform("stem_cell_transplant"), take("zoledronic_acid", 24))
_VELCADE = (
    chemo("vcd", 5, ""),
    perform("stem_cell_transplant", chance=0.8),
    take("zoledronic_acid", 24),
)
_GENTLE = (chemo("mpt", 8, ""), take("zoledronic_acid", 24))
_BONES = (radio("spine", guard="lytic_lesions", chance=0.3),)
_PLANS = (
    (45, (*_BONES, *_INTENSIVE)),
    (55, (*_BONES, *_VELCADE)),
)
_OLD_PLANS = ((1, (*_BONES, *_GENTLE)),)

MYELOMA = Cancer(
    key="myeloma",
    column="Haematological",
    share=5.8,
    women=0.45,
    age=(68, 10, 40, 89),
    clinic="haematology",
    sites=(Site(1, "bone_marrow", "C90.0"),),
    histologies=(Histology(72, "myeloma_igg"), Histology(28, "myeloma_iga")),
    stages=(
        Stage(
            name="I",
            weight=16,
            tnm=("",),
            guard="young",
            plans=_PLANS,
            relapse=0.7,
            relapse_months=34,
        ),
        Stage(
            name="II",
            weight=20,
            tnm=("",),
            guard="young",
            plans=_PLANS,
            relapse=0.82,
            relapse_months=28,
        ),
        Stage(
            name="III",
            weight=18,
            tnm=("",),
            guard="young",
            plans=_PLANS,
            relapse=0.9,
            relapse_months=20,
        ),
        Stage(
            name="I",
            weight=12,
            tnm=("",),
            guard="!young",
            plans=_OLD_PLANS,
            relapse=0.75,
            relapse_months=26,
        ),
        Stage(
            name="II",
            weight=20,
            tnm=("",),
            guard="!young",
            plans=_OLD_PLANS,
            relapse=0.85,
            relapse_months=22,
        ),
        Stage(
            name="III",
            weight=18,
            tnm=("",),
            guard="!young",
            plans=_OLD_PLANS,
            relapse=0.92,
            relapse_months=16,
        ),
    ),
    symptoms=(
        (0.5, "back_pain"),
        (0.35, "bone_pain"),
        (0.35, "fatigue"),
        (0.3, "anaemia"),
        (0.15, "recurrent_infections"),
        (0.15, "weight_loss"),
        (0.1, "polyuria"),
    ),
    denied=("weight_loss", "night_sweats", "recurrent_infections", "limb_weakness"),
    steps=(
        Step(what="fbc"),
        Step(what="u_and_e"),
        Step(what="bone_profile"),
        Step(what="myeloma_screen"),
        Step(what="skeletal_survey", seeks=("lytic_lesions", "pathological_fracture")),
        Step(what="bone_marrow_biopsy", seeks=("tumour",), proves=True),
        Step(what="mri", place="spine", seeks=("cord_compression", "lytic_lesions"), chance=0.5),
    ),
    metastases=(),
    relapses=((1, "myeloma_relapse"),),
    relapse_plan=(
        chemo("len_dex", 8, "salvage", guard="fit"),
        chemo("vcd", 4, "salvage", guard="!fit", chance=0.7),
        radio("spine", guard="lytic_lesions", chance=0.3),
    ),
    relapse_survival=22,
    follow_up=(
        Step(what="skeletal_survey", seeks=("lytic_lesions", "pathological_fracture"), chance=0.5),
    ),
    visit_tests=("fbc", "u_and_e", "myeloma_screen"),
    staging="ISS",
    late=((0.35, "fatigue"), (0.25, "neuropathy"), (0.25, "back_pain")),
)

CANCERS = (DLBCL, HODGKIN, MYELOMA)
