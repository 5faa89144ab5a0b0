"""Rules for the co-reference layers `odie` and `i2b2-2011`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from goldsmith.core import Mention
from goldsmith.core.chain import find_components
from goldsmith_demo.gold_check.finding import NotePlace, Place, check_each, check_mentions
from goldsmith_demo.gold_check.notes import LISTS, Note

_NOMINATIVE = frozenset("i he she we they".split())
_OBJECTIVE = frozenset("him me us them".split())
_THIRD = frozenset("he she him his her himself herself".split())
_POSSESSIVE = frozenset("his her its their my our your".split())
_PERSON = re.compile(
    r"\b(?:(?:[Hh]e|[Ss]he|[Hh]im|[Hh]is|[Hh]er|[Hh]imself|[Hh]erself|[Ww]e|us|[Oo]ur|[Yy]our|me|"
    r"[Mm]y|I(?= [a-z]))|[Yy]ou)\b"
)
_STAGE = re.compile(r"(?:s[tage]{4}|t[ype]{3}|g[rade]{4}|class) $", re.IGNORECASE)
_NAME = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? (?:[A-Z][a-z]* )?[A-Z][A-Za-z]+"
    r"|\b(?:[Ee]x-|[Nn]on-?)?smoker\b"
)
_SAYS = r"(?:is|was|has|had|may|might|will|would|should|can|could|gets|needs|began)\b"
_THING = re.compile(
    rf"\b(?:[Ii]ts?|itself|[Tt]hey|[Tt]hem|[Tt]heir)\b|\b[Tt]his(?= {_SAYS}|[.,;?])"
    r"|(?<=, )which\b|(?<=, for )which\b|(?<=, of )which\b"
)
#: Pleonastic "it", and "this" that refers to the note itself.
_EMPTY = re.compile(
    r"[Ii]t (?:is|was|would be|seems) (?:an? |my |with |good |nice |best |worth |too |not |"
    r"clear |likely |always |time )"
    r"|whom it may|[Tt]his is (?:to |an? \w+ note)",
)
_ASKED = re.compile(r"\b(?:could|would|should|can|may|if) \Z", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:the|an?|this|these|those|his|its|their|my|our|your) $", re.IGNORECASE)
_FIRST = {
    "the": "definite noun phrase",
    "a": "indefinite noun phrase",
    "an": "indefinite noun phrase",
}
_SUBJECT = "surface subject"
#: A judgement between a test and the sides examined: "air entry normal L and R".
_JUDGED = re.compile(r"\w{2,} (?:normal|good|equal|clear|ok) ", re.IGNORECASE)
_AND = re.compile(r",? (?:and|or) |, ")
_NAMED = frozenset(("synonyms", "ontology knowledge"))
_BY_WORDS = _NAMED | {"exact matches", "substring matches", "identical lexical heads"}
_LAYERS = ("odie", "i2b2-2011")


@check_each
def find_unmarked_personal_pronouns(note: Note) -> Iterator[Place]:
    """Find personal pronouns that are not marked as persons; "thank you" is a formula."""
    marked = _list_extents(note, "i2b2-2011")
    for match in _PERSON.finditer(note.text):
        if match.span() not in marked and not _is_formula(note, match):
            yield match, "not marked as a person"


def _is_formula(note: Note, match: re.Match[str]) -> bool:
    """Return whether the words are "thank you", even misspelt, or the numeral of a stage."""
    before = note.read_before(match.start(), 8)
    thanks = sorted(before.strip()[-5:].lower()) == sorted("thank")
    return bool(_STAGE.search(before)) or (thanks and match[0].lower() == "you")


def _list_extents(note: Note, *layers: str) -> set[tuple[int, int]]:
    return {(row.start, row.end) for row in note.list_mentions(*layers)}


@check_each
def find_unresolved_pronouns(note: Note) -> Iterator[Place]:
    """Find unmarked pronouns, except pleonastic ones and those that refer to the note."""
    marked = _list_extents(note, *_LAYERS)
    for match in _THING.finditer(note.text):
        phrases = _EMPTY.finditer(note.text, max(0, match.start() - 8), match.end() + 30)
        is_empty = any(phrase.start() <= match.start() < phrase.end() for phrase in phrases)
        if not is_empty and match.span() not in marked:
            yield match, "not resolved"


@check_each
def find_unmarked_names(note: Note) -> Iterator[Place]:
    """Find names with a title, and words such as "smoker", that are not marked as a person."""
    people = note.list_mentions("i2b2-2011", kind="person")
    for match in _NAME.finditer(note.text):
        start, end = match.span()
        if not any(person.start <= start and end <= person.end for person in people):
            yield match, "not marked as a person"


@check_each
def find_split_patients(note: Note) -> Iterator[Place]:
    """Find third-person pronouns in a second chain: all of them refer to the patient."""
    for layer in _LAYERS:
        pronouns = [row for row in note.list_mentions(layer) if note.read_words(row) in _THIRD]
        links = (
            (first.id, second.id)
            for pair, first, second in note.list_relations(layer)
            if pair.attributes.get("relation_type", "identity") == "identity"
        )
        chains = find_components([*links, *((pronoun.id,) for pronoun in pronouns)])
        patient = next((chain for chain in chains if pronouns and pronouns[0].id in chain), set())
        for pronoun in pronouns:
            if pronoun.id not in patient:
                yield pronoun, f"in a second chain in {layer}"


@check_mentions(*_LAYERS)
def find_missing_determiners(note: Note, mention: Mention) -> Iterator[str]:
    """Find phrases without their article or possessive, unless they modify another phrase."""
    article = _ARTICLE.search(note.read_before(mention.start, 7))
    is_modifier = mention.attributes.get("sentence_function") == "modifier"
    if article and not is_modifier and not _is_followed(note, mention):
        yield "without its determiner"


def _is_followed(note: Note, mention: Mention) -> bool:
    """Return whether the noun phrase continues after a mention, so the mention is a modifier."""
    following = re.match(r"(?:'s)? ?([a-z-]*[a-z])", note.text[mention.end : mention.end + 14])
    return following is not None and following[1] not in LISTS["after_phrase"]


@check_mentions("odie")
def find_functions_against_case(note: Note, mention: Mention) -> Iterator[str]:
    """Find sentence functions that contradict the case of a pronoun.

    "She" is a subject, "him" is not, and "her" is a modifier or an object.
    """
    word = note.read_words(mention)
    function = mention.attributes.get("sentence_function", "")
    category = mention.attributes.get("grammatical_category", "")
    if word in _NOMINATIVE and function != _SUBJECT:
        yield f"nominative, but {function}"
    if word in _OBJECTIVE and function == _SUBJECT:
        yield "objective, but surface subject"
    is_asked = word == "you" and _ASKED.search(note.read_before(mention.start, 12))
    if is_asked and function != _SUBJECT:
        yield f"after a modal verb, but {function}"
    if (category == "possessive pronoun") != (function == "modifier" and word in _POSSESSIVE):
        yield f"{category}, but {function}"


@check_mentions("odie")
def find_categories_against_article(note: Note, mention: Mention) -> Iterator[str]:
    """Find grammatical categories that contradict the article, definite or indefinite."""
    first, *rest = note.doc.get_covered_text(mention).split()
    category = mention.attributes.get("grammatical_category", "")
    is_initial = first == "A" and rest and rest[-1].istitle()
    if rest and not is_initial and category != _FIRST.get(first.lower(), category):
        yield f"not a {category}"


@check_each
def find_wrong_bagga_classes(note: Note) -> Iterator[Place]:
    """Find pairs with a Bagga class that does not suit their words, or with the anaphor first."""
    for relation, *pair in note.list_relations("odie"):
        anaphor, antecedent = pair
        if anaphor.start <= antecedent.start:
            yield anaphor, "not after its antecedent"
        bagga = relation.attributes.get("bagga_class", "")
        categories = (row.attributes.get("grammatical_category", "") for row in pair)
        is_pronoun, is_after_pronoun = ("pronoun" in category for category in categories)
        identity = relation.attributes.get("relation_type") == "identity"
        if identity and is_pronoun and bagga not in ("pronouns", "demonstratives"):
            yield anaphor, f"a pronoun, but {bagga}"
        if identity and is_after_pronoun and bagga in _BY_WORDS:
            yield anaphor, f"after a pronoun, but {bagga}"


def find_uneven_bagga_classes(notes: Sequence[Note]) -> Iterator[NotePlace]:
    """Find pairs of names with another Bagga class than the first pair of the same names.

    This concerns the classes "synonyms" and "ontology knowledge".
    """
    classes: dict[tuple[str, ...], str] = {}
    for note in notes:
        for relation, *pair in note.list_relations("odie"):
            bagga = relation.attributes.get("bagga_class", "")
            names = tuple(sorted(_strip(note.doc.get_covered_text(row)) for row in pair))
            usual = classes.setdefault(names, bagga) if bagga in _NAMED else bagga
            if bagga != usual:
                yield note, pair[0], f"{bagga}, elsewhere {usual}"


def _strip(words: str) -> str:
    """Return words without their determiner."""
    return re.sub(r"^(?:the|an?|this|his|her|your) ", "", words.lower())


@check_each
def find_pronouns_for_lists(note: Note) -> Iterator[Place]:
    """Find "it" and "this" that are resolved to one problem of a list."""
    problems = note.list_mentions("i2b2-2011", kind="problem")
    starts, ends = {row.start for row in problems}, {row.end for row in problems}
    for _, pronoun, named in note.list_relations("i2b2-2011"):
        if note.read_words(pronoun) not in ("it", "this") or named.type != "problem":
            continue
        after = _AND.match(note.text, named.end)
        before = [match.start() for match in _AND.finditer(note.text, 0, named.start)]
        joined = before and _AND.fullmatch(note.text, before[-1], named.start)
        if (after and after.end() in starts) or (joined and before[-1] in ends):
            yield pronoun, "refers to one item of a list"


@check_mentions("i2b2-2011", kind="treatment")
def find_joined_treatments(note: Note, mention: Mention) -> Iterator[str]:
    """Find i2b2 treatments that cover several drugs; each drug is a separate treatment."""
    drugs = note.list_mentions("clef", kind="Drug-or-device")
    inside = [row for row in drugs if mention.start <= row.start and row.end <= mention.end]
    if len(inside) > 1:
        yield "several drugs in one treatment"


@check_mentions(*_LAYERS)
def find_broken_lines(note: Note, mention: Mention) -> Iterator[str]:
    """Find phrases that cross a line break or include a heading."""
    titles = (row.span.start + len(row.title) for row in note.doc.sections)
    crosses_title = any(mention.start < title < mention.end for title in titles)
    if crosses_title or "\n" in note.text[mention.start : mention.end]:
        yield "contains a heading or a line break"


@check_mentions(*_LAYERS, kind="test")
def find_judgements_inside(note: Note, mention: Mention) -> Iterator[str]:
    """Find tests that include their result."""
    if _JUDGED.search(note.text, mention.start, mention.end):
        yield "the test includes its result"


@check_each
def find_tests_inside(note: Note) -> Iterator[Place]:
    """Find problems that include the test that shows them."""
    rows = note.list_mentions(*_LAYERS)
    tests = {row.start for row in rows if row.type == "test"}
    for row in rows:
        if row.type == "problem" and row.start in tests:
            yield row, "a problem that includes the test that shows it"
