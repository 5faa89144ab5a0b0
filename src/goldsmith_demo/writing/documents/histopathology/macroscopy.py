"""What specimens look like to the naked eye, by operation, and tumours by their site."""

from __future__ import annotations

#: Operation -> what the specimen is; what it was taken from is what the operation was aimed at.
SPECIMENS: dict[str, tuple[str, ...]] = {
    "wide_local_excision": (
        "{i:Wide local excision} specimen from the {s=Laterality:@side} {l:breast}, "
        "{r=Result:@weight g}, orientated by {u=Drug-or-device:sutures} | i has_target l",
        "{i:WLE} of the {l:breast}: fatty tissue {r=Result:@length mm} across, inked | "
        "i has_target l",
        "A piece of fatty tissue from the {l:breast}, marked with {u=Drug-or-device:[stitches|"
        "clips]}: {i:wide local excision} | i has_target l",
        "{i:Wide local excision}, localised with a {u=Drug-or-device:wire}, comprising {l:breast} "
        "tissue and {k=Locus:skin} | i has_target l, i has_target k",
    ),
    "mastectomy": (
        "{i:Mastectomy} specimen, {l:breast} with an ellipse of {k=Locus:skin} and {n=Locus:nipple}"
        " | i has_target l, i has_target k, i has_target n",
        "{i:Mastectomy}, {r=Result:@weight g}; {l:breast}, {k=Locus:skin} and {n=Locus:nipple} "
        "included | i has_target l, i has_target k, i has_target n",
        "{l:Breast} with overlying {k=Locus:skin} and {n=Locus:nipple}, orientated by "
        "{u=Drug-or-device:sutures}: {i:mastectomy} | i has_target l, i has_target k, "
        "i has_target n",
    ),
    "hemicolectomy": (
        "{i} comprising {a=Locus:ascending} and "
        "{b=Locus:transverse {a+:colon}} with {d=Locus:caecum}, {e=Locus:appendix} and "
        "{f=Locus:terminal ileum} | i has_target a, i has_target b, i has_target d, "
        "i has_target e, i has_target f",
        "{i} specimen: {a=Locus:terminal ileum}, {b=Locus:caecum} and {d=Locus:colon}, "
        "{r=Result:@length mm} in all | i has_target a, i has_target b, i has_target d",
        "{i} with {q=Sub-location:distal} {a=Locus:ileum}, {b=Locus:caecum}, {e=Locus:appendix} "
        "and {d=Locus:right colon} | i has_target a, i has_target b, i has_target d, "
        "i has_target e",
    ),
    "colectomy": (
        "{i}: {r=Result:@length mm} of {a=Locus:descending} and {b=Locus:sigmoid {a+:colon}} | "
        "i has_target a, i has_target b",
        "{i}, a length of {a=Locus:large bowel} with attached {m=Locus:mesocolon} | "
        "i has_target a, i has_target m",
        "{i} specimen, {a=Locus:colon} {r=Result:@length mm} long, the {q=Sub-location:proximal} "
        "end closed with {u=Drug-or-device:staples} | i has_target a",
    ),
    "rectum": (
        "{i} specimen, {l:rectum} with an intact {m=Locus:mesorectum} | i has_target l, "
        "i has_target m",
        "{i}. The {q=Sub-location:anterior} and {q2=Sub-location:posterior} surfaces of the "
        "{m=Locus:mesorectum} are {r=Result:smooth} | q sub_location_modifies m, "
        "q2 sub_location_modifies m, i has_target m",
        "{i} comprising {a=Locus:sigmoid colon}, {l:rectum} and {m=Locus:mesorectum} | "
        "i has_target a, i has_target l, i has_target m",
    ),
    "gastrectomy": (
        "{i} specimen, {l_stomach:stomach} with attached {q=Sub-location:greater} "
        "{o=Locus:omentum} | i has_target l_stomach, i has_target o",
        "{i}, with {a=Locus:stomach} and a cuff of {d=Locus:duodenum}, closed with "
        "{u=Drug-or-device:staples} | i has_target a, i has_target d",
    ),
    "pancreas": (
        "{i} comprising {a=Locus:duodenum}, {q=Sub-location:distal} {b=Locus:stomach}, "
        "{d=Locus:pancreas} and {e=Locus:gallbladder} | i has_target a, i has_target b, "
        "i has_target d, i has_target e",
        "{i} specimen with {q=Sub-location:head} of {d=Locus:pancreas}, {a=Locus:duodenum} and "
        "{e=Locus:bile duct} | i has_target d, i has_target a, i has_target e",
    ),
    "lung": (
        "{i} specimen, {k=Locus:lung} {r=Result:@weight g} | i has_target k",
        "{i}: {k=Locus:lung} with its {b=Locus:bronchus}, closed with {u=Drug-or-device:staples} "
        "| i has_target k, i has_target b",
        "{i}, {k=Locus:lung} covered by {p=Locus:pleura} | i has_target k, i has_target p",
    ),
    "hysterectomy": (
        "{i}: {u=Locus:uterus} with {v=Locus:cervix}, and {s=Laterality:both} {a=Locus:tubes} and "
        "{b=Locus:ovaries} | i has_target u, i has_target v, i has_target a, i has_target b",
        "{i} specimen comprising {u=Locus:uterus}, {v=Locus:cervix}, {a=Locus:fallopian tubes} and "
        "{b=Locus:ovaries} | i has_target u, i has_target v, i has_target a, i has_target b",
        "{i}. {u=Locus:Uterus} and {v=Locus:cervix} {r=Result:@weight g} | i has_target u, "
        "i has_target v",
    ),
    "radical_hysterectomy": (
        "{i}: {u=Locus:uterus}, {v=Locus:cervix}, {a=Locus:parametria} and a cuff of "
        "{b=Locus:vagina} | i has_target u, i has_target v, i has_target a, i has_target b",
        "{i} specimen with {u=Locus:uterus}, {v=Locus:cervix} and {q=Sub-location:upper} "
        "{b=Locus:vagina} | i has_target u, i has_target v, i has_target b",
    ),
    "prostatectomy": (
        "{i} specimen, {l:prostate} {r=Result:@weight g}, with {s=Laterality:both} "
        "{v=Locus:seminal vesicles} | i has_target l, i has_target v",
        "{i}: {l:prostate} and {v=Locus:seminal vesicles}, inked | i has_target l, i has_target v",
    ),
    "orchidectomy": (
        "{i} specimen, {l:testis} with {k=Locus:spermatic cord} | i has_target l, i has_target k",
        "{i}: {l:testis}, {r=Result:@length mm}, {e=Locus:epididymis} and {k=Locus:cord} | "
        "i has_target l, i has_target e, i has_target k",
    ),
    "any": (
        "{i} specimen, {r=Result:@weight g}, including the {l} | i has_target l",
        "Specimen of {i}, with {l} | i has_target l",
        "{i} specimen: {l} and {o=Locus:omentum} | i has_target l, i has_target o",
    ),
    "plain": ("{i} specimen, {r=Result:@weight g}.", "Specimen of {i}."),
}

