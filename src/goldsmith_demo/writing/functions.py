"""Assign ODIE sentence functions to the noun phrases of a clause: subject, object, heading etc."""

from __future__ import annotations

from goldsmith_demo.writing.clauses import Item
from goldsmith_demo.writing.grammar import Token, list_words

_SUBJECT, _OBJECT, _PREDICATE = "surface subject", "direct object", "predicate nominal"
_LOGICAL, _INDIRECT, _PREPOSITIONAL = "logical subject", "indirect object", "prepositional object"
MODIFIER, _HEADING, OTHER = "modifier", "section heading", "other"
NOMINATIVE = frozenset("i he she we they".split())
OBJECTIVE = frozenset("him her me us them".split())
CLAUSAL = frozenset("as than since before after until".split())
#: Kinds that name the means after "by", not the agent: "treated by mastectomy".
_MEANS = frozenset(("Intervention", "Investigation", "Drug-or-device"))
#: Abbreviations that replace a verb: presents with, complains of, brought in by.
_SHORT_VERBS = frozenset(("p/w", "c/o", "bib"))
_LINKING = frozenset("become becomes became remain remains remained prove proves proved".split())
_TOLD_LAST = frozenset(("came", "comes", "lies"))
"""Verbs that may precede their subject."""
GROUPS = (NOMINATIVE, OBJECTIVE, CLAUSAL, _SHORT_VERBS, _LINKING, _TOLD_LAST)
"""Groups of words that this module tests for, besides ditransitive verbs."""
SINGLE_WORDS = frozenset("left her him by to that who which whose dear let as until ( :".split())
"""Words for which there is a test of their own, here or in the grammar."""


def assign_functions(items: list[Item], tokens: list[Token]) -> None:
    """Set the function of each noun phrase of a clause."""
    reader = _Reader(items, tokens)
    for number, item in enumerate(items):
        reader.read(number, item)
    kinds = [item.kind for item in items]
    if tokens[-1].word == ":" and tokens[0].word != "dear" and "V" not in kinds:
        for before, item in zip(["", *kinds], items, strict=False):  # (1) weight loss and cough:
            if item.kind == "NP" and before != "p" and tokens[item.last].tag != "#":
                item.function = _HEADING


