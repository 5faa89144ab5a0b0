"""Recording of decisions and the resulting change of the consensus, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from goldsmith.adjudication import Comparison, Decision, Unit
from goldsmith.errors import Conflict, InputError, NotFound, Remedy
from goldsmith.project.curation.adjudication.blinding import make_blinder
from goldsmith.project.curation.adjudication.cases import Desk, open_desk
from goldsmith.project.curation.adjudication.consensus import keep_in_step
from goldsmith.project.curation.adjudication.previews import find_breaches
from goldsmith.project.curation.adjudication.requests import DecisionReceipt
from goldsmith.store.access import Actor
from goldsmith.store.curation.decisions import (
    DecisionHistory,
    find_decision,
    insert_decisions,
    read_history,
    refuse_other,
)
from goldsmith.store.curation.seeds import ensure_seed
from goldsmith.store.curation.sources import begin_adjudication, lock_document
from goldsmith.store.database import Database

#: The entry of a decision, a reopening or a policy in the log: id, unit and decision.
Entry = tuple[str, Unit, Decision]
#: Makes the entries for the state of a document within the transaction.
EntryMaker = Callable[[Desk], Iterable[Entry]]
_OTHER = "the id belongs to another decision. Make a new id"


class Recorder:
    """Records decisions about a document.

    Args:
        database: The database.
        actor: The adjudicator.
        batch: The id of the batch.
        document: The id of the document.

    Raises:
        NotFound: The person may not see the batch, or the document is not in it.
        Forbidden: The person is not an adjudicator, or annotated the document.
        Conflict: The batch or the document cannot be adjudicated now.
    """

    def __init__(self, database: Database, actor: Actor, batch: str, document: str) -> None:
        self._database, self._actor = database, actor
        self._batch, self._document = batch, document
        with database.read() as connection:  # compares the sets outside the transaction
            self.desk = open_desk(connection, actor, batch, document)
        self.blinder = make_blinder(ensure_seed(database, self.desk.batch.project), actor)

    def record(self, decision_id: str, make_entries: EntryMaker, unit: str = "") -> DecisionReceipt:
        """Append decisions and update the consensus, once for each id.

        Args:
            decision_id: The id that the client made; the first of several.
            make_entries: Makes the entries to append.
            unit: The name of the unit in the API, if the decision concerns one.
        """
        with self._database.write() as connection:
            lock_document(connection, self._batch, self._document)
            desk = open_desk(connection, self._actor, self._batch, self._document)
            earlier = find_decision(connection, self._batch, decision_id)
            if earlier is None:
                begin_adjudication(connection, desk.batch)
                insert_decisions(
                    connection,
                    self._actor,
                    desk.batch.project,
                    self._batch,
                    self._document,
                    list(make_entries(desk)),
                )
            elif earlier.document != self._document:
                raise Conflict(_OTHER)
            elif unit:
                self._refuse_other(desk, unit, decision_id, make_entries)
            history = read_history(connection, self._batch, self._document)
            state = keep_in_step(connection, self._actor, desk, history.get_decisions())
        return DecisionReceipt(decision_id, self._document, unit, state)

    def _refuse_other(
        self, desk: Desk, unit: str, decision_id: str, make_entries: EntryMaker
    ) -> None:
        """Check that a decision that is sent again equals the recorded one."""
        rows = desk.history.rows
        before = next(number for number, row in enumerate(rows) if row.id == decision_id)
        row = rows[before]
        if self.blinder.hide_unit(row.decision.unit) != unit:
            raise Conflict(_OTHER)
        earlier = replace(desk, history=DecisionHistory(rows[:before]))
        for _, entry, decision in make_entries(earlier):
            refuse_other(row, entry.id, decision)


def check_permitted(desk: Desk, decision: Decision) -> Unit:
    """Return the unit of a decision after checking the rules.

    Raises:
        InputError: The decision breaks rules; the message names them.
        NotFound: There is no such unit.
    """
    comparison, unit = require_unit(desk, decision.unit)
    breaches = find_breaches(comparison, unit, decision, desk.case.rules, desk.case.schema)
    if breaches:
        raise InputError(
            f"the decision breaks the rules {desk.case.rules.name}: " + "; ".join(breaches),
            expected="a decision that follows them",
            remedy=Remedy.DECIDE_UNITS if decision.by.startswith("auto:") else "",
        )
    return unit


def require_unit(desk: Desk, unit_id: str) -> tuple[Comparison, Unit]:
    """Return a unit with the comparison that it belongs to.

    Raises:
        NotFound: There is no such unit.
    """
    match = desk.case.find_unit(unit_id)
    if match is None:
        raise NotFound("there is no such unit in this document. Load the document again")
    return match
