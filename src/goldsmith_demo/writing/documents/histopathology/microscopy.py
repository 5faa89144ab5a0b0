"""What the microscope shows: tumours by site, depth, invasion, margins, nodes, background."""

from __future__ import annotations

TUMOURS: tuple[str, ...] = (
    "The {c:tumour} is a(n) {rgrade=Result:@grade} {c2:@name}.",
    "Sections show a(n) {rgrade=Result:@grade} {c:@name}.",
    "[This is|Sections confirm] a(n) {rgrade=Result:@grade} {c:@name}.",
    "{c:@Name}, {rgrade=Result:@grade}.",
    "The {l} contains a(n) {rgrade=Result:@grade} {c:@name}.",
    "Microscopically the {c:lesion} is a(n) {rgrade=Result:@grade} {c2:@name}.",
    "Sections of the {l} show {c:@name}, {rgrade=Result:@grade}.",
    "The {q=Sub-location:sampled} {l} is infiltrated by {rgrade=Result:@grade} {c:@name}.",
)
TUMOURS_BARE: tuple[str, ...] = (
    "Sections [show|confirm] {c:@name}.",
    "The {c:tumour} is a {c2:@name}.",
    "[The features are|These are the features] of {c:@name}.",
    "The {l} is [infiltrated|replaced] by {c:@name}.",
    "Sections of the {l} show {c:@name}.",
)
GLEASON: tuple[str, ...] = (
    "Sections of the {l} show {c:@name}, {g=Result:Gleason @gleason}[, involving "
    "{r=Result:@percent} of the tissue|].",
    "{c:@Name} of the {l}, Gleason score {g=Result:@gleason}.",
    "@lobes_both {c:Adenocarcinoma}, {g=Result:Gleason @gleason}, in the {s=Laterality:left} and "
    "{s2=Laterality:right} {l_lobes:lobes} | s laterality_modifies l_lobes, "
    "s2 laterality_modifies l_lobes",
    "@lobes_one {c:Adenocarcinoma}, {g=Result:Gleason @gleason}, on the {s=Laterality:@lat} at the "
    "{q=Sub-location:@level} of the {l} | c has_location l, q sub_location_modifies l, "
    "s laterality_modifies l",
)

DEPTH: dict[str, tuple[str, ...]] = {
    "T1": (
        "{c!it} is confined to the {u=Locus:submucosa}.",
        "{c!the} reaches the {q=Sub-location:superficial} {u=Locus:submucosa}.",
    ),
    "T2": (
        "{c!it} invades into the {q=Sub-location:inner layer} of the {u=Locus:muscularis propria}.",
        "{c!the} extends into the {u=Locus:muscularis propria}.",
    ),
    "T3": (
        "{c!it} extends through the {u=Locus:muscularis propria} into the {v=Locus:subserosal "
        "fat} | c has_location u, c has_location v",
        "{c!the} reaches the {q=Sub-location:surrounding} {v=Locus:fat}.",
        "{c!the} invades the full thickness of the {q=Sub-location:outer} {u=Locus:muscle} and "
        "the {v=Locus:fat} beyond | c has_location u, c has_location v",
    ),
    "T4": (
        "{c!it} breaches the {w=Locus:peritoneal surface}.",
        "There is {d=Condition:involvement} of the {w=Locus:serosa}.",
    ),
}

