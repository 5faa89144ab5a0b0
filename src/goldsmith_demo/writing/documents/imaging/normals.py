"""Normal findings of chest, abdomen and pelvis: what reports say when there is nothing to say.

Each entry has the topics it speaks of (it is left out where one of them is diseased or removed)
and several ways to say it, full sentences and telegraphic ones mixed.
"""

from __future__ import annotations

Normal = tuple[str, tuple[str, ...]]

CHEST: tuple[Normal, ...] = (
    (
        "effusion",
        (
            "There is {n=Negation:no} {a=Condition!neg!d:pleural} or "
            "{b=Condition!neg!d:pericardial {a+:effusion}}.",
            "{n=Negation:No} {a=Condition!neg!d:pleural} or "
            "{b=Condition!neg!d:pericardial {a+:effusion}}.",
            "{n=Negation:Neither} {a=Condition!neg!d:pleural} {n+:nor} "
            "{b=Condition!neg!d:pericardial {a+:effusion}} is [seen|present].",
            "{n=Negation:No} {a=Condition!neg!d:effusion} on either side.",
            "The {s=Sub-location:costophrenic angles} are {r=Result:clear} and I see "
            "{n=Negation:no} "
            "{a=Condition!neg!d:pleural effusion}.",
        ),
    ),
    (
        "lung",
        (
            "The {l_lungs:lungs} are {r=Result:clear}.",
            "{n=Negation:No} {c=Condition!neg!d:suspicious nodule} or "
            "{d=Condition!neg!d:consolidation} in [the|either] {l_lungs:lung[s|]}.",
            "{l_lungs:Lungs}: {r=Result:clear}, {n=Negation:no} {c=Condition!neg!d:nodules}.",
            "There are {n=Negation:no} {c=Condition!neg!d:nodules} in the {s=Laterality:right} or "
            "{s2=Laterality:left} {l_lungs:lung} | s laterality_modifies l_lungs, "
            "s2 laterality_modifies l_lungs",
            "On {l_lungs:lung} windows there is {n=Negation:no} {c=Condition!neg!d:parenchymal} or "
            "{d=Condition!neg!d:endobronchial {c+:lesion}}.",
            "The {q=Sub-location:upper}, {q2=Sub-location:mid} and {q3=Sub-location:lower} "
            "{l_zones:zones} are {r=Result:clear} | q sub_location_modifies l_zones, "
            "q2 sub_location_modifies l_zones, q3 sub_location_modifies l_zones",
            "{n=Negation:No} {c=Condition!neg!d:focal lesion} at the {q=Sub-location:apices} or "
            "{q2=Sub-location:bases} of the {l_lungs:lungs} | q sub_location_modifies l_lungs, "
            "q2 sub_location_modifies l_lungs",
            "The {q=Sub-location:apices} and {q2=Sub-location:bases} of {s=Laterality:both} "
            "{l_lungs:lungs} are {r=Result:clear} | q sub_location_modifies l_lungs, "
            "q2 sub_location_modifies l_lungs, s laterality_modifies l_lungs",
            "{s=Laterality:Both} {l_lungs:lungs} are {r=Result:clear} from {q=Sub-location:apex} "
            "to {q2=Sub-location:base} | s laterality_modifies l_lungs, q sub_location_modifies "
            "l_lungs, q2 sub_location_modifies l_lungs",
            "{l_lungs:Lung} parenchyma {r=Result:normal}, {q=Sub-location:upper} and "
            "{q2=Sub-location:lower} lobes | q sub_location_modifies l_lungs, "
            "q2 sub_location_modifies l_lungs",
        ),
    ),
    (
        "node",
        (
            "There is {n=Negation:no} {l_mediastinum:mediastinal}, {l_lung_hilum:hilar} or "
            "{l_axilla:axillary} {c=Condition!neg:lymphadenopathy}.",
            "{n=Negation:No} {c=Condition!neg:enlarged} {a=Locus:mediastinal} or "
            "{b=Locus:hilar {a+:nodes}}.",
            "{n=Negation:No} {c=Condition!neg:enlarged} {l_nodes:nodes} in the "
            "{s=Laterality:left} or {s2=Laterality:right} {l_nodes+:axilla} | "
            "s laterality_modifies l_nodes, s2 laterality_modifies l_nodes",
            "The {l_mediastinum:mediastinum} is {r=Result:normal}, {n=Negation:without} "
            "{c=Condition!neg:adenopathy}.",
            "{a=Locus:Paratracheal} and {b=Locus:subcarinal {a+:nodes}} are "
            "{r=Result:not enlarged} by CT size criteria.",
            "{n=Negation:No} {c=Condition!neg:adenopathy} in the {l_mediastinum:mediastinum}, "
            "{l_lung_hilum:hila} or {q=Sub-location:lower} {l_neck:neck}.",
        ),
    ),
    (
        "heart",
        (
            "The {l_heart:heart} and {l_great_vessels:great vessels} are "
            "{r=Result:[unremarkable|normal]}.",
            "{l_heart:[Heart|Cardiac]} size {r=Result:[normal|within normal limits]}.",
            "{n=Negation:No} {c=Condition!neg!d:pericardial} {c+:thickening}.",
            "The {q=Sub-location:left} and {q2=Sub-location:right chambers} of the "
            "{l_heart:heart} are {r=Result:[normal|of normal size|not dilated]} | "
            "q sub_location_modifies l_heart, q2 sub_location_modifies l_heart",
            "The {l_heart:heart} is {n=Negation:not} {c=Condition!neg!d:enlarged}.",
            "{n=Negation:No} {q=Sub-location:central} {l_pulm:pulmonary arterial} "
            "{c=Condition!neg!d:filling defect}, within the limits of this technique.",
        ),
    ),
    (
        "airway",
        (
            "The {q=Sub-location:[central|proximal]} {l_bronchi:airways} are "
            "{r=Result:[patent|clear]}.",
            "{n=Negation:No} {c=Condition!neg!d:endobronchial lesion}.",
            "{a=Locus:Right} and {b=Locus:left {a+:main bronchi}} {r=Result:patent}.",
            "{l_trachea:Trachea} and {l_bronchi:[main bronchi|bronchi]} {r=Result:[patent|clear]}.",
            "The {l_oesophagus:oesophagus} is {r=Result:[normal|not thickened]}.",
        ),
    ),
)

