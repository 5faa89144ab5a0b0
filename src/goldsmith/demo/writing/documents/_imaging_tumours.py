"""What the primary tumour looks like on imaging, by its site and the kind of examination."""

from __future__ import annotations

_BREAST_MASS = (
    "There is a(n) [spiculate|irregular|ill-defined|spiculated] {c:mass}[, @size,| of @size|] in "
    "@in.",
    "An irregular {c:opacity} @at corresponds to the [palpable|clinical] {c2:abnormality} | "
    "c has_location l",
    "@In there is a [dense|high density|stellate] {c:mass} [measuring|of] @size.",
    "A [stellate|spiculate] {c:lesion} is [seen|present|demonstrated] in @in[ and measures "
    "@size|].",
    "{c:Architectural distortion} @at, with a central {c2:mass}[ of @size|] | c has_location l",
)

TUMOURS: dict[str, dict[str, tuple[str, ...]]] = {
    "breast": {
        "mammogram": _BREAST_MASS,
        "ultrasound": (
            "There is [an irregular|an ill-defined|a taller than wide] hypoechoic {c:mass}"
            "[, @size,|] in @in[, with posterior acoustic shadowing|].",
            "@In a hypoechoic {c:lesion} [of|measuring] @size is [shown|seen], with "
            "{a=Condition:shadowing}[ and|, and some] {v=Result:internal vascularity} | "
            "c has_location l",
            "The [palpable|mammographic] {c2:abnormality} is a solid {c:mass} @at[, @size|] | c "
            "has_location l",
        ),
        "MRI": (
            "There is [an irregular|a spiculate] enhancing {c:mass}[, @size,|] in @in, with "
            "{r=Result:type [2|3]} kinetics.",
            "An enhancing {c:lesion} @at[ measures @size|].",
        ),
        "any": (
            "A {c:mass}[, @size,|] is visible in @in.",
            "Enhancing {c:lesion} @at.",
        ),
    },
    "lung": {
        "X-ray": (
            "There is a(n) [rounded|lobulated|ill-defined] {c:opacity}[ of about @size|] in @in.",
            "A {c:mass} is projected over @in[, about @size|].",
            "{c:Mass} @at[, @size|].",
            "Increased {c:density} is seen @at; [a|an underlying] {c2:mass} "
            "{n=Negation:cannot be excluded} | c has_location l, n negation_modifies c2",
        ),
        "CT": (
            "There is a [spiculated|lobulated|cavitating] {c:mass}[, @size,|] in @in.",
            "@In a(n) [spiculate|irregular] {c:tumour} [of|measuring] @size [abuts|is seen close "
            "to] "
            "the {p=Locus:pleura} | c has_location l",
            "{c:Mass} @at, [measuring @size|@size], {n=Negation:without} "
            "{d=Condition!neg:invasion} "
            "of the {w=Locus:chest wall} | c has_location l, d has_location w",
        ),
        "any": ("There is a {c:mass} @at[, @size|].",),
    },
    "colon": {
        "CT": (
            "There is [circumferential|eccentric|irregular] {c:thickening} of @in[ over @size|], "
            "consistent with the known {c2:tumour} | c has_location l",
            "A {c:mass} @at, with [some|mild] {f=Condition:stranding} of the {p=Locus:pericolic "
            "fat} "
            "| c has_location l, f has_location p",
            "[An annular|A bulky] {c:tumour}[ of @size|] in @in, {n=Negation:without} "
            "{o=Condition!neg!d:obstruction} | c has_location l",
            "The {c:primary} is seen @at.",
        ),
        "any": ("A {c:mass} @at[, @size|].", "{c:Wall thickening} @at."),
    },
    "rectum": {
        "MRI": (
            "There is [an annular|a semi-annular|a polypoid] {c:tumour} of the {l:rectum}, "
            "its {q=Sub-location:lower edge} {r=Result:[6|7|8|9|11] cm} from the {v=Locus:anal "
            "verge} "
            "| c has_location l",
            "The {c:tumour} occupies the {q=Sub-location:[mid|lower|upper]} {l:rectum}[ over "
            "@size|] "
            "and extends through the {m=Locus:muscularis propria} into the "
            "{f=Locus:mesorectal fat} | c has_location l",
            "{c:Tumour} of the {q=Sub-location:mid} {l:rectum}, on the {q2=Sub-location:posterior} "
            "and {q3=Sub-location:left lateral} {w=Locus:walls} | c has_location l, "
            "q2 sub_location_modifies w, q3 sub_location_modifies w",
        ),
        "any": (
            "There is {c:thickening} of the {q=Sub-location:[mid|lower|upper]} {l:rectum}.",
            "A {c:mass} in the {l:rectum}[, @size|].",
        ),
    },
    "stomach": {
        "any": (
            "There is {c:thickening} of the {w=Locus:wall} of @in[, up to @size|] | c has_location "
            "w",
            "[An ulcerated|A polypoid] {c:mass} @at, {n=Negation:without} "
            "{d=Condition!neg:invasion} "
            "of the {p=Locus:pancreas} | c has_location l, d has_location p",
            "{c:Mural thickening} @at, with {f=Condition:stranding} of the adjacent fat.",
        ),
    },
    "pancreas": {
        "any": (
            "There is a [hypodense|poorly enhancing|low attenuation] {c:mass}[, @size,|] in @in.",
            "{c:Mass} @at, with {d=Condition:dilatation} of the {p=Locus:pancreatic duct} | "
            "c has_location l, d has_location p",
            "@In lies a {c:tumour}[ of @size|], which [abuts|contacts] the "
            "{v=Locus:superior mesenteric vein} but does {n=Negation:not} {e=Condition!neg:encase} "
            "the {a=Locus:artery} | c has_location l, e has_location a",
        ),
        "ultrasound": (
            "A hypoechoic {c:mass} is seen in @in[, @size|].",
            "There is a {c:mass} @at, [partly obscured by bowel gas|incompletely seen].",
        ),
    },
    "lymphoma": {
        "any": (
            "Bulky {c:adenopathy} @at[, the largest node @size|].",
            "There is {c:lymphadenopathy} [involving|in] @in[, up to @size|].",
            "{c:Enlargement} of @in[, the largest measuring @size|][, with central necrosis|].",
            "[A|There is a] lobulated {c:mass} of nodes @at[, @size|].",
        ),
        "wide": (
            "There is {c:lymphadenopathy} {q=Sub-location:above} and {q2=Sub-location:below} the "
            "{d=Locus:diaphragm}, [most marked|bulkiest] in @in[, up to @size|] | c has_location "
            "d, "
            "c has_location l, q sub_location_modifies d, q2 sub_location_modifies d",
            "{c:Enlarged} {a=Locus:para-aortic} and {b=Locus:mesenteric {a+:nodes}}, as well as "
            "{c2:disease} in @in[, up to @size|] | c has_location a, c has_location b, "
            "c2 has_location l",
            "{c:Enlarged} {g=Locus:nodes} in the {a=Laterality:left} and {b=Laterality:right} "
            "{g+:axilla} and @at | c has_location g, c has_location l, a laterality_modifies g, "
            "b laterality_modifies g",
        ),
        "X-ray": (
            "The {q=Sub-location:superior} {m=Locus:mediastinum} is {c:widened}.",
            "There is {c:widening} of the {m=Locus:mediastinum} and "
            "{d=Condition:fullness} of {s=Laterality:both} {h=Locus:hila} | c has_location m, "
            "d has_location h",
        ),
    },
    "myeloma": {
        "any": (
            "There are multiple {a=Condition:lytic lesions} in the {k=Locus:skull}, {r=Locus:ribs} "
            "and {p=Locus:pelvis}, in keeping with {c:myeloma} | a has_location k, a has_location "
            "r, "
            "a has_location p",
            "Diffuse {a=Condition:marrow infiltration} [of|throughout] the "
            "{q=Sub-location:thoracic} "
            "and {q2=Sub-location:lumbar} {l_spine:spine} by {c:myeloma} | a has_location l_spine, "
            "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
            "Appearances in the {l_skeleton:skeleton} are those of {c:myeloma}.",
        ),
    },
    "ovary": {
        "ultrasound": (
            "The {s=Laterality:@SIDE} {l_ovary:ovary} is replaced by a [multilocular|mixed solid "
            "and "
            "cystic|complex] {c:mass}[ of @size|] with thick {d=Condition:septations}.",
            "There is a complex {c:cystic mass} arising from the {l_pelvis:pelvis}[, @size|], with "
            "{p=Condition:papillary projections} and {r=Result:flow} on "
            "{dop=Investigation:Doppler} | "
            "c has_location l_pelvis, dop has_finding r",
            "A large {c:mass}[, @size,|] in the {s=Laterality:@SIDE} {l_adnexa:adnexa} has solid "
            "and "
            "cystic parts.",
        ),
        "any": (
            "There is a [large|complex|multiloculated] {c:mass}[, @size,|] in the "
            "{s=Laterality:@SIDE} {l_adnexa:adnexa}.",
            "A mixed solid and cystic {c:mass} arises from the {s=Laterality:@SIDE} {l_ovary:ovary}"
            "[ and measures @size|].",
            "{c:Masses} in the {s=Laterality:left} and {s2=Laterality:right} {l_adnexa:adnexa} are "
            "inseparable from the {u=Locus:uterus} | c has_location l_adnexa, "
            "s laterality_modifies l_adnexa, s2 laterality_modifies l_adnexa",
        ),
    },
    "cervix": {
        "any": (
            "There is [an intermediate signal|an enhancing|a bulky] {c:mass}[, @size,|] in the "
            "{l_cervix:cervix}.",
            "The {q=Sub-location:[anterior|posterior]} {w=Locus:lip} of the {l_cervix:cervix} is "
            "replaced by {c:tumour}[ of @size|] | c has_location l_cervix",
            "{c:Tumour} of the {l_cervix:cervix}, reaching the {q=Sub-location:upper third} of the "
            "{v=Locus:vagina} | c has_location l_cervix",
        ),
    },
    "endometrium": {
        "ultrasound": (
            "The {l_endometrium:endometrium} is {c:thickened}[ at @size|] and irregular.",
            "{c:Thickening} of the {l_endometrium:endometrium}[ to @size|], with "
            "{r=Result:increased} vascularity.",
        ),
        "any": (
            "The {w=Locus:endometrial cavity} is expanded by {c:tumour}[, @size,|] which extends "
            "into the {q=Sub-location:[inner|outer] half} of the {m=Locus:myometrium} | "
            "c has_location w",
            "There is {c:tumour} in the {q=Sub-location:fundus} of the {l_uterus:uterus}[, "
            "@size|].",
        ),
    },
    "prostate": {
        "MRI": (
            "There is a low T2 signal {c:lesion}[, @size,|] in the {q=Sub-location:[posterior|"
            "posterolateral]} {z=Locus:peripheral zone} of the @sidesp{l_prostate:prostate} | "
            "c has_location z",
            "A focus of {r=Result:restricted diffusion} in the {s=Laterality:[left|right]} "
            "{q=Sub-location:[mid gland|apex|base]} of the {l_prostate:prostate} represents the "
            "{c:tumour}, {p=Result:PI-RADS [4|5]}.",
            "{c:Tumour} in the {l_prostate:prostate} at the {q=Sub-location:base} and "
            "{q2=Sub-location:mid gland}, {n=Negation:without} {e=Condition!neg:extracapsular "
            "extension} | c has_location l_prostate, q sub_location_modifies l_prostate, "
            "q2 sub_location_modifies l_prostate",
        ),
        "any": (
            "The {l_prostate:prostate} is {d=Condition:enlarged} and irregular, in keeping with "
            "known "
            "{c:carcinoma}.",
            "Known {c:tumour} in the {l_prostate:prostate}.",
        ),
    },
    "testis": {
        "ultrasound": (
            "There is a [hypoechoic|heterogeneous|well-defined hypoechoic] {c:mass}[, @size,|] in "
            "the {q=Sub-location:[upper|lower] pole} of @in[, with internal vascularity|].",
            "@The is [largely|almost entirely] replaced by a [heterogeneous|lobulated] {c:mass}"
            "[ of @size|].",
            "A solid {c:lesion} @at[, @size|], {r=Result:vascular} on {dop=Investigation:colour "
            "Doppler} | c has_location l, dop has_finding r",
        ),
        "any": ("Known {c:tumour} of @in.",),
    },
}

