"""Normal findings of plain films and bone scans."""

from __future__ import annotations

from goldsmith_demo.writing.documents.imaging.normals import Normal

CHEST_FILM: tuple[Normal, ...] = (
    (
        "heart",
        (
            "The {l_heart:heart} is {n=Negation:not} {c=Condition!neg!d:enlarged}.",
            "{l_heart:Heart} size {r=Result:normal}.",
            "The {l_heart:cardiac} silhouette and {l_mediastinum:mediastinal} contours are "
            "{r=Result:[within normal limits|normal]}.",
            "{n=Negation:No} {c=Condition!neg!d:cardiomegaly}.",
            "{l_heart:Heart} and {l_mediastinum:mediastinum} {r=Result:[unremarkable|normal]}.",
            "{l_heart:Cardiac} size and {l_mediastinum:mediastinal} outline {r=Result:[normal|"
            "satisfactory]}.",
            "The {l_heart:heart} [is|looks|appears] {r=Result:[normal|of normal size]}.",
            "{r=Result:Normal} {q=Sub-location:left} {l_heart:heart} border and {l_aorta:aorta}.",
            "{l_heart:Cardiothoracic} ratio {r=Result:within normal limits}.",
        ),
    ),
    (
        "lung",
        (
            "The {l_lungs:lungs} are {r=Result:clear}.",
            "{l_lungs:Lung} fields {r=Result:clear}.",
            "{n=Negation:No} {a=Condition!neg!d:collapse} or {b=Condition!neg!d:consolidation}.",
            "There is {n=Negation:no} {a=Condition!neg!d:mass}, {b=Condition!neg!d:nodule} or "
            "{c=Condition!neg!d:consolidation} in either {l_lungs:lung}.",
            "{r=Result:Clear} {l_lungs:lungs}, {q=Sub-location:apices} to {q2=Sub-location:bases} "
            "| q sub_location_modifies l_lungs, q2 sub_location_modifies l_lungs",
            "The {q=Sub-location:upper}, {q2=Sub-location:mid} and {q3=Sub-location:lower} "
            "{l_zones:zones} of {s=Laterality:both} {l_lungs:lungs} are {r=Result:clear} | "
            "q sub_location_modifies l_zones, q2 sub_location_modifies l_zones, "
            "q3 sub_location_modifies l_zones, s laterality_modifies l_lungs",
            "The {q=Sub-location:upper} and {q2=Sub-location:mid} {l_zones:zones} are "
            "{r=Result:clear} | q sub_location_modifies l_zones, q2 sub_location_modifies l_zones",
        ),
    ),
    (
        "effusion",
        (
            "{n=Negation:No} {a=Condition!neg!d:pneumothorax} or {b=Condition!neg!d:effusion}.",
            "The {l_angles:costophrenic angles} are {r=Result:[sharp|clear|preserved]}.",
            "{s=Laterality:Both} {l_angles:costophrenic angles} {r=Result:[sharp|clear]}.",
            "The {s=Laterality:left} and {s2=Laterality:right} {l_angles:costophrenic angles} are "
            "{r=Result:[sharp|clear]} | s laterality_modifies l_angles, "
            "s2 laterality_modifies l_angles",
            "{l_pleura:Pleural} surfaces [are|look|appear] {r=Result:[normal|smooth]}.",
            "{s=Laterality:Both} {q=Sub-location:lateral} {l_recesses:recesses} are "
            "{r=Result:[clear|dry]}.",
            "The {l_pleura:pleural spaces} [are|appear] {r=Result:[clear|normal]}.",
            "{n=Negation:No} {a=Condition!neg!d:pleural} {n2=Negation:nor} "
            "{b=Condition!neg!d:pericardial {a+:effusion}} | n negation_modifies a",
            "There is {n=Negation:no} {a=Condition!neg!d:fluid} at the {s=Laterality:right} or "
            "{s2=Laterality:left} {l_bases:base} | s laterality_modifies l_bases, "
            "s2 laterality_modifies l_bases",
        ),
    ),
    (
        "node",
        (
            "The {l_hila:hila} [are|look|appear] {r=Result:[normal|unremarkable]}.",
            "{s=Laterality:Both} {l_hila:hila} are {r=Result:[normal|of normal size]}.",
            "{l_hila:Hilar} shadows {r=Result:[normal|symmetrical]}.",
            "The {s=Laterality:left} and {s2=Laterality:right} {l_hila:hila} are "
            "{r=Result:[normal|symmetrical]} | s laterality_modifies l_hila, "
            "s2 laterality_modifies l_hila",
            "The {q=Sub-location:superior} {l_mediastinum:mediastinum} and {l_hila:hila} are "
            "{r=Result:[normal|unremarkable]}.",
            "{l_mediastinum:Mediastinal} contour {r=Result:normal}; {n=Negation:no} "
            "{l_hila:hilar} {a=Condition!neg:enlargement} | a has_location l_hila",
            "{n=Negation:No} {a=Condition!neg:mediastinal} or {b=Condition!neg:hilar {a+:mass}}.",
        ),
    ),
    (
        "bone",
        (
            "{n=Negation:No} {a=Condition!neg!d:destructive lesion} of the {l_ribs:ribs}.",
            "The {l_skeleton:bones} are {r=Result:[unremarkable|normal for age]}.",
            "The {l_ribs:ribs} and {s=Laterality:both} {l_clavicles:clavicles} are "
            "{r=Result:[intact|normal]}.",
            "{l_ribs:Ribs}, {l_clavicles:clavicles} and {q=Sub-location:thoracic} {l_spine:spine} "
            "{r=Result:[intact|unremarkable]}.",
            "{l_skeleton:Bony} thorax {r=Result:[intact|normal|unremarkable]}.",
            "{n=Negation:No} {a=Condition!neg!d:rib} or {b=Condition!neg!d:clavicular "
            "{a+:fracture}}.",
            "The {q=Sub-location:visible} {l_skeleton:skeleton} looks {r=Result:intact}.",
        ),
    ),
    (
        "diaphragm",
        (
            "{s=Laterality:Both} {l_domes:hemidiaphragms} are {r=Result:well defined}.",
            "{n=Negation:No} {a=Condition!neg:free gas} under the {s=Laterality:right} or "
            "{s2=Laterality:left} {l_domes:hemidiaphragm} | s laterality_modifies l_domes, "
            "s2 laterality_modifies l_domes",
            "The {l_trachea:trachea} is {r=Result:[central|midline|not deviated]}.",
            "{l_trachea:Trachea} and {q=Sub-location:main} {l_bronchi:bronchi} {r=Result:normal}.",
            "The {s=Laterality:right} and {s2=Laterality:left} {l_domes:hemidiaphragms} are "
            "{r=Result:[smooth|clear|well seen]} | s laterality_modifies l_domes, "
            "s2 laterality_modifies l_domes",
            "{l_trachea:Trachea} {r=Result:midline}, {l_domes:diaphragm} {r2=Result:clear}.",
        ),
    ),
    (
        "apex",
        (
            "{s=Laterality:Both} {q=Sub-location:lung} {l_apices:apices} [are|look|appear] "
            "{r=Result:[clear|normal]}.",
            "{n=Negation:No} {a=Condition!neg!d:lesion} is hidden behind the {l_heart:heart} or at "
            "the "
            "{s=Laterality:left} {q=Sub-location:lung} {l_apices:apex} | a has_location l_heart, "
            "a has_location l_apices",
            "The {q=Sub-location:retrocardiac} {l_region:region} and {l_apices:apices} are "
            "{r=Result:[clear|normal|unremarkable]}.",
            "{r=Result:Nothing abnormal} behind the {l_heart:heart} or at the "
            "{q=Sub-location:lung} {l_apices:apices}.",
            "The {l_apices:apices} and the area {q=Sub-location:behind} the {l_heart:heart} are "
            "{r=Result:[clear|normal]}.",
            "{s=Laterality:Left} and {s2=Laterality:right} {l_apices:apices} {r=Result:clear} | "
            "s laterality_modifies l_apices, s2 laterality_modifies l_apices",
            "{q=Sub-location:Apical} {l_zones:zones} {r=Result:[clear|normal]}.",
        ),
    ),
)

