"""A batch is adjudicated over the API, and no answer reveals who made which annotation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.project.adjudication.corpora import build_documents
from tests.project.curation.bench import Bench
from tests.web.conftest import ADDRESS, Server, Team

from goldsmith.client import Client
from goldsmith.core import Mention, Span
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.store.access import Actor, Role, Scope
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.steps import AddMention


class Room:
    """A batch that is ready for adjudication."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.bench = Bench(server.world, build_documents())
        self.batch, self.documents = self.bench.batch, self.bench.documents
        self.carol = server.connect(self.bench.carol)

    def connect(self, actor: Actor) -> Client:
        return self.server.connect(actor)


@pytest.fixture
def room(server: Server) -> Room:
    return Room(server)


def settle(room: Room, client: Client, name: str) -> str:
    """Keep the first version of every unit, and return the consensus set."""
    document = room.documents[name]
    while True:
        listed = client.adjudication.list_units(room.batch, document)
        heads = [head for head in listed.units if head.state == "open"]
        if not heads:
            return listed.consensus
        client.adjudication.decide(room.batch, document, heads[0].id, keep=("1",))


def test_a_batch_is_adjudicated_over_the_api(room: Room) -> None:
    document = room.documents["n1"]
    head = room.carol.adjudication.list_units(room.batch, document).units[0]
    unit = room.carol.adjudication.read_unit(room.batch, document, head.id)
    permitted = next(option for option in unit.options if not option.breaches)
    shown = room.carol.adjudication.preview(room.batch, document, unit.id, keep=permitted.keep)
    assert shown.mentions == permitted.mentions
    with pytest.raises(InputError, match="overlap: of versions 1 and 2, one at most"):
        room.carol.adjudication.decide(room.batch, document, unit.id, keep=("1", "2"))
    room.carol.adjudication.decide(
        room.batch, document, unit.id, keep=permitted.keep, reason="longest", guideline="general.md"
    )
    room.carol.adjudication.undo(room.batch)
    consensus = settle(room, room.carol, "n1")
    assert len(room.carol.sets.read(consensus).content.mentions) == 3
    room.carol.adjudication.apply_policy(room.batch, "union")
    assert room.carol.adjudication.read_progress(room.batch).finished == 2
    log = list(room.carol.adjudication.iterate_log(room.batch))
    assert [entry.reopened for entry in log[:2]] == [False, True]
    assert (log[0].decision.reason, log[0].decision.guideline) == ("longest", "general.md")
    room.bench.set_state("closed")
    report = room.carol.adjudication.read_report(room.batch)
    assert {entry.annotator for entry in report.contributions} == {"anna", "ben"}
    assert room.carol.adjudication.list_origins(room.batch, document)
    with pytest.raises(Conflict, match="closed"):
        room.carol.adjudication.list_units(room.batch, document)


def test_reopening_a_unit_changes_the_consensus(room: Room) -> None:
    consensus = settle(room, room.carol, "n2")
    document = room.documents["n2"]
    (head,) = room.carol.adjudication.list_units(room.batch, document).units
    receipt = room.carol.adjudication.reopen(room.batch, document, head.id, reason="again")
    assert (receipt.consensus.set, receipt.consensus.revision) == (consensus, 2)
    assert len(room.carol.sets.read(consensus).content.mentions) == 1
    room.carol.adjudication.decide(room.batch, document, head.id, keep=("2",))
    assert len(room.carol.sets.read(consensus).content.mentions) == 2


def test_no_answer_reveals_who_made_which_annotation(room: Room) -> None:
    """Crawl every address of adjudication before and after the decisions."""
    address = f"{ADDRESS}/api/batches/{room.batch}/adjudication"
    headers = room.carol.caller.headers
    texts = []

    def crawl() -> None:
        for path in ("", "/log", "/report"):
            texts.append(room.server.http.get(address + path, headers=headers).text)
        for document in room.documents.values():
            for path in ("", "/origins"):
                place = f"{address}/documents/{document}{path}"
                texts.append(room.server.http.get(place, headers=headers).text)
            for head in room.carol.adjudication.list_units(room.batch, document).units:
                place = f"{address}/documents/{document}/units/{head.id}"
                for action in ("decision", "reopen", "preview"):
                    wrong = {"id": f"x-{head.id}-{action}-{len(texts)}"}
                    answer = room.server.http.post(f"{place}/{action}", json=wrong, headers=headers)
                    texts.append(answer.text)
                texts.append(room.server.http.get(place, headers=headers).text)

    crawl()
    for name in room.documents:
        consensus = settle(room, room.carol, name)
        texts.append(room.server.http.get(f"{ADDRESS}/api/sets/{consensus}", headers=headers).text)
    crawl()
    secrets = [*room.bench.sets.values(), *room.bench.people]
    secrets += [actor.person for actor in room.bench.people.values()]
    assert len(texts) > 30
    assert [secret for secret in secrets if any(secret in text for text in texts)] == []


