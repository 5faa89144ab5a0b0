"""What was looked for and not found, for each entry of the catalogue."""

from __future__ import annotations

_NO = "[{n=Negation:No evidence of}|{n=Negation:No}|{n=Negation:No}|"
_NO += "I see {n=Negation:no evidence of}|{n=Negation:No sign of}|There is {n=Negation:no sign of}]"

RULED_OUT: dict[str, tuple[str, ...]] = {
    "local_recurrence": (
        f"{_NO} {{c!neg:local recurrence}}.",
        f"{_NO} {{c!neg:recurrent disease}} at the {{q=Sub-location:site}} of "
        "{i=Intervention!hist:surgery}.",
        f"{_NO} {{c!neg:recurrence}} in @in.",
    ),
    "nodal_metastases": (
        f"{_NO} {{c!neg:enlarged}} {{l}}.",
        "The {l} are {n=Negation:not} {c!neg:enlarged}.",
        f"{_NO} {{c!neg:adenopathy}} @at.",
        "[|Size-significant ]{c!neg:adenopathy}: {n=Negation:none} | n negation_modifies c",
    ),
    "lymphadenopathy": (
        f"{_NO} {{a=Locus:mediastinal}}, {{b=Locus:axillary}} or {{d=Locus:para-aortic}} "
        "{c!neg:lymphadenopathy}.",
        f"{_NO} {{c!neg:enlarged}} {{g=Locus:nodes}} in the {{s=Laterality:left}} or "
        "{s2=Laterality:right} {g+:axilla} | s laterality_modifies g, s2 laterality_modifies g",
        f"{_NO} {{c!neg:lymphadenopathy}}.",
    ),
    "nodal_recurrence": (
        f"{_NO} {{c!neg:nodal recurrence}}.",
        "Regional {g=Locus:nodes} are {n=Negation:not} {c!neg:enlarged}.",
    ),
    "liver_metastases": (
        f"{_NO} {{c!neg:metastases}} in the {{s=Laterality:right}} or {{s2=Laterality:left}} "
        "{q=Sub-location:lobe} of the {l_liver:liver} | s laterality_modifies l_liver, "
        "s2 laterality_modifies l_liver, q sub_location_modifies l_liver",
        f"{_NO} {{l_liver:hepatic}} {{c!neg:metastases}}.",
        "The {l_liver:liver} is {n=Negation:free of} {c!neg:metastases}.",
        "{l_liver:Liver}: {r=Result:normal} size, {n=Negation:no} {c!neg:mets}.",
    ),
    "focal_liver_lesion": (
        f"{_NO} {{c!neg:focal lesion}} in the {{l_liver:liver}}.",
        "The {l_liver:liver} is {r=Result:homogeneous}, {n=Negation:with no} {c!neg:focal lesion}.",
    ),
    "lung_metastases": (
        f"{_NO} {{c!neg:pulmonary metastases}}.",
        f"{_NO} {{c!neg:metastases}} in {{s=Laterality:either}} {{l_lungs:lung}}.",
        "The {l_lungs:lungs} are {n=Negation:clear of} {c!neg:metastases}.",
    ),
    "lung_nodule": (
        f"{_NO} {{c!neg:nodule}} in {{s=Laterality:either}} {{l_lungs:lung}}.",
        f"{_NO} {{c!neg:pulmonary nodules}}.",
    ),
    "bone_metastases": (
        f"{_NO} {{c!neg:bony metastases}}.",
        f"{_NO} {{c!neg:deposits}} in the {{q=Sub-location:imaged}} {{l_skeleton:skeleton}}.",
        f"{_NO} {{a=Condition!neg!d:lytic}} or {{c!neg:sclerotic {{a+:metastases}}}}.",
    ),
    "lytic_lesions": (
        f"{_NO} {{c!neg:lytic lesion}} in the {{l_skull:skull}}, {{l_spine:spine}} or "
        "{l_pelvis:pelvis}.",
    ),
    "brain_metastases": (
        f"{_NO} {{c!neg:intracranial metastases}}.",
        f"{_NO} {{c!neg:enhancing lesion}} in the {{l_brain:brain}}.",
    ),
    "peritoneal_metastases": (
        f"{_NO} {{a=Condition!neg!d:omental}} or {{c!neg:peritoneal {{a+:disease}}}}.",
        f"{_NO} {{c!neg:peritoneal deposits}}.",
    ),
    "pleural_effusion": (
        f"{_NO} {{c!neg:pleural}} or {{a=Condition!neg!d:pericardial {{c+:effusion}}}}.",
        f"{_NO} {{c!neg:pleural effusion}} on {{s=Laterality:either}} side.",
    ),
    "ascites": (
        f"{_NO} {{c!neg:ascites}}.",
        f"{_NO} {{c!neg:free fluid}} in the {{l_abdomen:abdomen}} or {{l_pelvis:pelvis}}.",
    ),
    "hydronephrosis": (
        f"{_NO} {{c!neg:hydronephrosis}} of {{s=Laterality:either}} {{l_kidneys:kidney}}.",
        "{s=Laterality:Both} {l_kidneys:kidneys} drain normally, {n=Negation:without} "
        "{c!neg:hydronephrosis}.",
    ),
    "distant_metastases": (
        f"{_NO} {{c!neg:distant metastases}}.",
        f"{_NO} {{c!neg:metastatic disease}} in the {{l_chest:chest}}, {{l_liver:liver}} or "
        "{l_skeleton:bones}.",
        f"{_NO} {{a=Condition!neg!d:visceral}} or {{c!neg:bony {{a+:metastases}}}}.",
    ),
    "pulmonary_embolism": (
        f"{_NO} {{c!neg:pulmonary embolus}}.",
        "The {q=Sub-location:main}, {q2=Sub-location:lobar} and {q3=Sub-location:segmental} "
        "{l_pa:pulmonary arteries} opacify well, {n=Negation:without} {c!neg:filling defect} | "
        "q sub_location_modifies l_pa, q2 sub_location_modifies l_pa, q3 sub_location_modifies "
        "l_pa",
        f"{_NO} {{c!neg:PE}} to {{q=Sub-location:segmental}} level.",
    ),
    "dvt": (
        f"{_NO} {{c!neg:deep vein thrombosis}} in the @sidesp{{l_leg:leg}}.",
        "The {a=Locus:femoral} and {b=Locus:popliteal {a+:veins}} are {r=Result:compressible}; "
        "{n=Negation:no} {c!neg:thrombus} | c has_location a, c has_location b",
    ),
    "cord_compression": (
        f"{_NO} {{c!neg:compression}} of the {{l_cord:spinal cord}}.",
        "The {l_cord:cord} is {n=Negation:not} {c!neg:compressed}.",
    ),
    "disease_progression": (
        f"{_NO} {{c!neg:progression}} since the previous examination.",
        f"{_NO} {{c!neg:disease progression}}.",
    ),
    "residual_disease": (
        f"{_NO} {{c!neg:residual disease}}.",
        f"{_NO} {{c!neg:residual tumour}} @at.",
    ),
    "new_lesion": (
        f"{_NO} {{c!neg:new disease}}.",
        f"{_NO} {{c!neg:recurrence}}.",
        f"{_NO} {{a=Condition!neg!d:local}} or {{c!neg:distant {{a+:recurrence}}}}.",
        "{n=Negation:No} {c!neg:new lesion} [seen|has appeared|is visible].",
        "{n=Negation:Nothing} [seen |here |]to suggest {c!neg:[recurrent disease|recurrence|"
        "relapse]}.",
    ),
    "splenomegaly": (
        "The {l_spleen:spleen} is {n=Negation:not} {c!neg:enlarged}.",
        f"{_NO} {{c!neg:splenomegaly}}.",
    ),
    "hepatomegaly": ("The {l_liver:liver} is {n=Negation:not} {c!neg:enlarged}.",),
    "microcalcification": (f"{_NO} suspicious {{c!neg:microcalcification}}.",),
    "consolidation": (
        f"{_NO} {{a=Condition!neg!d:collapse}} or {{c!neg:consolidation}}.",
        f"{_NO} {{c!neg:consolidation}} in the {{q=Sub-location:upper}} or "
        "{q2=Sub-location:lower} {l_zones:zones} | q sub_location_modifies l_zones, "
        "q2 sub_location_modifies l_zones",
    ),
    "pneumonia": (
        f"{_NO} {{c!neg:consolidation}}.",
        f"{_NO} {{c!neg:focal infection}} in the {{l_lungs:lungs}}.",
    ),
    "fracture": (f"{_NO} {{c!neg:fracture}}.",),
    "pathological_fracture": (
        f"{_NO} {{c!neg:fracture}} or {{d=Condition!neg:impending fracture}}.",
    ),
    "biliary_dilatation": (
        f"{_NO} {{a=Condition!neg:intra-}} or {{c!neg:extrahepatic {{a+:duct dilatation}}}}.",
    ),
    "adrenal_metastasis": (
        f"{_NO} {{c!neg:mass}} in the {{s=Laterality:left}} or {{s2=Laterality:right}} "
        "{l_adrenal:adrenal} | s laterality_modifies l_adrenal, s2 laterality_modifies l_adrenal",
    ),
    "bowel_obstruction": (
        f"{_NO} {{c!neg:obstruction}} of {{a=Locus:small}} or {{b=Locus:large {{a+:bowel}}}}.",
    ),
    "gallstones": (f"{_NO} {{c!neg:stones}} in the {{l_gallbladder:gallbladder}}.",),
}

