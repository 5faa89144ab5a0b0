"""What the microscope shows: tumours by site, depth, invasion, margins, nodes, background."""

from __future__ import annotations

TUMOURS: tuple[str, ...] = (
    "The {c:tumour} is a(n) {rgrade=Result:@grade} {c2:@name}.",
    "Sections show a(n) {rgrade=Result:@grade} {c:@name}.",
    "[This is|Sections confirm] a(n) {rgrade=Result:@grade} {c:@name}[, arranged in "
    "[sheets|nests|glands|"
    "cords]|].",
    "{c:@Name}, {rgrade=Result:@grade}.",
    "{c:@Name}[ is present|], {rgrade=Result:@grade}.",
    "Microscopically the {c:lesion} is a(n) {rgrade=Result:@grade} {c2:@name}.",
)
TUMOURS_BARE: tuple[str, ...] = (
    "Sections [show|confirm] {c:@name}.",
    "The {c:tumour} is a {c2:@name}.",
    "[The features are|These are the features] of {c:@name}.",
    "The {t=Locus:tissue} is [infiltrated|replaced] by {c:@name}.",
    "{c:@Name}[ is present|].",
)
GLEASON: tuple[str, ...] = (
    "Sections show {c:@name}, {g=Result:Gleason @gleason}[, involving {r=Result:[10|20|35|40]%} of "
    "the {h=Locus:gland}|].",
    "{c:@Name}, Gleason score {g=Result:@gleason}.",
    "{c:Adenocarcinoma}, {g=Result:Gleason @gleason}, in the {s=Laterality:left} and "
    "{s2=Laterality:right} {l_lobes:lobes} | s laterality_modifies l_lobes, "
    "s2 laterality_modifies l_lobes",
)

DEPTH: dict[str, tuple[str, ...]] = {
    "T1": (
        "{c!it} is confined to the {u=Locus:submucosa}.",
        "{n=Negation:No} {d=Condition!neg:invasion} of the {u=Locus:muscularis propria}.",
    ),
    "T2": (
        "{c!it} invades into but {n=Negation:not} {d=Condition!neg:through} the "
        "{u=Locus:muscularis propria}.",
        "{c!the} extends into the {u=Locus:muscularis propria}.",
    ),
    "T3": (
        "{c!it} extends through the {u=Locus:muscularis propria} into the {v=Locus:subserosal "
        "fat}; "
        "the {w=Locus:peritoneal surface} is {n=Negation:not} {d=Condition!neg:involved} | "
        "c has_location u, c has_location v, d has_location w",
        "{c!the} reaches the {v=Locus:pericolic fat}.",
    ),
    "T4": (
        "{c!it} breaches the {w=Locus:peritoneal surface}.",
        "There is {d=Condition:involvement} of the {w=Locus:serosa}.",
    ),
}

