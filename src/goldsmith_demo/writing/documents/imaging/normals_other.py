"""Normal findings of breast, brain, spine, prostate, scrotum and leg."""

from __future__ import annotations

from goldsmith_demo.writing.documents.imaging.normals import Normal

BREASTS: tuple[Normal, ...] = (
    (
        "density",
        (
            "The {l_breasts:breasts} are {r=Result:@density}.",
            "@density_dense {r=Result:Dense} {l_tissue:glandular tissue}, which lowers the "
            "sensitivity of {x:mammography}.",
            "{s=Laterality:Both} {l_breasts:breasts} are {r=Result:@density}.",
            "Background pattern {r=Result:@density}.",
            "The {q=Sub-location:glandular} tissue of {s=Laterality:both} {l_breasts:breasts} is "
            "{r=Result:@density} | q sub_location_modifies l_breasts",
        ),
    ),
    (
        "other-breast",
        (
            "The {s=Laterality:@other} {l_@other_breast:breast} is {r=Result:normal}.",
            "In the {s=Laterality:@other} {l_@other_breast:breast} there is {n=Negation:no} "
            "{a=Condition!neg!d:mass}, {b=Condition!neg!d:distortion} or "
            "{c=Condition!neg!d:suspicious calcification}.",
            "{s=Laterality:@other} {l_@other_breast:breast}: {r=Result:no significant "
            "abnormality}, "
            "{r2=Result:@M1}.",
            "{n=Negation:No} {a=Condition!neg!d:mass} or {b=Condition!neg!d:architectural "
            "distortion} "
            "in the {s=Laterality:@other} {l_@other_breast:breast}.",
            "The {s=Laterality:@other} {l_@other_breast:breast}, including the "
            "{q=Sub-location:axillary tail}, is {r=Result:[normal|clear]}.",
            "{r=Result:[Normal|Unremarkable]} {s=Laterality:@other} {l_@other_breast:breast}.",
            "On the {s=Laterality:@other} the {l_@other_breast:breast} is "
            "{r=Result:[normal|unremarkable]}.",
            "All {q=Sub-location:quadrants} of the {s=Laterality:@other} "
            "{l_@other_breast:breast} are {r=Result:normal}.",
            "The {q=Sub-location:upper} and {q2=Sub-location:lower} {s=Laterality:@other} "
            "{l_@other_breast:breast} looks {r=Result:normal} | "
            "q sub_location_modifies l_@other_breast, q2 sub_location_modifies l_@other_breast",
            "{n=Negation:No suspicious} {a=Condition!neg:mass} is seen in the "
            "{s=Laterality:@other} {l_@other_breast:breast}, [including|nor in] the "
            "{q=Sub-location:axillary tail}.",
        ),
    ),
    (
        "skin nipple",
        (
            "The {l_skin:skin} and {l_nipple:nipple} are {r=Result:[normal|unremarkable]}.",
            "{l_skin:Skin}, {l_nipple:nipple} and {q=Sub-location:retroareolar} {l_ducts:ducts} "
            "{r=Result:normal}.",
            "{r=Result:Normal} {q=Sub-location:overlying} {l_skin:skin} and {l_nipple:nipple}.",
            "{n=Negation:No} {l_skin:skin} {a=Condition!neg:thickening} or {l_nipple:nipple} "
            "{b=Condition!neg:retraction} | a has_location l_skin, b has_location l_nipple",
            "The {q=Sub-location:overlying} {l_skin:skin} is {n=Negation:not} "
            "{a=Condition!neg:thickened}.",
        ),
    ),
    (
        "node",
        (
            "{n=Negation:No} {a=Condition!neg:enlarged} {l_axn:nodes} in the {s=Laterality:left} "
            "or "
            "{s2=Laterality:right} {l_axn+:axilla} | s laterality_modifies l_axn, "
            "s2 laterality_modifies l_axn",
            "{s=Laterality:Both} {l_axillae:axillae} are {r=Result:[clear|normal|unremarkable]}.",
            "The {s=Laterality:left} and {s2=Laterality:right} {l_axillae:axillae} are "
            "{r=Result:clear} | s laterality_modifies l_axillae, s2 laterality_modifies l_axillae",
            "{l_axilla:Axillary} nodes {r=Result:normal} in size and shape.",
        ),
    ),
)