ANYTHING: tuple[str, ...] = (
    f"{_NO} {{c!neg}}.",
    f"{_NO} {{c!neg}} @at.",
    "{n=Negation:No} [convincing|] {c!neg} [seen|identified|demonstrated].",
)

ONE_BREAST: tuple[str, ...] = (
    f"{_NO} {{c!neg:new lesion}} in the {{s=Laterality:@kept}} {{b=Locus:breast}}.",
    "{n=Negation:Nothing} in the {s=Laterality:@kept} {b=Locus:breast} to suggest "
    "{c!neg:new disease}.",
    f"{_NO} {{c!neg:malignancy}} in the remaining {{b=Locus:breast}}.",
)

NOTHING_ELSE: tuple[str, ...] = (
    "{n=Negation:No} other {c!neg:new lesion}.",
    "{n=Negation:No} {c!neg:new disease} elsewhere.",
    "{n=Negation:Nothing} else to suggest {c!neg:recurrence}.",
)

TUMOUR: tuple[str, ...] = (
    f"{_NO} {{c!neg:residual tumour}} @at.",
    f"{_NO} {{c!neg:mass}} @at.",
    "{n=Negation:No} {c!neg:primary tumour} is [visible|demonstrated].",
)

BY_EXAM: dict[str, dict[str, tuple[str, ...]]] = {
    "chest_xray": {
        "new_lesion": (
            "The {l_chest:chest} is {n=Negation:free of} {c!neg:[disease|new disease|recurrence]}.",
            f"{_NO} {{c!neg:[active|residual|fresh] disease}} in the {{l_chest:chest}}.",
            f"{_NO} {{c!neg:[new lesion|new nodule|metastasis]}} in {{s=Laterality:either}} "
            "{l_lungs:lung}.",
            f"{_NO} {{c!neg:[new lesion|recurrence|relapse]}}.",
            "{n=Negation:Nothing} [here |]to suggest {c!neg:[recurrent disease|recurrence|"
            "relapse]}.",
            f"{_NO} {{c!neg:[new mass|new shadow]}} in the {{q=Sub-location:upper}} or "
            "{q2=Sub-location:lower} {l_zones:zones} | q sub_location_modifies l_zones, "
            "q2 sub_location_modifies l_zones",
        ),
    },
    "mammogram": {
        "new_lesion": (
            f"{_NO} {{c!neg:new lesion}} in {{s=Laterality:either}} {{b=Locus:breast}}.",
            "{n=Negation:No} {c!neg:new mass} or {d=Condition!neg!d:distortion} in the "
            "{s=Laterality:left} or {s2=Laterality:right} {b=Locus:breast} | "
            "s laterality_modifies b, s2 laterality_modifies b",
            f"{_NO} {{c!neg:recurrence}} in the {{q=Sub-location:scar}} or elsewhere in the "
            "{b=Locus:breast}.",
        ),
    },
    "bone_scan": {
        "bone_metastases": (
            "{r=Result:Normal distribution} of tracer; {n=Negation:no} {a=Condition!neg:focal} or "
            "{c!neg:diffuse {a+:abnormality}}.",
            "Uptake in the {l_skeleton:skeleton} is {r=Result:physiological}, {n=Negation:with no "
            "evidence of} {c!neg:metastases}.",
            "{n=Negation:No} suspicious {c!neg:focus} in the {q=Sub-location:axial} or "
            "{q2=Sub-location:appendicular} {l_skeleton:skeleton} | q sub_location_modifies "
            "l_skeleton, q2 sub_location_modifies l_skeleton",
        ),
    },
}
