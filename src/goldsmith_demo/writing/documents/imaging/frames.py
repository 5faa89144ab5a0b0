"""The frame of an imaging report: request, technique, comparison, summary, advice, signature."""

from __future__ import annotations

SYMPTOMS_ONLY = (
    "{a}[ for {t}|, {t}|].",
    "[C/o|Complains of|H/o|Presents with] {a}[ for {t}|].",
    "{t} of {a}.",
    "{y} with {a}.",
    "{y}. {a}.",
)
SYMPTOMS_TWO = (
    "{a} and {b}[ for {t}|, {t}|].",
    "[C/o|Complains of|H/o|Presents with] {a} and {b}.",
    "{y}. {a}, {b}.",
    "{y} with {a} and {b}.",
    "{a} for {t}, and more recently {b}.",
)
QUERY = (
    "{n=Negation:?}{c!poss:ca} {l}",
    "{n=Negation:?}{c!poss:malignancy}.",
    "{n=Negation:?Cause}, {n2=Negation:?}{c!poss:malignancy} | n2 negation_modifies c",
    "{n=Negation:Suspected} {c!poss:malignancy}.",
    "{n=Negation:Exclude} {c!poss:malignancy}.",
    "{n=Negation:?}{c!poss:tumour}.",
)
QUERY_BLOOD = (
    "{n=Negation:?}{c!poss:{c_name}}.",
    "{n=Negation:Possible} {c!poss:{c_name}}.",
)
#: Requests that name no condition, by where the patient stands.
NEUTRAL: dict[str, tuple[str, ...]] = {
    "new": (
        "See referral letter.",
        "{y}, [new patient|new referral|first visit].",
        "[Urgent|Fast track] referral, [for assessment|please assess].",
        "[New|Urgent] clinic [patient|referral].",
        "Requested by the [family doctor|clinic][, details on the card|].",
        "{y}. [Please assess|For assessment|As discussed].",
    ),
    "staging": (
        "[Staging|For staging|Staging please].",
        "[Staging|Work-up] before the MDT.",
        "{y}. [Staging|Baseline|Work-up before treatment].",
        "[Baseline|Pre-treatment] [assessment|examination].",
        "{y}, for the next MDT[ meeting|].",
    ),
    "follow-up": (
        "[Routine|Scheduled|Planned] [follow-up|surveillance|review].",
        "{y}. [Follow-up|Surveillance|Progress|Restaging].",
        "[Surveillance|Follow-up] [as per|according to] protocol.",
        "{y}, under [regular|] follow-up.",
        "Oncology [follow-up|clinic], [progress|reassessment|current status].",
    ),
    "acute": (
        "[Unwell|Acutely unwell] on the ward.",
        "[Inpatient|Ward patient], urgent.",
        "{y}, [admitted as an emergency|seen as an emergency|unwell].",
        "{y}. [Urgent|As discussed by telephone].",
    ),
}
FELT = (
    "[C/o|Complains of|New|] {a}.",
    "{a}.",
    "[Admitted with|Unwell with|Presents with] {a}.",
    "{a}, on treatment for {c} | a is b",
    "{y} with {a}.",
)
QUERY_OTHER = (
    "{n=Negation:?}{c!poss}.",
    "{n=Negation:Exclude} {c!poss}.",
    "{n=Negation:Query} {c!poss}.",
    "{n=Negation:Rule out} {c!poss}.",
)
KNOWN_NEW = (
    "Known {c}.",
    "{c}, for staging.",
    "[Staging|Staging examination] in {c}.",
    "{y} with {c}.",
    "New diagnosis of {c}.",
    "Biopsy-proven {c}.",
    "{c}, [{r=Result:@tnm}|{r=Result:stage @stage}].",
    "Newly diagnosed {c}. [Staging please|For staging|?{d=Condition!poss!d:mets}].",
    "Recent {b=Investigation:biopsy}: {c}. Staging | b has_finding c",
)
KNOWN_OLD = (
    "Known {c}[, {r=Result:@tnm}|].",
    "Known {c}. [Progress|Response|?response|Restaging].",
    "{y} with {c}. [Restaging|Reassessment|Current status].",
    "{c}, under follow up[. {n=Negation:?}{d=Condition!poss!d:recurrence}|].",
    "{c} [on treatment|under oncology]. {n=Negation:?}{d=Condition!poss!d:progression}.",
    "{c}, originally {r=Result:stage @stage}. [Routine follow-up|Surveillance].",
    "[F/U|Follow up of] {c}.",
)
FOLLOW_UP = (
    "Known {c}, previous {i!hist}.",
    "{c}, {i!hist} {t!at}.",
    "Follow-up. {i!hist} {t!at} for {c} | i has_indication c",
    "{y}, {i!hist} {t!at} for {c}. [Surveillance|Routine follow up] | i has_indication c",
    "{c}. S/P {i!hist} {t!at}.",
    "Annual follow up after {i!hist} for {c} | i has_indication c",
    "{c} treated with {i!hist} {t!at} | i has_indication c",
)
FAMILY = (
    "{f_who} had {f!fam}.",
    "FH: {f_who} {f!fam}.",
    "{f!fam} in {f_who_low}.",
)

