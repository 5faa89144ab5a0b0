"""Small specimens: biopsies, nodes, marrow and aspirates, by the organ they come from."""

from __future__ import annotations

CORES: tuple[str, ...] = (
    "@pieces {b=Investigation:cores} of tissue from {w}, up to {r=Result:@length mm} long | "
    "b has_target l",
    "{x} of {w}: @pieces cores, [all embedded|in one cassette] | x has_target l",
    "{b=Investigation:Needle cores} from {w}, @pieces in number, [three levels examined|levels "
    "taken] | b has_target l",
    "{x} of {w} with a {u=Drug-or-device:14 gauge needle}, @pieces cores | x has_target l",
    "@pieces cores, the longest {r=Result:@length mm}, from {w} ({x}) | x has_target l",
    "{x}, {v}. @pieces cores [received|submitted] | x has_target l",
)
FRAGMENTS: tuple[str, ...] = (
    "{x} of {w}: @pieces fragments, processed in [one block|toto] | x has_target l",
    "{x}: @pieces pale fragments from {w}, {r=Result:@length mm} in aggregate | x has_target l",
    "@pieces fragments received in formalin from {w} ({x}) | x has_target l",
    "{x}, {v}. [Levels taken|Three levels examined|All submitted] | x has_target l",
    "Tissue from {w}, obtained by {x}; @pieces pieces | x has_target l",
)
GLAND: tuple[str, ...] = (
    "Ten cores from {w}, labelled by side as {q=Sub-location:base}, "
    "{q2=Sub-location:mid} and {q3=Sub-location:apex} | "
    "q sub_location_modifies l, q2 sub_location_modifies l, q3 sub_location_modifies l",
    "{x}: ten cores of {w}, the longest {r=Result:@length mm}. All embedded | x has_target l",
    "{x}, ten cores of {w} from {q=Sub-location:apex} to {q2=Sub-location:base} | x has_target l, "
    "q sub_location_modifies l, q2 sub_location_modifies l",
)
RECURRENT: tuple[str, ...] = (
    "Tissue from {w} infiltrated by {c:@name}, [similar to|in keeping with] the previous primary.",
    "{c:Metastatic @name}[, morphologically identical to the primary|].",
    "Sections show {c:recurrent @name}.",
)
RECURRENT_SUMMARY: tuple[str, ...] = (
    "{c:Metastatic @name}.",
    "{c:Recurrent @name}.",
    "{c:Metastasis} from the known primary.",
)
BLOCKS: tuple[str, ...] = (
    "Representative sections taken.",
    "Blocks: A1-2 {c:tumour}, A3 nearest {m=Locus:margin}, A4 background | a is b",
    "Photographed and sampled.",
    "Blocks of {c:tumour}, {q=Sub-location:nearest} {m=Locus:margin} and {h=Locus:nodes} | a is b",
)
KNOWN: tuple[str, ...] = (
    "Known {c:@name}. [Staging|?stage].",
    "Staging. {c:@name}[ diagnosed recently|].",
    "{c:@cancer}, [staging|please assess].",
)
COMMENTS: tuple[str, ...] = (
    "[For|To be discussed at the] MDT.",
    "The [slides have been|case has been] reviewed by a second pathologist, who agrees.",
    "Correlation with {k=Investigation:imaging} is [advised|suggested].",
    "The result was telephoned to the [ward|clinic|nurse specialist].",
)
NODE: tuple[str, ...] = (
    "{x}: a {g=Locus:lymph node} from {w}, with a [fleshy|pale] cut surface | x has_target g",
    "{x} of a {g=Locus:node} measuring {r=Result:@length mm}; half sent fresh for "
    "{f=Investigation:flow cytometry} | x has_target g",
    "{x}, {v}. {g=Locus:Lymph node} bisected and embedded in full | x has_target l, x has_target g",
)
TREPHINE: tuple[str, ...] = (
    "A {x:trephine} core, {r=Result:@length mm}, from the {s=Laterality:@lat} "
    "{q=Sub-location:posterior} {h=Locus:iliac crest} | x has_target h",
    "{x:Trephine} from the {q=Sub-location:posterior} {h=Locus:iliac crest}, after decalcification "
    "| x has_target h",
    "{x:Trephine} of {g=Locus:bone marrow}, {q=Sub-location:posterior} {h=Locus:iliac crest}, "
    "{r=Result:@length mm} | x has_target g, x has_target h",
)
SMEARS: tuple[str, ...] = (
    "{x}, {v}: air-dried and fixed slides | x has_target l",
    "{x} of {w}: [direct smears|smears and a cell block] prepared | x has_target l",
    "Needle washings and smears from {w} received ({x}) | x has_target l",
)
SMEARS_SHOW: tuple[str, ...] = (
    "The aspirate is [cellular|highly cellular] and contains [clusters|sheets] of {c:@name}.",
    "Smears from the {l} contain {d=Condition:malignant epithelial cells} in keeping with "
    "{c:@name} | d has_location l, c has_location l",
    "{d=Condition:Malignant cells} of {c:@name}, {r=Result:C5}.",
    "There are loose groups of {d=Condition:pleomorphic cells}, [diagnostic|typical] of {c:@name}.",
)
SMEARS_NODE: tuple[str, ...] = (
    "The smears from {w} contain {c:metastatic carcinoma} in a lymphoid background, {r=Result:C5}.",
    "{c:Metastatic carcinoma} in {w}, {r=Result:C5}.",
    "Aspirate of {w}: cellular, with clusters of {c:malignant cells} among small lymphocytes.",
)
SMEARS_MORE: tuple[str, ...] = (
    "Nuclei are [enlarged|hyperchromatic], with {d=Condition:pleomorphism} and [prominent nucleoli|"
    "irregular membranes].",
    "The background is [necrotic|blood-stained|clean].",
    "{f=Investigation:Cell block} sections show {r=Result:the same features} | f has_finding r",
    "A few normal {b=Locus:epithelial cells} are included.",
    "{d=Condition:Necrotic debris} lies between the groups.",
)
MORE: dict[str, tuple[str, ...]] = {
    "breast": (
        "@dcis_no {n=Negation:No} {d=Condition!neg!d:carcinoma in situ} is seen.",
        "@dcis_yes A little {d=Condition!d:@insitu} is present at the {q=Sub-location:edge} of one "
        "{b=Locus:core}.",
        "@dcis_yes {d=Condition!d:@insitu} in the {q=Sub-location:adjacent} {b=Locus:breast}.",
        "Reported as {r=Result:B5b}.",
        "The {q=Sub-location:adjacent} {b=Locus:breast} shows {d=Condition!d:@around}.",
        "{d=Condition!d:@around} in the rest of the {b=Locus:breast}.",
        "The {b=Locus:stroma} is {d=Condition:fibrotic}.",
    ),
    "bowel": (
        "The {q=Sub-location:surface} {b=Locus:epithelium} is {d=Condition:ulcerated}.",
        "{c!it} infiltrates the {b=Locus:submucosa} in [one fragment|two of the fragments].",
        "The {q=Sub-location:uninvolved} {b=Locus:mucosa} is {r=Result:normal}.",
        "The {b=Locus:stroma} is {d=Condition:desmoplastic}.",
        "@adenoma_yes Residual {d=Condition!d:adenoma} with {r=Result:high grade} "
        "{e=Condition!d:dysplasia} in the {q=Sub-location:surface} {b=Locus:epithelium} | "
        "d has_location b, e has_location b",
        "{d=Condition!d:Inflammation} of the {q=Sub-location:adjacent} {b=Locus:lamina propria}.",
    ),
    "lung": (
        "The {b=Locus:bronchial mucosa} is {d=Condition:infiltrated} in most of the fragments.",
        "@necrosis_yes There is {d=Condition:necrosis} and {e=Condition:crush artefact}.",
        "The {q=Sub-location:overlying} {b=Locus:bronchial epithelium} shows "
        "{d=Condition!d:squamous metaplasia}.",
        "{d=Condition:Crush artefact} at the {q=Sub-location:edges} of the {b=Locus:fragments} | "
        "d has_location b",
        "{d=Condition!d:Chronic inflammation} of the {q=Sub-location:uninvolved} {b=Locus:lung}.",
    ),
    "prostate": (
        "@Cores of the {b=Locus:cores} contain {c:tumour}.",
        "@pin_yes {r=Result:High grade} {d=Condition!d:PIN} in {b=Locus:cores} from the "
        "{q=Sub-location:@level} | q sub_location_modifies b",
        "The {q=Sub-location:remaining} {b=Locus:gland} shows {d=Condition!d:chronic prostatitis}.",
        "{d=Condition!d:Nodular hyperplasia} in the {b=Locus:cores} without tumour.",
        "@pin_no {d=Condition!d:Atrophy} in the {q=Sub-location:adjacent} {b=Locus:glands}.",
    ),
    "gynae": (
        "@necrosis_yes There is [patchy|focal] {d=Condition:necrosis}.",
        "The {q=Sub-location:surrounding} {b=Locus:fat} is {d=Condition:fibrotic}.",
        "{d=Condition:Infiltration} of the {q=Sub-location:superficial} {b=Locus:stroma}.",
        "{d=Condition!d:Chronic inflammation} in the {b=Locus:stroma}.",
    ),
    "cervix": (
        "@squamous The {q=Sub-location:adjacent} {b=Locus:epithelium} shows {d=Condition!d:CIN 3}.",
        "@glandular The {q=Sub-location:adjacent} {b=Locus:glands} show {d=Condition!d:CGIN}.",
        "{d=Condition:Invasion} of the {q=Sub-location:superficial} {b=Locus:stroma}.",
        "The {a=Locus:ectocervical} and {b=Locus:endocervical {a+:margins}} cannot be assessed.",
        "@necrosis_yes There is [patchy|focal] {d=Condition:necrosis}.",
        "{d=Condition:Ulceration} of the {q=Sub-location:surface} {b=Locus:epithelium}.",
    ),
    "endometrium": (
        "@hyperplasia_yes The {q=Sub-location:adjacent} {b=Locus:endometrium} shows "
        "{d=Condition!d:atypical hyperplasia}.",
        "{d=Condition:Squamous} and {e=Condition:mucinous {d+:differentiation}} [are focal|in "
        "places].",
        "A strip of {q=Sub-location:uninvolved} {b=Locus:endocervix} is {r=Result:normal}.",
        "{d=Condition:Foamy cells} in the {b=Locus:stroma}.",
    ),
    "upper": (
        "The {q=Sub-location:full depth} of the {b=Locus:lamina propria} is "
        "{d=Condition:infiltrated}.",
        "@metaplasia_yes {d=Condition!d:Intestinal metaplasia} in the {q=Sub-location:background} "
        "{b=Locus:mucosa}.",
        "@signet {d=Condition:Signet ring cells} lie in the {q=Sub-location:superficial} "
        "{b=Locus:mucosa}.",
        "{d=Condition!d:Chronic gastritis} in the {q=Sub-location:adjacent} {b=Locus:mucosa}.",
        "The {b=Locus:surface} is {d=Condition:ulcerated}.",
    ),
    "pancreas": (
        "The {b=Locus:stroma} is {d=Condition:desmoplastic}.",
        "{d=Condition!d:Chronic pancreatitis} in the {q=Sub-location:adjacent} {b=Locus:tissue}.",
    ),
    "node": (
        "The {b=Locus:capsule} is {d=Condition:breached} and the {q=Sub-location:surrounding} "
        "{e=Locus:fat} infiltrated | d has_location b",
        "A rim of normal {b=Locus:node} is preserved at the {q=Sub-location:periphery} | a is b",
        "{n=Negation:No} {d=Condition!neg!d:granulomas} or {e=Condition!neg:metastatic carcinoma}.",
        "Mitoses are frequent and there is {d=Condition:apoptosis}.",
        "@clonal {r=Result:Clonal} on {f=Investigation:flow cytometry} | f has_finding r",
        "{a=Locus:Follicles} and {b=Locus:sinuses} are {d=Condition:effaced}.",
    ),
    "blood": (
        "Mitoses are frequent and there is {d=Condition:apoptosis}.",
        "@clonal {r=Result:Clonal} on {f=Investigation:flow cytometry} | f has_finding r",
        "The {q=Sub-location:intervening} {b=Locus:stroma} is {d=Condition:sclerotic}.",
        "Some {d=Condition:crush artefact} at the {q=Sub-location:ends} of the {b=Locus:cores}.",
    ),
    "marrow": (
        "{b=Locus:Erythroid} and {e=Locus:myeloid {b+:series}} are {r=Result:present}.",
        "{n=Negation:No} {d=Condition!neg!d:amyloid} on {f=Investigation:Congo red}.",
        "{b=Locus:Megakaryocytes} are {r=Result:normal} in form.",
        "{f=Investigation:Reticulin} {r=Result:not increased} | f has_finding r",
        "Fat spaces are preserved in the {q=Sub-location:subcortical} {h=Locus:marrow}.",
        "The {q=Sub-location:cortical} {h=Locus:bone} shows {d=Condition!d:osteopenia}.",
        "Iron stores present in the {q=Sub-location:subcortical} and "
        "{q2=Sub-location:central} {h=Locus:spaces} | q sub_location_modifies h, "
        "q2 sub_location_modifies h",
    ),
}
SEEN_BEFORE: tuple[str, ...] = (
    "{p}[ {t!at}|]: {c:[mass|lesion|abnormality]} @at | p has_finding c, c has_location l",
    "{p} [shows|showed] a {r=Result:@earlier} {c:lesion} @at | p has_finding c, p has_finding r, "
    "c has_location l",
    "{r=Result:@earlier} {c:mass} @at on {p} | p has_finding c, p has_finding r, c has_location l",
    "{p} {r=Result:abnormal}.",
)
MARROW_SUMMARY: tuple[str, ...] = (
    "{n=Negation:No evidence of} {c!neg:marrow involvement}.",
    "{x}: {n=Negation:not} {c!neg:involved}.",
    "{r=Result:Normal} {g=Locus:marrow}.",
)
MARROW_SUMMARY_FOUND: tuple[str, ...] = (
    "{c:Marrow involvement} by {e=Condition!d:lymphoma}.",
    "{g=Locus:Marrow} {c:involved}.",
)
AXILLA: tuple[str, ...] = (
    "@several B. {j}: fatty tissue from the {h=Locus:axilla} with {rtotal=Result:@total} "
    "{g=Locus:nodes} | j has_target h",
    "@several {j}: {rtotal=Result:@total} {g=Locus:nodes} from the {h=Locus:axilla} | "
    "j has_target h, j has_target g",
    "@single Specimen B is the {j}, {rtotal=Result:one} {g=Locus:node} | j has_target g",
    "@several Specimen B is the {j} with {rtotal=Result:@total} {g=Locus:lymph nodes} | "
    "j has_target g",
)
#: The line that says what was sent.
SENT: tuple[str, ...] = (
    "{x}, {w} | x has_target l",
    "{w}, {x} | x has_target l",
    "{x} of {w} | x has_target l",
)
SENT_OPERATION: tuple[str, ...] = (
    "{i}, {w} | i has_target l",
    "{w}, {i} | i has_target l",
    "{i} ({w}) | i has_target l",
)
AFTER_DRUGS: tuple[str, ...] = (
    "[Previous|Neoadjuvant] {p1} and {p2}[ given|].",
    "Treated beforehand with {p1} and {p2}.",
    "{p1} and {p2} before surgery.",
)
AFTER_DRUG: tuple[str, ...] = (
    "[Previous|Has had] {p1}.",
    "Treated beforehand with {p1}.",
    "{p1} before surgery.",
)