ABDOMEN_FILM: tuple[Normal, ...] = (
    (
        "gas",
        (
            "{n=Negation:No} {a=Condition!neg:free gas} under the {l_diaphragm:diaphragm}.",
            "The {l_diaphragm:hemidiaphragms} are {r=Result:well defined}.",
        ),
    ),
    (
        "kidney",
        (
            "{s=Laterality:Both} {l_psoas:psoas} shadows are {r=Result:preserved}.",
            "The {l_kidneys:renal} outlines are {r=Result:normal}.",
            "The {q=Sub-location:lower} {l_liver:liver} edge and {l_psoas:psoas} shadows are "
            "{r=Result:normal}.",
        ),
    ),
    (
        "bone",
        (
            "The {q=Sub-location:lumbar} {l_spine:spine} and {l_pelvis:pelvis} are "
            "{r=Result:intact}.",
            "{l_hips:Hips} and {q=Sub-location:bony} {l_pelvis:pelvis} {r=Result:unremarkable}.",
        ),
    ),
)

BONE_FILM: tuple[Normal, ...] = (
    (
        "joint",
        (
            "{n=Negation:No} {a=Condition!neg!d:dislocation}.",
            "The {l_joint:joint spaces} are {r=Result:preserved}.",
            "{n=Negation:No} {a=Condition!neg!d:periosteal reaction} or "
            "{b=Condition!neg!d:soft tissue mass}.",
            "{n=Negation:No} {a=Condition!neg!d:lytic} or {b=Condition!neg!d:sclerotic "
            "{a+:lesion}} "
            "elsewhere.",
        ),
    ),
    (
        "skull",
        (
            "The {l_skull:skull vault}, {l_ribs:ribs} and {l_humeri:humeri} are {r=Result:normal}.",
            "{l_joint:Sacroiliac} and {l_hips:hip} joints {r=Result:unremarkable}.",
        ),
    ),
    (
        "alignment",
        (
            "Vertebral alignment is {r=Result:maintained} in the {l_tspine:thoracic} and "
            "{l_lspine:lumbar} {l_tspine+:spine}.",
            "{n=Negation:No} {a=Condition!neg!d:subluxation} in the {q=Sub-location:lower} "
            "{l_cspine:cervical spine}.",
            "The {l_pedicles:pedicles} are {r=Result:intact} at all levels.",
        ),
    ),
    (
        "soft",
        (
            "{n=Negation:No} {a=Condition!neg:soft tissue swelling}.",
            "The {q=Sub-location:distal} {l_radii:radii} and {l_tibiae:tibiae} are "
            "{r=Result:intact}.",
        ),
    ),
)

BONE_SCAN: tuple[Normal, ...] = (
    (
        "kidneys",
        (
            "{s=Laterality:Both} {l_kidneys:kidneys} are [visualised|seen] and excrete "
            "{r=Result:normally}.",
            "{r=Result:Normal} activity in the {l_kidneys:kidneys} and {l_bladder:bladder}.",
            "The {s=Laterality:left} and {s2=Laterality:right} {l_kidneys:kidneys} are "
            "{r=Result:symmetrical} | s laterality_modifies l_kidneys, "
            "s2 laterality_modifies l_kidneys",
        ),
    ),
    (
        "rest",
        (
            "The {l_skull:skull}, {q=Sub-location:proximal} {l_femora:femora} and "
            "{l_humeri:humeri} are "
            "{r=Result:unremarkable}.",
            "{n=Negation:No} {c=Condition!neg:photopenic area}.",
            "{l_skull:Skull} and {l_limbs:limbs} {r=Result:clear}.",
        ),
    ),
)
