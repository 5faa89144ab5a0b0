"""Differences between chains: links that only one set has (i2b2 appendix II).

Only mentions that both sets have are compared; a missing mention is a separate difference. A
mention outside any chain is treated as a chain of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from goldsmith.core import Bridge, Chain
from goldsmith.core.chain import find_components
from goldsmith.differences.classes import OVERLINKING, UNDERLINKING, UNRELATED

_OVER = "the second set links two mentions that the first keeps apart"
_UNDER = "the first set links two mentions that the second keeps apart"
_GENERIC = "chains of one set are one chain of the other only through a mention with general words"


class LinkDifference(msgspec.Struct, frozen=True):
    """Mentions that are in one chain of one set and in several chains of the other."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    name: str
    rule: str


def compare_chains(
    a: tuple[Chain, ...], b: tuple[Chain, ...], counterparts: Mapping[str, str]
) -> Iterator[LinkDifference]:
    """Yield each link of a chain of one set that connects chains of the other.

    Args:
        a: The chains of the first set, which is the reference.
        b: The chains of the second set.
        counterparts: Maps mentions of the first set to those of the second.
    """
    reverse = {second: first for first, second in counterparts.items()}
    for members, name in _find_links(b, a, reverse):
        rule = _GENERIC if name else _OVER
        yield LinkDifference(_translate(members, reverse), members, name or OVERLINKING, rule)
    for members, name in _find_links(a, b, counterparts):
        rule = _GENERIC if name else _UNDER
        yield LinkDifference(members, _translate(members, counterparts), name or UNDERLINKING, rule)


def _translate(members: tuple[str, ...], counterparts: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(counterparts[member] for member in members if member in counterparts)


def _find_links(
    chains: tuple[Chain, ...], opposite: tuple[Chain, ...], counterparts: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the members that connect chains of the opposite set, with a class or ""."""
    homes = {member: f"{n}" for n, chain in enumerate(opposite) for member in chain.members}
    for chain in chains:
        # The home of a mention is its chain in the opposite set, or the mention itself.
        home_of = {
            member: homes.get(counterparts[member], f"alone {member}")
            for member in chain.members
            if member in counterparts
        }
        if len(set(home_of.values())) > 1:
            yield from _find_connections(chain, home_of)


def _find_connections(
    chain: Chain, home_of: dict[str, str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the members at which a chain connects several homes.

    Homes that a generic mention connects make one connection. Otherwise each home after the first
    makes one, where the chain first reaches it.
    """
    for bridge, homes in _find_bridged_homes(chain, home_of):
        bridged = {bridge.first, bridge.generic, bridge.second}
        yield tuple(member for member in chain.members if member in bridged), UNRELATED
        home_of = {
            member: min(homes) if home in homes else home for member, home in home_of.items()
        }
    visited: set[str] = set()
    previous = ""
    for member, home in home_of.items():
        if previous and home not in visited:
            yield (previous, member), ""
        visited.add(home)
        previous = member


def _find_bridged_homes(chain: Chain, home_of: dict[str, str]) -> Iterator[tuple[Bridge, set[str]]]:
    """Yield the groups of homes that only generic mentions connect, each with a bridge."""
    bridges = [
        bridge
        for bridge in chain.bridges
        if bridge.first in home_of
        and bridge.second in home_of
        and home_of[bridge.first] != home_of[bridge.second]
    ]
    edges = [
        (home_of[bridge.first], home_of[member])
        for bridge in bridges
        for member in (bridge.second, bridge.generic)
        if member in home_of
    ]
    for homes in find_components(edges):
        yield next(bridge for bridge in bridges if home_of[bridge.first] in homes), homes