ABDOMEN: tuple[Normal, ...] = (
    (
        "liver spleen pancreas adrenal kidney",
        (
            "The {l_liver:liver}, {l_spleen:spleen}, {l_pancreas:pancreas}, "
            "{l_adrenal:adrenals} and {l_kidneys:kidneys} are {r=Result:[normal|unremarkable]}.",
            "{l_liver:Liver}, {l_spleen:spleen}, {l_pancreas:pancreas} and {l_kidneys:kidneys} "
            "{r=Result:[normal|unremarkable|NAD]}.",
            "The {q=Sub-location:upper} {l_abdomen:abdominal} organs, {l_liver:liver}, "
            "{l_spleen:spleen} and {l_pancreas:pancreas}, have a {r=Result:normal} appearance.",
            "{r=Result:Normal} {l_liver:liver}, {l_spleen:spleen}, {q=Sub-location:head} and "
            "{q2=Sub-location:body} of {l_pancreas:pancreas}, and {s=Laterality:both} "
            "{l_kidneys:kidneys} | q sub_location_modifies l_pancreas, "
            "q2 sub_location_modifies l_pancreas, s laterality_modifies l_kidneys",
        ),
    ),
    (
        "liver spleen",
        (
            "There is {n=Negation:no} {c=Condition!neg!d:focal lesion} in the {l_liver:liver} or "
            "{l_spleen:spleen}.",
            "The {q=Sub-location:left lobe}, {q2=Sub-location:right lobe} and "
            "{q3=Sub-location:caudate} of the {l_liver:liver} are {r=Result:homogeneous} | "
            "q sub_location_modifies l_liver, q2 sub_location_modifies l_liver, "
            "q3 sub_location_modifies l_liver",
            "The {l_liver:liver} is of {r=Result:homogeneous} texture and contains {n=Negation:no} "
            "{c=Condition!neg!d:focal lesion}; {l_spleen:spleen} {r2=Result:normal} | "
            "c has_location l_liver",
            "{l_liver:Liver} and {l_spleen:spleen} {r=Result:normal}.",
            "{q=Sub-location:Left} and {q2=Sub-location:right lobes} of the {l_liver:liver} "
            "{r=Result:unremarkable}; {l_spleen:spleen} {r2=Result:normal size} | "
            "q sub_location_modifies l_liver, q2 sub_location_modifies l_liver",
            "{n=Negation:No} {c=Condition!neg:focal abnormality} is identified in either "
            "{q=Sub-location:lobe} of the {l_liver:liver}.",
            "The {l_liver:liver} is {r=Result:normal in size} with {n=Negation:no evidence of} "
            "{a=Condition!neg!d:focal} or {b=Condition!neg!d:diffuse {a+:disease}}.",
            "{l_liver:Liver}: {r=Result:normal}. {l_spleen:Spleen}: {r2=Result:not enlarged}.",
        ),
    ),
    (
        "bile",
        (
            "The {l_gallbladder:gallbladder} is {r=Result:thin walled} {n=Negation:without} "
            "{c=Condition!neg!d:stones}.",
            "{n=Negation:No} {a=Condition!neg:intra-} or {b=Condition!neg:extrahepatic "
            "{a+:duct dilatation}}.",
            "{l_gallbladder:Gallbladder} {r=Result:unremarkable}, {l_bile_duct:CBD} "
            "{r2=Result:not dilated}.",
            "The {l_gallbladder:gallbladder} and {l_bile_duct:biliary tree} are {r=Result:normal}.",
        ),
    ),
    (
        "adrenal pancreas kidney",
        (
            "The {l_pancreas:pancreas}, {l_adrenal:adrenals} and {l_kidneys:kidneys} are "
            "{r=Result:normal}.",
            "{l_adrenal:Adrenals}, {l_pancreas:pancreas}, {s=Laterality:both} {l_kidneys:kidneys} "
            "{r=Result:unremarkable}.",
            "{s=Laterality:Both} {l_adrenal:adrenal glands} look {r=Result:normal}, as does the "
            "{l_pancreas:pancreas}.",
            "{l_pancreas:Pancreas} and {l_adrenal:adrenals} {r=Result:NAD}.",
            "The {q=Sub-location:head}, {q2=Sub-location:body} and {q3=Sub-location:tail} of the "
            "{l_pancreas:pancreas} are {r=Result:normal} | q sub_location_modifies l_pancreas, "
            "q2 sub_location_modifies l_pancreas, q3 sub_location_modifies l_pancreas",
        ),
    ),
    (
        "kidney",
        (
            "{n=Negation:No} {c=Condition!neg!d:hydronephrosis} of the {s=Laterality:left} or "
            "{s2=Laterality:right} {l_kidneys:kidney} | s laterality_modifies l_kidneys, "
            "s2 laterality_modifies l_kidneys",
            "{s=Laterality:Both} {l_kidneys:kidneys} look {r=Result:normal} "
            "{n=Negation:without} {c=Condition!neg!d:obstruction}.",
            "The {s=Laterality:right} and {s2=Laterality:left} {l_kidneys:kidneys} are "
            "{r=Result:normal} | s laterality_modifies l_kidneys, s2 laterality_modifies l_kidneys",
            "The {q=Sub-location:upper} and {q2=Sub-location:lower poles} of {s=Laterality:both} "
            "{l_kidneys:kidneys} are {r=Result:normal} | q sub_location_modifies l_kidneys, "
            "q2 sub_location_modifies l_kidneys",
            "{n=Negation:No} {l_kidneys:renal} {a=Condition!neg!d:calculus} or "
            "{b=Condition!neg!d:hydronephrosis}.",
        ),
    ),
    (
        "ascites",
        (
            "There is {n=Negation:no} {a=Condition!neg!d:ascites} or "
            "{b=Condition!neg!d:peritoneal nodularity}.",
            "{n=Negation:No} {a=Condition!neg:free fluid} or {b=Condition!neg:{a+:air}}.",
            "The {l_omentum:omentum} and {l_peritoneum:peritoneum} [appear|are|look] "
            "{r=Result:[normal|smooth|unremarkable]}.",
            "{n=Negation:No} {a=Condition!neg!d:ascites}.",
        ),
    ),
    (
        "node",
        (
            "{n=Negation:No} {l_retroperitoneum:retroperitoneal} or {l_mesentery:mesenteric} "
            "{c=Condition!neg:lymphadenopathy}.",
            "{l_para_aortic_nodes:Para-aortic nodes} {r=Result:not enlarged}.",
            "There is {n=Negation:no} {c=Condition!neg:adenopathy} in the "
            "{q=Sub-location:upper} {l_abdomen:abdomen}, {l_retroperitoneum:retroperitoneum} or "
            "{l_mesentery:mesentery}.",
            "Small {l_mesentery:mesenteric} nodes are {r=Result:within normal limits}.",
            "{n=Negation:No} pathologically {c=Condition!neg:enlarged} {a=Locus:para-aortic}, "
            "{b=Locus:aortocaval} or {d=Locus:mesenteric {b+:{a+:nodes}}}.",
        ),
    ),
    (
        "bowel",
        (
            "The {q=Sub-location:visualised} {l_bowel:bowel} is {r=Result:[unremarkable|normal]}.",
            "{l_small_bowel:Small} and {l_colon:large {l_small_bowel+:bowel}} "
            "{r=Result:[unremarkable|of normal calibre]}.",
            "The {q=Sub-location:proximal} and {q2=Sub-location:distal} {l_small_bowel:small bowel}"
            " is {r=Result:normal} | q sub_location_modifies l_small_bowel, "
            "q2 sub_location_modifies l_small_bowel",
            "{l_small_bowel:Small bowel} of {r=Result:normal calibre}.",
            "{n=Negation:No} {l_bowel:bowel} {c=Condition!neg!d:obstruction} or "
            "{d=Condition!neg:wall thickening}.",
            "{n=Negation:No} {a=Condition!neg:small} or {b=Condition!neg:large bowel "
            "{a+:dilatation}}.",
        ),
    ),
)

