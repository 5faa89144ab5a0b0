"""What imaging shows of complications and incidental findings (see `_imaging_findings`)."""

from __future__ import annotations

OTHER: dict[str, tuple[str, ...]] = {
    "gallstones": (
        "Several {c:stones} in the {q=Sub-location:neck} of the {l_gallbladder:gallbladder}.",
        "The {l_gallbladder:gallbladder} contains {c:calculi}.",
        "Incidental {c:gallstones}.",
        "{c:Cholelithiasis}.",
    ),
    "renal_cyst": (
        "Simple {c:cyst}[, @size,|] at the {q=Sub-location:@pole} of the @sidesp{l_kidney:kidney}.",
        "A simple {c:cyst} is seen in the {q=Sub-location:@pole} of the @sidesp{l_kidney:kidney}.",
        "Incidental {c:cyst} in the @sidesp{l_kidney:kidney}[, @size|].",
    ),
    "liver_cyst": (
        "A simple {c:cyst}[ of @size|] in {q=Sub-location:@segment} of the {l_liver:liver}.",
        "Incidental {c:cyst} in the {s=Laterality:@lobe} {q=Sub-location:lobe} of the "
        "{l_liver:liver} | c has_location l_liver, s laterality_modifies l_liver, "
        "q sub_location_modifies l_liver",
        "Well-defined {c:low density lesion} in the {l_liver:liver} with the features of a "
        "{c2:cyst} | c has_location l_liver",
    ),
    "granuloma": (
        "There is a {c:calcified granuloma} in the {s=Laterality:@lat} {q=Sub-location:@lobe} "
        "{l_lobe:lobe}.",
        "Old {c:granuloma} in the {q=Sub-location:@lobe} {l_zone:zone} of the {s=Laterality:@lat} "
        "lung[, @size|].",
        "A [tiny|small] calcified {c:nodule}[, @size,|] in the {q=Sub-location:@lobe lobe} of the "
        "{s=Laterality:@lat} {l_lung:lung} is longstanding.",
    ),
    "apical_scarring": (
        "[Minor|Some] {c:scarring} at the {s=Laterality:@lat} {q=Sub-location:lung} {l_apex:apex}.",
        "{c:Pleural thickening} at the {s=Laterality:@lat} {l_apex:apex}, longstanding.",
        "Old {c:fibrotic change} in the {q=Sub-location:apical} part of the {s=Laterality:@lat} "
        "{l_lung:lung}.",
    ),
    "hiatus_hernia": (
        "@degree {c:hiatus hernia}, with the {q=Sub-location:fundus} of the {l_stomach:stomach} "
        "above the {d=Locus:diaphragm} | c has_location l_stomach",
        "There is a @degree {c:hiatus hernia} at the {q=Sub-location:lower end} of the "
        "{l_oesophagus:oesophagus}.",
        "@degree sliding {c:hernia} through the {q=Sub-location:oesophageal} {l_hiatus:hiatus}.",
    ),
    "aortic_calcification": (
        "@where_arch {c:Calcification} [of|in] the {q=Sub-location:arch} of the {l_aorta:aorta}.",
        "@where_arch {c:Calcified plaque} in the {l_aorta:aortic} {q=Sub-location:arch} | "
        "c has_location l_aorta, q sub_location_modifies l_aorta",
        "@where_arch The {q=Sub-location:arch} of the {l_aorta:aorta} is {c:[calcified|"
        "atheromatous]}.",
        "@where_descending [Some|Minor] {c:atheroma} in the {q=Sub-location:descending} "
        "{l_aorta:aorta}.",
        "@where_descending The {q=Sub-location:descending} {l_aorta:aorta} is {c:[calcified|"
        "atheromatous]}.",
        "@where_descending {c:Atheromatous change} of the {q=Sub-location:descending} "
        "{l_aorta:aorta}[ is noted|].",
    ),
    "adrenal_adenoma": (
        "{c:Adenoma} in the {q=Sub-location:lateral limb} of the @sidesp{l_adrenal:adrenal}[, "
        "@size|].",
        "A low density {c:nodule}, @size, in the @sidesp{l_adrenal:adrenal} is typical of an "
        "{c2:adenoma} | c has_location l_adrenal",
    ),
    "degenerative_change": (
        "[Some|Minor] {c:degenerative change} in the {q=Sub-location:@level} {l_spine:spine}.",
        "{c:Spondylosis} of the {q=Sub-location:@level} {l_spine:spine}.",
        "{c:Osteophytes} along the {q=Sub-location:@level} {l_spine:spine}.",
        "{q=Sub-location:@level} {l_spine:spine}: {c:degenerative change} for age.",
        "The {l_discs:discs} of the {q=Sub-location:@level} {l_spine:spine} are {c:narrowed}.",
    ),
    "breast_calcification": (
        "Scattered {c:vascular calcification} in the {s=Laterality:@lat} {b=Locus:breast}.",
        "Benign {c:calcification} in the {q=Sub-location:retroareolar} {s=Laterality:@lat} "
        "{b=Locus:breast}.",
    ),
    "fibroids": (
        "The {l_uterus:uterus} is bulky with several {c:fibroids}.",
        "There are small {q=Sub-location:intramural} and {q2=Sub-location:subserosal} {c:fibroids} "
        "in the {l_uterus:uterus} | c has_location l_uterus, q sub_location_modifies l_uterus, "
        "q2 sub_location_modifies l_uterus",
    ),
    "lytic_lesions": (
        "@where_skull Multiple {c:lytic lesions} in the {l_skull:skull}, {l_ribs:ribs} and "
        "{l_pelvis:pelvis}.",
        "@where_skull {c:Lytic deposits} in the {q=Sub-location:vault} of the {l_skull:skull} and "
        "in the {l_ribs:ribs} and {l_pelvis:pelvis}.",
        "@where_limbs There are well-defined {c:lytic lesions} in the {q=Sub-location:proximal} "
        "{s=Laterality:left} and {s2=Laterality:right} {l_femora:femora} | c has_location "
        "l_femora, "
        "q sub_location_modifies l_femora, s laterality_modifies l_femora, "
        "s2 laterality_modifies l_femora",
        "@where_limbs {c:Lytic deposits} in {s=Laterality:both} {l_femora:femora} and the "
        "{l_vert:lumbar vertebrae}.",
        "{c:Punched out lesions} in the {l_skeleton:skeleton}, typical of the known disease.",
    ),
    "fracture": (
        "There is a {c:fracture} of @in.",
        "{c:Fracture} @at.",
    ),
    "pathological_fracture": (
        "There is a {c:fracture}, @shift, through a lytic area in @in.",
        "{c:Pathological fracture} @at, @shift.",
        "{c:Fracture} of @in through abnormal bone.",
    ),
    "diverticulosis": (
        "{c:Diverticula} in the {q=Sub-location:sigmoid} {l_colon:colon}.",
        "Uncomplicated {c:diverticulosis} of the {q=Sub-location:sigmoid} {l_colon:colon}.",
        "{c:Diverticular disease} of the {l_sigmoid_colon:sigmoid} and {a=Locus:descending "
        "{l_sigmoid_colon+:colon}} | c has_location l_sigmoid_colon, c has_location a",
    ),
    "bowel_wall_thickening": (
        "There is {c:thickening} of the {l_bowel:bowel} wall[ over @size|].",
        "{c:Wall thickening} @at.",
        "Segmental {c:thickening} of @in.",
    ),
    "microcalcification": (
        "There is @look {c:microcalcification} in @in.",
        "@look {c:microcalcifications} @at.",
        "Associated @look {c:microcalcification}, reaching towards the {l_nipple:nipple}.",
        "@look {c:microcalcification} is [seen|present].",
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
        "@where_femoral There is [non-compressible|echogenic] {c:thrombus} in the @sidesp"
        "{a=Locus:common} and {b=Locus:superficial {a+:femoral veins}} | c has_location a, "
        "c has_location b, s laterality_modifies a, s laterality_modifies b",
        "@where_popliteal {c:Thrombus} in the @sidesp{l_popliteal_vein:popliteal vein}, extending "
        "down to the {q=Sub-location:upper} {l_calf:calf} | c has_location l_popliteal_vein, "
        "c has_location l_calf",
        "@where_popliteal The @sidesp{l_popliteal_vein:popliteal vein} is "
        "{r=Result:non-compressible} and contains {c:clot}.",
    ),
    "pulmonary_embolism": (
        "@where_both There are {c:filling defects} in the {q=Sub-location:lower lobe} branches of "
        "the {s=Laterality:left} and {s2=Laterality:right} {l_pa:pulmonary arteries} | "
        "c has_location l_pa, q sub_location_modifies l_pa, s laterality_modifies l_pa, "
        "s2 laterality_modifies l_pa",
        "@where_one {c:Filling defect} in the {s=Laterality:@lat} {q=Sub-location:@branch} "
        "{l_pa:pulmonary artery}.",
        "@where_both {c:Emboli} in {s=Laterality:both} {q=Sub-location:lower} {l_lobes:lobes}.",
        "@where_one {c:Embolus} in the {q=Sub-location:@branch} branch of the {s=Laterality:@lat} "
        "{l_pa:pulmonary artery}.",
    ),
    "pneumonia": (
        "There is {c:consolidation} in the {q=Sub-location:lower} {l_zone:zone}.",
        "Patchy {c:consolidation} @at, {n=Negation:in keeping with} {c2!poss:infection} | "
        "c has_location l",
        "{c:Airspace shadowing} @at.",
    ),
    "pneumonitis": (
        "Ground glass {c:change} in the {l_lungs:lungs}, {n=Negation:suggestive of} "
        "{c2!poss:pneumonitis} | c has_location l_lungs",
        "{c:Ground glass opacification} within the {i=Intervention!hist:radiotherapy} field.",
    ),
    "seroma": (
        "A {c:fluid collection}, @size, [lies|is seen] beneath the {l_wound:scar}.",
        "{c:Collection} at the {l_wound:wound}, echo-free, consistent with a {c2:seroma}.",
    ),
    "haematoma": (
        "A complex {c:collection} beneath the {l_wound:wound}, consistent with {c2:haematoma}.",
        "{c:Haematoma}[ of @size|] deep to the {l_wound:incision}.",
    ),
    "pelvic_collection": (
        "A @gas {c:collection}, @size, in the {l_pelvis:pelvis}.",
        "There is a {c:collection} in the {q=Sub-location:presacral} space of the "
        "{l_pelvis:pelvis}.",
    ),
    "anastomotic_leak": (
        "{g=Condition:Gas} and {f=Condition:fluid} [around|next to] the {l_an:anastomosis}, "
        "in keeping with a {c:leak}.",
        "Extravasation of contrast at the {l_an:anastomosis} confirms a {c:leak}.",
    ),
    "lymphocele": (
        "A thin-walled {c:fluid collection} on the {s=Laterality:@lat} "
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
        "{c:Obstruction} of the {q=Sub-location:distal} {l_small_bowel:small bowel}.",
    ),
    "ileus": (
        "{c:Gas-filled loops} of {l_small_bowel:small} and {l_colon:large {l_small_bowel+:bowel}} "
        "[throughout|all the way round], suggesting {c2:ileus} | "
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
