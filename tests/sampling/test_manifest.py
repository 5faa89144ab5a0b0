"""Manifests: a draw can be repeated, but only from the same population."""

from pathlib import Path

import msgspec
import pytest

from goldsmith.errors import InputError
from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    Plan,
    Restriction,
    SplitPlan,
    build_population_from_cards,
    execute_plan,
    make_manifest,
    manifest,
    repeat_draw,
)

CARDS = [Card(f"d{n}", f"P{n}", "ab"[n % 2], diagnosis="C50") for n in range(40)]
PLANS: list[Plan] = [
    DrawPlan(
        seed=3,
        only=Restriction(icd10=("II",), where={"type": ("a", "b")}, frequent="diagnosis"),
        axes=("type", "diagnosis"),
        patients={"breast": 1},
        parts=(Part("gold", {"a": 5, "b": 4}), Part("trial", 7)),
        mirror="gold",
        apart=("d1", "d2"),
        by_patient=True,
    ),
    SplitPlan({"train": "0.75", "test": "25%"}, 2, ("type",), "patient"),
]


@pytest.mark.parametrize("plan", PLANS)
def test_manifest_repeats_the_draw(plan: Plan, tmp_path: Path) -> None:
    people = build_population_from_cards(CARDS)
    result = execute_plan(people, plan)
    file = tmp_path / "saved.json"
    file.write_bytes(manifest.encode(make_manifest(people, plan, result, version="1")))
    loaded = manifest.read(file)
    assert loaded.plan == plan and manifest.is_manifest(file)
    assert repeat_draw(build_population_from_cards(CARDS[::-1]), loaded, where="m") == result


def test_changed_population_is_rejected() -> None:
    people = build_population_from_cards(CARDS)
    original = make_manifest(people, PLANS[1], execute_plan(people, PLANS[1]), version="1")
    with pytest.raises(InputError, match=r"m: .*another population: 40 documents.* not 39"):
        repeat_draw(build_population_from_cards(CARDS[1:]), original, where="m")
    changed = msgspec.structs.replace(CARDS[0], diagnosis="C51")
    with pytest.raises(InputError, match="another population"):
        repeat_draw(build_population_from_cards([changed, *CARDS[1:]]), original, where="m")


def test_edited_manifest_is_rejected() -> None:
    people = build_population_from_cards(CARDS)
    original = make_manifest(people, PLANS[1], execute_plan(people, PLANS[1]), version="1")
    edited = msgspec.structs.replace(original, parts={**original.parts, "test": ("d1",)})
    with pytest.raises(InputError, match="different documents from those that the manifest lists"):
        repeat_draw(people, edited, where="m")


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"layout": 1}', b"\xff\xfe"])
def test_file_that_is_not_a_manifest_is_rejected(content: bytes) -> None:
    with pytest.raises(InputError, match="not the manifest of a draw"):
        manifest.decode(content, where="m")


def test_newer_layout_and_missing_file_are_rejected(tmp_path: Path) -> None:
    people = build_population_from_cards(CARDS)
    original = make_manifest(people, PLANS[1], execute_plan(people, PLANS[1]), version="1")
    newer = msgspec.structs.replace(original, layout=2)
    with pytest.raises(InputError, match="layout 2; expected layout 1"):
        manifest.decode(manifest.encode(newer), where="m")
    with pytest.raises(InputError, match="no such file"):
        manifest.read(tmp_path)
