"""Word lists of the part-of-speech tagger: closed classes and the common verbs of notes."""

from __future__ import annotations

from typing import Final

_CLASSES: Final = {
    "DET": """the a an this that these those each every either neither another such no any some
        all both half several many much few most more less least other own same which what whose
        my your his its our their her""",
    "PRON": """i you he she it we they me him us them who whom myself himself herself itself
        themselves someone anyone everyone nobody something anything nothing everything one ones
        there mine hers theirs none whoever""",
    "ADP": """of in on at by for from with without within into onto to over under above below
        between among through throughout during before after since until till against about
        around across along behind beyond near off out up down upon per via despite except versus
        vs vs. towards toward like unlike regarding following including w/ w/o s/p than as inside
        outside alongside beneath beside besides due""",
    "CONJ": """and or but nor so yet because although though while whereas if unless when where
        whenever wherever whether plus & and/or once""",
    "AUX": """is are was were be been being am has have had having do does did will would shall
        should can could may might must cannot isn't wasn't aren't weren't don't doesn't didn't
        won't wouldn't can't couldn't shouldn't hasn't haven't hadn't it's he's she's""",
    "PART": "not n't 's ’s to",
    "ADV": """also however then now again very too well still just only often never always
        sometimes currently today yesterday tomorrow here therefore thus otherwise almost perhaps
        quite rather soon later ago already even further once twice more away back together apart
        overall instead moreover furthermore hence meanwhile approximately approx. why how
        e.g. i.e. etc. prior daily weekly nightly ever once yet bid tid qid b.i.d. t.i.d. q.i.d.
        prn p.r.n. stat anyway maybe somewhat""",
    "ADJ": """left right upper lower high low good bad new old large small big mild moderate severe
        acute chronic normal abnormal free clear soft hard firm tender stable due able unable
        first second third last next early late long short full dry wet hot cold warm cool red
        white black blue pink pale dark light deep thin thick great poor little young elderly male
        female likely unlikely possible probable bilateral unilateral distal proximal medial
        lateral open closed dull sharp worse worst better best sore alert awake oriented febrile
        afebrile supple intact clean alive dead ill sick healthy obese pregnant fit main major
        minor further certain similar recent present absent negative positive mid raw loose tight
        wide narrow round flat fresh safe strong weak slow fast rapid b/l nontender equal""",
    "NOUN": """patient patients pt lady gentleman woman man boy girl child bed day week month
        year time blood head heart hospital family animal signal journal material interval trial
        mineral parent infant implant mucosa clinic fluid thing king ring spring evening morning
        hydrant stimulant agent accident speed seed need feed weed breed topic critic
        medic antibiotic antiemetic diuretic analgesic narcotic arsenal""",
    "NUM": """zero two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
        ninety hundred thousand million dozen ii iii iv vi vii viii ix xi xii""",
    "VERB": """deny complain undergo admit develop receive remain appear seem become begin take
        give go come see find know think feel say tell ask bring keep leave make get went came saw
        took gave began became felt found said told made got kept underwent taken given seen
        gone done known shown grown written brought held thought put lost grew fell met ran sat
        stood understood spoke drove ate slept woke broke chose drank drew wore arose withdrew
        describe require include continue improve tolerate consider discuss perform obtain
        examine reveal demonstrate suggest indicate recommend advise agree refer proceed identify
        remove insert inject excise incise palpate auscultate prescribe administer
        discontinue initiate resolve worsen persist recur evaluate assess diagnose confirm exclude
        represent occur happen avoid allow ensure explain encourage arrange consist
        decide tend try deteriorate respond prove reduce extend involve contain h/o c/o r/o""",
}

#: Base forms of verbs that notes also use as nouns; the word before decides.
VERB_OR_NOUN: Final = frozenset(
    """
    report show note state cough pain drink smoke walk sleep work exercise rest increase decrease
    change use need help plan start stop test check follow visit return result cause treat repeat
    review study drain scan image bleed burn itch ache cramp swell bruise scar cut fall hurt move
    turn lift bend stretch swallow vomit breathe urinate void pass support control monitor measure
    order call contact consult discharge transfer transport place set hold run stay live care
    concern document record request answer question attempt benefit risk damage fracture dislocate
    biopsy culture graft implant stent suture staple clamp probe dose schedule release repair
    replace approach access close open dress wash taste smell look view feed diet weight trial
    screen sample stain block culture balance limit reach act aid rise drop gain loss lose supply
    demand wound flush spread flow refill
    """.split()
)

#: Words after which a base form is a verb.
BEFORE_VERB: Final = frozenset(
    """
    to will would shall should can could may might must cannot don't doesn't didn't won't wouldn't
    can't couldn't do does did not please and/or i we they you who
    """.split()
)

#: Subjects of verbs.
PEOPLE: Final = frozenset(
    "patient pt lady gentleman woman man boy girl child mother father wife husband family".split()
)

SYMBOLS: Final = frozenset("% + = < > ± × ° ~ # @ $ £ € ^ | \\ / * ≥ ≤ → ↑ ↓ & µ -".split())

CLOSED: Final = {
    word: tag for tag, words in reversed(_CLASSES.items()) for word in words.split()
} | {"to": "ADP", "first": "ADJ"}
