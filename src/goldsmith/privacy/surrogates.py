"""What stands in for an identifier: drawn by the key, the same for a patient, in the same style."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from goldsmith.privacy import words
from goldsmith.privacy.found import Found
from goldsmith.privacy.keyed import Draw
from goldsmith.privacy.lexicon import Lexicon, parts
from goldsmith.privacy.numbers import EMAIL, NHS, SHAPE, URL, check_digit, digits
from goldsmith.privacy.people import key
from goldsmith.privacy.places import FACILITY, HOUSE, POSTCODE, TOWN, ZIP
from goldsmith.privacy.runs import FIRST, LETTER_OF_FIRST, LETTER_OF_SURNAME, SURNAME

_LETTERS = "ABCDEFGHJKLMNPRSTW"
_HOUSES = 180
#: A postcode area that the Royal Mail does not use: nobody lives there.
_NO_AREA = "ZX"
#: NHS numbers that begin so are for tests and belong to nobody.
_TEST_NHS = "999"
_POSSESSIVE = re.compile(r"['’]s?$")


class Surrogates:
    """The surrogates of one patient; hospitals share theirs over the whole corpus."""

    def __init__(self, draw: Draw, lexicon: Lexicon) -> None:
        self._draw, self._corpus = draw, draw.of("")
        self._lexicon = lexicon
        self._given: dict[tuple[str, str], str] = {}
        self._used: set[str] = set(lexicon.surnames) | set(lexicon.firsts)
        # All in one order, so that it does not matter which note is read first.
        for name in sorted(lexicon.surnames):
            self._surname(name)
        for name in sorted(lexicon.firsts):
            self._first(name, lexicon.firsts[name])

    def of(self, text: str, found: Found) -> str:
        """What to write in the place of a find."""
        if found.new:
            return found.new
        return {
            SURNAME: self._name,
            FIRST: self._name,
            LETTER_OF_FIRST: self._letter,
            LETTER_OF_SURNAME: self._surname_letter,
            "monogram": self._monogram,
            FACILITY: self._place,
            TOWN: self._place,
            HOUSE: self._house,
            POSTCODE: self._postcode,
            ZIP: self._number,
            NHS: self._nhs,
            EMAIL: self._contact,
            URL: self._contact,
            SHAPE: self._number,
        }[found.form](text, found)

    def _name(self, text: str, found: Found) -> str:
        """A name with hyphens is replaced part by part, so that each part stays recognisable."""
        out = []
        for part in text.split("-"):
            main = part if "-" in text else " ".join(parts(part)[-1:]) or part
            out.append(cased(part.split()[-1], self._one(key(main), found)))
        return "-".join(out)

    def _one(self, name: str, found: Found) -> str:
        if found.form == FIRST:
            return self._first(name, found.about or self._lexicon.firsts.get(name, ""))
        near = self._lexicon.near(name) if ("surname", name) not in self._given else ""
        return self._surname(near or name)

    def _surname(self, name: str) -> str:
        return self._pick("surname", name, words.listed("surnames"))

    def _first(self, name: str, sex: str) -> str:
        both = words.first_names(words.FEMALE) + words.first_names(words.MALE)
        sex = sex or (words.FEMALE if name.endswith("a") else "")  # a guess beats a coin
        return self._pick("first", name, words.first_names(sex) if sex else both)

    def _pick(self, kind: str, name: str, pool: Sequence[str]) -> str:
        """A name not yet given to somebody else around this patient."""
        if (kind, name) not in self._given:
            start = self._draw.number(len(pool), kind, name)
            turns = (pool[(start + turn) % len(pool)] for turn in range(len(pool)))
            chosen = next((one for one in turns if key(one) not in self._used), pool[start])
            self._used.add(key(chosen))
            self._given[kind, name] = chosen
        return self._given[kind, name]

    def _letter(self, text: str, found: Found) -> str:
        """Initials: of the surrogate of the first name, where that is known."""
        return re.sub(r"[^\W\d_]", lambda one: self._initial(one.group(), found.about), text)

    def _initial(self, letter: str, surname: str) -> str:
        name = self._lexicon.first_name_of(letter, surname)
        if name:
            return self._first(name, self._lexicon.firsts.get(name, ""))[0]
        others = _LETTERS.replace(letter.upper(), "")
        return self._draw.choice(others, "initial", letter.casefold(), surname)

    def _surname_letter(self, text: str, found: Found) -> str:
        """The letter of "Mrs T.": of the surrogate of a surname that begins with it."""
        letter = text[0].casefold()
        name = next((one for one in sorted(self._lexicon.surnames) if one.startswith(letter)), "")
        new = self._surname(name)[0] if name else self._initial(text[0], "")
        return new + text[1:]

    def _monogram(self, text: str, found: Found) -> str:
        letters = [at for at, char in enumerate(text) if char.isalpha()]
        out = list(text)
        for at in letters[:-1]:
            out[at] = self._initial(text[at], "")
        out[letters[-1]] = self._surname_letter(text[letters[-1]], found)
        return "".join(out)

    def _place(self, text: str, found: Found) -> str:
        draw = self._corpus if found.form == FACILITY else self._draw
        possessive = _POSSESSIVE.search(text)
        name = key(text[: possessive.start()] if possessive else text)
        pool = [one for one in words.listed("places") if key(one) != name]
        return cased(text.split()[0], draw.choice(pool, "place", name))

    def _house(self, text: str, found: Found) -> str:
        return str(1 + self._draw.number(_HOUSES, "house", text.casefold()))

    def _postcode(self, text: str, found: Found) -> str:
        draw, name = self._draw, key(text)
        gap = " " if " " in text else ""
        letters = "".join(draw.choice("ABDEFGHJLNPQ", "post", str(at), name) for at in (1, 2))
        numbers = [draw.number(9, "post", str(at), name) + 1 for at in (3, 4)]
        return f"{_NO_AREA}{numbers[0]}{gap}{numbers[1]}{letters}"

    def _number(self, text: str, found: Found) -> str:
        """The same shape: a digit for a digit, a letter for a letter; a nought in front stays."""
        plain = re.sub(r"[\W_]", "", text).casefold()
        out, at = [], 0
        for char in text:
            at += char.isalnum()
            if not char.isalnum() or (at == 1 and char == "0"):
                out.append(char)
                continue
            pool = string.digits if char.isdigit() else _LETTERS
            new = self._draw.choice(pool, "number", plain, str(at))
            out.append(new.lower() if char.islower() else new)
        new_text = "".join(out)
        return new_text if new_text != text else text[:-1] + str((int(text[-1], 36) + 1) % 10)

    def _nhs(self, text: str, found: Found) -> str:
        """An NHS number of the range for tests, with a right check digit, spaced the same way."""
        for turn in range(20):
            tail = self._draw.number(10**6, "nhs", digits(text), str(turn))
            nine = f"{_TEST_NHS}{tail:06}"
            if check_digit(nine) < 10:
                break
        new = iter(f"{nine}{check_digit(nine) % 10}")
        return "".join(next(new) if char.isdigit() else char for char in text)

    def _contact(self, text: str, found: Found) -> str:
        mark = self._draw.hexadecimal(6, found.form, text.casefold())
        return (
            f"person.{mark}@example.org" if found.form == EMAIL else f"https://example.org/{mark}"
        )


def cased(old: str, new: str) -> str:
    """A name in the case of another: TARROW gives capitals, tarrow small letters."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new.lower() if old.islower() else new