TECHNIQUE: dict[str, tuple[str, ...]] = {
    "pet_ct": (
        "Images from {a=Locus:skull base} to {b=Locus:mid thigh} one hour after "
        "[350|370|400] MBq {d=Drug-or-device:[FDG|F-18 FDG]}.",
        "{d=Drug-or-device:FDG} {x:PET} with low dose {k=Investigation:CT} for attenuation "
        "correction.",
    ),
    "bone_scan": (
        "[Whole body|Anterior and posterior] {x:views} three hours after [600|550] MBq "
        "{d=Drug-or-device:Tc-99m MDP}.",
        "{d=Drug-or-device:Tc-99m MDP} {x:scan}, with spot views of the {l_pelvis:pelvis}.",
    ),
    "ctpa": (
        "Bolus-tracked {x:CT} with {d=Drug-or-device:IV contrast}.",
        "{x:CT} of the {l_pa:pulmonary arteries} after [60|80] mL {d=Drug-or-device:[Omnipaque|"
        "Niopam]} | x has_target l_pa",
    ),
    "skeletal_survey": (
        "Standard series: {a=Locus:skull}, {b=Locus:spine}, {e=Locus:pelvis} and "
        "{f=Locus:long bones}.",
        "Lateral {a=Locus:skull}, AP {e=Locus:pelvis}, {b=Locus:spine} in two planes.",
    ),
    "CT": (
        "[Helical|Spiral|Multidetector] {x:CT} [with|after] [90|100|75] mL "
        "{d=Drug-or-device:[Omnipaque|Isovue|Niopam]} [IV|intravenously].",
        "[Portal venous phase|Post-contrast] {x:scan}, with {d=Drug-or-device:oral contrast}.",
        "Axial {x:CT} images with {d=Drug-or-device:IV contrast}, 5 mm sections.",
        "Volume acquisition after {d=Drug-or-device:intravenous contrast}.",
    ),
    "MRI": (
        "Multiplanar T1 and T2 weighted sequences[, with {d=Drug-or-device:gadolinium}|].",
        "Sagittal and axial T2, axial T1 and diffusion weighted {x:images}.",
        "Standard protocol {x:MRI} before and after {d=Drug-or-device:gadolinium}.",
    ),
    "mammogram": (
        "Two-view {x:mammograms}.",
        "Standard MLO and CC views of {s=Laterality:both} {l_breasts:breasts} | "
        "s laterality_modifies l_breasts",
        "Digital {x:mammography}, craniocaudal and oblique views.",
    ),
    "ultrasound": (
        "[Real-time|High resolution] {x:ultrasound}.",
        "[Greyscale|Gray-scale] and {k=Investigation:colour Doppler} {x:scan}.",
        "Targeted {x:ultrasound}.",
        "Transverse and longitudinal {x:scans}.",
    ),
    "X-ray": (
        "[PA|Erect PA] view.",
        "[Frontal|AP] and lateral views.",
        "[Single|Departmental] PA film.",
    ),
    "xray": ("Supine view.", "Supine and erect films.", "Single [view|film]."),
}
COMPARED = (
    "Compared with {p} [of|dated|from] {t}.",
    "Comparison [is made|made] with the [previous|earlier] {p} of {t}.",
    "{p} {t} [reviewed|available for comparison].",
    "Reference is made to {p} of {t}.",
)
COMPARED_US = ("{p} {t}.", "{p} dated {t}.", "{p} from {t}.")
ALONE = ("None[ available|].", "No prior [studies|imaging][ available|].", "None.")
ALONE_UK = (
    "No previous imaging for comparison.",
    "There are no previous [films|images|examinations] here.",
    "No old [images|films] are available.",
    "[First|Baseline] examination here.",
    "Nothing to compare with.",
)
STABLE = (
    "[Otherwise|The appearances are otherwise] {r=Result:unchanged} since the last examination.",
    "{r=Result:No change} since the previous study.",
    "{r=Result:Stable} appearances elsewhere.",
)
AFTER_SURGERY = (
    "[Post-surgical|Post-operative] {d=Condition:changes} [from|after|following] {i!hist}.",
    "Previous {i!hist} [noted|is noted].",
    "There has been a previous {i!hist}.",
    "Status post {i!hist}.",
    "The patient has had {i!hist}; the {b=Locus:surgical bed} is {r=Result:unremarkable}.",
)
QUALITY = (
    "Images are degraded by movement.",
    "Good quality study.",
    "A slightly rotated film.",
    "Technically adequate study.",
    "Some views are limited by bowel gas.",
)

