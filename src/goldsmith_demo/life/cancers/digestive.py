"""Cancers of colon, rectum, stomach and pancreas."""

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

_GRADES = (
    (12, "well differentiated"),
    (70, "moderately differentiated"),
    (18, "poorly differentiated"),
)
_NODES = {"N0": (0, 0), "N1": (1, 3), "N2a": (4, 6), "N2": (4, 9), "N2b": (7, 12)}

_CUT = (operate("site"),)
_CUT_DRUGS = (
    operate("site"),
    chemo("folfox", 12, "adjuvant", guard="fit", chance=0.55),
    chemo("capox", 8, "adjuvant", guard="fit !folfox"),
    chemo("capecitabine_3w", 8, "adjuvant", guard="!fit", chance=0.6),
)
_CUT_SOME = (operate("site"), chemo("capecitabine_3w", 8, "adjuvant", guard="fit", chance=0.35))
_COLON_ADVANCED = (
    operate("defunctioning_stoma", chance=0.15),
    chemo("folfox", 12, "palliative", guard="fit"),
    chemo("capecitabine_3w", 6, "palliative", guard="!fit", chance=0.7),
)
_BOWEL_RELAPSE = (
    operate("liver_resection", guard="liver_metastases fit", chance=0.35),
    radio("brain", guard="brain_metastases"),
    radio("pelvis_palliative", guard="local_recurrence", chance=0.6),
    chemo("folfiri", 12, "palliative", guard="fit"),
    chemo("capecitabine_3w", 4, "palliative", guard="!fit", chance=0.5),
)
_BOWEL_BLOODS = (
    Step(what="fbc"),
    Step(what="u_and_e"),
    Step(what="lft"),
    Step(what="tumour_markers"),
)
_BOWEL_YEARLY = (
    Step(
        what="ct_cap", place="abdomen", seeks=("liver_metastases", "lung_metastases", "new_lesion")
    ),
    Step(what="colonoscopy", seeks=("new_lesion", "polyp"), chance=0.35),
)

COLON = Cancer(
    key="colon",
    column="Digestive",
    share=11.2,
    women=0.47,
    age=(69, 11, 34, 92),
    clinic="colorectal surgery",
    sites=(
        Site(18, "caecum", "C18.0", operation="right_hemicolectomy"),
        Site(12, "ascending_colon", "C18.2", operation="right_hemicolectomy"),
        Site(6, "hepatic_flexure", "C18.3", operation="right_hemicolectomy"),
        Site(8, "transverse_colon", "C18.4", operation="extended_right_hemicolectomy"),
        Site(4, "splenic_flexure", "C18.5", operation="left_hemicolectomy"),
        Site(7, "descending_colon", "C18.6", operation="left_hemicolectomy"),
        Site(45, "sigmoid_colon", "C18.7", operation="sigmoid_colectomy"),
    ),
    histologies=(
        Histology(88, "colon_adenocarcinoma", _GRADES),
        Histology(12, "colon_mucinous", _GRADES),
    ),
    stages=(
        Stage(
            name="I",
            weight=15,
            tnm=("T1 N0 M0", "T2 N0 M0"),
            plans=((1, _CUT),),
            relapse=0.05,
            relapse_months=26,
        ),
        Stage(
            name="IIA",
            weight=22,
            tnm=("T3 N0 M0",),
            plans=((1, _CUT_SOME),),
            relapse=0.14,
            relapse_months=22,
        ),
        Stage(
            name="IIB",
            weight=5,
            tnm=("T4a N0 M0",),
            plans=((1, _CUT_DRUGS),),
            relapse=0.26,
            relapse_months=18,
        ),
        Stage(
            name="IIIA",
            weight=4,
            tnm=("T2 N1 M0",),
            plans=((1, _CUT_DRUGS),),
            relapse=0.15,
            relapse_months=22,
        ),
        Stage(
            name="IIIB",
            weight=22,
            tnm=("T3 N1 M0", "T4a N1 M0", "T3 N2a M0"),
            plans=((1, _CUT_DRUGS),),
            relapse=0.34,
            relapse_months=17,
        ),
        Stage(
            name="IIIC",
            weight=8,
            tnm=("T4a N2a M0", "T3 N2b M0"),
            plans=((1, _CUT_DRUGS),),
            relapse=0.52,
            relapse_months=14,
        ),
        Stage(
            name="IV",
            weight=24,
            tnm=("T3 N1 M1", "T4a N2a M1", "T3 N2b M1"),
            plans=((1, _COLON_ADVANCED),),
            survival=16,
        ),
    ),
    symptoms=(
        (0.34, "altered_bowel_habit"),
        (0.26, "rectal_bleeding"),
        (0.3, "anaemia"),
        (0.28, "abdominal_pain"),
        (0.26, "weight_loss"),
        (0.2, "fatigue"),
    ),
    denied=("weight_loss", "rectal_bleeding", "abdominal_pain", "vomiting", "anorexia"),
    steps=(
        Step(what="examination", place="abdomen", seeks=("hepatomegaly", "ascites")),
        *_BOWEL_BLOODS,
        Step(what="colonoscopy", seeks=("tumour", "polyp")),
        Step(what="biopsy", at_once=True, place="site", seeks=("tumour",), proves=True),
        Step(
            what="ct_cap",
            place="abdomen",
            seeks=(
                "tumour",
                "nodes",
                "liver_metastases",
                "lung_metastases",
                "peritoneal_metastases",
            ),
        ),
        Step(
            what="mri",
            place="liver",
            seeks=("liver_metastases",),
            guard="liver_metastases",
            chance=0.5,
        ),
    ),
    metastases=((60, "liver_metastases"), (22, "lung_metastases"), (18, "peritoneal_metastases")),
    relapses=(
        (46, "liver_metastases"),
        (24, "lung_metastases"),
        (16, "peritoneal_metastases"),
        (11, "local_recurrence"),
        (3, "brain_metastases"),
    ),
    relapse_plan=_BOWEL_RELAPSE,
    relapse_survival=17,
    follow_up=_BOWEL_YEARLY,
    visit_tests=("tumour_markers",),
    nodes="mesocolic_nodes",
    involved=_NODES,
    sizes={"T1": (10, 25), "T2": (20, 40), "T3": (30, 70), "T4a": (40, 95)},
    markers=((6.0, "cea"),),
    late=((0.2, "neuropathy"), (0.15, "diarrhoea"), (0.15, "fatigue")),
)

