"""Manifests: what is drawn once can be drawn again, from the same population only."""

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
    again,
    carry_out,
    manifest,
    manifest_of,
    population,
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
def test_a_manifest_draws_the_same_again(plan: Plan, tmp_path: Path) -> None:
    people = population(CARDS)
    drawn = carry_out(people, plan)
    file = tmp_path / "kept.json"
    file.write_bytes(manifest.encode(manifest_of(people, plan, drawn, version="1")))
    back = manifest.read(file)
    assert back.plan == plan and manifest.looks_like(file)
    assert again(population(CARDS[::-1]), back, where="m") == drawn


def test_another_population_is_refused() -> None:
    people = population(CARDS)
    kept = manifest_of(people, PLANS[1], carry_out(people, PLANS[1]), version="1")
    with pytest.raises(InputError, match=r"m: .*another population: 40 documents.* here are 39"):
        again(population(CARDS[1:]), kept, where="m")
    other = msgspec.structs.replace(CARDS[0], diagnosis="C51")
    with pytest.raises(InputError, match="another population"):
        again(population([other, *CARDS[1:]]), kept, where="m")


def test_an_edited_manifest_is_refused() -> None:
    people = population(CARDS)
    kept = manifest_of(people, PLANS[1], carry_out(people, PLANS[1]), version="1")
    edited = msgspec.structs.replace(kept, parts={**kept.parts, "test": ("d1",)})
    with pytest.raises(InputError, match="other documents than it lists"):
        again(people, edited, where="m")


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"layout": 1}', b"\xff\xfe"])
def test_another_file_is_no_manifest(content: bytes) -> None:
    with pytest.raises(InputError, match="not the manifest of a draw"):
        manifest.decode(content, where="m")


def test_another_layout_is_refused_and_a_missing_file_said(tmp_path: Path) -> None:
    people = population(CARDS)
    kept = manifest_of(people, PLANS[1], carry_out(people, PLANS[1]), version="1")
    newer = msgspec.structs.replace(kept, layout=2)
    with pytest.raises(InputError, match="layout 2; expected layout 1"):
        manifest.decode(manifest.encode(newer), where="m")
    with pytest.raises(InputError, match="no such file"):
        manifest.read(tmp_path)
