"""Rules for the co-reference layers `odie` and `i2b2-2011`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith_demo.gold_check.finding import Finding, Place, check_each, check_mentions
from goldsmith_demo.gold_check.words import (
    LISTS,
    get_extent,
    list_mentions,
    list_relations,
    read_words,
)

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
_AFTER_PHRASE = frozenset(LISTS["after_phrase"])
#: Abbreviated prepositions directly before a phrase.
_SHORT = re.compile(r"\b(?:h/o|s/p|c/o|p/w|w/) \Z", re.IGNORECASE)
_PRESENTS = re.compile(r" (?:p/w|c/o|bib) ", re.IGNORECASE)
#: General words for treatment, and specimens.
_GENERAL = re.compile(
    r"(?:(?:the|an?|her|his|your|this|further|present|next) )*(?:treatments?|therapy|cores)",
    re.IGNORECASE,
)
_AGENT = re.compile(r"\b(?:signed|seen|read|reviewed|brought in|reported|followed) by \Z")
_AND = re.compile(r",? (?:and|or) |, ")
_NAMED = frozenset(("synonyms", "ontology knowledge"))
_BY_WORDS = _NAMED | {"exact matches", "substring matches", "identical lexical heads"}
_LAYERS = ("odie", "i2b2-2011")


def _list_extents(doc: Document, *layers: str) -> set[tuple[int, int]]:
    return {get_extent(row) for layer in layers for row in list_mentions(doc, layer)}


def _build_chains(layer: AnnotationSet) -> Mapping[str, str]:
    """Map each mention to the id that represents its chain."""
    chain = {mention.id: mention.id for mention in layer.mentions}

    def find(key: str) -> str:
        while chain[key] != key:
            key = chain[key]
        return key

    for relation in layer.relations:
        if relation.attributes.get("relation_type", "identity") == "identity":
            chain[find(relation.arg1)] = find(relation.arg2)
    return {key: find(key) for key in chain}


@check_each
def find_unmarked_personal_pronouns(doc: Document) -> Iterator[Place]:
    """Find personal pronouns that are not marked as persons; "thank you" is a formula."""
    marked = _list_extents(doc, "i2b2-2011")
    for match in _PERSON.finditer(doc.text):
        before = doc.text[max(0, match.start() - 8) : match.start()]
        if match.span() not in marked and not _is_formula(before, match[0]):
            yield *match.span(), "not marked as a person"


def _is_formula(before: str, word: str) -> bool:
    """Return whether the words are "thank you", even misspelt, or the numeral of a stage."""
    thanks = sorted(before.strip()[-5:].lower()) == sorted("thank")
    return bool(_STAGE.search(before)) or (thanks and word.lower() == "you")


@check_each
def find_unresolved_pronouns(doc: Document) -> Iterator[Place]:
    """Find unmarked pronouns, except pleonastic ones and those that refer to the note."""
    marked = _list_extents(doc, *_LAYERS)
    for match in _THING.finditer(doc.text):
        begin = max(0, match.start() - 8)
        empty = any(
            phrase.start() <= match.start() < phrase.end()
            for phrase in _EMPTY.finditer(doc.text, begin, match.end() + 30)
        )
        if not empty and match.span() not in marked:
            yield *match.span(), "not resolved"


@check_each
def find_pronouns_without_antecedent(doc: Document) -> Iterator[Place]:
    """Find i2b2 pronouns that take part in no chain."""
    linked = _list_linked(doc, "i2b2-2011")
    for mention in list_mentions(doc, "i2b2-2011"):
        if mention.type == "pronoun" and mention.id not in linked:
            yield (*get_extent(mention), "not in a chain")


def _list_linked(doc: Document, layer: str) -> set[str]:
    """Return the mentions of a layer that take part in a relation."""
    relations = doc.sets[layer].relations if layer in doc.sets else ()
    return {key for relation in relations for key in (relation.arg1, relation.arg2)}


@check_each
def find_unmarked_names(doc: Document) -> Iterator[Place]:
    """Find names with a title, and words such as "smoker", that are not marked as a person."""
    people = (row for row in list_mentions(doc, "i2b2-2011") if row.type == "person")
    spans = list(map(get_extent, people))
    for match in _NAME.finditer(doc.text):
        if not any(start <= match.start() and match.end() <= end for start, end in spans):
            yield *match.span(), "not marked as a person"


@check_each
def find_split_patients(doc: Document) -> Iterator[Place]:
    """Find third-person pronouns in a second chain: all of them refer to the patient."""
    for layer in _LAYERS:
        if layer not in doc.sets:
            continue
        chains = _build_chains(doc.sets[layer])
        first = ""
        for mention in doc.sets[layer].mentions:
            if read_words(doc, mention) in _THIRD:
                first = first or chains[mention.id]
                if chains[mention.id] != first:
                    yield (*get_extent(mention), f"in a second chain in {layer}")


@check_mentions(*_LAYERS)
def find_missing_determiners(doc: Document, mention: Mention) -> str:
    """Find phrases without their article or possessive, unless they modify another phrase."""
    article = _ARTICLE.search(doc.text[max(0, mention.start - 7) : mention.start])
    is_modifier = mention.attributes.get("sentence_function") == "modifier"
    is_cut = article and not is_modifier and not _is_followed(doc.text, mention.end)
    return "without its determiner" if is_cut else ""


def _is_followed(text: str, end: int) -> bool:
    """Return whether the noun phrase continues after a mention, so the mention is a modifier."""
    following = re.match(r"(?:'s)? ?([a-z-]*[a-z])", text[end : end + 14])
    return following is not None and following[1] not in _AFTER_PHRASE


@check_each
def find_functions_against_case(doc: Document) -> Iterator[Place]:
    """Find sentence functions that contradict the case of a pronoun.

    "She" is a subject, "him" is not, and "her" is a modifier or an object.
    """
    for mention in list_mentions(doc, "odie"):
        word = read_words(doc, mention)
        function = mention.attributes.get("sentence_function", "")
        if word in _NOMINATIVE and function != "surface subject":
            yield (*get_extent(mention), f"nominative, but {function}")
        if word in _OBJECTIVE and function == "surface subject":
            yield (*get_extent(mention), "objective, but surface subject")
        modal = _ASKED.search(doc.text, max(0, mention.start - 12), mention.start)
        if word == "you" and modal and function != "surface subject":
            yield (*get_extent(mention), f"after a modal verb, but {function}")
        category = mention.attributes.get("grammatical_category", "")
        if (category == "possessive pronoun") != (function == "modifier" and word in _POSSESSIVE):
            yield (*get_extent(mention), f"{category}, but {function}")


@check_each
def find_functions_against_preposition(doc: Document) -> Iterator[Place]:
    """Find sentence functions that contradict the words around a mention.

    A phrase after "h/o" is a prepositional object, "67F" before "p/w" is a subject, and the person
    in "seen by Dr Ross" is a logical subject.
    """
    for mention in list_mentions(doc, "odie"):
        function = mention.attributes.get("sentence_function", "")
        start = mention.start
        if _SHORT.search(doc.text, max(0, start - 8), start) and function == "other":
            yield (*get_extent(mention), f"after a preposition, but {function}")
        if _PRESENTS.match(doc.text, mention.end) and function == "other":
            yield (*get_extent(mention), "before a verb, but other")
        is_agent = mention.attributes.get("semantic_class") == "people" and _AGENT.search(
            doc.text, max(0, start - 20), start
        )
        if is_agent and function not in ("logical subject", "modifier"):
            yield (*get_extent(mention), f"an agent, but {function}")


@check_mentions("odie")
def find_categories_against_article(doc: Document, mention: Mention) -> str:
    """Find grammatical categories that contradict the article, definite or indefinite."""
    first, *rest = doc.get_covered_text(mention).split()
    category = mention.attributes.get("grammatical_category", "")
    is_initial = first == "A" and rest and rest[-1].istitle()
    is_wrong = rest and not is_initial and category != _FIRST.get(first.lower(), category)
    return f"not a {category}" if is_wrong else ""


@check_each
def find_wrong_bagga_classes(doc: Document) -> Iterator[Place]:
    """Find pairs with a Bagga class that does not suit their words, or with the anaphor first."""
    for relation, anaphor, antecedent in list_relations(doc, "odie"):
        if anaphor.start <= antecedent.start:
            yield (*get_extent(anaphor), "not after its antecedent")
        bagga = relation.attributes.get("bagga_class", "")
        is_pronoun, after = (
            "pronoun" in row.attributes.get("grammatical_category", "")
            for row in (anaphor, antecedent)
        )
        identity = relation.attributes.get("relation_type") == "identity"
        if identity and is_pronoun and bagga not in ("pronouns", "demonstratives"):
            yield (*get_extent(anaphor), f"a pronoun, but {bagga}")
        if identity and after and bagga in _BY_WORDS:
            yield (*get_extent(anaphor), f"after a pronoun, but {bagga}")


def find_uneven_bagga_classes(docs: Sequence[Document]) -> Iterator[Finding]:
    """Find pairs of names with another Bagga class than the first pair of the same names.

    This concerns the classes "synonyms" and "ontology knowledge".
    """
    classes: dict[tuple[str, ...], str] = {}
    for doc in docs:
        for relation, *rows in list_relations(doc, "odie"):
            bagga = relation.attributes.get("bagga_class", "")
            names = tuple(sorted(_strip(doc.get_covered_text(row)) for row in rows))
            usual = classes.setdefault(names, bagga) if bagga in _NAMED else bagga
            if bagga != usual:
                what = f"{bagga}, elsewhere {usual}"
                yield Finding("find_uneven_bagga_classes", doc.id, *get_extent(rows[0]), what)


def _strip(words: str) -> str:
    """Return words without their determiner."""
    return re.sub(r"^(?:the|an?|this|his|her|your) ", "", words.lower())


@check_each
def find_pronouns_for_lists(doc: Document) -> Iterator[Place]:
    """Find "it" and "this" that are resolved to one problem of a list."""
    problems = [row for row in list_mentions(doc, "i2b2-2011") if row.type == "problem"]
    starts, ends = {row.start for row in problems}, {row.end for row in problems}
    for _, pronoun, named in list_relations(doc, "i2b2-2011"):
        if read_words(doc, pronoun) not in ("it", "this") or named.type != "problem":
            continue
        after = _AND.match(doc.text, named.end)
        before = [match.start() for match in _AND.finditer(doc.text, 0, named.start)]
        joined = before and _AND.fullmatch(doc.text, before[-1], named.start)
        if (after and after.end() in starts) or (joined and before[-1] in ends):
            yield (*get_extent(pronoun), "refers to one item of a list")


@check_mentions("odie")
def find_general_markables(doc: Document, mention: Mention) -> str:
    """Find markables that are a specimen or a general word such as "treatment"."""
    return "too general, or a specimen" if _GENERAL.fullmatch(doc.get_covered_text(mention)) else ""


@check_each
def find_lone_markables(doc: Document) -> Iterator[Place]:
    """Find ODIE markables that take part in no anaphoric relation."""
    linked = _list_linked(doc, "odie")
    for mention in list_mentions(doc, "odie"):
        if mention.id not in linked:
            yield (*get_extent(mention), "not in a pair")


@check_mentions("i2b2-2011", kind="treatment")
def find_joined_treatments(doc: Document, mention: Mention) -> str:
    """Find i2b2 treatments that cover several drugs; each drug is a separate treatment."""
    drugs = [row for row in list_mentions(doc, "clef") if row.type == "Drug-or-device"]
    inside = [row for row in drugs if mention.start <= row.start and row.end <= mention.end]
    return "several drugs in one treatment" if len(inside) > 1 else ""
