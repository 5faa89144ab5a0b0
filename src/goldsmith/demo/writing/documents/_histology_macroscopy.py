"""What specimens look like to the naked eye, by operation, and tumours by their site."""

from __future__ import annotations

#: Operation -> what the specimen is. @dims and @weight are drawn for each report.
SPECIMENS: dict[str, tuple[str, ...]] = {
    "wide_local_excision": (
        "[Orientated|An orientated] {i:wide local excision} specimen, {r=Result:@weight g}, "
        "{r2=Result:@dims mm}.",
        "{s=Laterality:@Side} {l:breast}, {i:WLE}: [fatty tissue|a piece of breast tissue] "
        "{r=Result:@dims mm}, [marked with sutures|inked] | i has_target l",
        "A piece of fatty tissue weighing {r=Result:@weight g}, orientated by sutures, from the "
        "{s=Laterality:@side} {l:breast}.",
    ),
    "mastectomy": (
        "{s=Laterality:@Side} {i:mastectomy} specimen, {r=Result:@weight g}, with an ellipse of "
        "{k=Locus:skin} and {n=Locus:nipple}.",
        "{i:Mastectomy}, {r=Result:@dims mm}; the {k=Locus:skin} and {n=Locus:nipple} are "
        "{r2=Result:unremarkable}.",
    ),
    "hemicolectomy": (
        "{i} comprising {r=Result:@len mm} of {a=Locus:ascending} and "
        "{b=Locus:transverse {a+:colon}} with {d=Locus:caecum}, {e=Locus:appendix} and "
        "{f=Locus:terminal ileum}.",
        "{i} specimen: {a=Locus:terminal ileum}, {b=Locus:caecum} and {d=Locus:colon}, "
        "{r=Result:@len mm} in all.",
    ),
    "colectomy": (
        "{i}: {r=Result:@len mm} of {a=Locus:descending} and {b=Locus:sigmoid {a+:colon}}.",
        "A length of {a=Locus:large bowel}, {r=Result:@len mm}, with attached {m=Locus:mesocolon}.",
    ),
    "rectum": (
        "{i} specimen, {r=Result:@len mm} long, with an intact {m=Locus:mesorectum}.",
        "{i}. The {q=Sub-location:anterior} and {q2=Sub-location:posterior} surfaces of the "
        "{m=Locus:mesorectum} are {r=Result:smooth} | q sub_location_modifies m, "
        "q2 sub_location_modifies m",
    ),
    "gastrectomy": (
        "{i} specimen: {q=Sub-location:greater curve} of the {l_stomach:stomach} "
        "{r=Result:@len mm}, with attached {o=Locus:omentum}.",
        "{i}, with {a=Locus:stomach} and a cuff of {d=Locus:duodenum}.",
    ),
    "pancreas": (
        "{i} comprising {a=Locus:duodenum}, {q=Sub-location:distal} {b=Locus:stomach}, "
        "{d=Locus:pancreas} and {e=Locus:gallbladder}.",
        "{i} specimen, {r=Result:@dims mm}.",
    ),
    "lung": (
        "{s=Laterality:@Side} {i} specimen, {r=Result:@dims mm}, {w=Result:@weight g}.",
        "{i}: {q=Sub-location:stapled} {b=Locus:bronchial margin} identified.",
    ),
    "hysterectomy": (
        "{u=Locus:Uterus} with {x1=Locus:cervix}, and {s=Laterality:both} {a=Locus:tubes} and "
        "{b=Locus:ovaries}, {r=Result:@weight g} | s laterality_modifies a, s laterality_modifies "
        "b",
        "{i} specimen. The {u=Locus:uterus} measures {r=Result:@dims mm}; the "
        "{s=Laterality:left} and {s2=Laterality:right} {a=Locus:fallopian tubes} are "
        "{r2=Result:normal} | s laterality_modifies a, s2 laterality_modifies a",
        "{i}: {u=Locus:uterus}, {a=Locus:left} and {b=Locus:right {a+:ovary}} and {t=Locus:tubes}.",
    ),
    "prostatectomy": (
        "{i} specimen, {r=Result:@weight g}, with {s=Laterality:both} {v=Locus:seminal vesicles}.",
        "{l_prostate:Prostate} {r=Result:@dims mm}, {r2=Result:@weight g}; {s=Laterality:left} and "
        "{s2=Laterality:right} {v=Locus:seminal vesicles} attached | s laterality_modifies v, "
        "s2 laterality_modifies v",
    ),
    "orchidectomy": (
        "{s=Laterality:@Side} {i} specimen with {r=Result:@len3 mm} of {k=Locus:spermatic cord}.",
        "{l:Testis} {r=Result:@dims mm} with {k=Locus:cord}, the {t=Locus:tunica} "
        "{r2=Result:intact}.",
    ),
    "any": (
        "{i} specimen, {r=Result:@dims mm}.",
        "Specimen of {i}, weighing {r=Result:@weight g}.",
    ),
}