LVI_PRESENT: tuple[str, ...] = (
    "{v=Condition:Lymphovascular invasion} is [present|seen|identified][ at two foci|].",
    "There is {v=Condition:vascular} and {w=Condition:lymphatic {v+:invasion}}.",
    "{v=Condition:Vascular invasion}: present.",
    "{v=Condition:Lymphovascular invasion} [present|seen], {n=Negation:no} "
    "{w=Condition!neg:perineural invasion}.",
)
LVI_ABSENT: tuple[str, ...] = (
    "{n=Negation:No} {v=Condition!neg:lymphovascular} or {w=Condition!neg:perineural "
    "{v+:invasion}}.",
    "{n=Negation:No} {v=Condition!neg:lymphovascular invasion} is seen.",
    "{v=Condition!neg:Lymphovascular invasion}: {n=Negation:not} seen | n negation_modifies v",
    "There is {n=Negation:no evidence of} {v=Condition!neg:vascular}, "
    "{w=Condition!neg:lymphatic} or {x1=Condition!neg:perineural {w+:{v+:invasion}}}.",
    "{n=Negation:Neither} {v=Condition!neg:vascular} {n+:nor} {w=Condition!neg:perineural "
    "{v+:invasion}} identified.",
)
MARGINS_CLEAR: tuple[str, ...] = (
    "All {m=Locus:margins} are {r=Result:clear}[, the nearest by {zmargin=Result:@margin mm}|].",
    "The {c:tumour} is {r=Result:completely excised}, {zmargin=Result:@margin mm} from the nearest "
    "{m=Locus:margin} | a is b",
    "{m=Locus:Margins} {r=Result:clear}, closest {zmargin=Result:@margin mm}.",
    "The nearest {m=Locus:margin} is {zmargin=Result:@margin mm} away and {n=Negation:free of} "
    "{d=Condition!neg:tumour}.",
)
MARGIN_PAIRS: dict[str, tuple[str, ...]] = {
    "breast": (
        "{m=Locus:Margins} {r=Result:clear}, closest {zmargin=Result:@margin mm} "
        "({q=Sub-location:[deep|superior|lateral|medial]}) | q sub_location_modifies m",
        "The {q=Sub-location:[superior|medial|superficial]} and {q2=Sub-location:deep} "
        "{m=Locus:margins} are {n=Negation:free of} {d=Condition!neg:tumour} | "
        "q sub_location_modifies m, q2 sub_location_modifies m",
    ),
    "bowel": (
        "The {q=Sub-location:proximal} and {q2=Sub-location:distal} {m=Locus:margins} are "
        "{n=Negation:free of} {d=Condition!neg:tumour} | q sub_location_modifies m, "
        "q2 sub_location_modifies m",
        "{q=Sub-location:Circumferential} {m=Locus:margin} {r=Result:clear} by {z=Result:@margin "
        "mm}.",
    ),
    "lung": (
        "{a=Locus:Bronchial} and {b=Locus:vascular {a+:margins}} {r=Result:clear}.",
        "The {m=Locus:bronchial resection margin} is {n=Negation:free of} "
        "{d=Condition!neg:tumour}.",
    ),
}
MARGINS_INVOLVED: tuple[str, ...] = (
    "{c:Tumour} [extends to|is present at] the {q=Sub-location:[deep|inferior|radial]} "
    "{m=Locus:margin}.",
    "The {q=Sub-location:[deep|superior|circumferential]} {m=Locus:margin} is {r=Result:involved}.",
    "{r=Result:Incompletely excised} at the {q=Sub-location:[medial|deep]} {m=Locus:margin}.",
)
NODES_POSITIVE: tuple[str, ...] = (
    "{r=Result:@Involved} of {r2=Result:@total} {g=Locus:nodes} contain {c:metastatic carcinoma}.",
    "{c:Metastasis} in {rnodes=Result:@nodes} {g=Locus:lymph nodes}[, {n=Negation:without} "
    "{d=Condition!neg:extracapsular spread}|].",
    "{g=Locus:Lymph nodes}: {rnodes=Result:@nodes} [positive for|with] {c:metastasis}.",
    "There is {c:metastatic tumour} in {rnodes=Result:@nodes} {g=Locus:nodes}; the "
    "{q=Sub-location:[apical|highest]} {h=Locus:node} is {n=Negation:free of} "
    "{d=Condition!neg:tumour} | c has_location g, d has_location h",
)
NODES_NEGATIVE: tuple[str, ...] = (
    "{n=Negation:None} of the {r=Result:@total} {g=Locus:nodes} contains {c!neg:metastasis}.",
    "{n=Negation:No} {c!neg:metastatic} {c+:tumour} in {r=Result:@total} {g=Locus:lymph nodes}.",
    "{g=Locus:Lymph nodes} ({rnodes=Result:@nodes}): {n=Negation:no} {c!neg:metastasis}.",
    "{r=Result:@Allof} {g=Locus:nodes} are {n=Negation:free of} {c!neg:tumour}, with "
    "{d=Condition:reactive changes} only.",
    "{n=Negation:No} {c!neg:metastases} are seen in {g=Locus:nodes} {rnodes=Result:@nodes}.",
)