_RECTUM_CUT = (operate("site"),)
_RECTUM_SHORT = (
    radio("rectum_short"),
    operate("site"),
    chemo("capecitabine_3w", 8, "adjuvant", guard="fit N+"),
)
_RECTUM_LONG = (
    radio("rectum_long"),
    operate("site"),
    chemo("capecitabine_3w", 6, "adjuvant", guard="fit N+"),
)

RECTUM = Cancer(
    key="rectum",
    column="Digestive",
    share=6.4,
    women=0.38,
    age=(67, 11, 34, 90),
    clinic="colorectal surgery",
    sites=(
        Site(70, "rectum", "C20", operation="anterior_resection"),
        Site(30, "rectum", "C20", operation="ap_resection"),
    ),
    histologies=(Histology(1, "rectal_adenocarcinoma", _GRADES),),
    stages=(
        Stage(
            name="I",
            weight=24,
            tnm=("T1 N0 M0", "T2 N0 M0"),
            plans=((1, _RECTUM_CUT),),
            relapse=0.06,
            relapse_months=26,
        ),
        Stage(
            name="IIA",
            weight=20,
            tnm=("T3 N0 M0",),
            plans=((50, _RECTUM_SHORT), (30, _RECTUM_LONG), (20, _RECTUM_CUT)),
            relapse=0.2,
            relapse_months=20,
        ),
        Stage(
            name="IIIB",
            weight=28,
            tnm=("T3 N1 M0", "T3 N2a M0"),
            plans=((40, _RECTUM_SHORT), (60, _RECTUM_LONG)),
            relapse=0.34,
            relapse_months=18,
        ),
        Stage(
            name="IIIC",
            weight=8,
            tnm=("T4a N2a M0", "T3 N2b M0"),
            plans=((1, _RECTUM_LONG),),
            relapse=0.5,
            relapse_months=15,
        ),
        Stage(
            name="IV",
            weight=20,
            tnm=("T3 N1 M1", "T3 N2b M1"),
            plans=((1, _COLON_ADVANCED),),
            survival=17,
        ),
    ),
    symptoms=(
        (0.55, "rectal_bleeding"),
        (0.4, "altered_bowel_habit"),
        (0.2, "tenesmus"),
        (0.12, "weight_loss"),
        (0.1, "anaemia"),
    ),
    denied=("weight_loss", "abdominal_pain", "tenesmus", "anorexia"),
    steps=(
        Step(what="rectal_examination", seeks=("tumour",)),
        *_BOWEL_BLOODS,
        Step(what="colonoscopy", seeks=("tumour", "polyp")),
        Step(what="biopsy", at_once=True, place="site", seeks=("tumour",), proves=True),
        Step(what="mri", place="pelvis", seeks=("tumour", "nodes")),
        Step(what="ct_cap", place="abdomen", seeks=("liver_metastases", "lung_metastases")),
    ),
    metastases=((58, "liver_metastases"), (42, "lung_metastases")),
    relapses=((38, "liver_metastases"), (32, "lung_metastases"), (30, "local_recurrence")),
    relapse_plan=_BOWEL_RELAPSE,
    relapse_survival=18,
    follow_up=_BOWEL_YEARLY,
    visit_tests=("tumour_markers",),
    nodes="mesorectal_nodes",
    involved=_NODES,
    sizes={"T1": (10, 25), "T2": (18, 38), "T3": (28, 62), "T4a": (40, 80)},
    markers=((5.0, "cea"),),
    late=((0.3, "diarrhoea"), (0.15, "erectile_dysfunction"), (0.15, "fatigue")),
)

