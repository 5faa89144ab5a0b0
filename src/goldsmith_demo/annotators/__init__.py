"""Simulated annotators: what people of known habits would have made of a gold standard."""

from goldsmith_demo.annotators.profile_file import parse
from goldsmith_demo.annotators.profiles import PROFILES, Profile, find
from goldsmith_demo.annotators.roles import Roles
from goldsmith_demo.annotators.simulate import MECHANISMS, simulate
from goldsmith_demo.annotators.timing import minutes

__all__ = ["MECHANISMS", "PROFILES", "Profile", "Roles", "find", "minutes", "parse", "simulate"]
