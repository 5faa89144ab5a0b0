"""Simulated annotators: copies of a gold standard with the errors that people typically make."""

from goldsmith_demo.annotators.profiles import Profile, find_profile, load_profiles, parse_profiles
from goldsmith_demo.annotators.simulate import draw_minutes, simulate

__all__ = [
    "Profile",
    "draw_minutes",
    "find_profile",
    "load_profiles",
    "parse_profiles",
    "simulate",
]
