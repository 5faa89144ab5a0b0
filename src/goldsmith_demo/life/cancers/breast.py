"""Breast cancer."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import (
    Cancer,
    Histology,
    Site,
    Stage,
    Step,
    chemo,
    operate,
    radio,
    take,
)

_AFTER = (
    chemo("fec", 3, "adjuvant", guard="chemo"),
    chemo("docetaxel_3w", 3, "adjuvant", guard="chemo"),
)
_HORMONES = (
    chemo("trastuzumab_3w", 17, "antibody", guard="chemo HER2+"),
    take("tamoxifen", 60, guard="ER+ !post"),
    take("letrozole", 60, guard="ER+ post"),
)
_CONSERVE = (
    operate("wide_local_excision+sentinel_biopsy"),
    *_AFTER,
    radio("breast"),
    *_HORMONES,
)
_CONSERVE_NODES = (
    operate("wide_local_excision+axillary_clearance"),
    *_AFTER,
    radio("breast"),
    *_HORMONES,
)
_REMOVE = (operate("mastectomy+sentinel_biopsy"), *_AFTER, *_HORMONES)
_REMOVE_NODES = (
    operate("mastectomy+axillary_clearance"),
    *_AFTER,
    radio("chest_wall", chance=0.7),
    *_HORMONES,
)
_FIRST_CHEMO = (
    chemo("fec", 3, "neoadjuvant", guard="fit"),
    chemo("docetaxel_3w", 3, "neoadjuvant", guard="fit"),
    operate("mastectomy+axillary_clearance"),
    radio("chest_wall"),
    *_HORMONES,
)
_TABLETS = (take("letrozole", 60, guard="ER+"), operate("wide_local_excision", guard="!ER+"))
_ADVANCED = (
    take("letrozole", guard="ER+ post"),
    take("tamoxifen", guard="ER+ !post"),
    chemo("docetaxel_3w", 6, "palliative", guard="!ER+ fit"),
    chemo("capecitabine_3w", 6, "palliative", guard="!ER+ !fit"),
    take("zoledronic_acid", guard="bone_metastases"),
    radio("bone", guard="bone_metastases", chance=0.6),
)

_SITE = "breast"
CANCERS = (
    Cancer(
        key="breast",
        column="Breast",
        share=23.4,
        women=0.994,
        age=(60, 13, 27, 91),
        clinic="breast surgery",
        sites=(
            Site(50, _SITE, "C50.4", "upper_outer_quadrant"),
            Site(14, _SITE, "C50.2", "upper_inner_quadrant"),
            Site(11, _SITE, "C50.5", "lower_outer_quadrant"),
            Site(8, _SITE, "C50.3", "lower_inner_quadrant"),
            Site(12, _SITE, "C50.1", "central_breast"),
            Site(5, _SITE, "C50.9"),
        ),
        histologies=(
            Histology(84, "breast_ductal", ((20, "grade 1"), (47, "grade 2"), (33, "grade 3"))),
            Histology(16, "breast_lobular", ((12, "grade 1"), (75, "grade 2"), (13, "grade 3"))),
        ),
        stages=(
            Stage(
                name="I",
                weight=38,
                tnm=("T1b N0 M0", "T1c N0 M0", "T1c N0 M0"),
                plans=((76, _CONSERVE), (20, _REMOVE), (4, _TABLETS)),
                relapse=0.06,
                relapse_months=44,
            ),
            Stage(
                name="IIA",
                weight=27,
                tnm=("T1c N1 M0", "T2 N0 M0", "T2 N0 M0"),
                plans=((60, _CONSERVE_NODES), (36, _REMOVE_NODES), (4, _TABLETS)),
                relapse=0.14,
                relapse_months=36,
            ),
            Stage(
                name="IIB",
                weight=15,
                tnm=("T2 N1 M0", "T2 N1 M0", "T3 N0 M0"),
                plans=((30, _CONSERVE_NODES), (45, _REMOVE_NODES), (25, _FIRST_CHEMO)),
                relapse=0.22,
                relapse_months=32,
            ),
            Stage(
                name="IIIA",
                weight=9,
                tnm=("T2 N2 M0", "T3 N1 M0", "T3 N2 M0"),
                plans=((60, _REMOVE_NODES), (40, _FIRST_CHEMO)),
                relapse=0.38,
                relapse_months=28,
            ),
            Stage(
                name="IIIB",
                weight=4,
                tnm=("T4b N1 M0", "T4b N2 M0", "T4d N1 M0"),
                plans=((1, _FIRST_CHEMO),),
                relapse=0.5,
                relapse_months=22,
            ),
            Stage(
                name="IV",
                weight=7,
                tnm=("T2 N1 M1", "T3 N1 M1", "T4b N2 M1"),
                plans=((1, _ADVANCED),),
                survival=27,
            ),
        ),
        symptoms=(
            (0.66, "breast_lump"),
            (0.22, "screen_detected"),
            (0.07, "nipple_inversion"),
            (0.05, "skin_tethering"),
            (0.05, "breast_pain"),
            (0.03, "nipple_discharge"),
        ),
        denied=("nipple_discharge", "breast_pain", "weight_loss", "skin_tethering", "bone_pain"),
        steps=(
            Step(what="breast_examination", place="site", seeks=("tumour", "lymphadenopathy")),
            Step(what="mammogram", at_once=True, seeks=("tumour", "microcalcification")),
            Step(what="ultrasound", at_once=True, place="site", seeks=("tumour", "nodes")),
            Step(
                what="fna",
                at_once=True,
                place="axillary_nodes",
                seeks=("nodes",),
                guard="N+",
                chance=0.8,
            ),
            Step(what="core_biopsy", at_once=True, place="site", seeks=("tumour",), proves=True),
            Step(what="mri", place="site", seeks=("tumour",), chance=0.2),
            Step(what="fbc"),
            Step(what="lft"),
            Step(
                what="ct_cap",
                place="chest",
                seeks=("liver_metastases", "lung_metastases"),
                guard="advanced",
            ),
            Step(what="bone_scan", seeks=("bone_metastases",), guard="advanced"),
        ),
        metastases=((50, "bone_metastases"), (28, "liver_metastases"), (22, "lung_metastases")),
        relapses=(
            (40, "bone_metastases"),
            (20, "liver_metastases"),
            (12, "lung_metastases"),
            (8, "brain_metastases"),
            (20, "local_recurrence"),
        ),
        relapse_plan=(
            radio("brain", guard="brain_metastases"),
            operate("mastectomy", guard="local_recurrence !mastectomy", chance=0.7),
            radio("chest_wall", guard="local_recurrence mastectomy !irradiated"),
            chemo("capecitabine_3w", 8, "palliative", guard="local_recurrence mastectomy fit"),
            chemo("docetaxel_3w", 6, "palliative", guard="!local_recurrence !chemo fit"),
            chemo("capecitabine_3w", 8, "palliative", guard="!local_recurrence chemo fit"),
            take("exemestane", guard="ER+ post"),
            take("goserelin", guard="ER+ !post"),
            take("zoledronic_acid", guard="bone_metastases"),
            radio("bone", guard="bone_metastases", chance=0.6),
        ),
        relapse_survival=22,
        follow_up=(Step(what="mammogram", seeks=("new_lesion", "microcalcification")),),
        nodes="axillary_nodes",
        involved={"N0": (0, 0), "N1": (1, 3), "N2": (4, 9)},
        sizes={
            "T1b": (6, 10),
            "T1c": (11, 20),
            "T2": (21, 48),
            "T3": (51, 85),
            "T4b": (45, 110),
            "T4d": (50, 120),
        },
        markers=(),
        late=((0.14, "lymphoedema"), (0.3, "hot_flushes"), (0.2, "arthralgia"), (0.15, "fatigue")),
    ),
)