SUMMARY_TUMOUR_KNOWN = (
    "{c:@Histology} @at[, @size|].",
    "Known {c:@histology} @at[, as above|].",
    "{c!the} @at [is shown|is demonstrated|is as described].",
    "Primary {c:tumour} @at[, @size|].",
    "{c:Primary tumour} @at[, measuring @size|].",
    "Known {c:primary} @at.",
)
SUMMARY_LYMPHOMA_KNOWN = (
    "{c} involving {l}.",
    "{c:Adenopathy} @at, [in keeping with|due to] the known {c2:lymphoma} | c has_location l",
    "{c:Nodal disease} @at[, up to @size|].",
)
SUMMARY_TUMOUR_NEW = (
    "{c:Mass} @at[, @size|].",
    "{c:Malignant-looking mass} @at.",
    "{c:Mass} @at[ of @size|], as described.",
    "{c:Lesion} @at[, @size|]; [this needs sampling|tissue is needed].",
    "{c:Mass} @at, {n=Negation:suspicious of} {c2!poss:malignancy}.",
    "{n=Negation:Suspicious} {c!poss:mass} @at[, @size|].",
    "{n=Negation:Probable} {c!poss:carcinoma} @at.",
    "{n=Negation:Likely} primary {c!poss:malignancy} @at.",
    "Findings {n=Negation:concerning for} {c!poss:malignancy} @at.",
    "{c:Mass} @at, {c2!poss:malignant} {n=Negation:until proved otherwise} | c has_location l, "
    "n negation_modifies c2",
)
SUMMARY_NODES_NEW = (
    "{c:Lymphadenopathy} @at, {n=Negation:suspicious of} {c2!poss:lymphoma}.",
    "{n=Negation:Probable} {c!poss:lymphoma}.",
    "Appearances {n=Negation:suggest} {c!poss:lymphoma}.",
)
SUMMARY_FOUND = (
    "{c}[ as described| as above|].",
    "{c}, [as noted|see above].",
    "[Evidence|Appearances] of {c}.",
    "{c} [confirmed|demonstrated|present].",
)
_SUMMARY_NODES = (
    "{c:Nodal disease} @at.",
    "{c:Enlarged} @sidesp{l}.",
    "{c:Adenopathy} @at, [in keeping with spread|likely involved].",
    "{c:Nodal spread} @at.",
)
#: Found -> how conclusions put it.
SUMMARY_SPREAD: dict[str, tuple[str, ...]] = {
    "nodal_metastases": _SUMMARY_NODES,
    "lymphadenopathy": ("{c:Lymphadenopathy}, as described.", "Widespread {c:adenopathy}."),
    "nodal_recurrence": (
        "{c:Nodal relapse} in the {a=Locus:retroperitoneum}.",
        "{c:Recurrence} in {a=Locus:retroperitoneal nodes}.",
    ),
    "liver_metastases": (
        "{l_liver:Liver} {c:metastases}.",
        "{c:Metastases} in {s=Laterality:both} {q=Sub-location:lobes} of the {l_liver:liver} | "
        "c has_location l_liver, s laterality_modifies l_liver, q sub_location_modifies l_liver",
        "@many {l_liver:hepatic} {c:deposits}.",
    ),
    "lung_metastases": (
        "{l_lungs:Lung} {c:metastases}, {s=Laterality:both} sides | c has_location l_lungs, "
        "s laterality_modifies l_lungs",
        "@many {c:metastases} in the {l_lungs:lungs}.",
        "{l_lungs:Pulmonary} {c:deposits}.",
    ),
    "bone_metastases": (
        "{l_skeleton:Bony} {c:metastases}.",
        "{c:Metastatic disease} in the {q=Sub-location:axial} {l_skeleton:skeleton}.",
        "@many {l_skeleton:skeletal} {c:deposits}.",
    ),
    "brain_metastases": (
        "{c:Metastases} in the {l_brain:brain}.",
        "{l_brain:Cerebral} {c:metastases} with {o=Condition:oedema} | c has_location l_brain, "
        "o has_location l_brain",
    ),
    "peritoneal_metastases": (
        "{l_peritoneum:Peritoneal} {c:disease}.",
        "{c:Deposits} over the {l_peritoneum:peritoneum}.",
    ),
    "pleural_effusion": (
        "@amount @sidesp{l_pleura:pleural} {c:effusion}.",
        "@sidesp{l_pleura:pleural} {c:effusion}.",
    ),
    "adrenal_metastasis": (
        "{c:Metastasis} in the @sidesp{l_adrenal:adrenal}.",
        "@sidesp{l_adrenal:adrenal} {c:deposit}.",
    ),
    "endometrial_thickening": (
        "{c:Thickened} {l_endometrium:endometrium}[, needs sampling|].",
        "{l_endometrium:Endometrial} {c:thickening}.",
    ),
    "microcalcification": ("{c:Microcalcification} @at.", "@look {c:microcalcification}."),
    "pulmonary_embolism": (
        "{c:Emboli} in the {l_pa:pulmonary arteries}.",
        "{l_pa:Pulmonary} {c:embolism}.",
    ),
    "lytic_lesions": ("{c:Lytic disease} of the {l_skeleton:skeleton}.", "{c:Lytic lesions}."),
    "biliary_dilatation": ("{c:Dilated} {l_bile_duct:bile ducts}.", "{c:Biliary dilatation}."),
    "omental_disease": ("{l_omentum:Omental} {c:disease}.", "{c:Thickened} {l_omentum:omentum}."),
    "splenomegaly": ("{c:Enlarged} {l_spleen:spleen}.", "{c:Splenomegaly}."),
    "mediastinal_mass": (
        "{l_mediastinum:Mediastinal} {c:mass}.",
        "{c:Mass} in the {q=Sub-location:@front} {l_mediastinum:mediastinum}.",
    ),
    "local_recurrence": (
        "{c:Recurrence} @at.",
        "{c:Recurrent tumour} @at[, @size|].",
        "{n=Negation:Probable} {c!poss:recurrence} @at.",
    ),
    "disease_progression": (
        "{c:Progression}[ since the last scan|].",
        "{c:Progressive disease}.",
        "Overall {c:progression}.",
    ),
}
SUMMARY_NOT_FOUND = (
    "{n=Negation:No} {c!neg}.",
    "{n=Negation:No evidence of} {c!neg}.",
    "{n=Negation:No} {c!neg} [seen|demonstrated|identified].",
    "{n=Negation:Negative for} {c!neg}.",
)
SUMMARY_NORMAL = (
    "{r=Result:Normal} [study|examination|appearances].",
    "[Appearances|Findings] are {r=Result:satisfactory}.",
    "[This is a|A] {r=Result:normal} [study|examination] for age.",
    "{r=Result:Stable} [appearances|study].",
    "{r=Result:No significant abnormality}.",
    "{r=Result:Satisfactory} appearances.",
)