TUMOURS: dict[str, tuple[str, ...]] = {
    "breast": (
        "Slicing shows a [firm|gritty|pale], [stellate|ill-defined] {c:tumour}, @size across, "
        "lying "
        "{zmargin=Result:@margin mm} from the {q=Sub-location:[inferior|superior|medial|lateral]} "
        "{m=Locus:margin} | c has_location l",
        "There is a [grey|white] [stellate|firm] {c:mass}, @size, in the {l:breast} | c "
        "has_location l",
        "On sectioning, a {c:tumour} of @size; the {q=Sub-location:deep} {m=Locus:margin} is "
        "{zmargin=Result:@margin mm} away | a is b",
        "The {q=Sub-location:[central|upper|outer]} {l:breast} contains a [firm|hard] {c:tumour} "
        "measuring @size.",
    ),
    "colon": (
        "In the {l} there is an [ulcerated|exophytic|annular] {c:tumour}, @size.",
        "[An ulcerating|A polypoid] {c:tumour}, @size across, lies in the {l}, {z=Result:@len mm} "
        "from "
        "the nearest {m=Locus:margin} | c has_location l",
        "The {c:tumour} measures @size and [constricts|involves most of] the "
        "{m=Locus:circumference}.",
    ),
    "rectum": (
        "There is an [ulcerated|annular] {c:tumour} of the {l:rectum}, @size, on the "
        "{q=Sub-location:[anterior|posterior]} {w=Locus:wall} | c has_location l",
        "{c:Tumour} @size, its {q=Sub-location:lower edge} {z=Result:@len mm} from the "
        "{q2=Sub-location:distal} {m=Locus:margin} | q2 sub_location_modifies m",
    ),
    "stomach": (
        "An [ulcerated|infiltrating] {c:tumour} of @size [lies|is seen] on the "
        "{q=Sub-location:lesser curve} of the {l_stomach:stomach} | c has_location l_stomach",
        "The {l} is [thickened|ulcerated] by {c:tumour}, @size.",
    ),
    "pancreas": (
        "A firm, ill-defined {c:mass}, @size, in the {l}.",
        "Slicing shows pale {c:tumour}, @size, [close to|abutting] the {d=Locus:bile duct} | "
        "c has_location d",
    ),
    "lung": (
        "A [pale|grey|necrotic] {c:tumour} of @size lies {zmargin=Result:@margin mm} from the "
        "{p=Locus:pleura} and {z2=Result:@len2 mm} from the {b=Locus:bronchial margin} | "
        "c has_location p",
        "Slicing reveals a [firm|cavitating] {c:mass}, @size, which puckers the {p=Locus:pleura}.",
    ),
    "ovary": (
        "The {s=Laterality:@side} {l:ovary} is replaced by a solid and cystic {c:tumour}, @size.",
        "{s=Laterality:@Side} {l:ovary}: {c:mass} of @size with {p=Condition:papillary areas}.",
    ),
    "endometrium": (
        "The {l:endometrial cavity} contains a [polypoid|friable] {c:tumour}, @size, [near|at] the "
        "{q=Sub-location:fundus} | c has_location l",
        "A {c:tumour} of @size [fills|expands] the {l:endometrium} and extends into the "
        "{q=Sub-location:[inner|outer] half} of the {m=Locus:myometrium} | c has_location l",
    ),
    "cervix": (
        "There is a [firm|friable] {c:tumour}, @size, on the {q=Sub-location:[anterior|posterior] "
        "lip} "
        "of the {l:cervix}.",
    ),
    "prostate": (
        "Ill-defined pale {c:tumour} in the {q=Sub-location:[posterior|left posterior]} "
        "{z=Locus:peripheral zone}.",
        "{n=Negation:No} discrete {d=Condition!neg:mass} is visible to the naked eye.",
    ),
    "testis": (
        "The {l:testis} is [largely|partly] replaced by a [fleshy|pale lobulated|haemorrhagic] "
        "{c:tumour}, @size.",
        "A well circumscribed {c:tumour}, @size, at the {q=Sub-location:[upper|lower] pole} of the "
        "{l:testis}.",
    ),
    "any": ("A {c:tumour} measuring @size.", "{c:Tumour} present, @size."),
}

REST: dict[str, tuple[str, ...]] = {
    "breast": (
        "The rest of the {b=Locus:breast} is {r=Result:fatty}.",
        "{n=Negation:No} other {d=Condition!neg:lesion}.",
        "{n=Negation:No} {d=Condition!neg:second} or {e=Condition!neg:satellite {d+:lesion}} "
        "found.",
    ),
    "bowel": (
        "{n=Negation:No} {d=Condition!neg!d:perforation}.",
        "The {o=Locus:serosa} is {r=Result:smooth}.",
        "The {q=Sub-location:proximal} and {q2=Sub-location:distal} {m=Locus:margins} look "
        "{r=Result:healthy} | q sub_location_modifies m, q2 sub_location_modifies m",
        "The background {m=Locus:mucosa} is {r=Result:unremarkable}, {n=Negation:without} "
        "{d=Condition!neg!d:polyps}.",
    ),
    "any": (
        "The remaining tissue is {r=Result:unremarkable}.",
        "{n=Negation:No} other {d=Condition!neg:focal lesion}.",
        "All resection {m=Locus:margins} inked.",
    ),
}
NODES: tuple[str, ...] = (
    "{r=Result:@Total} {g=Locus:lymph nodes} [were|are] [found|identified|dissected].",
    "{g=Locus:Lymph nodes}: {r=Result:@total}[, the largest {z=Result:@len2 mm}|].",
    "@Total {g=Locus:nodes} retrieved from the {h=Locus:fat}.",
)