_GASTRIC = (
    chemo("ecx", 3, "neoadjuvant", guard="fit"),
    operate("site"),
    chemo("ecx", 3, "adjuvant", guard="fit", chance=0.6),
)
_GASTRIC_CUT = (operate("site"),)
_GASTRIC_ADVANCED = (
    chemo("ecx", 6, "palliative", guard="fit"),
    chemo("capecitabine_3w", 4, "palliative", guard="!fit", chance=0.4),
    radio("stomach_palliative", guard="!fit", chance=0.4),
)

STOMACH = Cancer(
    key="stomach",
    column="Digestive",
    share=4.2,
    women=0.36,
    age=(69, 11, 36, 90),
    clinic="upper gastrointestinal surgery",
    sites=(
        Site(45, "gastric_antrum", "C16.3", operation="subtotal_gastrectomy"),
        Site(30, "gastric_body", "C16.2", operation="total_gastrectomy"),
        Site(25, "cardia", "C16.0", operation="total_gastrectomy"),
    ),
    histologies=(
        Histology(65, "gastric_intestinal", _GRADES[1:]),
        Histology(35, "gastric_diffuse", ((1, "poorly differentiated"),)),
    ),
    stages=(
        Stage(
            name="IB",
            weight=12,
            tnm=("T2 N0 M0",),
            plans=((1, _GASTRIC_CUT),),
            relapse=0.15,
            relapse_months=20,
        ),
        Stage(
            name="IIA",
            weight=12,
            tnm=("T3 N0 M0", "T2 N1 M0"),
            plans=((1, _GASTRIC),),
            relapse=0.35,
            relapse_months=16,
        ),
        Stage(
            name="IIB",
            weight=13,
            tnm=("T3 N1 M0", "T4a N0 M0"),
            plans=((1, _GASTRIC),),
            relapse=0.45,
            relapse_months=14,
        ),
        Stage(
            name="IIIA",
            weight=15,
            tnm=("T3 N2 M0", "T4a N1 M0"),
            plans=((1, _GASTRIC),),
            relapse=0.6,
            relapse_months=12,
        ),
        Stage(
            name="IV",
            weight=48,
            tnm=("T4a N1 M1", "T4a N2 M1", "T3 N2 M1"),
            plans=((1, _GASTRIC_ADVANCED),),
            survival=8,
        ),
    ),
    symptoms=(
        (0.35, "dyspepsia"),
        (0.35, "epigastric_pain"),
        (0.35, "weight_loss"),
        (0.2, "early_satiety"),
        (0.2, "vomiting"),
        (0.15, "anaemia"),
        (0.1, "melaena"),
    ),
    denied=("dysphagia", "haematemesis", "melaena", "weight_loss", "vomiting"),
    steps=(
        Step(what="examination", place="abdomen", seeks=("hepatomegaly", "lymphadenopathy")),
        Step(what="fbc"),
        Step(what="lft"),
        Step(what="gastroscopy", seeks=("tumour",)),
        Step(what="biopsy", at_once=True, place="site", seeks=("tumour",), proves=True),
        Step(
            what="ct_cap", place="abdomen", seeks=("tumour", "nodes", "liver_metastases", "ascites")
        ),
        Step(what="eus", place="site", seeks=("tumour", "nodes"), guard="!M1", chance=0.5),
        Step(
            what="staging_laparoscopy",
            seeks=("peritoneal_metastases", "liver_metastases"),
            guard="!M1",
        ),
    ),
    metastases=((50, "liver_metastases"), (42, "peritoneal_metastases"), (8, "lung_metastases")),
    relapses=((36, "liver_metastases"), (42, "peritoneal_metastases"), (22, "local_recurrence")),
    relapse_plan=(
        chemo("docetaxel_lung", 6, "palliative", guard="fit", chance=0.6),
        radio("stomach_palliative", guard="local_recurrence", chance=0.4),
    ),
    relapse_survival=7,
    follow_up=(
        Step(what="ct_cap", place="abdomen", seeks=("liver_metastases", "new_lesion"), chance=0.7),
    ),
    visit_tests=("fbc",),
    nodes="perigastric_nodes",
    involved={"N0": (0, 0), "N1": (1, 2), "N2": (3, 6)},
    sizes={"T2": (20, 40), "T3": (30, 60), "T4a": (40, 90)},
    late=((0.3, "early_satiety"), (0.25, "weight_loss"), (0.2, "fatigue")),
)