LVI_PRESENT: tuple[str, ...] = (
    "{v=Condition:Lymphovascular invasion} is [present|seen|identified].",
    "There is {v=Condition:vascular} and {w=Condition:lymphatic {v+:invasion}}.",
    "{v=Condition:Vascular invasion}: present.",
    "{v=Condition:Lymphovascular invasion} in {q=Sub-location:peritumoural} {u=Locus:vessels}.",
    "{v=Condition:Invasion} of {u=Locus:lymphatics}.",
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
    "All {m=Locus:margins} are {r=Result:clear}.",
    "The {c:tumour} is {r=Result:completely excised}, {zmargin=Result:@margin mm} from the nearest "
    "{m=Locus:margin} | a is b",
    "{m=Locus:Margins} {r=Result:clear}, closest {zmargin=Result:@margin mm}.",
    "The {q=Sub-location:@edge} {m=Locus:margin} is the nearest, at {zmargin=Result:@margin mm}.",
    "Nearest {m=Locus:margin} ({q=Sub-location:@edge}) {zmargin=Result:@margin mm} | "
    "q sub_location_modifies m",
)
MARGINS_INVOLVED: tuple[str, ...] = (
    "{c:Tumour} [extends to|is present at] the {q=Sub-location:@edge} {m=Locus:margin}.",
    "The {q=Sub-location:@edge} {m=Locus:margin} is {r=Result:involved}.",
    "{r=Result:Incompletely excised} at the {q=Sub-location:@edge} {m=Locus:margin}.",
)
NODES_POSITIVE: tuple[str, ...] = (
    "@single The only {g=Locus:lymph node} contains {c:metastatic carcinoma}.",
    "@several {rnodes=Result:@Involved of @total} {g=Locus:nodes} @hold {c:metastatic carcinoma}.",
    "{c:Metastasis} in {rnodes=Result:@nodes} {g=Locus:lymph nodes}.",
    "{g=Locus:Lymph nodes}: {rnodes=Result:@nodes} [positive for|with] {c:metastasis}.",
    "@several There is {c:metastatic tumour} in {rnodes=Result:@involved of the @total} "
    "{g=Locus:nodes}.",
)
NODES_NEGATIVE: tuple[str, ...] = (
    "@single The {rtotal=Result:one} {g=Locus:node} found is {n=Negation:free of} {c!neg:tumour}.",
    "@single {n=Negation:No} {c!neg:metastasis} in the only {g=Locus:lymph node}.",
    "@several {n=Negation:None} of the {rtotal=Result:@total} {g=Locus:nodes} contains "
    "{c!neg:metastasis}.",
    "@several {n=Negation:No} {c!neg:metastatic} {c+:tumour} in {rtotal=Result:@total} "
    "{g=Locus:lymph nodes}.",
    "{g=Locus:Lymph nodes} ({rnodes=Result:@nodes}): {n=Negation:no} {c!neg:metastasis}.",
    "@several All {rtotal=Result:@total} {g=Locus:nodes} show {d=Condition:reactive changes} only.",
    "@several {d=Condition:Sinus histiocytosis} in {rtotal=Result:@total} {g=Locus:nodes}, "
    "which are {n=Negation:free of} {c!neg:tumour} | d has_location g, c has_location g",
)

