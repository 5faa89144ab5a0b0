"""What imaging shows of spread, complications and incidental findings, for each entry of the
catalogue; @in, @at, @side, @size stand for what the life knows of the finding."""

from __future__ import annotations

SPREAD: dict[str, tuple[str, ...]] = {
    "lymphadenopathy": (
        "There is {c:lymphadenopathy} [in|involving] @in[, the largest node measuring|, up to] "
        "@size.",
        "{c:Enlarged} {l} are [seen|noted], the largest measuring @size [in short axis|across].",
        "Multiple {c:enlarged} {l}[, some of them conglomerate|, several necrotic|].",
        "{c:Adenopathy} @at.",
        "Bulky {l}, in keeping with {c:lymphadenopathy}.",
        "[There are several|I count at least four] {c:enlarged} @sidesp{l}.",
    ),
    "nodal_metastases": (
        "There are several {c:enlarged} @sidesp{l}, the largest measuring @size.",
        "{c:Enlarged} {l}, [round in shape|with loss of the fatty hilum|rounded], "
        "[up to|measuring up to] @size.",
        "@sidesp{l} are {c:enlarged} and [heterogeneous|rounded], {n=Negation:in keeping with} "
        "{m=Condition!poss:involvement} | c has_location l, m has_location l, "
        "n negation_modifies m",
        "[Abnormal|Suspicious] {c:adenopathy} @at.",
        "At least three {c:pathological} {l} are [identified|seen].",
        "{n=Negation:Suspicious} {c!poss:enlargement} of the {l}[, up to @size|].",
    ),
    "hepatomegaly": (
        "The {l_liver:liver} is {c:enlarged}.",
        "{c:Hepatomegaly} is noted.",
        "Moderate {c:hepatomegaly}, the {s=Laterality:right} {q=Sub-location:lobe} of the "
        "{l_liver:liver} reaching the {l_crest:iliac crest} | c has_location l_liver, "
        "q sub_location_modifies l_liver, s laterality_modifies l_liver",
    ),
    "splenomegaly": (
        "The {l_spleen:spleen} is {c:enlarged} at @size.",
        "{c:Splenomegaly}, {n=Negation:without} {d=Condition!neg!d:focal lesion}.",
        "{l_spleen:Spleen} {c:enlarged}, [extending below the costal margin|of even texture].",
        "There is [moderate|mild] {c:splenomegaly}.",
    ),
    "focal_liver_lesion": (
        "There is a {c:focal lesion} in {q=Sub-location:segment [2|4|6|7|8]} of the "
        "{l_liver:liver}, {r=Result:indeterminate} on this examination.",
        "{n=Negation:Indeterminate} {c!poss:lesion} in the {l_liver:liver}.",
    ),
    "liver_metastases": (
        "There are multiple [low attenuation|ill-defined|hypovascular] {c:lesions} throughout "
        "{s=Laterality:both} {q=Sub-location:lobes} of the {l_liver:liver}, the largest @size | "
        "c has_location l_liver, s laterality_modifies l_liver, q sub_location_modifies l_liver",
        "The {l_liver:liver} contains [several|numerous] {c:metastases}[, up to @size|].",
        "[Several|Multiple] {c:deposits} in all {q=Sub-location:segments} of the {l_liver:liver}.",
        "{l_liver:Liver}: [numerous|several] {c:metastases} in the {s=Laterality:left} and "
        "{s2=Laterality:right} {q=Sub-location:lobes} | c has_location l_liver, "
        "s laterality_modifies l_liver, s2 laterality_modifies l_liver, "
        "q sub_location_modifies l_liver",
        "Ill-defined {c:lesions} are scattered through the "
        "{l_liver:liver}, consistent with {c2:metastases} | c has_location l_liver",
    ),
    "liver_deposit": (
        "The largest {c:deposit}[, in {q=Sub-location:segment [4|5|6|7|8]},|] measures @size.",
        "The largest {c:lesion} lies in {q=Sub-location:segment [2|4|6|7|8]} of the "
        "{l_liver:liver} "
        "and measures @size.",
        "A {c:dominant lesion} in the {s=Laterality:[left|right]} {q=Sub-location:lobe} of the "
        "{l_liver:liver}, @size | c has_location l_liver, s laterality_modifies l_liver, "
        "q sub_location_modifies l_liver",
    ),
    "lung_nodule": (
        "There is a {c:nodule} in the {q=Sub-location:lower lobe} of the {s=Laterality:right} "
        "{l_lung:lung}, {r=Result:too small to characterise}.",
        "A tiny {c:pulmonary nodule} is {r=Result:non-specific}.",
    ),
    "lung_metastases": (
        "There are [multiple|numerous] [rounded|small] {c:nodules} in {s=Laterality:both} "
        "{l_lungs:lungs}[, the largest @size|].",
        "{c:Nodules} in the {s=Laterality:left} and {s2=Laterality:right} {l_lungs:lungs}, "
        "[predominantly at the {q=Sub-location:bases}|of varying size], are "
        "{r=Result:[new|more numerous]} | c has_location l_lungs, s laterality_modifies l_lungs, "
        "s2 laterality_modifies l_lungs, q sub_location_modifies l_lungs",
        "{l_lungs:Lungs}: multiple {c:metastases}, {q=Sub-location:basal} predominance | "
        "c has_location l_lungs, q sub_location_modifies l_lungs",
        "[Several|Numerous] {c:pulmonary metastases} of up to @size.",
    ),
    "lung_deposit": (
        "The largest {c:nodule} measures @size.",
        "The largest {c:lesion}, @size, is in the {s=Laterality:[left|right]} "
        "{q=Sub-location:[lower|upper]} {l_lobe:lobe}.",
        "Index {c:nodule} in the {s=Laterality:[left|right]} {q=Sub-location:[base|apex|lower "
        "lobe]} "
        "of the {l_lung:lung}, @size.",
    ),
    "bone_metastases": (
        "There are [multiple|several] [sclerotic|mixed lytic and sclerotic|destructive] "
        "{c:lesions} "
        "in the {q=Sub-location:lower thoracic} and {q2=Sub-location:lumbar} {l_spine:spine} and "
        "the {l_pelvic_bones:bony pelvis} | c has_location l_spine, c has_location l_pelvic_bones, "
        "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
        "[Multiple|Several] {c:deposits} in the {l_t9:T9}, {l_l2:L2} and {l_l4:L4 vertebral "
        "bodies}.",
        "{c:Metastases} in the {l_ribs:ribs}, {l_sacrum:sacrum} and "
        "{s=Laterality:[left|right]} {l_ilium:iliac bone} | c has_location l_ribs, "
        "c has_location l_sacrum, c has_location l_ilium",
        "The {l_spine:spine} contains widespread {c:metastases}, {n=Negation:without} "
        "{d=Condition!neg!d:vertebral collapse}.",
        "{c:Metastatic disease} is present in the {l_thor:thoracic} and {l_lum:lumbar} "
        "{l_thor+:vertebrae} | c has_location l_thor, c has_location l_lum",
    ),
    "bone_deposit": (
        "The largest {c:deposit}, @size, [is in|occupies] the {l_vertebra:[L2|L3|T10|T12] "
        "vertebral body}.",
        "The most conspicuous {c:lesion} lies in the {s=Laterality:[left|right]} {l_ilium:ilium} "
        "(@size), {n=Negation:without} {d=Condition!neg!d:fracture} | c has_location l_ilium",
    ),
    "brain_metastases": (
        "There are [several|multiple] ring-enhancing {c:lesions} in the {s=Laterality:left} and "
        "{s2=Laterality:right} {l_hemi:cerebral hemispheres}, with surrounding "
        "{o=Condition:oedema}[, the largest @size|] | c has_location l_hemi, "
        "o has_location l_hemi, s laterality_modifies l_hemi, s2 laterality_modifies l_hemi",
        "Enhancing {c:deposits} in the {s=Laterality:right} {a=Locus:frontal} and "
        "{b=Locus:parietal {a+:lobes}} and the {l_cerebellum:cerebellum} | c has_location a, "
        "c has_location b, c has_location l_cerebellum, s laterality_modifies a, "
        "s laterality_modifies b",
        "The {l_brain:brain} contains at least five {c:metastases}, each with "
        "{o=Condition:vasogenic oedema}.",
    ),
    "brain_deposit": (
        "The largest {c:lesion}, in the {s=Laterality:[left|right]} {l_lobe:[frontal|parietal|"
        "occipital] lobe}, measures @size.",
        "The largest {c:deposit} is @size.",
    ),
    "peritoneal_metastases": (
        "{c:Nodularity} and {d=Condition:thickening} of the {l_omentum:omentum} | "
        "c has_location l_omentum, d has_location l_omentum",
        "There are {c:peritoneal deposits} [in|over] {s=Laterality:both} "
        "{l_gutters:paracolic gutters} and [along|under] the {s2=Laterality:right} "
        "{l_diaphragm:hemidiaphragm}.",
        "{c:Omental} and {d=Condition:mesenteric {c+:disease}} [is|are] present.",
        "The {l_peritoneum:peritoneum} is studded with {c:deposits}[, up to @size|].",
        "Extensive {c:peritoneal disease} with {o=Condition:omental caking}.",
    ),
    "pleural_effusion": (
        "There is a [small|moderate|sizeable] @sidesp{l_pleura:pleural} {c:effusion}.",
        "[Moderate|Small] {c:effusion} on the @side, with {d=Condition:compressive atelectasis} of "
        "the "
        "{q=Sub-location:adjacent} {l_lung:lung} | d has_location l_lung",
        "{c:Pleural effusion} on the @side, [displacing the|with underlying collapse of] "
        "{l_lower_lobe:lower lobe}.",
        "A {c:pleural effusion} is present.",
    ),
    "adrenal_metastasis": (
        "The @sidesp{l_adrenal:adrenal gland} is replaced by a {c:mass}[ of @size|].",
        "{c:Nodule} in the @sidesp{l_adrenal:adrenal}, {n=Negation:suspicious of} "
        "{m=Condition!poss!d:metastasis} | c has_location l_adrenal, m has_location l_adrenal",
    ),
    "local_recurrence": (
        "There is a new [enhancing|ill-defined|soft tissue] {c:mass}[, @size,|] in @in, "
        "{n=Negation:suspicious of} {c2!poss:recurrence} | c has_location l",
        "New {c:soft tissue thickening} at the {q=Sub-location:site} of the previous "
        "{i=Intervention!hist:surgery} is {n=Negation:highly suspicious for} {c2!poss:recurrence}.",
        "Appearances @at are those of {c:local recurrence}.",
        "{c:Recurrent} [tumour|disease] @at[, @size|].",
    ),
    "nodal_recurrence": (
        "New {c:enlarged} @sidesp{l}[, up to @size,|] are {n=Negation:in keeping with} "
        "{c2!poss:nodal recurrence} | c has_location l",
        "{c:Enlarged} {l}, {r=Result:not present previously}.",
        "{c:Nodal relapse} @at.",
    ),
    "lymphoma_relapse": (
        "New {c:adenopathy} @at[, up to @size|].",
        "There is {r=Result:fresh} {c:nodal enlargement}, {n=Negation:consistent with} "
        "{c2!poss:relapse}.",
        "{c:Enlarged} {a=Locus:para-aortic} and {b=Locus:mesenteric {a+:nodes}} since the last "
        "examination, in keeping with {c2:relapse} | c has_location a, c has_location b",
    ),
    "myeloma_relapse": (
        "New {c:lytic lesions} in the {l_skeleton:skeleton}, in keeping with {c2:relapse}.",
        "[Several|Multiple] {c:lytic lesions} in the {l_skull:skull}, {l_ribs:ribs} and "
        "{s=Laterality:[left|right]} {l_humerus:humerus}.",
    ),
    "disease_progression": (
        "There is {c:progression} since the previous scan.",
        "Known {d=Condition:disease} has {r=Result:increased in size}, in keeping with "
        "{c:progression}.",
        "Overall, {c:progressive disease}.",
    ),
    "cord_compression": (
        "There is {c:cord compression} at {l_level:[T4|T7|T9|T11|L1]}, by [epidural tumour|"
        "retropulsed bone].",
        "The {l_cord:spinal cord} is {c:compressed} at {q=Sub-location:T[6|8|10]} | "
        "c has_location l_cord, q sub_location_modifies l_cord",
        "{c:Compression} of the {l_cord:cord} with {d=Condition:signal change}.",
    ),
    "omental_disease": (
        "The {l_omentum:omentum} is {c:thickened} and {d=Condition:nodular}.",
        "{c:Omental cake}[, up to @size in depth|].",
        "There is {c:nodularity} of the {q=Sub-location:greater} {l_omentum:omentum}.",
    ),
    "mediastinal_mass": (
        "There is a {c:mass} in the {q=Sub-location:[anterior|superior]} "
        "{l_mediastinum:mediastinum}.",
        "{c:Widening} of the {q=Sub-location:[upper|superior]} {l_mediastinum:mediastinum}.",
        "The {l_mediastinum:mediastinum} is {c:widened} [by a lobulated mass|on both sides].",
    ),
    "parametrial_disease": (
        "{c:Invasion} of the {s=Laterality:[left|right]} {l_parametrium:parametrium}.",
        "There is {c:parametrial extension}.",
    ),
    "pelvic_mass": (
        "A {c:mass}[ of @size|] fills the {l_pelvis:pelvis}.",
        "There is a {c:mass} in the {q=Sub-location:midline} of the {l_pelvis:pelvis}.",
    ),
    "endometrial_thickening": (
        "The {l_endometrium:endometrium} is {c:thickened}[ at @size|].",
        "{c:Thickened} {l_endometrium:endometrium}[, @size|][, of mixed echogenicity|].",
        "Irregular {c:thickening} of the {l_endometrium:endometrium}.",
    ),
    "ascites": (
        "There is [a large volume of|moderate|a small amount of] {c:ascites}.",
        "{c:Free fluid} in the {l_pelvis:pelvis} and {s=Laterality:both} "
        "{l_gutters:paracolic gutters}.",
        "{c:Ascites}, [most of it|deepest] in the {s=Laterality:right} {l_iliac:iliac fossa}.",
        "{c:Free fluid} around the {l_liver:liver} and {l_spleen:spleen}.",
    ),
    "hydronephrosis": (
        "There is [mild|moderate] @sidesp{c:hydronephrosis}.",
        "[Mild|Moderate] {c:hydronephrosis} of the @sidesp{l_kidney:kidney}[, with a dilated "
        "{u=Locus:ureter}|] | c has_location l_kidney",
        "The @sidesp{l_kidney:kidney} is {c:hydronephrotic}.",
    ),
    "biliary_dilatation": (
        "There is {c:dilatation} of the {a=Locus:intra-} and {b=Locus:extrahepatic {a+:bile "
        "ducts}}.",
        "The {l_bile_duct:common bile duct} is {c:dilated}[ at @size|].",
        "{c:Biliary dilatation} down to the {q=Sub-location:level} of the "
        "{l_pancreas_head:pancreatic head}.",
    ),
    "consolidation": (
        "There is {c:consolidation} in the {q=Sub-location:lower} {l_zone:zone} of the "
        "@sidesp{l_lung:lung} | c has_location l_zone",
        "Patchy {c:consolidation} @at.",
        "{c:Airspace shadowing} @at.",
        "Patchy {c:airspace shadowing} is present.",
    ),
    "lung_collapse": (
        "There is {c:collapse} of the {q=Sub-location:[lower|upper]} {l_lobe:lobe}.",
        "{c:Volume loss} @at.",
        "Distal {c:atelectasis}.",
    ),
}