PELVIS: tuple[Normal, ...] = (
    (
        "node",
        (
            "{n=Negation:No} {l_iliac:iliac} or {l_groin:inguinal} {c=Condition!neg:adenopathy}.",
            "{n=Negation:No} {c=Condition!neg:enlarged} {l_pelvic_nodes:pelvic nodes}.",
            "There is {n=Negation:no} {c=Condition!neg:enlargement} of the {a=Locus:internal} or "
            "{b=Locus:external {a+:iliac nodes}}.",
            "{n=Negation:No} {c=Condition!neg:lymphadenopathy} along the {s=Laterality:left} or "
            "{s2=Laterality:right} {l_side:pelvic side wall} | s laterality_modifies l_side, "
            "s2 laterality_modifies l_side",
        ),
    ),
    (
        "ascites",
        (
            "{n=Negation:No} {c=Condition!neg:[free fluid|fluid]} in the {l_pelvis:pelvis}.",
            "{n=Negation:No} {a=Condition!neg:pelvic} or {b=Condition!neg:presacral "
            "{a+:collection}}.",
            "The {q=Sub-location:dependent} {l_pelvis:pelvis} is {n=Negation:free of} "
            "{c=Condition!neg:fluid}.",
        ),
    ),
    (
        "bladder",
        (
            "The {l_bladder:[bladder|urinary bladder]} [is|appears|looks] "
            "{r=Result:[normal|unremarkable]}.",
            "{n=Negation:No} {l_bladder:bladder} {c=Condition!neg!d:mass} [or "
            "{d=Condition!neg!d:wall thickening}|].",
            "{l_bladder:Bladder} {r=Result:underfilled} but [unremarkable|otherwise normal].",
            "{l_bladder:Bladder} {r=Result:[smooth walled|normal|thin walled]}.",
            "The {l_bladder:bladder} outlines {r=Result:normally} {n=Negation:without} "
            "{c=Condition!neg!d:mass}.",
        ),
    ),
)

