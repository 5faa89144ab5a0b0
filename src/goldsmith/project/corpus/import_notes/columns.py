"""The roles of columns (text, id, metadata), and the conversion of a row into a document."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

import msgspec

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError, Remedy, quote_id
from goldsmith.project.corpus.import_notes.rows import Row, list_names
from goldsmith.project.corpus.import_notes.survey import ISO_DATE, Survey

#: The metadata fields that a column can contain.
FIELDS = ("patient", "type", "subtype", "date", "diagnosis", "institution")

#: Length of a date in ISO 8601 -> its pattern.
_DATE_PATTERNS = {4: "%Y", 7: "%Y-%m", 10: "%Y-%m-%d"}


class ColumnOptions(msgspec.Struct, frozen=True):
    """The columns that the user names; the others are detected."""

    text: str = ""
    id: str = ""
    fields: Mapping[str, str] = {}
    """Field of the metadata -> column."""
    ignore: Collection[str] = ()
    number: bool = False
    """Number the notes instead of taking ids from a column."""
    date_format: str = ""
    """The date format, in the notation of `strptime`; ISO 8601 if ""."""


class ColumnPlan(msgspec.Struct, frozen=True):
    """The roles of the columns."""

    text: str
    id: str
    """"" if the notes are numbered."""
    fields: dict[str, str]
    extra: list[str]
    guessed: list[str]
    """The roles whose columns the user did not name: `text`, `id` or a field."""
    date_format: str
    width: int
    """The digits of the highest row number."""

    def make_document(self, row: Row) -> Document | None:
        """Make the document of a row; None if the row has no text.

        Raises:
            InputError: The row has no id, or its date cannot be read.
        """
        text = row.cells.get(self.text, "")
        if not text.strip():
            return None
        doc_id = row.cells.get(self.id, "") if self.id else f"note-{row.number:0{self.width}}"
        if not doc_id:
            raise row.make_error(
                f"the id in the column {quote_id(self.id)} is empty", remedy=Remedy.NUMBER_NOTES
            )
        return Document(doc_id, text, self._make_metadata(row))

    def _make_metadata(self, row: Row) -> Metadata:
        values = {field: row.cells.get(column, "") for field, column in self.fields.items()}
        extra = {name: value for name in self.extra if (value := row.cells.get(name, ""))}
        if written := values.get("date"):
            values["date"] = self._parse_date(written, row)
            if values["date"] != written:
                extra[self.fields["date"]] = written
        return Metadata(**values, extra=extra)

    def _parse_date(self, written: str, row: Row) -> str:
        try:
            if self.date_format:
                return datetime.strptime(written, self.date_format).date().isoformat()
            if match := ISO_DATE.fullmatch(written):
                datetime.strptime(match[1], _DATE_PATTERNS[len(match[1])])
                return match[1]
        except ValueError:
            pass
        raise row.make_error(
            f"the column {quote_id(self.fields['date'])} is not a date",
            expected=self.date_format or "2008-03-14, 2008-03 or 2008",
            remedy=Remedy.NAME_DATE_FORMAT,
        )


def plan_columns(
    options: ColumnOptions, survey: Survey, roles: Mapping[str, str], where: str
) -> ColumnPlan:
    """Return the roles of the columns.

    Args:
        options: The columns that the user names.
        survey: The content of the columns.
        roles: The roles that the source itself defines.
        where: The source, for messages.

    Raises:
        InputError: A column does not exist or is named twice, or no column has any text.
    """
    _check_options(options, survey, where)
    columns = [name for name in survey.columns if name not in options.ignore]
    named = {options.text, options.id, *options.fields.values()}
    free = [name for name in columns if name not in named]
    text = options.text or roles.get("text", "") or survey.guess_text_column(free)
    if not text or not survey.columns[text].filled:
        raise InputError("no row has any text", where=where, remedy=Remedy.NAME_COLUMN)
    fields = _guess_fields([name for name in free if name != text], options, survey)
    free = [name for name in free if name not in {text, *fields.values()}]
    doc_id = options.id or roles.get("id", "")
    if not doc_id and not options.number:
        doc_id = survey.guess_id_column(free)
    guessed = [] if options.text or roles else ["text"]
    guessed += [] if options.id or options.number or roles else ["id"]
    return ColumnPlan(
        text,
        "" if options.number else doc_id,
        {**options.fields, **fields},
        [name for name in free if options.number or name != doc_id],
        guessed + list(fields),
        options.date_format,
        len(str(survey.rows)),
    )


def _check_options(options: ColumnOptions, survey: Survey, where: str) -> None:
    named = [*options.fields.values(), *options.ignore, options.text, options.id]
    unknown = [name for name in named if name and name not in survey.columns]
    if unknown:
        raise InputError(
            f"there is no column called {', '.join(map(quote_id, unknown))}",
            where=where,
            expected=f"one of {list_names(survey.columns)}" if survey.columns else "",
        )
    roles = [*options.fields.values(), *options.ignore, options.id]
    if options.text and options.text in roles:
        fault = f"the column {quote_id(options.text)} is named both as the text and in another role"
        raise InputError(fault, where=where, remedy=Remedy.NAME_COLUMN)
    if options.number and options.id:
        raise InputError("notes are either numbered or have a column of ids, not both")


def _guess_fields(
    columns: Collection[str], options: ColumnOptions, survey: Survey
) -> dict[str, str]:
    """Return the fields with a column of the same name; `date` only if it contains dates."""
    fields = {}
    for column in columns:
        field = column.lower()
        if field not in FIELDS or field in options.fields or field in fields:
            continue
        if field != "date" or options.date_format or survey.columns[column].has_dates:
            fields[field] = column
    return fields
