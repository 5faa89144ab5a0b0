"""Differences between chains: links that only one set makes (i2b2 appendix II).

Only mentions that both sets have are looked at; one that is missing is a difference of its own.
A mention in no chain is a chain of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from goldsmith.core import Bridge, Chain
from goldsmith.core.chain import components
from goldsmith.differences.classes import OVERLINKING, UNDERLINKING, UNRELATED

_OVER = "the second set links two mentions that the first keeps apart"
_UNDER = "the first set links two mentions that the second keeps apart"
_GENERIC = "chains of one set are one chain of the other only through a mention of general words"


class Linked(msgspec.Struct, frozen=True):
    """Mentions that are in one chain on one side and in several on the other."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    name: str
    rule: str


def compare(
    a: tuple[Chain, ...], b: tuple[Chain, ...], twins: Mapping[str, str]
) -> Iterator[Linked]:
    """Each link by which a chain of one side joins chains of the other; a is the reference."""
    back = {second: first for first, second in twins.items()}
    for members, name in _links(b, a, back):
        rule = _GENERIC if name else _OVER
        yield Linked(_others(members, back), members, name or OVERLINKING, rule)
    for members, name in _links(a, b, twins):
        rule = _GENERIC if name else _UNDER
        yield Linked(members, _others(members, twins), name or UNDERLINKING, rule)


def _others(members: tuple[str, ...], twin: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(twin[one] for one in members if one in twin)


def _links(
    mine: tuple[Chain, ...], theirs: tuple[Chain, ...], twin: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The members by which my chains join theirs, with the class if it is not the side's own."""
    homes = {member: f"{at}" for at, chain in enumerate(theirs) for member in chain.members}
    for chain in mine:
        # A mention in no chain is at home with itself; chains are told apart by their number.
        home = {m: homes.get(twin[m], f"alone {m}") for m in chain.members if m in twin}
        if len(set(home.values())) > 1:
            yield from _joints(chain, home)


def _joints(chain: Chain, home: dict[str, str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where a chain joins what has several homes on the other side.

    Homes joined through a generic mention make one joint. Otherwise the second home and each
    further one makes one, at the place where the chain first comes to it.
    """
    for bridge, homes in _bridged(chain, home):
        three = {bridge.first, bridge.generic, bridge.second}
        yield tuple(member for member in chain.members if member in three), UNRELATED
        home = {one: min(homes) if where in homes else where for one, where in home.items()}
    seen: set[str] = set()
    before = ""
    for member, where in home.items():
        if before and where not in seen:
            yield (before, member), ""
        seen.add(where)
        before = member


def _bridged(chain: Chain, home: dict[str, str]) -> Iterator[tuple[Bridge, set[str]]]:
    """The homes that only generic mentions join, with one such bridge for each group of them."""
    bridges = [
        bridge
        for bridge in chain.bridges
        if bridge.first in home
        and bridge.second in home
        and home[bridge.first] != home[bridge.second]
    ]
    edges = [
        (home[bridge.first], home[other])
        for bridge in bridges
        for other in (bridge.second, bridge.generic)
        if other in home
    ]
    for homes in components(edges):
        yield next(bridge for bridge in bridges if home[bridge.first] in homes), homes
