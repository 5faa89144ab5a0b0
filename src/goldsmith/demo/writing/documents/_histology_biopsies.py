"""Small specimens: biopsies, nodes, marrow and aspirates, by the organ they come from."""

from __future__ import annotations

CORES: tuple[str, ...] = (
    "[Three|Four|Five] {b=Investigation:cores} of tissue from {w}, up to {r=Result:@len2 mm} long.",
    "{x} of {w}: [three|four|five] cores, the longest {r=Result:@len2 mm}, [all embedded|in one "
    "cassette] | x has_target l",
    "Needle cores from {w}, {r=Result:@len2 mm} in total length, [three levels examined|levels "
    "taken].",
)
FRAGMENTS: tuple[str, ...] = (
    "[Multiple|Several] {r=Result:[white|tan|pale]} fragments from {w}, {r2=Result:@len2 mm} in "
    "aggregate. All embedded.",
    "{x} of {w}: [three|five|six] fragments, {r=Result:@len2 mm} in total, processed in [one block|"
    "toto] | x has_target l",
    "[Two|Three|Six] pale fragments received in formalin from {w}, the largest "
    "{r=Result:[4|5|6|7] mm}.",
    "Tissue from {w}, [levels taken|three levels examined|all submitted].",
)
GLAND: tuple[str, ...] = (
    "[Ten|Twelve] cores from {w}, labelled [right|left] {q=Sub-location:base}, "
    "{q2=Sub-location:mid} and {q3=Sub-location:apex}, and the same from the other side | "
    "q sub_location_modifies l, q2 sub_location_modifies l, q3 sub_location_modifies l",
    "{x}: [ten|twelve] cores of {w}, the longest {r=Result:@len2 mm}. All embedded | x has_target "
    "l",
    "[Five|Six] cores from the {s=Laterality:left} and [five|six] from the {s2=Laterality:right} "
    "{l:lobe}, up to {r=Result:@len2 mm} | s laterality_modifies l",
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
    "Representative sections in A1 to A[5|6|8].",
    "Blocks: A1-2 {c:tumour}, A3 nearest {m=Locus:margin}, A4 background | a is b",
    "Photographed and sampled.",
    "Sampled in [seven|nine|eleven] blocks.",
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
    "A {g=Locus:lymph node} [from {w}|], {r=Result:@len2 x 11 x 8 mm}, with a [fleshy|pale] cut "
    "surface.",
    "An [enlarged|excised] {g=Locus:node} measuring {r=Result:@len2 mm}; half sent fresh for "
    "{f=Investigation:flow cytometry}.",
    "{g=Locus:Lymph node} from {w}, bisected and embedded in full.",
)
TREPHINE: tuple[str, ...] = (
    "A {x:trephine} core, {r=Result:@len2 mm}, from the {s=Laterality:[left|right]} "
    "{q=Sub-location:posterior} {h=Locus:iliac crest} | x has_target h",
    "{x:Trephine} from the {q=Sub-location:posterior} {h=Locus:iliac crest}, {r=Result:@len2 mm} "
    "after decalcification | x has_target h",
)
SMEARS: tuple[str, ...] = (
    "[Four air-dried and two fixed|Six|Eight] slides and {r=Result:[5|8|10] ml} of pink fluid from "
    "{w}.",
    "{x} of {w}: [direct smears|smears and a cell block] prepared | x has_target l",
    "Needle washings and smears from {w} received.",
)
SMEARS_SHOW: tuple[str, ...] = (
    "The aspirate is [cellular|highly cellular] and contains [clusters|sheets] of {c:@name}.",
    "Smears contain {d=Condition:malignant epithelial cells} in keeping with {c:@name}, "
    "[{r=Result:C5}|with {r=Result:nuclear pleomorphism}].",
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
    "{n=Negation:No} {d=Condition!neg!d:lymphoma} or {e=Condition!neg!d:granulomatous "
    "inflammation}.",
    "{f=Investigation:Cell block} sections show {r=Result:the same features} | f has_finding r",
    "A few normal {b=Locus:epithelial cells} are included.",
)
MORE: dict[str, tuple[str, ...]] = {
    "breast": (
        "{n=Negation:No} {d=Condition!neg!d:ductal} or {e=Condition!neg!d:lobular {d+:carcinoma in "
        "situ}} is seen.",
        "A little {d=Condition!d:DCIS} is present at the {q=Sub-location:edge} of one "
        "{b=Locus:core}.",
        "Reported as {r=Result:B5b}.",
        "The {q=Sub-location:adjacent} {b=Locus:breast} shows {d=Condition!d:fibrocystic change}.",
        "{n=Negation:No} {d=Condition!neg:vascular} or {e=Condition!neg:lymphatic {d+:invasion}} "
        "in "
        "this material.",
        "{d=Condition:Microcalcification} is present within the {c:tumour} | a is b",
    ),
    "bowel": (
        "The {q=Sub-location:surface} {b=Locus:epithelium} is {d=Condition:ulcerated}.",
        "{c!it} infiltrates the {b=Locus:submucosa} in [one fragment|two of the fragments].",
        "The {q=Sub-location:uninvolved} {b=Locus:mucosa} is {r=Result:normal}, "
        "{n=Negation:without} "
        "{d=Condition!neg!d:inflammation}.",
        "{n=Negation:No} {d=Condition!neg:vascular} or {e=Condition!neg:perineural {d+:invasion}}.",
        "The {b=Locus:stroma} is {d=Condition:desmoplastic}.",
        "Residual {d=Condition!d:adenoma} with {e=Condition!d:high grade dysplasia} at the "
        "{q=Sub-location:edge} of the {c:lesion} | a is b",
    ),
    "lung": (
        "The {b=Locus:bronchial mucosa} is [infiltrated|replaced] in most of the fragments.",
        "{n=Negation:No} {d=Condition!neg!d:granulomas} in the {q=Sub-location:uninvolved} "
        "{b=Locus:lung}.",
        "There is [extensive|focal] {d=Condition:necrosis} and {e=Condition:crush artefact}.",
        "The {q=Sub-location:overlying} {b=Locus:bronchial epithelium} shows "
        "{d=Condition!d:squamous "
        "metaplasia}.",
        "{n=Negation:No} {d=Condition!neg:lymphatic} or {e=Condition!neg:vascular {d+:invasion}} "
        "seen.",
    ),
    "prostate": (
        "{r=Result:[Three|Four|Five]} of the {b=Locus:cores} are involved, on the "
        "{s=Laterality:left} and {s2=Laterality:right} | s laterality_modifies b, "
        "s2 laterality_modifies b",
        "{n=Negation:No} {d=Condition!neg:perineural invasion} or {e=Condition!neg:extraprostatic "
        "extension}.",
        "{d=Condition!d:High grade PIN} in {b=Locus:cores} from the {q=Sub-location:base} and "
        "{q2=Sub-location:apex} | q sub_location_modifies b, q2 sub_location_modifies b",
        "The {s=Laterality:right} {q=Sub-location:mid} {b=Locus:zone} is {n=Negation:free of} "
        "{d=Condition!neg:tumour}, with {e=Condition!d:chronic prostatitis} only | "
        "d has_location b, e has_location b",
    ),
    "gynae": (
        "The {b=Locus:stroma} is infiltrated to a depth of {r=Result:[3|5|7] mm}.",
        "{n=Negation:No} {d=Condition!neg:lymphatic} or "
        "{e=Condition!neg:vascular {d+:invasion}} in these fragments.",
        "There is [patchy|extensive] {d=Condition:necrosis}.",
        "{d=Condition:Psammoma bodies} are [scattered|seen] in the {q=Sub-location:superficial} "
        "{b=Locus:fragments}.",
        "The {q=Sub-location:surrounding} {b=Locus:fat} is {d=Condition:fibrotic}.",
    ),
    "cervix": (
        "The {b=Locus:stroma} is infiltrated to a depth of {r=Result:[3|5|7] mm}.",
        "The {q=Sub-location:adjacent} {b=Locus:epithelium} shows {d=Condition!d:[CIN 3|CGIN]}.",
        "{n=Negation:No} {d=Condition!neg:lymphatic} or "
        "{e=Condition!neg:vascular {d+:invasion}} in these fragments.",
        "The {a=Locus:ectocervical} and {b=Locus:endocervical {a+:margins}} cannot be assessed.",
        "There is [patchy|extensive] {d=Condition:necrosis}.",
    ),
    "endometrium": (
        "The {q=Sub-location:adjacent} {b=Locus:endometrium} shows {d=Condition!d:atypical "
        "hyperplasia}.",
        "{n=Negation:No} {b=Locus:myometrial} {d=Condition!neg:invasion} can be assessed here.",
        "{d=Condition:Squamous} and {e=Condition:mucinous {d+:differentiation}} [are focal|in "
        "places].",
        "A strip of {q=Sub-location:uninvolved} {b=Locus:endocervix} is {r=Result:normal}.",
        "There is [patchy|extensive] {d=Condition:necrosis}.",
    ),
    "upper": (
        "The {b=Locus:lamina propria} is infiltrated.",
        "{d=Condition!d:Intestinal metaplasia} in the {q=Sub-location:background} "
        "{b=Locus:mucosa}.",
        "{n=Negation:No} {d=Condition!neg!d:Helicobacter} organisms.",
        "{d=Condition:Signet ring} forms are [scanty|occasional] in the "
        "{q=Sub-location:superficial} "
        "{b=Locus:mucosa}.",
        "{n=Negation:No} {d=Condition!neg:vascular} or {e=Condition!neg:lymphatic {d+:invasion}}.",
    ),
    "node": (
        "The {b=Locus:capsule} is {d=Condition:breached} and the {q=Sub-location:surrounding} "
        "{e=Locus:fat} infiltrated | d has_location b",
        "A rim of normal {b=Locus:node} is preserved at the {q=Sub-location:periphery} | a is b",
        "{n=Negation:No} {d=Condition!neg!d:granulomas} or {e=Condition!neg:metastatic carcinoma}.",
        "Mitoses are frequent and there is {d=Condition:apoptosis}.",
        "{r=Result:Clonal} on {f=Investigation:flow cytometry} | f has_finding r",
        "{a=Locus:Follicles} and {b=Locus:sinuses} are {d=Condition:effaced}.",
    ),
    "blood": (
        "{n=Negation:No} {d=Condition!neg!d:granulomas} or {e=Condition!neg:metastatic carcinoma}.",
        "Mitoses are frequent and there is {d=Condition:apoptosis}.",
        "{r=Result:Clonal} on {f=Investigation:flow cytometry} | f has_finding r",
        "The {q=Sub-location:intervening} {b=Locus:stroma} is {d=Condition:sclerotic}.",
        "Some {d=Condition:crush artefact} at the {q=Sub-location:ends} of the {b=Locus:cores}.",
    ),
    "marrow": (
        "{b=Locus:Erythroid} and {e=Locus:myeloid {b+:series}} are {r=Result:[normal|reduced]}.",
        "{n=Negation:No} {d=Condition!neg!d:amyloid} on {f=Investigation:Congo red}.",
        "{b=Locus:Megakaryocytes} are {r=Result:present} and {r2=Result:normal} in form.",
        "{f=Investigation:Reticulin} {r=Result:[not increased|mildly increased]} | f has_finding r",
        "{n=Negation:No} {d=Condition!neg:granulomas} or {e=Condition!neg!d:metastatic carcinoma}.",
        "Iron stores {r=Result:present} in the {q=Sub-location:subcortical} and "
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
    "B. {j}: fatty tissue, {r=Result:@len3 mm}, containing {r2=Result:@total} {g=Locus:nodes}.",
    "{j}: {r2=Result:@total} {g=Locus:nodes} from the {s=Laterality:@side} {h=Locus:axilla} | "
    "j has_target h",
    "Specimen B is the {j} with {r2=Result:@total} {g=Locus:lymph nodes}, the largest "
    "{z=Result:@len2 mm}.",
)