MRI_PELVIS: tuple[Normal, ...] = (
    (
        "marrow",
        (
            "{r=Result:Normal} marrow signal in the {l_sacrum:sacrum} and {s=Laterality:both} "
            "{l_iliac_bones:iliac bones}.",
            "{n=Negation:No} {c=Condition!neg!d:deposit} in the {q=Sub-location:imaged} "
            "{l_pelvic_bones:bony pelvis}.",
            "{s=Laterality:Both} {l_hips:hips} and the {q=Sub-location:lower} "
            "{l_lumbar_spine:lumbar spine} are {r=Result:unremarkable}.",
        ),
    ),
    (
        "ureter",
        (
            "The {q=Sub-location:distal} {l_ureters:ureters} are {n=Negation:not} "
            "{c=Condition!neg:dilated}.",
            "{n=Negation:No} {c=Condition!neg!d:obstruction} of the {s=Laterality:left} or "
            "{s2=Laterality:right} {l_ureters:ureter} | s laterality_modifies l_ureters, "
            "s2 laterality_modifies l_ureters",
        ),
    ),
    (
        "floor",
        (
            "The {l_levator:levator plate} and {l_sphincter:sphincters} are {r=Result:intact}.",
            "{a=Locus:Internal} and {b=Locus:external {a+:sphincter}} {r=Result:normal}.",
            "The {l_floor:pelvic floor} looks {r=Result:normal}, {n=Negation:without} "
            "{c=Condition!neg!d:collection}.",
        ),
    ),
)

