"""Steps change the annotations in the page exactly as they change those on the server."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
from tests.browser.annotate.conftest import OpenNote
from tests.browser.annotate.site import Site

from goldsmith.core import Code, Mention, Relation, Span
from goldsmith.core.relation import Group
from goldsmith.errors import InputError
from goldsmith.store.journal import steps as kinds
from goldsmith.store.journal.state import State

TEXT = "one two three four five six seven eight nine ten 😀 eleven\nand twelve\n" * 5
APPLY = """async ([address, text, runs]) => {
  const { Annotations } = await import(`${address}/static/annotate/model/annotations.js`);
  const { Text } = await import(`${address}/static/annotate/model/text.js`);
  return runs.map((changes) => {
    const annotations = new Annotations(new Text(text));
    const answers = changes.map((steps) => {
      try {
        return annotations.apply(steps);
      } catch {
        return null;
      }
    });
    const { mentions, relations, groups, notes, rejected, order } = annotations;
    const lists = [mentions, relations, groups, notes].map((map) => [...map.values()]);
    const indexed = [...annotations.byRun.values()].reduce((sum, ids) => sum + ids.size, 0);
    return { answers, lists, rejected: [...rejected], ordered: order.map(({ id }) => id), indexed };
  });
}"""


def make_changes(chance: random.Random) -> list[list[kinds.Step]]:
    return [[make_step(chance) for _ in range(chance.randint(1, 3))] for _ in range(40)]


def make_step(chance: random.Random) -> kinds.Step:
    """Return a random step; many of them cannot be applied."""
    mention, target = f"m{chance.randrange(8)}", chance.choice("mrgn") + str(chance.randrange(6))
    members = tuple({f"m{chance.randrange(8)}" for _ in range(chance.randint(1, 3))})
    starts = sorted(chance.sample(range(0, 300, 7), chance.randint(1, 2)))
    spans = tuple(Span(start, start + chance.randint(1, 6)) for start in starts)
    makers: list[Callable[[], kinds.Step]] = [
        lambda: kinds.AddMention(Mention(mention, chance.choice("AB"), spans)),
        lambda: kinds.AddMention(Mention(mention, "A", spans, {"x": "1"}, (Code("C1"),))),
        lambda: kinds.AddRelation(
            Relation(f"r{chance.randrange(6)}", "R", mention, f"m{chance.randrange(8)}")
        ),
        lambda: kinds.AddGroup(Group(f"g{chance.randrange(6)}", "G", members)),
        lambda: kinds.AddNote(f"n{chance.randrange(6)}", "?", chance.choice(("", target))),
        lambda: kinds.Remove(target),
        lambda: kinds.SetSpans(mention, spans),
        lambda: kinds.SetType(target, chance.choice("AB")),
        lambda: kinds.SetAttribute(target, "x", chance.choice(("1", "2", None))),
        lambda: kinds.SetCodes(mention, (Code("C2", "UMLS"),)),
        lambda: kinds.SetMembers(f"g{chance.randrange(6)}", members),
        lambda: kinds.RejectSuggestion(mention),
        lambda: kinds.RestoreSuggestion(mention),
    ]
    return chance.choice(makers)()


def apply(changes: list[list[kinds.Step]]) -> dict[str, object]:
    state = State()
    answers: list[object] = []
    for steps in changes:
        try:
            answers.append(msgspec.to_builtins(state.apply(steps)))
        except InputError:
            answers.append(None)
    parts = (state.mentions, state.relations, state.groups, state.notes)
    return {
        "answers": answers,
        "lists": [msgspec.to_builtins(list(part.values())) for part in parts],
        "rejected": list(state.rejected),
        "ordered": [mention.id for mention in state.export().mentions],
    }


def clean(value: object) -> object:
    """Leave out empty values, which the page and the server may write or omit."""
    if isinstance(value, dict):
        return {key: clean(entry) for key, entry in value.items() if entry not in ("", [], {}, ())}
    return [clean(entry) for entry in value] if isinstance(value, list | tuple) else value


def test_page_applies_steps_like_the_server(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT))
    runs = [make_changes(random.Random(seed)) for seed in range(60)]
    results = page.evaluate(APPLY, [site.address, TEXT, msgspec.to_builtins(runs)])
    for seed, (changes, result) in enumerate(zip(runs, results, strict=True)):
        expected = apply(changes)
        assert [answer is None for answer in result["answers"]] == [
            answer is None
            for answer in expected["answers"]  # type: ignore[attr-defined]
        ], seed
        assert result["ordered"] == expected["ordered"], seed
        assert sorted(result["rejected"]) == sorted(expected["rejected"]), seed  # type: ignore[call-overload]
        assert index_by_id(result["lists"]) == index_by_id(expected["lists"]), seed
        assert clean(result["answers"]) == clean(expected["answers"]), seed


def index_by_id(lists: object) -> dict[str, object]:
    entries = [entry for part in lists for entry in part]  # type: ignore[attr-defined]
    cleaned = [clean({key: entry[key] for key in entry if key != "do"}) for entry in entries]
    return {entry["id"]: entry for entry in cleaned}  # type: ignore[index]
