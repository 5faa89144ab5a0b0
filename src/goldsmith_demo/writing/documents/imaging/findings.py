"""What imaging shows of spread, for each entry of the catalogue; @in, @at, @side, @size and the
like stand for what the life knows of the finding. A word such as @where_ribs says nothing: the
sentence fits only findings of which `where` is ribs."""

from __future__ import annotations

SPREAD: dict[str, tuple[str, ...]] = {
    "lymphadenopathy": (
        "There is {c:lymphadenopathy} in the {a=Locus:mediastinum}, [both|the] {b=Locus:axillae} "
        "and the {d=Locus:retroperitoneum}[, the largest node measuring|, up to] @size.",
        "@look {c:enlarged} {l} are [seen|noted], the largest measuring @size [in short axis|"
        "across].",
        "Multiple @look {c:enlarged} {l}, up to @size.",
        "@look {c:adenopathy} is also present in the {q=Sub-location:upper} "
        "{a=Locus:retroperitoneum} and at the {b=Locus:splenic hilum} | c has_location a, "
        "c has_location b",
    ),
    "nodal_metastases": (
        "There are several {c:enlarged} @sidesp{l}, the largest measuring @size.",
        "{c:Enlarged} @sidesp{l}, @look, [up to|measuring up to] @size.",
        "@sidesp{l} are {c:enlarged} [to|at] @size, in keeping with {c2:involvement} | "
        "c has_location l, c2 has_location l",
        "[Abnormal|Pathological] {c:adenopathy} @at[, up to @size|].",
        "{c:Pathological} @sidesp{l} are [identified|seen], @look.",
        "{n=Negation:Suspicious} {c!poss:enlargement} of the @sidesp{l}[, up to @size|].",
    ),
    "hepatomegaly": (
        "The {l_liver:liver} is {c:enlarged}.",
        "{c:Hepatomegaly} is noted.",
        "{c:Hepatomegaly}, the {s=Laterality:right} {q=Sub-location:lobe} of the "
        "{l_liver:liver} reaching the {l_crest:iliac crest} | c has_location l_liver, "
        "q sub_location_modifies l_liver, s laterality_modifies l_liver",
    ),
    "splenomegaly": (
        "The {l_spleen:spleen} is {c:enlarged} at @size.",
        "{l_spleen:Spleen} {c:enlarged}, @size in length.",
        "There is @degree {c:splenomegaly}, the {q=Sub-location:lower pole} of the "
        "{l_spleen:spleen} lying below the costal margin.",
        "@degree {c:splenomegaly}, @size.",
    ),
    "focal_liver_lesion": (
        "There is a {c:focal lesion} in {q=Sub-location:@segment} of the "
        "{l_liver:liver}, {r=Result:indeterminate} on this examination.",
        "{n=Negation:Indeterminate} {c!poss:lesion} in {q=Sub-location:@segment} of the "
        "{l_liver:liver}.",
    ),
    "liver_metastases": (
        "There are @many @look {c:lesions} throughout {s=Laterality:both} "
        "{q=Sub-location:lobes} of the {l_liver:liver} | "
        "c has_location l_liver, s laterality_modifies l_liver, q sub_location_modifies l_liver",
        "The {l_liver:liver} contains @many {c:metastases}, in {s=Laterality:both} "
        "{q=Sub-location:lobes} | c has_location l_liver, s laterality_modifies l_liver, "
        "q sub_location_modifies l_liver",
        "{l_liver:Liver}: @many {c:metastases} in the {s=Laterality:left} and "
        "{s2=Laterality:right} {q=Sub-location:lobes} | c has_location l_liver, "
        "s laterality_modifies l_liver, s2 laterality_modifies l_liver, "
        "q sub_location_modifies l_liver",
        "@look {c:lesions} are scattered through the "
        "{l_liver:liver}, consistent with {c2:metastases} | c has_location l_liver, "
        "c2 has_location l_liver",
    ),
    "liver_deposit": (
        "The largest {c:lesion} is in {q=Sub-location:@segment} of the {l_liver:liver}.",
        "The largest {c:deposit}, in {q=Sub-location:@segment} of the {l_liver:liver}, measures "
        "@size.",
        "The largest {c:lesion} lies in {q=Sub-location:@segment} of the "
        "{l_liver:liver} and measures @size.",
        "A {c:dominant lesion} in the {s=Laterality:@lobe} {q=Sub-location:lobe} of the "
        "{l_liver:liver}, @size | c has_location l_liver, s laterality_modifies l_liver, "
        "q sub_location_modifies l_liver",
    ),
    "lung_nodule": (
        "There is a {c:nodule} in the {q=Sub-location:lower lobe} of the {s=Laterality:right} "
        "{l_lung:lung}, {r=Result:too small to characterise}.",
    ),
    "lung_metastases": (
        "There are @many rounded {c:nodules} in {s=Laterality:both} {l_lungs:lungs}.",
        "@where_basal {c:Nodules} in the {s=Laterality:left} and {s2=Laterality:right} "
        "{l_lungs:lungs} are [most marked|commonest] at the {q=Sub-location:bases} | "
        "c has_location l_lungs, s laterality_modifies l_lungs, "
        "s2 laterality_modifies l_lungs, q sub_location_modifies l_lungs",
        "@where_scattered {c:Nodules} are scattered through the {q=Sub-location:upper} and "
        "{q2=Sub-location:lower} zones of {s=Laterality:both} {l_lungs:lungs} | "
        "c has_location l_lungs, q sub_location_modifies l_lungs, "
        "q2 sub_location_modifies l_lungs, s laterality_modifies l_lungs",
        "@where_basal {l_lungs:Lungs}: @many {c:metastases}, {q=Sub-location:basal} predominance | "
        "c has_location l_lungs, q sub_location_modifies l_lungs",
        "@many {c:pulmonary metastases} in {s=Laterality:both} {l_lungs:lungs}.",
    ),
    "lung_deposit": (
        "The largest {c:nodule} is in the {s=Laterality:@lat} {q=Sub-location:@where} "
        "{l_lobe:lobe}.",
        "The largest {c:lesion}, @size, is in the {s=Laterality:@lat} "
        "{q=Sub-location:@where} {l_lobe:lobe}.",
        "Index {c:nodule} in the {q=Sub-location:@where lobe} of the {s=Laterality:@lat} "
        "{l_lung:lung}, @size.",
        "The largest {c:nodule} measures @size and lies in the {s=Laterality:@lat} "
        "{q=Sub-location:@where} {l_lobe:lobe}.",
    ),
    "bone_metastases": (
        "@where_spine There are @many @look {c:lesions} in the {q=Sub-location:lower thoracic} and "
        "{q2=Sub-location:lumbar} {l_spine:spine} and the {l_pelvic_bones:bony pelvis} | "
        "c has_location l_spine, c has_location l_pelvic_bones, "
        "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
        "@where_spine {c:Metastatic disease} is present in the {l_thor:thoracic} and "
        "{l_lum:lumbar {l_thor+:vertebrae}} and the {l_pelvic_bones:pelvis} | "
        "c has_location l_thor, c has_location l_lum, c has_location l_pelvic_bones",
        "@where_vertebrae @look {c:deposits} in the {l_t9:T9}, {l_l2:L2} and {l_l4:L4 vertebral "
        "bodies}.",
        "@where_ribs @look {c:metastases} in the {l_ribs:ribs}, {l_sacrum:sacrum} and "
        "{s=Laterality:@lat} {l_ilium:iliac bone} | c has_location l_ribs, "
        "c has_location l_sacrum, c has_location l_ilium",
        "@where_ribs The {l_ribs:ribs}, {l_sacrum:sacrum} and {s=Laterality:@lat} "
        "{l_ilium:ilium} contain @many {c:deposits} | c has_location l_ribs, "
        "c has_location l_sacrum, c has_location l_ilium",
        "{c:Bony metastases} are [present|shown] in the {q=Sub-location:axial} "
        "{l_skeleton:skeleton}.",
    ),
    "bone_deposit": (
        "@kind_vertebra The largest {c:deposit} [is in|occupies] the "
        "{q=Sub-location:body} of {l_vertebra:@bone}.",
        "@kind_ilium The most conspicuous {c:lesion} lies in the {s=Laterality:@lat} "
        "{l_ilium:ilium}.",
        "@kind_ilium The largest {c:deposit} is in the {q=Sub-location:posterior} part of the "
        "{s=Laterality:@lat} {l_ilium:ilium}.",
    ),
    "brain_metastases": (
        "@where_hemispheres There are several ring-enhancing {c:lesions} in the "
        "{s=Laterality:left} and {s2=Laterality:right} {l_hemi:cerebral hemispheres}, with "
        "surrounding {o=Condition:oedema} | c has_location l_hemi, "
        "o has_location l_hemi, s laterality_modifies l_hemi, s2 laterality_modifies l_hemi",
        "@where_hemispheres Enhancing {c:deposits} at the {q=Sub-location:grey-white junction} of "
        "{s=Laterality:both} {l_hemi:hemispheres}.",
        "@where_lobes Enhancing {c:deposits} in the {s=Laterality:right} {a=Locus:frontal} and "
        "{b=Locus:parietal {a+:lobes}} and the {l_cerebellum:cerebellum} | c has_location a, "
        "c has_location b, c has_location l_cerebellum, s laterality_modifies a, "
        "s laterality_modifies b",
        "The {l_brain:brain} contains several {c:metastases}, each with "
        "{o=Condition:vasogenic oedema}.",
    ),
    "brain_deposit": (
        "The largest {c:deposit} is in the {s=Laterality:@lat} {l_lobe:@lobe}.",
        "The largest {c:lesion}, in the {s=Laterality:@lat} {l_lobe:@lobe}, measures @size.",
        "The largest {c:deposit} is @size and lies in the {s=Laterality:@lat} {l_lobe:@lobe}.",
    ),
    "peritoneal_metastases": (
        "@where_omentum {c:Nodularity} and {d=Condition:thickening} of the {l_omentum:omentum} | "
        "c has_location l_omentum, d has_location l_omentum",
        "@where_omentum Extensive {c:peritoneal disease} with {o=Condition:caking} of the "
        "{q=Sub-location:greater} {l_omentum:omentum}.",
        "@where_gutters There are {c:peritoneal deposits} [in|over] {s=Laterality:both} "
        "{l_gutters:paracolic gutters} and [along|under] the {s2=Laterality:right} "
        "{l_diaphragm:hemidiaphragm}.",
        "@where_mesentery {c:Nodular disease} in the {l_mesentery:mesentery} and over the "
        "{q=Sub-location:pelvic} {l_peritoneum:peritoneum}.",
        "The {l_peritoneum:peritoneum} is studded with {c:deposits}.",
    ),
    "pleural_effusion": (
        "There is a @amount @sidesp{l_pleura:pleural} {c:effusion}.",
        "@collapse_yes @amount {c:effusion} on the @side, with {d=Condition:compressive "
        "atelectasis} of the {q=Sub-location:adjacent} {l_lung:lung} | d has_location l_lung",
        "@collapse_yes {c:Pleural effusion} on the @side, with underlying {d=Condition:collapse} "
        "of the {q=Sub-location:lower} {l_lobe:lobe} | d has_location l_lobe",
        "A @amount {c:pleural effusion} lies at the @sidesp{q=Sub-location:lung} {l_base:base}.",
    ),
    "adrenal_metastasis": (
        "The @sidesp{l_adrenal:adrenal gland} is replaced by a {c:mass}[ of @size|].",
        "{c:Nodule} in the @sidesp{l_adrenal:adrenal}, @size, in keeping with {c2:metastasis} | "
        "c has_location l_adrenal, c2 has_location l_adrenal",
        "The {q=Sub-location:medial limb} of the @sidesp{l_adrenal:adrenal} is expanded by a "
        "{c:deposit} of @size.",
    ),
    "local_recurrence": (
        "There is a new @look {c:mass}, @size, in @in, "
        "{n=Negation:suspicious of} {c2!poss:recurrence} | c has_location l",
        "New @look {c:soft tissue thickening} at the {q=Sub-location:site} of the previous "
        "{i=Intervention!hist:surgery} is {n=Negation:highly suspicious for} {c2!poss:recurrence}.",
        "Appearances @at are those of {c:local recurrence}, @size.",
        "{c:Recurrent disease} @at, @size.",
    ),
    "nodal_recurrence": (
        "New {c:enlarged} {a=Locus:nodes} in the {q=Sub-location:lower} {b=Locus:retroperitoneum}, "
        "up to @size.",
        "{c:Enlarged} {a=Locus:retroperitoneal nodes}, @size, {r=Result:not present previously}.",
        "New {c:enlarged} @sidesp{l}, up to @size, are {n=Negation:in keeping with} "
        "{c2!poss:nodal recurrence} | c has_location l",
        "{c:Enlarged} {l}, @size, {r=Result:not present previously}.",
        "{c:Nodal relapse} @at.",
    ),
    "lymphoma_relapse": (
        "@where_before New {c:adenopathy} @at, up to @size.",
        "There is {r=Result:fresh} {c:nodal enlargement}, up to @size, {n=Negation:consistent "
        "with} {c2!poss:relapse}.",
        "@where_abdomen {c:Enlarged} {a=Locus:para-aortic} and {b=Locus:mesenteric {a+:nodes}} "
        "since the last examination, in keeping with {c2:relapse} | c has_location a, "
        "c has_location b",
    ),
    "myeloma_relapse": (
        "New {c:lytic lesions} in the {l_skeleton:skeleton}, in keeping with {c2:relapse} | "
        "c has_location l_skeleton",
        "Fresh {c:lytic lesions} in the {l_skull:skull}, {l_ribs:ribs} and "
        "{q=Sub-location:proximal} {s=Laterality:@lat} {l_humerus:humerus}.",
    ),
    "disease_progression": (
        "There is {c:progression} since the previous scan.",
        "@by_size Known {d=Condition:disease} has {r=Result:increased in size}, in keeping with "
        "{c:progression}.",
        "@by_number Known {d=Condition:deposits} are {r=Result:more numerous}, in keeping with "
        "{c:progression}.",
        "Overall, {c:progressive disease}.",
        "The [picture|appearance] is one of {c:progression}.",
    ),
    "cord_compression": (
        "There is {c:cord compression} at {l_level:@level}, by @by.",
        "The {l_cord:spinal cord} is {c:compressed} at {q=Sub-location:@level} | "
        "c has_location l_cord, q sub_location_modifies l_cord",
        "{c:Compression} of the {l_cord:cord} at {q=Sub-location:@level}, due to @by | "
        "c has_location l_cord, q sub_location_modifies l_cord",
    ),
    "omental_disease": (
        "The {q=Sub-location:greater} {l_omentum:omentum} is {c:thickened} and "
        "{d=Condition:nodular}.",
        "{c:Caking} of the {q=Sub-location:infracolic} {l_omentum:omentum}.",
        "There is {c:nodularity} of the {q=Sub-location:greater} {l_omentum:omentum}.",
    ),
    "mediastinal_mass": (
        "There is a {c:mass} in the {q=Sub-location:@front} {l_mediastinum:mediastinum}.",
        "{c:Widening} of the {q=Sub-location:@front} {l_mediastinum:mediastinum}.",
        "The {q=Sub-location:@front} {l_mediastinum:mediastinum} is {c:widened} [by a lobulated "
        "mass|on both sides].",
    ),
    "parametrial_disease": (
        "{c:Invasion} of the {s=Laterality:@lat} {l_parametrium:parametrium}.",
        "There is {c:parametrial extension} on the {s=Laterality:@lat}.",
        "{c:Disease} extends into the {q=Sub-location:medial} {s=Laterality:@lat} "
        "{l_parametrium:parametrium}.",
    ),
    "pelvic_mass": (
        "A {c:mass}[ of @size|] fills the {l_pelvis:pelvis}.",
        "There is a {c:mass} in the {q=Sub-location:midline} of the {l_pelvis:pelvis}.",
    ),
    "endometrial_thickening": (
        "The {l_endometrium:endometrium} is {c:thickened} at @size.",
        "{c:Thickened} {l_endometrium:endometrium}, @size[, of mixed echogenicity|].",
        "{c:Thickening} of the {l_endometrium:endometrium} to @size, [most marked|greatest] at "
        "the {q=Sub-location:fundus} | c has_location l_endometrium, "
        "q sub_location_modifies l_endometrium",
    ),
    "ascites": (
        "There is a @amount volume of {c:ascites}.",
        "A @amount amount of {c:free fluid} in the {l_pelvis:pelvis} and {s=Laterality:both} "
        "{l_gutters:paracolic gutters}.",
        "@amount volume {c:ascites}, deepest in the {s=Laterality:right} {l_iliac:iliac fossa}.",
        "@amount volume of {c:free fluid} around the {l_liver:liver} and {l_spleen:spleen}.",
    ),
    "hydronephrosis": (
        "There is @degree @sidesp{c:hydronephrosis}.",
        "@degree {c:hydronephrosis} of the @sidesp{l_kidney:kidney}[, down to the "
        "{q=Sub-location:distal} {u=Locus:ureter}|] | c has_location l_kidney",
        "The @sidesp{l_kidney:kidney} is {c:hydronephrotic}, to a @degree degree.",
    ),
    "biliary_dilatation": (
        "There is {c:dilatation} of the {a=Locus:intra-} and {b=Locus:extrahepatic {a+:bile "
        "ducts}}.",
        "The {l_bile_duct:common bile duct} is {c:dilated} at @size.",
        "{c:Dilatation} of the {l_bile_duct:bile duct} to @size, down to its "
        "{q=Sub-location:lower end} | c has_location l_bile_duct, "
        "q sub_location_modifies l_bile_duct",
    ),
    "consolidation": (
        "There is {c:consolidation} in the {q=Sub-location:lower} {l_zone:zone} of the "
        "@sidesp{l_lung:lung} | c has_location l_zone",
        "Patchy {c:consolidation} @at.",
        "{c:Airspace shadowing} @at.",
    ),
    "lung_collapse": (
        "{c:Volume loss} @at.",
        "Distal {c:atelectasis} @at.",
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
            "@where_spine There are @many foci of {c:increased uptake} in the "
            "{q=Sub-location:lower thoracic} and {q2=Sub-location:lumbar} {l_spine:spine} and the "
            "{l_pelvis:pelvis}, [typical of|in keeping with] {c2:metastases} | c has_location "
            "l_spine, c has_location l_pelvis, q sub_location_modifies l_spine, "
            "q2 sub_location_modifies l_spine",
            "@where_vertebrae {c:Abnormal uptake} in the {l_t9:T9}, {l_l2:L2} and {l_l4:L4 "
            "vertebral bodies}.",
            "@where_ribs {c:Abnormal uptake} in the {l_ribs:ribs}, {l_sacrum:sacrum} and "
            "{s=Laterality:@lat} {l_ilium:ilium} | c has_location l_ribs, "
            "c has_location l_sacrum, c has_location l_ilium",
            "@many {c:hot spots} in the {q=Sub-location:axial} {l_skeleton:skeleton}, consistent "
            "with {c2:metastatic disease} | c has_location l_skeleton",
        ),
        "bone_deposit": (
            "@kind_vertebra The most intense {c:focus} is in {l_vertebra:@bone}.",
            "@kind_ilium The largest {c:focus} lies in the {s=Laterality:@lat} {l_ilium:ilium}.",
        ),
    },
    "mri": {
        "lytic_lesions": (
            "Multiple {c:marrow deposits} in the {q=Sub-location:thoracic} and "
            "{q2=Sub-location:lumbar} {l_spine:spine} | c has_location l_spine, "
            "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
            "There are low T1 signal {c:lesions} in {l_levels:@spine}.",
            "{c:Deposits} in several {l_bodies:vertebral bodies}, from {q=Sub-location:mid "
            "thoracic} to {q2=Sub-location:lumbar} level | c has_location l_bodies, "
            "q sub_location_modifies l_bodies, q2 sub_location_modifies l_bodies",
        ),
    },
    "pet_ct": {
        "lymphadenopathy": (
            "{u=Result:Avid} {c:nodes} in the {a=Locus:mediastinum} and {b=Locus:retroperitoneum}.",
            "There are further {u=Result:FDG-avid} {c:enlarged} nodes at the {s=Laterality:left} "
            "and {s2=Laterality:right} {h=Locus:hilum} | c has_location h, "
            "s laterality_modifies h, s2 laterality_modifies h",
        ),
        "nodal_metastases": (
            "{u=Result:Avid} {c:adenopathy} @at.",
            "The {l} show {u=Result:increased uptake}, in keeping with {c:involvement}.",
        ),
    },
}