PELVIS_FEMALE: tuple[Normal, ...] = (
    (
        "uterus ovary",
        (
            "The {l_uterus:uterus} and {l_ovaries:ovaries} are {r=Result:normal} for age.",
            "{l_uterus:Uterus} and {s=Laterality:both} {l_ovaries:ovaries} "
            "{r=Result:unremarkable}.",
            "There is {n=Negation:no} {c=Condition!neg:fluid} in the "
            "{l_pouch_of_douglas:[pouch of Douglas|cul-de-sac]}.",
            "{n=Negation:No} {a=Condition!neg!d:mass} in the {s=Laterality:left} or "
            "{s2=Laterality:right} {l_adnexa:adnexa} | s laterality_modifies l_adnexa, "
            "s2 laterality_modifies l_adnexa",
        ),
    ),
)

PELVIS_MALE: tuple[Normal, ...] = (
    (
        "prostate",
        (
            "The {l_prostate:prostate} is {r=Result:[not enlarged|of normal size]}.",
            "{l_prostate:Prostate} and {l_seminal_vesicles:seminal vesicles} {r=Result:normal}.",
        ),
    ),
)

BONES: tuple[Normal, ...] = (
    (
        "bone",
        (
            "{n=Negation:No} {a=Condition!neg!d:lytic} or {b=Condition!neg!d:sclerotic "
            "{a+:lesion}} "
            "in the {q=Sub-location:imaged} {l_skeleton:skeleton}.",
            "There is {n=Negation:no} {c=Condition!neg!d:destructive lesion} of {l_skeleton:bone}.",
            "The {q=Sub-location:imaged} {l_skeleton:skeleton} is {r=Result:[normal|intact]}.",
            "{l_ribs:Ribs}, {q=Sub-location:thoracic} {l_spine:spine} and {l_pelvis:pelvis} "
            "{r=Result:[normal|intact]}.",
            "The {q=Sub-location:thoracic} and {q2=Sub-location:lumbar} {l_spine:vertebrae} are "
            "{r=Result:normal} in density | q sub_location_modifies l_spine, "
            "q2 sub_location_modifies l_spine",
            "In the {l_skeleton:bones}, {n=Negation:no} {a=Condition!neg!d:lytic} or "
            "{b=Condition!neg!d:blastic {a+:lesion}}.",
            "{n=Negation:No} {c=Condition!neg!d:aggressive} {l_skeleton:osseous} "
            "{c+:lesion} | c has_location l_skeleton",
            "The {l_skeleton:bones} are {r=Result:intact}.",
            "On {l_skeleton:bone} windows {n=Negation:no} {c=Condition!neg!d:deposit} is seen in "
            "the "
            "{q=Sub-location:lower thoracic} or {q2=Sub-location:lumbar} {l_spine:spine} | "
            "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine, "
            "c has_location l_spine",
        ),
    ),
)

NECK: tuple[Normal, ...] = (
    (
        "node",
        (
            "{n=Negation:No} {a=Locus:cervical} or {b=Locus:supraclavicular} "
            "{c=Condition!neg:adenopathy}.",
            "{n=Negation:No} {c=Condition!neg:enlarged} {l_neck_nodes:nodes} in the "
            "{s=Laterality:right} or {s2=Laterality:left} {l_neck_nodes+:neck} | "
            "s laterality_modifies l_neck_nodes, s2 laterality_modifies l_neck_nodes",
        ),
    ),
    (
        "thyroid",
        (
            "{l_thyroid:Thyroid} {r=Result:normal}.",
            "{n=Negation:No} {c=Condition!neg!d:nodule} in [either|the] {q=Sub-location:lobe} of "
            "the {l_thyroid:thyroid}.",
        ),
    ),
    (
        "airway",
        ("The {l_airway:airway} is {r=Result:patent}.", "{l_airway:Airway} {r=Result:clear}."),
    ),
)