BACKGROUND: dict[str, tuple[str, ...]] = {
    "breast": (
        "The background {b=Locus:breast} shows {d=Condition!d:fibrocystic} and "
        "{e=Condition!d:columnar cell {d+:change}}.",
        "There is {n=Negation:no} {d=Condition!neg!d:atypical ductal} or "
        "{e=Condition!neg!d:lobular {d+:hyperplasia}} in the surrounding {b=Locus:breast}.",
        "{n=Negation:No} {d=Condition!neg!d:Paget's disease} of the {b=Locus:nipple}.",
        "The {k=Locus:skin} and {b=Locus:nipple} are {n=Negation:not} {d=Condition!neg:involved}.",
    ),
    "bowel": (
        "The background {b=Locus:mucosa} is {r=Result:normal}.",
        "{n=Negation:No} {d=Condition!neg:tumour budding} or {e=Condition!neg!d:dysplasia} "
        "elsewhere.",
        "The {q=Sub-location:adjacent} {b=Locus:mucosa} shows {d=Condition!d:hyperplastic change}.",
        "The {a=Locus:mesenteric arteries} and {b=Locus:veins} are {r=Result:normal}.",
        "The {q=Sub-location:apical} {b=Locus:vascular tie} is {n=Negation:free of} "
        "{d=Condition!neg:tumour}.",
    ),
    "lung": (
        "{n=Negation:No} {d=Condition!neg:invasion} of the {b=Locus:visceral pleura}.",
        "The {q=Sub-location:uninvolved} {b=Locus:lung} shows {d=Condition!d:emphysema} only.",
        "The {b=Locus:bronchial} and {e=Locus:vascular {b+:margins}} are {r=Result:clear}.",
    ),
    "gynae": (
        "The {b=Locus:cervix} and {e=Locus:parametria} are {n=Negation:not} "
        "{d=Condition!neg:involved}.",
        "{s=Laterality:Both} {b=Locus:tubes} {r=Result:unremarkable}.",
        "The {s=Laterality:left} and {s2=Laterality:right} {b=Locus:parametria} are "
        "{n=Negation:free of} {d=Condition!neg:tumour} | s laterality_modifies b, "
        "s2 laterality_modifies b",
        "{d=Condition!d:Atrophic change} in the {b=Locus:cervix}.",
    ),
    "prostate": (
        "{n=Negation:No} {d=Condition!neg:extraprostatic extension} or {b=Locus:seminal vesicle} "
        "{e=Condition!neg:invasion} | e has_location b",
        "{d=Condition!d:High grade PIN} in the {q=Sub-location:adjacent} {b=Locus:gland}.",
        "The {s=Laterality:left} and {s2=Laterality:right} {b=Locus:seminal vesicles} are "
        "{n=Negation:not} {d=Condition!neg:involved} | s laterality_modifies b, "
        "s2 laterality_modifies b",
    ),
    "testis": (
        "The {b=Locus:rete testis}, {e=Locus:epididymis} and {q=Sub-location:proximal} "
        "{h=Locus:cord} are {n=Negation:not} {d=Condition!neg:involved}.",
        "{d=Condition!d:Intratubular germ cell neoplasia} in the adjacent {b=Locus:tubules}.",
        "{n=Negation:No} {d=Condition!neg:invasion} of the {b=Locus:tunica} or "
        "{e=Locus:spermatic cord}.",
    ),
    "upper": (
        "The {b=Locus:background mucosa} shows {d=Condition!d:chronic gastritis}[ with "
        "{e=Condition!d:intestinal metaplasia}|].",
        "{n=Negation:No} {d=Condition!neg:perineural invasion} at the {b=Locus:margin}.",
    ),
    "pancreas": (
        "The {q=Sub-location:uninvolved} {b=Locus:pancreas} shows {d=Condition!d:chronic "
        "pancreatitis}.",
        "The {b=Locus:duodenum} and {e=Locus:ampulla} are {n=Negation:not} "
        "{d=Condition!neg:involved}.",
    ),
}

LYMPHOMA: dict[str, tuple[str, ...]] = {
    "dlbcl": (
        "The {g=Locus:node} is effaced by [sheets|a diffuse infiltrate] of large "
        "{d=Result:atypical} "
        "lymphoid cells, in keeping with {c:diffuse large B-cell lymphoma} | c has_location g",
        "There is loss of the normal {g=Locus:nodal} architecture and replacement by {c:large "
        "B-cell "
        "lymphoma}.",
    ),
    "hodgkin": (
        "[Reed-Sternberg|Classical Reed-Sternberg] {d=Result:cells} are seen in a mixed "
        "background, "
        "with the {g=Locus:node} divided by [bands of|] {f=Condition:fibrosis}: {c:@name} | "
        "f has_location g, c has_location g",
        "The {g=Locus:node} is involved by {c:@name}, with scattered {d=Result:Hodgkin cells}.",
    ),
    "myeloma": (
        "The {g=Locus:marrow} is {r=Result:[40|55|70|80]%} replaced by [sheets of|] "
        "{d=Result:plasma cells}, [confirming|in keeping with] {c:myeloma} | c has_location g",
        "{g=Locus:Trephine} {r=Result:hypercellular} with an interstitial and nodular infiltrate "
        "of "
        "plasma cells; {c:@name}.",
    ),
}
MARROW: tuple[str, ...] = (
    "{n=Negation:No} {c!neg:infiltration} of the {g=Locus:marrow} [by lymphoma|].",
    "The {g=Locus:marrow} is {r=Result:normocellular}, {n=Negation:without} "
    "{c!neg:lymphomatous infiltrate}.",
)
MARROW_FOUND: tuple[str, ...] = (
    "[Paratrabecular|Nodular] {c:infiltration} of the {g=Locus:marrow} by lymphoma.",
    "The {g=Locus:marrow} is {c:involved} by lymphoma.",
)
BIOPSY: tuple[str, ...] = (
    "The {t=Investigation:biopsy} shows {rgrade=Result:@grade} {c:@name}.",
    "{l}: {c:@name}, {rgrade=Result:@grade} | c has_location l",
    "All [cores|fragments] [contain|show] {c:@name}, {rgrade=Result:@grade}[ in this sample|].",
    "The {t=Locus:tissue} is infiltrated by {rgrade=Result:@grade} {c:@name}.",
    "{c:@Name}, {rgrade=Result:@grade}.",
)
