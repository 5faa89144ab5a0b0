"""Normal findings of plain films and bone scans."""

from __future__ import annotations

from goldsmith.demo.writing.documents._imaging_normals import Normal

CHEST_FILM: tuple[Normal, ...] = (
    (
        "heart",
        (
            "The {l_heart:heart} is {n=Negation:not} {c=Condition!neg!d:enlarged}.",
            "{l_heart:Heart} size {r=Result:normal}.",
            "The {l_heart:cardiac} silhouette and {l_mediastinum:mediastinal} contours are "
            "{r=Result:[within normal limits|normal]}.",
            "{n=Negation:No} {c=Condition!neg!d:cardiomegaly}.",
            "{l_heart:Heart} and {l_mediastinum:mediastinum} {r=Result:unremarkable}.",
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
            "The {q=Sub-location:upper} and {q2=Sub-location:mid} {l_zones:zones} are "
            "{r=Result:clear} | q sub_location_modifies l_zones, q2 sub_location_modifies l_zones",
        ),
    ),
    (
        "effusion",
        (
            "{n=Negation:No} {a=Condition!neg!d:pneumothorax} or {b=Condition!neg!d:effusion}.",
            "The {l_angles:costophrenic angles} are {r=Result:sharp}.",
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
            "The {l_hila:hila} are {r=Result:normal}.",
            "{l_mediastinum:Mediastinal} contour {r=Result:normal}; {n=Negation:no} "
            "{l_hila:hilar} {a=Condition!neg:enlargement} | a has_location l_hila",
            "{n=Negation:No} {a=Condition!neg:mediastinal} or {b=Condition!neg:hilar {a+:mass}}.",
        ),
    ),
    (
        "bone",
        (
            "{n=Negation:No} {a=Condition!neg!d:destructive lesion} of the {l_ribs:ribs}.",
            "The {l_skeleton:bones} are {r=Result:unremarkable}.",
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
            "The {l_trachea:trachea} is {r=Result:central}.",
            "{l_trachea:Trachea} {r=Result:midline}, {l_domes:diaphragm} {r2=Result:clear}.",
        ),
    ),
    (
        "apex",
        (
            "Minor {a=Condition!d:pleural thickening} at {s=Laterality:both} {q=Sub-location:lung} "
            "{l_apices:apices}, [longstanding|of no significance].",
            "{n=Negation:No} {a=Condition!neg!d:lesion} is hidden behind the {l_heart:heart} or at "
            "the "
            "{s=Laterality:left} {q=Sub-location:lung} {l_apices:apex} | a has_location l_heart, "
            "a has_location l_apices",
            "The {q=Sub-location:retrocardiac} {l_region:region} and {l_apices:apices} are "
            "{r=Result:clear}.",
            "{a=Condition!d:Unfolding} of the {l_aorta:aorta}.",
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
        "wear",
        (
            "[Mild|Some] {a=Condition!d:degenerative change} in the {q=Sub-location:lower} "
            "{l_lspine:lumbar spine}.",
            "{a=Condition!d:Osteophytes} at {l_l4:L4} and {l_l5:L5}.",
            "{a=Condition!d:Disc space narrowing} at {l_l5s1:L5/S1}.",
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
        "wear",
        (
            "Uptake in the {q=Sub-location:lower} {l_cspine:cervical spine}, {l_knees:knees} and "
            "{l_feet:feet} is {r=Result:degenerative} in pattern.",
            "{d=Condition!d:Degenerative} uptake at {s=Laterality:both} {l_shoulders:shoulders} "
            "and the "
            "{q=Sub-location:medial} compartments of the {l_knees:knees}.",
            "Mild {r=Result:symmetrical} uptake in the {l_joints:sacroiliac joints} is due to "
            "{d=Condition!d:wear}.",
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