class _Reader:
    """Reads the constituents of a clause from left to right."""

    def __init__(self, items: list[Item], tokens: list[Token]) -> None:
        self.items, self.tokens = items, tokens
        self.verb: Item | None = None
        self.slot = _SUBJECT
        self.coordinated = ""
        self.by_kind: dict[str, str] = {}
        """The function of the last phrase of each kind."""
        self.existential = False
        self.verbless = not any(
            self._is_predicate(number, item)
            for number, item in enumerate(items)
            if item.finite or item.word in _SHORT_VERBS
        )

    def _is_predicate(self, number: int, item: Item) -> bool:
        """Return whether a finite verb, or an abbreviation for one, is the clause's main verb."""
        if item.kind == "V":
            is_aside = self._is_aside(number)
        else:
            is_aside = number == 0 or self.items[number - 1].kind == ","
        return not (is_aside or self._is_relative(number))

    def _is_aside(self, number: int) -> bool:
        """Return whether a verb group is a bare participle after a comma, "as" or "until".

        "HTN, diagnosed in 1993"; "mass, as described"; "malignant until proved otherwise".
        """
        item = self.items[number]
        single = item.first == item.last
        bare = single and self.tokens[item.first].tag == "e"
        before = [each.kind for each in self.items[:number] if each.kind != "r"]
        word = self.items[number - 1].word if number else ""
        compared = before[-2:] == [",", "p"] and word == "as"
        is_until = single and word == "until"
        return is_until or (bare and (before[-1:] == [","] or compared))

    def _is_relative(self, number: int) -> bool:
        """Return whether a verb group belongs to a relative clause: "man who was seen"."""
        before = [each for each in self.items[:number] if each.kind != "r"]
        while len(before) > 2 and before[-2].kind == "p":  # whose cancer of the rectum was found
            before = before[:-2]
        if not before:
            return False
        whose = self.tokens[before[-1].first].word == "whose"
        return whose or before[-1].word in ("who", "which")

    def read(self, number: int, item: Item) -> None:
        if item.kind == "NP":
            item.function = self._find_function(number, item)
            self.coordinated = item.function
            self.by_kind[self.tokens[item.last].kind] = item.function
        elif item.kind == "V":
            self._read_verb(item)
        elif item.kind == "x":
            self.existential = True
        elif item.kind == "w":
            self._read_relative(number, item)
        elif item.kind == "s":
            self.slot, self.verb = _SUBJECT, None

    def _read_verb(self, item: Item) -> None:
        self.verb, self.coordinated = item, ""
        if self.existential:
            self.slot, self.existential = _LOGICAL, False
        elif item.word in _TOLD_LAST:
            self.slot = _SUBJECT
        elif self.tokens[item.last].tag == "b" or item.word in _LINKING:
            self.slot = _PREDICATE
        else:
            self.slot = _OBJECT

    def _read_relative(self, number: int, item: Item) -> None:
        before = self.items[number - 1].kind if number else ""
        after = self.items[number + 1] if number + 1 < len(self.items) else item
        if before == "p":
            item.function = _PREPOSITIONAL
        elif item.word == "who":
            item.function = _SUBJECT
        else:
            item.function = _SUBJECT if after.kind in ("V", "r") else _OBJECT
        self.slot, self.verb = _SUBJECT, None

    def _find_function(self, number: int, item: Item) -> str:
        head = self.tokens[item.last].word
        before = self.items[number - 1] if number else None
        if before is not None and before.word == "(":
            return OTHER
        if head in NOMINATIVE:
            self.slot = OTHER
            return _SUBJECT
        if before is not None and before.kind == "p":
            if before.word in CLAUSAL and self._precedes_finite(number):
                self.slot = OTHER
                return _SUBJECT
            acts = before.word == "by" and self.tokens[item.last].kind not in _MEANS
            return _LOGICAL if acts and self._is_passive() else _PREPOSITIONAL
        is_joined = before is not None and before.kind in ("c", ",") and self.coordinated
        if is_joined and (self.slot == _SUBJECT or not self._precedes_verb(number)):
            return self._coordinate(number)
        return self._fill_slot(number)

    def _is_passive(self) -> bool:
        """Return whether the last verb group is passive: "was seen", or a bare participle."""
        verb = self.verb
        if verb is None:
            return False
        return verb.passive or (verb.first == verb.last and self.tokens[verb.last].tag == "e")

    def _coordinate(self, number: int) -> str:
        """Return the function of a conjunct, usually that of the phrase with which it is joined."""
        kind = self.tokens[self.items[number].last].kind
        before = self.items[number - 2] if number > 1 else self.items[0]
        if self.tokens[before.last].kind == "Locus" and kind == "Condition" in self.by_kind:
            return self.by_kind[kind]
        if self.verbless and self._is_predicated(number):
            return _SUBJECT
        if kind == "Locus" and self._changes_kind(number, kind):  # pneumonia, left lung
            return self.by_kind.get(kind, OTHER)
        if self.coordinated == _PREPOSITIONAL and self._changes_kind(number, kind):
            begins = self.slot == _SUBJECT and self._precedes_verb(number)
            return self._fill_slot(number) if begins else self.by_kind.get(kind, OTHER)
        if self.slot == _SUBJECT and self.coordinated == _PREPOSITIONAL:
            return self._fill_slot(number) if self._precedes_verb(number) else self.coordinated
        return self.coordinated

    def _changes_kind(self, number: int, kind: str) -> bool:
        """Return whether a comma separates names of different kinds: "of the breast, WLE"."""
        before = self.tokens[self.items[number - 2].last].kind if number > 1 else ""
        return self.items[number - 1].kind == "," and bool(kind) and kind != before

    def _fill_slot(self, number: int) -> str:
        slot, following = self.slot, self.items[number + 1 : number + 2]
        verb = self.verb.word if self.verb else ""
        if slot == _SUBJECT:
            is_loose = self.verbless and not self._is_predicated(number)
            if self._is_apart(number) or (is_loose and not self._begins_relative(number)):
                return OTHER
            self.slot = OTHER
            return _SUBJECT
        if self._precedes_finite(number) and verb != "let":
            return _SUBJECT
        is_joined = self.items[number - 1].kind in ("c", ",")
        if is_joined and following and self._is_value(following[0]):  # contracts well, EF 60%
            return _SUBJECT
        may_begin = is_joined or slot == OTHER or self._is_inverted(number)
        if may_begin and self._precedes_verb(number):
            return _SUBJECT
        is_clausal = following and following[0].kind in ("NP", "s", "w")
        if slot == _OBJECT and is_clausal and verb in list_words("ditransitive"):
            return _INDIRECT
        self.slot = OTHER
        return slot

    def _is_apart(self, number: int) -> bool:
        """Return whether a participle belongs to the next phrase: "Dyspnoea, cause unexplained"."""
        following = self.items[number + 1 : number + 4]
        is_listed = [item.kind for item in following] == [",", "NP", "V"]
        return is_listed and self.tokens[following[-1].first].tag == "e"

    def _begins_relative(self, number: int) -> bool:
        """Return whether a phrase is the subject of a relative clause: "whose IDC was found"."""
        is_relative = self.tokens[self.items[number].first].word == "whose"
        return is_relative and self._precedes_verb(number)

    def _is_inverted(self, number: int) -> bool:
        """Return whether an auxiliary precedes its subject: "Would you see her?"."""
        *earlier, before = self.items[:number]
        begins = all(item.kind != "NP" for item in earlier)
        return begins and before.kind == "V" and self.tokens[before.last].tag in "mhb"

    def _is_predicated(self, number: int) -> bool:
        """Return whether a phrase has a predicate in a verbless clause: "Chest clear"."""
        is_joined = has_comma = False
        for at, item in enumerate(self.items[number + 1 :], number + 1):
            if item.kind in ("A", "V") or (self._is_value(item) and not has_comma):
                return True
            is_list = item.kind == "," and self._lists_alike(number, at + 1)
            is_open = item.kind in ("r", "N", "c") or is_list
            if not is_open and not (item.kind == "NP" and is_joined):
                return False
            is_joined, has_comma = item.kind == "c" or is_list, has_comma or is_list
        return False

    def _is_value(self, item: Item) -> bool:
        return item.kind == "NP" and self.tokens[item.last].tag == "#"

    def _lists_alike(self, number: int, at: int) -> bool:
        """Return whether a name of the same kind follows: "Skin, nipple and ducts normal"."""
        item = self.items[at] if at < len(self.items) else None
        own = self.tokens[self.items[number].last].kind
        return item is not None and own != "" and self.tokens[item.last].kind == own

    def _precedes_finite(self, number: int) -> bool:
        """Return whether a finite verb immediately follows a phrase."""
        after = self.items[number + 1] if number + 1 < len(self.items) else None
        if self.tokens[self.items[number].last].word in OBJECTIVE:
            return False
        return after is not None and after.kind == "V" and self.tokens[after.first].tag in "bhmv"

    def _precedes_verb(self, number: int) -> bool:
        """Return whether a finite verb follows a phrase and its complements and conjuncts."""
        rest = self.items[number + 1 :]
        at = 0
        while at < len(rest):
            kind = rest[at].kind
            if kind == "V":
                return rest[at].finite
            if kind in ("p", "c", ",") and at + 1 < len(rest) and rest[at + 1].kind == "NP":
                if self.tokens[rest[at + 1].last].word in NOMINATIVE:
                    return False
                at += 2
            elif kind in ("r", "N"):
                at += 1
            else:
                return False
        return False
