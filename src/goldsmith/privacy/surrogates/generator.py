"""Make surrogates: drawn with the key, consistent for a patient, in the original style."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import cache

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import (
    EMAIL,
    EXTENSION,
    FACILITY,
    FIRST,
    FIRST_INITIAL,
    HOUSE,
    MONOGRAM,
    NHS,
    POSTCODE,
    SHAPE,
    SPOKEN,
    STATE,
    SURNAME,
    SURNAME_INITIAL,
    TOWN,
    URL,
    ZIP,
    Identifier,
)
from goldsmith.privacy.lexicon import Lexicon, split_name
from goldsmith.privacy.nhs_number import compute_check_digit, keep_digits
from goldsmith.privacy.people import normalise_name
from goldsmith.privacy.surrogates.keyed import KeyedGenerator

_LETTERS = "ABCDEFGHJKLMNPRSTW"
_DIGITS = "zero one two three four five six seven eight nine".split()
_MAX_HOUSE = 180
#: A postcode area that the Royal Mail does not use.
_UNUSED_AREA = "ZX"
#: The prefix of NHS numbers that are reserved for tests.
_TEST_NHS = "999"
_STATES = "AK AR AZ CA CO CT DE FL GA IA ID IL KS KY MA MD MI MN MT NC ND NH NM NY OK".split()
_POSSESSIVE = re.compile(r"['’]s?$")


@cache
def _load_places() -> tuple[tuple[str, str], ...]:
    """Load the places to choose from, with their normalised names."""
    return tuple((place, normalise_name(place)) for place in words.load_words("places"))


class Surrogates:
    """The surrogates of a patient; hospitals have the same surrogate in the whole corpus."""

    def __init__(self, generator: KeyedGenerator, lexicon: Lexicon) -> None:
        self._generator, self._corpus_generator = generator, generator.for_owner("")
        self._lexicon = lexicon
        self._assigned: dict[tuple[str, str], str] = {}
        self._used: set[str] = set(lexicon.surnames) | set(lexicon.first_names)
        # Names get surrogates in sorted order, so that the order of the notes does not matter.
        for name in sorted(lexicon.surnames):
            self._replace_surname(name)
        for name in sorted(lexicon.first_names):
            self._replace_first_name(name, lexicon.first_names[name])

    def make(self, text: str, identifier: Identifier) -> str:
        """Make the surrogate of an identifier with this text."""
        if identifier.new:
            return identifier.new
        return {
            SURNAME: self._make_name,
            FIRST: self._make_name,
            FIRST_INITIAL: self._make_initials,
            SURNAME_INITIAL: self._make_surname_initial,
            MONOGRAM: self._make_monogram,
            FACILITY: self._make_place,
            TOWN: self._make_place,
            HOUSE: self._make_house,
            POSTCODE: self._make_postcode,
            ZIP: self._make_number,
            STATE: self._make_state,
            NHS: self._make_nhs_number,
            EMAIL: self._make_contact,
            URL: self._make_contact,
            SHAPE: self._make_number,
            SPOKEN: self._make_spoken,
            EXTENSION: self._make_extension,
        }[identifier.form](text, identifier)

    def _make_name(self, text: str, identifier: Identifier) -> str:
        """Replace a name part by part, so that the parts of a double name keep their surrogates."""
        surrogates = []
        for part in text.split("-"):
            main = part if "-" in text else " ".join(split_name(part)[-1:]) or part
            surrogate = self._replace_part(normalise_name(main), identifier)
            surrogates.append(match_case(part.split()[-1], surrogate))
        return "-".join(surrogates)

    def _replace_part(self, name: str, identifier: Identifier) -> str:
        if identifier.form == FIRST:
            sex = identifier.detail or self._lexicon.first_names.get(name, "")
            return self._replace_first_name(name, sex)
        if ("surname", name) not in self._assigned:
            name = self._lexicon.find_near_surname(name) or name
        return self._replace_surname(name)

    def _replace_surname(self, name: str) -> str:
        return self._pick("surname", name, words.load_words("surnames"))

    def _replace_first_name(self, name: str, sex: str) -> str:
        all_names = words.load_first_names(words.FEMALE) + words.load_first_names(words.MALE)
        sex = sex or (words.FEMALE if name.endswith("a") else "")  # better than no guess
        return self._pick("first", name, words.load_first_names(sex) if sex else all_names)

    def _pick(self, kind: str, name: str, pool: Sequence[str]) -> str:
        """Pick a name that nobody else around the patient has."""
        if (kind, name) not in self._assigned:
            start = self._generator.draw_number(len(pool), kind, name)
            candidates = (pool[(start + offset) % len(pool)] for offset in range(len(pool)))
            unused = (item for item in candidates if normalise_name(item) not in self._used)
            chosen = next(unused, pool[start])
            self._used.add(normalise_name(chosen))
            self._assigned[kind, name] = chosen
        return self._assigned[kind, name]

    def _make_initials(self, text: str, identifier: Identifier) -> str:
        """Replace initials with those of the surrogate first names, if these are known."""

        def replace(match: re.Match[str]) -> str:
            return self._replace_initial(match.group(), identifier.detail)

        return re.sub(r"[^\W\d_]", replace, text)

    def _replace_initial(self, letter: str, surname: str) -> str:
        name = self._lexicon.find_first_name(letter, surname)
        if name:
            return self._replace_first_name(name, self._lexicon.first_names.get(name, ""))[0]
        letters = _LETTERS.replace(letter.upper(), "")
        return self._generator.choose(letters, "initial", letter.casefold(), surname)

    def _make_surname_initial(self, text: str, identifier: Identifier) -> str:
        """Replace the letter of "Mrs T." with the initial of the surrogate of a surname in T."""
        letter = text[0].casefold()
        surnames = sorted(self._lexicon.surnames)
        name = next((surname for surname in surnames if surname.startswith(letter)), "")
        new = self._replace_surname(name)[0] if name else self._replace_initial(text[0], "")
        return new + text[1:]

    def _make_monogram(self, text: str, identifier: Identifier) -> str:
        letters = [index for index, char in enumerate(text) if char.isalpha()]
        chars = list(text)
        for index in letters[:-1]:
            chars[index] = self._replace_initial(text[index], "")
        chars[letters[-1]] = self._make_surname_initial(text[letters[-1]], identifier)
        return "".join(chars)

    def _make_place(self, text: str, identifier: Identifier) -> str:
        generator = self._corpus_generator if identifier.form == FACILITY else self._generator
        possessive = _POSSESSIVE.search(text)
        name = normalise_name(text[: possessive.start()] if possessive else text)
        pool = [place for place, key in _load_places() if key != name]
        return match_case(text.split()[0], generator.choose(pool, "place", name))

    def _make_state(self, text: str, identifier: Identifier) -> str:
        """Replace the abbreviation of a state of the United States with another."""
        states = [state for state in _STATES if state != text.upper()]
        return self._generator.choose(states, "state", text.upper())

    def _make_house(self, text: str, identifier: Identifier) -> str:
        return str(1 + self._generator.draw_number(_MAX_HOUSE, "house", text.casefold()))

    def _make_postcode(self, text: str, identifier: Identifier) -> str:
        generator, name = self._generator, normalise_name(text)
        gap = " " if " " in text else ""
        letters = "".join(
            generator.choose("ABDEFGHJLNPQ", "post", str(index), name) for index in (1, 2)
        )
        numbers = [generator.draw_number(9, "post", str(index), name) + 1 for index in (3, 4)]
        return f"{_UNUSED_AREA}{numbers[0]}{gap}{numbers[1]}{letters}"

    def _make_number(self, text: str, identifier: Identifier) -> str:
        """Replace digits with digits and letters with letters; a leading zero is kept."""
        plain = re.sub(r"[\W_]", "", text).casefold()
        chars, position = [], 0
        for char in text:
            position += char.isalnum()
            if not char.isalnum() or (position == 1 and char == "0"):
                chars.append(char)
                continue
            pool = string.digits if char.isdigit() else _LETTERS
            new = self._generator.choose(pool, "number", plain, str(position))
            chars.append(new.lower() if char.islower() else new)
        surrogate = "".join(chars)
        return surrogate if surrogate != text else text[:-1] + str((int(text[-1], 36) + 1) % 10)

    def _make_nhs_number(self, text: str, identifier: Identifier) -> str:
        """Make an NHS number of the test range with a valid check digit and the same spacing."""
        for attempt in range(20):
            tail = self._generator.draw_number(10**6, "nhs", keep_digits(text), str(attempt))
            number = f"{_TEST_NHS}{tail:06}"
            if compute_check_digit(number) < 10:
                break
        digits = iter(f"{number}{compute_check_digit(number) % 10}")
        return "".join(next(digits) if char.isdigit() else char for char in text)

    def _make_extension(self, text: str, identifier: Identifier) -> str:
        """Replace the digits of the extension of a phone number: x22, ext. 6-5521."""
        return re.sub(r"\d+", lambda match: self._make_number(match.group(), identifier), text)

    def _make_spoken(self, text: str, identifier: Identifier) -> str:
        """Replace digits written as words with other digits written as words."""

        def replace(match: re.Match[str]) -> str:
            place = str(match.start())
            number = self._generator.draw_number(len(_DIGITS), SPOKEN, text.casefold(), place)
            return match_case(match.group(), _DIGITS[number])

        return re.sub(r"[^\W\d_]+", replace, text)

    def _make_contact(self, text: str, identifier: Identifier) -> str:
        token = self._generator.draw_hex(6, identifier.form, text.casefold())
        if identifier.form == EMAIL:
            return f"person.{token}@example.org"
        return f"https://example.org/{token}"


def match_case(old: str, new: str) -> str:
    """Write a name in the case of the original: upper case for TARROW, lower case for tarrow."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new.lower() if old.islower() else new