SUSPECT: dict[str, tuple[str, ...]] = {
    "mammogram": (
        "Appearances are [highly|] {n=Negation:suspicious of} {c!poss:malignancy}"
        "[ ({r=Result:@M5})|, {r=Result:@M5}|].",
        "The features {n=Negation:suggest} a {c!poss:carcinoma}.",
        "This is {n=Negation:most likely} {c!poss:malignant}, {r=Result:@M5}.",
        "{r=Result:@M5}: {n=Negation:highly suggestive of} {c!poss:malignancy}.",
    ),
    "any": (
        "Appearances are {n=Negation:suspicious of} {c!poss:malignancy}.",
        "The appearances {n=Negation:are in keeping with} a primary {c!poss:malignancy}.",
        "This is {n=Negation:likely} to be a {c!poss:carcinoma}.",
        "{n=Negation:Probable} {c!poss:malignancy}; [tissue is needed|histology required].",
        "{c!poss:Malignancy} is {n=Negation:the likeliest explanation} | n negation_modifies c",
    ),
    "blood": (
        "Appearances are {n=Negation:most consistent with} {c!poss:lymphoma}.",
        "{n=Negation:Likely} {c!poss:lymphoma}; [biopsy|histology] [is needed|required].",
    ),
}

AVID: tuple[str, ...] = (
    "There is intense {u=Result:FDG uptake} in the {c:tumour} @at.",
    "The {c:disease} @at is {u=Result:avid}, SUVmax {r=Result:[8.4|11.2|14.6|9.7]}.",
    "{u=Result:FDG-avid} {c:disease} @at.",
)