BACKGROUND: dict[str, tuple[str, ...]] = {
    "breast": (
        "The background {b=Locus:breast} shows {d=Condition!d:@around}.",
        "@dcis_yes {d=Condition!d:@insitu} surrounds the tumour in the {q=Sub-location:peripheral} "
        "{b=Locus:breast}.",
        "@dcis_yes {d=Condition!d:@insitu} is present in the {q=Sub-location:adjacent} "
        "{b=Locus:breast}.",
        "@dcis_no {n=Negation:No} {d=Condition!neg!d:carcinoma in situ} is seen.",
        "{d=Condition!d:@around} in the {q=Sub-location:surrounding} {b=Locus:breast}.",
    ),
    "bowel": (
        "@adenoma_yes The {q=Sub-location:adjacent} {b=Locus:mucosa} shows residual "
        "{d=Condition!d:adenoma}.",
        "The {q=Sub-location:advancing} edge of the {b=Locus:bowel} tumour is infiltrative.",
        "The {a=Locus:mesenteric arteries} and {b=Locus:veins} are {r=Result:normal}.",
        "There is a {d=Condition:desmoplastic reaction} in the {q=Sub-location:surrounding} "
        "{b=Locus:stroma}.",
        "{d=Condition:Ulceration} of the {q=Sub-location:overlying} {b=Locus:mucosa}.",
    ),
    "lung": (
        "The {q=Sub-location:uninvolved} {b=Locus:lung} shows {d=Condition!d:emphysema} only.",
        "@necrosis_yes {d=Condition:Necrosis} in the {q=Sub-location:centre} of the "
        "{b=Locus:mass} | d has_location b",
        "The {b=Locus:bronchial} and {e=Locus:vascular {b+:margins}} are {r=Result:clear}.",
        "{d=Condition:Fibrosis} of the {q=Sub-location:subpleural} {b=Locus:lung}.",
    ),
    "gynae": (
        "{s=Laterality:Both} {b=Locus:tubes} {r=Result:unremarkable}.",
        "{d=Condition!d:Atrophic change} in the {b=Locus:cervix}.",
        "@necrosis_yes Areas of {d=Condition:necrosis} in the {q=Sub-location:deep} "
        "{b=Locus:stroma}.",
        "{d=Condition!d:Inclusion cysts} in the {q=Sub-location:surface} of the {b=Locus:ovary}.",
        "@hyperplasia_yes {d=Condition!d:Atypical hyperplasia} in the {q=Sub-location:adjacent} "
        "{b=Locus:endometrium}.",
    ),
    "prostate": (
        "@beyond_yes There is {d=Condition:extraprostatic extension} at the "
        "{q=Sub-location:@level} of the {b=Locus:gland}.",
        "@beyond_no {n=Negation:No} {d=Condition!neg:extraprostatic extension}.",
        "@pin_yes {r=Result:High grade} {d=Condition!d:PIN} in the {q=Sub-location:adjacent} "
        "{b=Locus:gland}.",
        "{d=Condition!d:Nodular hyperplasia} of the {q=Sub-location:transition} {b=Locus:zone}.",
    ),
    "testis": (
        "The {b=Locus:rete testis}, {e=Locus:epididymis} and {q=Sub-location:proximal} "
        "{h=Locus:cord} are {n=Negation:not} {d=Condition!neg:involved}.",
        "{d=Condition!d:Intratubular germ cell neoplasia} in the {q=Sub-location:adjacent} "
        "{b=Locus:tubules}.",
        "{d=Condition!d:Atrophy} of the {q=Sub-location:uninvolved} {b=Locus:testis}.",
    ),
    "upper": (
        "The {b=Locus:background mucosa} shows {d=Condition!d:chronic gastritis}.",
        "@metaplasia_yes {d=Condition!d:Intestinal metaplasia} in the {q=Sub-location:background} "
        "{b=Locus:mucosa}.",
        "{d=Condition:Ulceration} of the {q=Sub-location:overlying} {b=Locus:mucosa}.",
    ),
    "pancreas": (
        "The {q=Sub-location:uninvolved} {b=Locus:pancreas} shows {d=Condition!d:chronic "
        "pancreatitis}.",
        "{d=Condition!d:Atrophy} of the {q=Sub-location:distal} {b=Locus:pancreas}.",
        "{d=Condition:Perineural spread} in the {q=Sub-location:retroperitoneal} {b=Locus:fat}.",
    ),
}

LYMPHOMA: dict[str, tuple[str, ...]] = {
    "dlbcl": (
        "The {g=Locus:node} is effaced by [sheets|a diffuse infiltrate] of large "
        "atypical lymphoid cells, in keeping with {c:diffuse large B-cell lymphoma} | "
        "c has_location g",
        "There is loss of the normal {g=Locus:nodal} architecture and replacement by {c:large "
        "B-cell "
        "lymphoma}.",
    ),
    "hodgkin": (
        "[Reed-Sternberg|Classical Reed-Sternberg] cells are seen in a mixed "
        "background, "
        "with the {g=Locus:node} divided by [bands of|] {f=Condition:fibrosis}: {c:@name} | "
        "f has_location g, c has_location g",
        "The {q=Sub-location:paracortex} of the {g=Locus:node} is involved by {c:@name}, with "
        "scattered Hodgkin cells.",
    ),
    "myeloma": (
        "The {g=Locus:marrow} is {r=Result:@plasma} replaced by [sheets of|] "
        "plasma cells, [confirming|in keeping with] {c:myeloma} | c has_location g",
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
    "The {t=Investigation:biopsy} shows {rgrade=Result:@grade} {c:@name} | t has_finding c",
    "{l}: {c:@name}[, {rgrade=Result:@grade}|] | c has_location l",
    "All the tissue [contains|shows] {c:@name}[, {rgrade=Result:@grade}|].",
    "The {l} is infiltrated by {rgrade=Result:@grade} {c:@name}.",
    "Sections of the {l} show {rgrade=Result:@grade} {c:@name}.",
    "There is {rgrade=Result:@grade} {c:@name} in the {l}.",
)