ANYTHING: tuple[str, ...] = (
    "There is {c} @at[, @size|].",
    "{c} @at.",
    "{c} is [noted|seen|demonstrated].",
    "Note is made of {c}.",
    "Appearances are those of {c}.",
    "[Evidence|Features] of {c}.",
)

BY_EXAM: dict[str, dict[str, tuple[str, ...]]] = {
    "bone_scan": {
        "bone_metastases": (
            "There are multiple foci of {c:increased uptake} in the {l_ribs:ribs}, {l_spine:spine} "
            "and "
            "{l_pelvis:pelvis}, [typical of|in keeping with] {c2:metastases} | c has_location "
            "l_ribs, "
            "c has_location l_spine, c has_location l_pelvis",
            "{c:Abnormal uptake} in the {q=Sub-location:lower thoracic} and "
            "{q2=Sub-location:lumbar} {l_spine:spine} and the {s=Laterality:[left|right]} "
            "{l_ilium:ilium} | c has_location l_spine, c has_location l_ilium, "
            "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
            "Several {c:hot spots} in the {l_skeleton:axial skeleton}, consistent with "
            "{c2:metastatic disease} | c has_location l_skeleton",
        ),
        "bone_deposit": (
            "The most intense {c:focus} is in {l_vertebra:[L2|L3|T10|T12]}.",
            "The largest {c:focus} lies in the {s=Laterality:[left|right]} {l_ilium:ilium}.",
        ),
    },
    "mri": {
        "lytic_lesions": (
            "Multiple {c:marrow deposits} in the {q=Sub-location:thoracic} and "
            "{q2=Sub-location:lumbar} {l_spine:spine} | c has_location l_spine, "
            "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
            "There are low T1 signal {c:lesions} in {l_t8:T8}, {l_t11:T11} and {l_l3:L3}.",
            "{c:Deposits} in several {l_bodies:vertebral bodies}, {n=Negation:without} "
            "{d=Condition!neg!d:collapse}.",
        ),
    },
    "pet_ct": {
        "lymphadenopathy": (
            "{u=Result:Avid} {c:nodes} in the {a=Locus:mediastinum} and {b=Locus:retroperitoneum}.",
            "There are further {u=Result:FDG-avid} {c:enlarged} {l}.",
        ),
        "nodal_metastases": (
            "{u=Result:Avid} {c:adenopathy} @at.",
            "The {l} show {u=Result:increased uptake}, in keeping with {c:involvement}.",
        ),
    },
}