def test_every_route_refuses_annotators_strangers_and_narrow_tokens(room: Room) -> None:
    document = room.documents["n1"]
    head = room.carol.adjudication.list_units(room.batch, document).units[0]
    anna = room.connect(room.bench.people["anna"])
    stranger = room.connect(room.server.add_person("stranger"))
    reader = room.server.connect(room.bench.carol, Scope.READ)
    calls: list[Callable[[Client], object]] = [
        lambda client: client.adjudication.list_units(room.batch, document),
        lambda client: client.adjudication.read_unit(room.batch, document, head.id),
        lambda client: client.adjudication.decide(room.batch, document, head.id, keep=("1",)),
        lambda client: client.adjudication.reopen(room.batch, document, head.id),
        lambda client: client.adjudication.undo(room.batch),
        lambda client: client.adjudication.apply_policy(room.batch, "union"),
    ]
    for call in calls:
        for client, error in ((anna, Forbidden), (stranger, NotFound), (reader, Forbidden)):
            with pytest.raises(error):
                call(client)
    for client, error in ((anna, Forbidden), (stranger, NotFound)):
        with pytest.raises(error):
            client.adjudication.read_progress(room.batch)
        with pytest.raises(error):
            list(client.adjudication.iterate_log(room.batch))


def test_an_annotator_cannot_adjudicate_their_own_document(room: Room) -> None:
    anna = room.bench.people["anna"]
    room.server.world.join(anna, Role.ADJUDICATOR)
    with pytest.raises(Forbidden, match="annotated this document yourself"):
        room.connect(anna).adjudication.list_units(room.batch, room.documents["n1"])


def test_a_batch_is_processed_from_assignment_to_closing(server: Server, team: Team) -> None:
    server.world.add_document()
    iteration = team.max.iterations.create(server.project, "production 1", guideline="0")
    batch = team.max.batches.create(server.project, iteration.id)
    team.max.batches.assign(batch.id, ["ann", "bob"])
    spans = {"ann": (Span(25, 50), Span(74, 79)), "bob": (Span(34, 50), Span(74, 79))}
    for name, places in spans.items():
        client = team.clients[name]
        task = client.tasks.start(client.tasks.get_next(server.project).id)
        assert client.guidelines.read_for_task(task.id).version.version == "0"
        mentions = [Mention(f"m{at}", "Condition", (span,)) for at, span in enumerate(places)]
        change = Change(f"c-{name}", 0, tuple(map(AddMention, mentions)))
        client.sets.append(task.set, change)
        client.tasks.finish(task.id)
    (document,) = team.max.batches.list_documents(batch.id)
    with pytest.raises(Conflict, match="is not measured yet"):
        team.adele.adjudication.list_units(batch.id, document.id)
    team.max.batches.measure(batch.id)
    with pytest.raises(Conflict, match="not open to adjudicators"):
        team.adele.adjudication.list_units(batch.id, document.id)
    team.max.batches.adjudicate(batch.id)
    (head,) = team.adele.adjudication.list_units(batch.id, document.id).units
    team.adele.adjudication.decide(batch.id, document.id, head.id, keep=("1",))
    team.adele.adjudication.reopen(batch.id, document.id, head.id)
    with pytest.raises(Conflict, match="have no consensus"):
        team.max.batches.close(batch.id)
    receipt = team.adele.adjudication.decide(batch.id, document.id, head.id, keep=("2",))
    team.max.batches.close(batch.id)
    content = team.ann.sets.read(receipt.consensus.set).content
    assert [mention.spans[0] for mention in content.mentions] == list(spans["bob"])
    report = team.max.adjudication.read_report(batch.id)
    taken = {entry.annotator: entry.taken for entry in report.contributions}
    assert taken == {"ann": 1, "bob": 2}
