"""Simulated annotators: what people of known habits would have made of a gold standard."""

from goldsmith.demo.annotators.profile_file import parse
from goldsmith.demo.annotators.profiles import PROFILES, Profile, find
from goldsmith.demo.annotators.roles import Roles
from goldsmith.demo.annotators.simulate import MECHANISMS, simulate
from goldsmith.demo.annotators.timing import minutes

__all__ = ["MECHANISMS", "PROFILES", "Profile", "Roles", "find", "minutes", "parse", "simulate"]