TUMOURS: dict[str, tuple[str, ...]] = {
    "breast": (
        "Slicing shows a @feel, @look {c:tumour} in the {l:breast}, @size across.",
        "There is a @feel @look {c:mass}, @size, in the {l:breast}.",
        "On sectioning, a @feel {c:tumour} of @size, nearest the {q=Sub-location:@edge} "
        "{m=Locus:margin}.",
        "The {l:breast} contains a @feel {c:tumour} measuring @size.",
    ),
    "colon": (
        "In the {l} there is a(n) @shape {c:tumour}, @size.",
        "A(n) @shape {c:tumour}, @size across, lies in the {l}.",
        "The {l} contains a(n) @shape {c:tumour} of @size, {z=Result:@away mm} from the "
        "{q=Sub-location:nearest} {m=Locus:margin} | c has_location l",
    ),
    "rectum": (
        "There is a(n) @shape {c:tumour} of the {q2=Sub-location:@third} {l:rectum}, @size, on the "
        "{q=Sub-location:@wall} {w=Locus:wall} | c has_location l, c has_location w",
        "@shape {c:tumour} of the {l:rectum}, @size, {z=Result:@away mm} from the "
        "{q2=Sub-location:distal} {m=Locus:margin} | c has_location l",
    ),
    "stomach": (
        "A(n) @shape {c:tumour} of @size [lies|is seen] on the "
        "{q=Sub-location:@curve curve} of the {l_stomach:stomach} | c has_location l_stomach",
        "The {l} contains a(n) @shape {c:tumour}, @size.",
    ),
    "pancreas": (
        "A firm, ill-defined {c:mass}, @size, in the {l}.",
        "Slicing shows pale {c:tumour} in the {l}, @size.",
    ),
    "lung": (
        "@necrosis_yes A necrotic {c:tumour} of @size, {z2=Result:@stump mm} from the "
        "{b=Locus:bronchial margin}.",
        "@pleural_yes Slicing reveals a firm {c:mass}, @size, which puckers the {p=Locus:pleura}.",
        "A pale {c:tumour} of @size @at.",
    ),
    "ovary": (
        "The {s=Laterality:@side} {l:ovary} is replaced by a @look {c:tumour}, @size.",
        "@papillary_yes {l:Ovary}: {c:mass} of @size with {p=Condition:papillary areas}.",
    ),
    "endometrium": (
        "The {l:endometrial cavity} contains a @shape {c:tumour}, @size, at the "
        "{q=Sub-location:fundus} | c has_location l",
        "A @shape {c:tumour} of @size fills the {l:endometrium} and extends into the "
        "{q=Sub-location:@depth} of the {m=Locus:myometrium} | c has_location l, c has_location m",
    ),
    "cervix": (
        "There is a firm {c:tumour}, @size, on the {q=Sub-location:@lip lip} of the {l:cervix}.",
        "The {q=Sub-location:@lip} {k=Locus:lip} of the {l:cervix} bears a {c:tumour} of @size | "
        "c has_location k, c has_location l",
    ),
    "prostate": (
        "Ill-defined pale {c:tumour} at the {q=Sub-location:@level} of the {l:prostate}.",
        "@lobes_both Pale {c:tumour} in the {s=Laterality:left} and {s2=Laterality:right} "
        "{z=Locus:peripheral zone} | s laterality_modifies z, s2 laterality_modifies z, "
        "c has_location z",
    ),
    "testis": (
        "The {q=Sub-location:@pole} of the {l:testis} is replaced by a @look {c:tumour}, @size.",
        "A well circumscribed @look {c:tumour}, @size, at the {q=Sub-location:@pole} of the "
        "{l:testis}.",
    ),
    "any": (
        "A {c:tumour} measuring @size in the {l}.",
        "{c:Tumour} present in the {l}, @size.",
        "A {c:tumour} measuring @size.",
    ),
}