_PANCREAS_CUT = (
    operate("site"),
    chemo("gemcitabine_4w", 6, "adjuvant", guard="fit"),
    take("creon"),
)
_PANCREAS_LOCAL = (
    perform("biliary_stent_insertion", guard="jaundice"),
    chemo("gem_cap", 6, "palliative", guard="fit"),
    chemo("gemcitabine_4w", 4, "palliative", guard="!fit", chance=0.5),
    take("creon"),
)
_PANCREAS_ADVANCED = (
    perform("biliary_stent_insertion", guard="jaundice"),
    chemo("folfirinox", 8, "palliative", guard="fit young"),
    chemo("gemcitabine_4w", 4, "palliative", guard="fit !young"),
    take("creon", chance=0.5),
)

PANCREAS = Cancer(
    key="pancreas",
    column="Digestive",
    share=4.4,
    women=0.49,
    age=(69, 10, 40, 89),
    clinic="hepatobiliary surgery",
    sites=(
        Site(72, "pancreas_head", "C25.0", operation="whipple"),
        Site(15, "pancreas_body", "C25.1", operation="distal_pancreatectomy"),
        Site(13, "pancreas_tail", "C25.2", operation="distal_pancreatectomy"),
    ),
    histologies=(Histology(1, "pancreatic_ductal", _GRADES),),
    stages=(
        Stage(
            name="IB",
            weight=6,
            tnm=("T2 N0 M0",),
            plans=((1, _PANCREAS_CUT),),
            relapse=0.6,
            relapse_months=15,
        ),
        Stage(
            name="IIA",
            weight=7,
            tnm=("T3 N0 M0",),
            plans=((1, _PANCREAS_CUT),),
            relapse=0.7,
            relapse_months=13,
        ),
        Stage(
            name="IIB",
            weight=13,
            tnm=("T3 N1 M0", "T2 N1 M0"),
            plans=((1, _PANCREAS_CUT),),
            relapse=0.82,
            relapse_months=11,
        ),
        Stage(
            name="III",
            weight=24,
            tnm=("T4 N0 M0", "T4 N1 M0"),
            plans=((1, _PANCREAS_LOCAL),),
            survival=10,
        ),
        Stage(
            name="IV",
            weight=50,
            tnm=("T3 N1 M1", "T4 N1 M1"),
            plans=((1, _PANCREAS_ADVANCED),),
            survival=5.5,
        ),
    ),
    symptoms=(
        (0.45, "jaundice"),
        (0.35, "weight_loss"),
        (0.3, "epigastric_pain"),
        (0.2, "back_pain"),
        (0.15, "anorexia"),
        (0.12, "steatorrhoea"),
        (0.1, "nausea"),
    ),
    denied=("jaundice", "weight_loss", "vomiting", "pruritus", "steatorrhoea"),
    steps=(
        Step(what="examination", place="abdomen", seeks=("hepatomegaly", "ascites")),
        Step(what="lft"),
        Step(what="fbc"),
        Step(what="tumour_markers"),
        Step(what="ultrasound", place="abdomen", seeks=("biliary_dilatation", "gallstones")),
        Step(
            what="ct",
            place="pancreas",
            seeks=("tumour", "nodes", "liver_metastases", "lung_metastases", "ascites"),
        ),
        Step(what="eus", place="pancreas", seeks=("tumour", "nodes"), chance=0.6),
        Step(what="fna", at_once=True, place="site", seeks=("tumour",), proves=True),
    ),
    metastases=((72, "liver_metastases"), (16, "peritoneal_metastases"), (12, "lung_metastases")),
    relapses=((48, "liver_metastases"), (32, "local_recurrence"), (20, "peritoneal_metastases")),
    relapse_plan=(chemo("folfox", 6, "palliative", guard="fit", chance=0.4),),
    relapse_survival=6,
    follow_up=(Step(what="ct", place="abdomen", seeks=("liver_metastases", "new_lesion")),),
    visit_tests=("tumour_markers",),
    nodes="peripancreatic_nodes",
    involved={"N0": (0, 0), "N1": (1, 6)},
    sizes={"T2": (21, 34), "T3": (24, 48), "T4": (30, 65)},
    markers=((14.0, "ca199"),),
    late=((0.3, "steatorrhoea"), (0.3, "weight_loss"), (0.25, "fatigue")),
)

CANCERS = (COLON, RECTUM, STOMACH, PANCREAS)