ADVICE_NEW: dict[str, tuple[str, ...]] = {
    "breast": (
        "[Suggest|Needs] {i=Investigation!hyp:core biopsy}.",
        "For [the breast MDT|triple assessment].",
        "{i=Investigation!hyp:Ultrasound} and {j=Investigation!hyp:biopsy} [advised|recommended].",
    ),
    "lung": (
        "[Suggest|I would suggest] {i=Investigation!hyp:bronchoscopy}.",
        "Urgent {i=Investigation!hyp:CT} of the {l_chest:chest} and {q=Sub-location:upper} "
        "{l_abdomen:abdomen} [advised|is recommended] | i has_target l_chest, "
        "i has_target l_abdomen",
        "Referral to the chest clinic is advised.",
    ),
    "lymphoma": (
        "[Suggest|Recommend] {i=Investigation!hyp:excision biopsy} of {l} | i has_target l",
        "The {l} are the most accessible for {i=Investigation!hyp:biopsy} | i has_target l",
    ),
    "any": (
        "[Suggest|Recommend] {i=Investigation!hyp:biopsy}.",
        "For discussion at the[ next|] MDT[ meeting|].",
        "Urgent specialist referral is [suggested|advised].",
        "[Tissue|Histological] confirmation is needed.",
    ),
}
ADVICE_KNOWN = (
    "For [discussion at the|the] MDT.",
    "Suggest [interval|repeat] {i=Investigation!hyp:imaging} in [three|six] months.",
    "Clinical correlation [advised|recommended].",
    "[Discussed with|Findings telephoned to|Report sent to] the [team|oncologists|clinic].",
    "[Follow-up|Further] {i=Investigation!hyp:@again} after treatment [will|may] be "
    "[useful|helpful].",
)
ADVICE_CLEAR = (
    "[Routine|Continue routine|Usual|Continue with routine] [follow up|review|surveillance].",
    "[Next|Further|Repeat] {i=Investigation!hyp:@again} as [planned|per protocol|scheduled].",
    "[No further|No additional|No other] {i=Investigation!hyp:imaging} [needed|required] "
    "[at present|for now|at this stage].",
    "Please [refer back|contact us|re-refer|ring the department] if [there is clinical concern|"
    "symptoms change|there is any doubt].",
    "[Repeat|Further] {i=Investigation!hyp:imaging} only if [symptoms change|clinically needed].",
)
HEADINGS_UK = (
    ("Clinical details:", "Report:", "Conclusion:"),
    ("Clinical information:", "Report:", "Conclusion:"),
    ("CLINICAL DETAILS", "REPORT", "CONCLUSION"),
    ("History:", "Findings:", "Comment:"),
    ("Request:", "Findings:", "Opinion:"),
    ("Clinical Indication:", "Report:", "Impression:"),
    ("Indication", "Findings", "Conclusion"),
    ("Clin info:", "Report:", "IMP:"),
)