BREAST_SCAN: tuple[Normal, ...] = (
    (
        "ducts",
        (
            "The {q=Sub-location:subareolar} {l_ducts:ducts} are {n=Negation:not} "
            "{a=Condition!neg:dilated}.",
            "{n=Negation:No} {a=Condition!neg:duct dilatation} or {b=Condition!neg!d:cyst}.",
            "The {q=Sub-location:surrounding} {l_parenchyma:parenchyma} is "
            "{r=Result:[normal|unremarkable|even in texture]}.",
            "The {q=Sub-location:upper} and {q2=Sub-location:lower} quadrants of the "
            "{l_@same_breast:breast} are otherwise {r=Result:normal} | "
            "q sub_location_modifies l_@same_breast, q2 sub_location_modifies l_@same_breast",
        ),
    ),
    (
        "wall",
        (
            "{n=Negation:No} {a=Condition!neg:involvement} of the {q=Sub-location:underlying} "
            "{l_muscle:pectoral muscle}.",
            "The {l_wall:chest wall} is {n=Negation:not} {a=Condition!neg:involved}.",
            "{l_wall:Chest wall} and {l_muscle:pectoralis} {r=Result:[clear|normal]}.",
            "The {q=Sub-location:deep} {l_muscle:pectoral fascia} is {r=Result:[intact|clear]}.",
            "{r=Result:Normal} {l_muscle:pectoral muscle} and {l_wall:chest wall} "
            "{q=Sub-location:beneath}.",
        ),
    ),
    (
        "node",
        (
            "The {s=Laterality:@same} {l_axilla:axilla} is {r=Result:normal} [on ultrasound|].",
            "{n=Negation:No} {a=Condition!neg:abnormal} {l_axillary_nodes:axillary nodes}.",
            "{l_axillary_nodes:Axillary nodes} have {r=Result:normal} cortices.",
        ),
    ),
    (
        "skin",
        (
            "The {q=Sub-location:overlying} {l_skin:skin} is {n=Negation:not} "
            "{a=Condition!neg:involved}.",
            "{n=Negation:No} {a=Condition!neg!d:satellite} or {b=Condition!neg!d:second "
            "{a+:lesion}} "
            "found.",
        ),
    ),
)

BRAIN: tuple[Normal, ...] = (
    (
        "brain",
        (
            "{n=Negation:No} {a=Condition!neg!d:intra-} or {b=Condition!neg!d:extra-axial "
            "{a+:mass}}.",
            "There is {n=Negation:no} {c=Condition!neg!d:enhancing lesion} in the "
            "{l_cerebrum:cerebral hemispheres} or {l_cerebellum:cerebellum}.",
            "{n=Negation:No} {a=Condition!neg!d:haemorrhage} or {b=Condition!neg!d:infarct}.",
        ),
    ),
    (
        "ventricle",
        (
            "The {l_ventricles:ventricles} are {r=Result:normal} in size, {n=Negation:without} "
            "{a=Condition!neg!d:hydrocephalus}.",
            "{n=Negation:No} {a=Condition!neg!d:hydrocephalus} or {b=Condition!neg:midline shift}.",
            "The {l_midline:midline} is {n=Negation:not} {a=Condition!neg:shifted} and the "
            "{l_cisterns:basal cisterns} are {r=Result:preserved} | a has_location l_midline",
            "{s=Laterality:Both} {l_lat:lateral} and {t=Locus:third {l_lat+:ventricles}} are "
            "{r=Result:normal}.",
        ),
    ),
    (
        "skull",
        (
            "The {l_skull:skull vault} is {r=Result:intact}.",
            "{l_sinuses:Paranasal sinuses} and {l_mastoids:mastoids} {r=Result:clear}.",
            "{n=Negation:No} {a=Condition!neg!d:meningeal enhancement}.",
        ),
    ),
)

