"""What imaging shows of complications and incidental findings (see `_imaging_findings`)."""

from __future__ import annotations

OTHER: dict[str, tuple[str, ...]] = {
    "gallstones": (
        "Several {c:stones} in the {l_gallbladder:gallbladder}, {n=Negation:without} "
        "{d=Condition!neg!d:wall thickening}.",
        "The {l_gallbladder:gallbladder} contains {c:calculi}.",
        "Incidental {c:gallstones}.",
        "{c:Cholelithiasis}.",
    ),
    "renal_cyst": (
        "Simple {c:cyst} at the {q=Sub-location:[upper|lower] pole} of the "
        "@sidesp{l_kidney:kidney}.",
        "A simple {c:cyst} is seen in the @sidesp{l_kidney:kidney}, {r=Result:of no significance}.",
        "Incidental {c:renal cyst}.",
    ),
    "liver_cyst": (
        "A simple {c:cyst} in {q=Sub-location:segment [2|3|4|7]} of the {l_liver:liver}.",
        "Incidental {c:hepatic cyst}.",
        "Well-defined {c:low density lesion} in the {l_liver:liver} with the features of a "
        "{c2:cyst}.",
    ),
    "fibroids": (
        "The {l_uterus:uterus} is bulky with [several|calcified|intramural] {c:fibroids}.",
        "{c:Fibroids} noted.",
        "There are small {q=Sub-location:intramural} and {q2=Sub-location:subserosal} {c:fibroids} "
        "in the {l_uterus:uterus} | c has_location l_uterus, q sub_location_modifies l_uterus, "
        "q2 sub_location_modifies l_uterus",
    ),
    "lytic_lesions": (
        "Multiple {c:lytic lesions} in the {l_skull:skull}, {l_ribs:ribs} and {l_pelvis:pelvis}.",
        "There are well-defined {c:lytic lesions} in the {q=Sub-location:proximal} "
        "{s=Laterality:left} and {s2=Laterality:right} {l_femora:femora} | c has_location "
        "l_femora, "
        "q sub_location_modifies l_femora, s laterality_modifies l_femora, "
        "s2 laterality_modifies l_femora",
        "{c:Lytic deposits} in the {l_hum:humerus} and {l_vert:lumbar vertebrae}.",
    ),
    "fracture": (
        "There is a {c:fracture} of @in.",
        "{c:Fracture}, [undisplaced|minimally displaced].",
        "{c:Wedge compression} of {l_t12:T12} and {l_l1:L1}.",
    ),
    "pathological_fracture": (
        "There is a {c:fracture} through [a lytic area|the lesion] in @in.",
        "{c:Pathological fracture}, [minimally displaced|with angulation].",
        "{c:Fracture} of @in through abnormal bone.",
    ),
    "diverticulosis": (
        "{q=Sub-location:Sigmoid} {c:diverticulosis} {n=Negation:without} "
        "{d=Condition!neg!d:diverticulitis}.",
        "{c:Diverticular disease} of the {l_sigmoid_colon:sigmoid} and {a=Locus:descending "
        "{l_sigmoid_colon+:colon}} | c has_location l_sigmoid_colon, c has_location a",
    ),
    "bowel_wall_thickening": (
        "There is {c:thickening} of the {l_bowel:bowel} wall[ over @size|].",
        "{c:Wall thickening} @at.",
        "Segmental {c:thickening} of @in.",
    ),
    "microcalcification": (
        "There is a cluster of pleomorphic {c:microcalcification}[ over @size|] in @in.",
        "[Linear|Pleomorphic] branching {c:microcalcifications} @at.",
        "Associated {c:microcalcification}.",
        "Casting-type {c:microcalcification} [extends towards|reaches] the {l_nipple:nipple}.",
    ),
    "residual_disease": (
        "There is {c:residual tumour}[ of @size|] @at.",
        "{c:Residual disease} @at, {r=Result:smaller}.",
        "A {c:residual mass}, {r=Result:reduced in size}.",
    ),
    "new_lesion": (
        "There is a {c:new lesion}[ of @size|] @at.",
        "A {c:new lesion} is {n=Negation:suspicious of} {c2!poss:recurrent disease}.",
    ),
    "distant_metastases": (
        "There is {c:metastatic disease} @at.",
        "{c:Metastatic disease} is present.",
    ),
    "scar_tissue": (
        "{c:Post-operative change} @at.",
        "Expected {c:post-surgical change}.",
        "{c:Fibrosis} @at, {r=Result:unchanged}.",
    ),
    "dvt": (
        "There is [occlusive|non-compressible|echogenic] {c:thrombus} in the @sidesp"
        "{a=Locus:common} and {b=Locus:superficial {a+:femoral veins}} | c has_location a, "
        "c has_location b, s laterality_modifies a, s laterality_modifies b",
        "{c:Thrombus} in the {l_popliteal_vein:popliteal vein}, extending [down to the "
        "{l_calf:calf}|up into the {q=Sub-location:distal} {l_femoral_vein:femoral vein}].",
        "The @sidesp{l_popliteal_vein:popliteal vein} is {r=Result:non-compressible} and contains "
        "{c:clot}.",
    ),
    "pulmonary_embolism": (
        "There are {c:filling defects} in the {q=Sub-location:lower lobe} branches of the "
        "{s=Laterality:left} and {s2=Laterality:right} {l_pa:pulmonary arteries} | "
        "c has_location l_pa, q sub_location_modifies l_pa, s laterality_modifies l_pa, "
        "s2 laterality_modifies l_pa",
        "{c:Filling defect} in the {s=Laterality:[right|left]} {q=Sub-location:[main|lower lobe]} "
        "{l_pa:pulmonary artery}.",
        "[Segmental|Lobar] {c:emboli} in {s=Laterality:both} {q=Sub-location:lower} "
        "{l_lobes:lobes}, "
        "{n=Negation:without} {d=Condition!neg!d:right heart strain} | c has_location l_lobes",
    ),
    "pneumonia": (
        "There is {c:consolidation} in the {q=Sub-location:lower} {l_zone:zone}.",
        "[Patchy|Dense] {c:consolidation} @at, {n=Negation:in keeping with} {c2!poss:infection} | "
        "c has_location l",
        "{c:Airspace shadowing} @at.",
    ),
    "pneumonitis": (
        "[Ground glass|Interstitial] {c:change} in the {l_lungs:lungs}, {n=Negation:suggestive of} "
        "{c2!poss:pneumonitis} | c has_location l_lungs",
        "{c:Ground glass opacification} within the {i=Intervention!hist:radiotherapy} field.",
    ),
    "seroma": (
        "A {c:fluid collection}[, @size,|] [lies|is seen] beneath the {l_wound:scar}.",
        "{c:Collection} at the {l_wound:wound}, echo-free, consistent with a {c2:seroma}.",
    ),
    "haematoma": (
        "A complex {c:collection} beneath the {l_wound:wound}, consistent with {c2:haematoma}.",
        "{c:Haematoma}[ of @size|] deep to the {l_wound:incision}.",
    ),
    "pelvic_collection": (
        "A [rim-enhancing|gas-containing] {c:collection}[, @size,|] in the {l_pelvis:pelvis}.",
        "There is a {c:collection} in the {q=Sub-location:presacral} space of the "
        "{l_pelvis:pelvis}.",
    ),
    "anastomotic_leak": (
        "{g=Condition:Gas} and {f=Condition:fluid} [around|next to] the {l_an:anastomosis}, "
        "in keeping with a {c:leak}.",
        "Extravasation of contrast at the {l_an:anastomosis} confirms a {c:leak}.",
    ),
    "lymphocele": (
        "A thin-walled {c:fluid collection} on the {s=Laterality:[left|right]} "
        "{l_side:pelvic side wall}, typical of a {c2:lymphocele}.",
    ),
    "pancreatic_fistula": (
        "A {c:fluid collection} lies in the {q=Sub-location:bed} of the {l_pancreas:pancreas}.",
    ),
    "bowel_obstruction": (
        "Dilated {c:loops} of {l_small_bowel:small bowel} with a transition point in the "
        "{l_pelvis:pelvis} | c has_location l_small_bowel",
        "The {q=Sub-location:proximal} {l_small_bowel:small bowel} is {d=Condition:dilated}, "
        "in keeping with {c:obstruction}.",
        "{c:Small bowel obstruction}, {n=Negation:without} {d=Condition!neg!d:perforation}.",
    ),
    "ileus": (
        "{c:Gas-filled loops} of {l_small_bowel:small} and {l_colon:large {l_small_bowel+:bowel}} "
        "{n=Negation:without} {d=Condition!neg:transition point}, suggesting {c2:ileus} | "
        "c has_location l_small_bowel, c has_location l_colon",
    ),
    "biliary_obstruction": (
        "{d=Condition:Dilated} {a=Locus:intra-} and {b=Locus:extrahepatic {a+:ducts}} in keeping "
        "with {c:biliary obstruction} | d has_location a, d has_location b",
    ),
    "osteoporosis": ("The {l_skeleton:bones} are {c:osteopenic}.",),
    "osteoarthritis": (
        "{c:Degenerative change} in the {q=Sub-location:lower} {l_lumbar_spine:lumbar spine}.",
        "Minor {c:degenerative change}.",
    ),
    "heart_failure": ("The {l_heart:heart} is {d=Condition:enlarged}.",),
    "copd": (
        "The {l_lungs:lungs} are {d=Condition:hyperinflated}, in keeping with known {c:COPD} | "
        "d has_location l_lungs",
        "Background {c:emphysema}, [most marked at the {q=Sub-location:apices} of the "
        "{l_lungs:lungs}|{q=Sub-location:upper lobe} predominant].",
    ),
    "bph": ("The {l_prostate:prostate} is {c:enlarged}.",),
}