REST: dict[str, tuple[str, ...]] = {
    "breast": (
        "The rest of the {b=Locus:breast} is {r=Result:fatty}.",
        "{n=Negation:No} {d=Condition!neg:second} or {e=Condition!neg:satellite {d+:lesion}} "
        "found.",
        "The {q=Sub-location:overlying} {k=Locus:skin} and the {b=Locus:nipple} are included.",
    ),
    "bowel": (
        "The {o=Locus:serosa} is {r=Result:smooth}.",
        "The {q=Sub-location:proximal} and {q2=Sub-location:distal} {m=Locus:margins} look "
        "{r=Result:healthy} | q sub_location_modifies m, q2 sub_location_modifies m",
        "The background {m=Locus:mucosa} is {r=Result:unremarkable}.",
    ),
    "any": (
        "The remaining tissue is {r=Result:unremarkable}.",
        "All resection {m=Locus:margins} inked.",
    ),
}
NODES: tuple[str, ...] = (
    "@single {rtotal=Result:One} {g=Locus:lymph node} [found|identified].",
    "@several {rtotal=Result:@Total} {g=Locus:lymph nodes} [were|are] "
    "[found|identified|dissected].",
    "@several {g=Locus:Lymph nodes}: {rtotal=Result:@total} found in the {h=Locus:fat}.",
    "@several {rtotal=Result:@Total} {g=Locus:nodes} retrieved from the "
    "{q=Sub-location:surrounding} {h=Locus:fat}.",
)
