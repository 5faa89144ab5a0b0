"""Adjudication: from the sets of several annotators to one consensus, under rules.

    rules        the permitted decisions, as data
        slots        the places that annotators marked, each with the version of every annotator
        units        the differences to decide; agreement is settled without a decision
        rivals       versions that exclude each other
        decisions    decisions, the log of decisions, and the check against the rules
        automatic    decisions without a person: majority, union, intersection, one annotator
        consensus    the consensus set, built from settled and decided versions

One document goes through `compare_sets`, then through `build_consensus` with its decisions.
"""

from goldsmith.adjudication.automatic import AUTO, POLICIES, decide_automatically
from goldsmith.adjudication.consensus import Consensus, Origin, build_consensus, find_open_units
from goldsmith.adjudication.decisions import Decision, Mixture, NewMention, check_decision
from goldsmith.adjudication.rules import Rules, load_rules, parse_rules, rule_names
from goldsmith.adjudication.units import Candidate, Comparison, Unit, compare_sets

__all__ = [
    "AUTO",
    "POLICIES",
    "Candidate",
    "Comparison",
    "Consensus",
    "Decision",
    "Mixture",
    "NewMention",
    "Origin",
    "Rules",
    "Unit",
    "build_consensus",
    "check_decision",
    "compare_sets",
    "decide_automatically",
    "find_open_units",
    "load_rules",
    "parse_rules",
    "rule_names",
]