SPINE: tuple[Normal, ...] = (
    (
        "cord",
        (
            "The {l_cord:cord} returns {r=Result:normal signal} and the {l_conus:conus} lies at "
            "{q=Sub-location:L1}.",
            "{n=Negation:No} {l_cord:cord} {a=Condition!neg!d:compression} or "
            "{b=Condition!neg:signal change}.",
            "The {l_cord:spinal cord} and {l_cauda:cauda equina} are {n=Negation:not} "
            "{a=Condition!neg!d:compressed}.",
        ),
    ),
    (
        "disc",
        (
            "The {q=Sub-location:thoracic} and {q2=Sub-location:lumbar} {l_discs:discs} are of "
            "{r=Result:normal} height | q sub_location_modifies l_discs, "
            "q2 sub_location_modifies l_discs",
            "The {q=Sub-location:cervical} and {q2=Sub-location:upper thoracic} {l_spine:spine} "
            "{r=Result:normal} | q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
        ),
    ),
)

SCROTUM: tuple[Normal, ...] = (
    (
        "other-testis",
        (
            "The {s=Laterality:@other} {l_@other_testis:testis} is of {r=Result:normal} size and "
            "echotexture.",
            "{s=Laterality:@other} {l_@other_testis:testis} {r=Result:normal}, {n=Negation:no} "
            "{a=Condition!neg!d:microlithiasis}.",
            "{n=Negation:No} {a=Condition!neg!d:focal lesion} in the {s=Laterality:@other} "
            "{l_@other_testis:testis}.",
        ),
    ),
    (
        "epididymis",
        (
            "The {s=Laterality:left} and {s2=Laterality:right} {l_epid:epididymis} are "
            "{r=Result:normal} | s laterality_modifies l_epid, s2 laterality_modifies l_epid",
            "{n=Negation:No} {a=Condition!neg!d:hydrocele} or {b=Condition!neg!d:varicocele}.",
            "{n=Negation:No} {a=Condition!neg!d:hydrocele} on either side.",
            "{q=Sub-location:Head} and {q2=Sub-location:tail} of {s=Laterality:both} "
            "{l_epid:epididymides} {r=Result:normal} | q sub_location_modifies l_epid, "
            "q2 sub_location_modifies l_epid",
        ),
    ),
)

LEG: tuple[Normal, ...] = (
    (
        "other-leg",
        (
            "The {s=Laterality:@other} {l_@other_common_femoral_vein:common femoral vein} "
            "is {r=Result:[normal|compressible|patent]}.",
            "{n=Negation:No} {a=Condition!neg!d:thrombus} on the {s=Laterality:@other} side.",
        ),
    ),
    (
        "vein",
        (
            "The {a=Locus:common} and {b=Locus:superficial {a+:femoral veins}} are "
            "{r=Result:fully compressible}.",
            "{l_femoral_vein:Femoral} and {l_popliteal_vein:popliteal} {l_femoral_vein+:veins} "
            "{r=Result:patent} with {r2=Result:normal} flow.",
            "The {l_saphenous_vein:long saphenous vein} is {r=Result:patent}.",
        ),
    ),
    (
        "baker",
        (
            "{n=Negation:No} {a=Condition!neg!d:Baker's cyst} in the {l_fossa:popliteal fossa}.",
            "{n=Negation:No} {a=Condition!neg!d:collection} in the {l_calf:calf}.",
        ),
    ),
)

PROSTATE_MRI: tuple[Normal, ...] = (
    (
        "seminal",
        (
            "The {l_seminal_vesicles:seminal vesicles} are {n=Negation:not} "
            "{a=Condition!neg:involved}.",
            "{s=Laterality:Both} {l_seminal_vesicles:seminal vesicles} return {r=Result:normal} "
            "signal.",
            "{n=Negation:No} {a=Condition!neg:invasion} of the {s=Laterality:left} or "
            "{s2=Laterality:right} {l_nvb:neurovascular bundle} | s laterality_modifies l_nvb, "
            "s2 laterality_modifies l_nvb",
        ),
    ),
    (
        "zone",
        ("The {q=Sub-location:anterior} {l_stroma:fibromuscular stroma} is {r=Result:normal}.",),
    ),
)
