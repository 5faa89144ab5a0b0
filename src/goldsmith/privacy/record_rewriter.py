"""Pseudonymise the structured records of patients with the surrogates and the shift of their notes.

The rows, columns and tables stay; only values change. Identifying columns get surrogates according
to their meaning. In all other columns dates are shifted, and texts that name somebody are
rewritten.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from goldsmith.errors import InputError, Remedy
from goldsmith.privacy.field_rewriter import Context, FieldRewriter
from goldsmith.privacy.finders.date_values import is_unreadable, read_value, shift_value
from goldsmith.privacy.finders.places import find_recorded_places
from goldsmith.privacy.identifiers import (
    CONTACT,
    EMAIL,
    FIRST,
    FIRST_INITIAL,
    HOUSE,
    NAME,
    NHS,
    NUMBER,
    PLACE,
    POSTCODE,
    SHAPE,
    SURNAME,
    TOWN,
    ZIP,
    Identifier,
    resolve_overlaps,
)
from goldsmith.privacy.nhs_number import is_nhs_number
from goldsmith.privacy.people import normalise_name, parse_person
from goldsmith.privacy.records import get_column, is_ignored, is_json, read_csv, read_objects

#: Columns whose values do not identify anybody.
_PLAIN = frozenset(("title", "sex"))
_MAX_LISTED = 20


class RecordRewriter:
    """Rewrites the records of patients.

    Args:
        fields: Makes pseudonyms, and rewrites texts.
        make_context: Returns the context of a patient.
    """

    def __init__(self, fields: FieldRewriter, make_context: Callable[[str], Context]) -> None:
        self._fields, self._make_context = fields, make_context
        self._unreadable: list[int] = []
        self._writers: Mapping[str, Callable[[str, Context], str]] = {
            "patient": lambda _, context: fields.make_pseudonym(context.owner),
            "first_name": _replace_first_names,
            "middle_name": _replace_first_names,
            "known_as": _replace_first_names,
            "surname": _replace_surname,
            "previous_surname": _replace_surname,
            "date_of_birth": _shift_birth,
            "address": _replace_address,
            "town": _replace_address,
            "postcode": _replace_postcode,
            "phone": lambda text, context: _make(text, context, CONTACT, SHAPE),
            "email": lambda text, context: _make(text, context, CONTACT, EMAIL),
            "number": _replace_number,
            "relatives": _replace_person,
            "clinicians": _replace_person,
            "institution": fields.replace_institution,
        }

    def rewrite(self, path: Path, *, ignore: Collection[str] = ()) -> Iterator[str]:
        """Yield the lines of the pseudonymised records, in the format of the original.

        Args:
            path: The records: JSON lines or CSV.
            ignore: Columns to leave out.

        Raises:
            InputError: Dates of the records cannot be read, so they cannot be shifted.
        """
        return self.rewrite_text(path.read_text("utf-8-sig"), str(path), ignore=ignore)

    def rewrite_text(self, text: str, where: str, *, ignore: Collection[str] = ()) -> Iterator[str]:
        """Yield the pseudonymised lines of the content of a file; see `rewrite`."""
        lines = self._rewrite_json if is_json(text) else self._rewrite_csv
        yield from lines(text, where, ignore)
        if self._unreadable:
            numbers = ", ".join(map(str, self._unreadable[:_MAX_LISTED]))
            raise InputError(
                f"{len(self._unreadable)} dates of the records cannot be read, so they cannot be "
                f"shifted: lines {numbers}",
                where=where,
                expected="dates such as 2008-03-14, 14/03/2008, March 2008 or 2008",
                remedy=Remedy.REWRITE_DATES,
            )

    def _rewrite_json(self, text: str, where: str, ignore: Collection[str]) -> Iterator[str]:
        for number, values in read_objects(text, where):
            row = _RowRewriter(self._writers, self._fields, self._find_owner(values), ignore)
            yield json.dumps(row.rewrite(values, ""), ensure_ascii=False) + "\n"
            self._unreadable += [number] * row.unreadable

    def _rewrite_csv(self, text: str, where: str, ignore: Collection[str]) -> Iterator[str]:
        is_first = True
        for number, columns, cells in read_csv(text, where):
            target = StringIO()
            selected = [name for name in columns if not is_ignored(name, ignore)]
            writer = csv.DictWriter(target, selected, lineterminator="\n")
            if is_first:
                writer.writeheader()
            is_first = False
            row = _RowRewriter(self._writers, self._fields, self._find_owner(cells), ignore)
            writer.writerow({name: row.rewrite_cell(cells[name] or "", name) for name in selected})
            yield target.getvalue()
            self._unreadable += [number] * row.unreadable

    def _find_owner(self, values: Mapping[str, Any]) -> Context:
        """Return the context of the patient of a row."""
        tables = [value for value in values.values() if isinstance(value, dict)]
        for table in (values, *tables):
            for name, value in table.items():
                if get_column(name) == "patient" and value is not None:
                    return self._make_context(str(value).strip())
        return self._make_context("")


class _RowRewriter:
    """Rewrites the values of a row, at any depth."""

    def __init__(
        self,
        writers: Mapping[str, Callable[[str, Context], str]],
        fields: FieldRewriter,
        context: Context,
        ignore: Collection[str],
    ) -> None:
        self._writers, self._fields = writers, fields
        self._context, self._ignore = context, ignore
        self.unreadable = 0

    def rewrite(self, value: Any, column: str) -> Any:
        """Rewrite a value of a column; the `name` of a relative or clinician is a full name."""
        if isinstance(value, dict):
            return {
                name: self.rewrite(item, column if name == "name" and column else name)
                for name, item in value.items()
                if not is_ignored(name, self._ignore)
            }
        if isinstance(value, list):
            return [self.rewrite(item, column) for item in value]
        if isinstance(value, str):
            return self._rewrite_text(value, column)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and get_column(column) in self._writers:
            return self._rewrite_text(str(value), column)
        return value

    def rewrite_cell(self, cell: str, column: str) -> str:
        """Rewrite a cell of a CSV file; its values are separated by semicolons."""
        parts = re.split(r"(\s*;\s*)", cell)
        return "".join(
            part if index % 2 else self._rewrite_text(part, column)
            for index, part in enumerate(parts)
        )

    def _rewrite_text(self, text: str, column: str) -> str:
        name = get_column(column)
        if not text.strip() or name in _PLAIN:
            return text
        if name in self._writers:
            self.unreadable += name == "date_of_birth" and is_unreadable(text, field="date")
            return self._writers[name](text.strip(), self._context)
        self.unreadable += is_unreadable(text, field=column)
        return self._fields.rewrite_record_value(text, self._context)


def _make(text: str, context: Context, kind: str, form: str, detail: str = "") -> str:
    identifier = Identifier(0, len(text), kind, "record", 0, form, detail)
    return context.surrogates.make(text, identifier)


def _replace_first_names(text: str, context: Context) -> str:
    return " ".join(_replace_first_name(name, context, "") for name in text.split())


def _replace_first_name(name: str, context: Context, surname: str) -> str:
    form = FIRST if len(normalise_name(name)) > 1 else FIRST_INITIAL
    return _make(name, context, NAME, form, "" if form == FIRST else surname)


def _replace_surname(text: str, context: Context) -> str:
    return _make(text, context, NAME, SURNAME)


def _replace_person(text: str, context: Context) -> str:
    """Replace the parts of a full name; titles and roles stay."""
    person = parse_person(text)
    surname = normalise_name(person.surname)
    parts = sorted({*person.first, person.surname} - {""}, key=len, reverse=True)

    def replace(match: re.Match[str]) -> str:
        if match.group() == person.surname:
            return _replace_surname(match.group(), context)
        return _replace_first_name(match.group(), context, surname)

    pattern = "|".join(map(re.escape, parts))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", replace, text) if parts else text


def _shift_birth(text: str, context: Context) -> str:
    """Shift a date of birth; limit it to 90 years before the last note."""
    calendar = context.field_calendar
    day = read_value(text, month_first=calendar.month_first)
    days = (calendar.shift(day, birth=True) - day).days if day else calendar.days
    return shift_value(text, context.with_days(days)) or text


def _replace_address(text: str, context: Context) -> str:
    return "".join(
        part if index % 2 else _replace_place(part, context)
        for index, part in enumerate(re.split(r"(\s*[,\n]\s*)", text))
    )


def _replace_place(part: str, context: Context) -> str:
    """Replace a part of an address: the house number and the name."""
    places = resolve_overlaps(find_recorded_places(part, (part,), TOWN))
    if not places and part and not part[0].isdigit() and any(map(str.isupper, part)):
        return _make(part, context, PLACE, TOWN)
    pieces, position = [], 0
    for place in places:
        wording = part[place.start : place.end]
        pieces += [part[position : place.start], _make(wording, context, PLACE, place.form)]
        position = place.end
    new = "".join((*pieces, part[position:]))
    return new if places else re.sub(r"\d+", lambda m: _make(m[0], context, PLACE, HOUSE), new)


def _replace_postcode(text: str, context: Context) -> str:
    return _make(text, context, PLACE, ZIP if text[:1].isdigit() else POSTCODE)


def _replace_number(text: str, context: Context) -> str:
    return _make(text, context, NUMBER, NHS if is_nhs_number(text) else SHAPE)
