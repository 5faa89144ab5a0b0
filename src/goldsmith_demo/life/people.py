"""Names by generation, occupations, and fictitious towns and hospitals."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader

Names = tuple[tuple[int, tuple[str, ...]], ...]
"""First names, by the first year in which they were common."""


class People(DataFile, frozen=True):
    """Names, occupations and places."""

    surnames: tuple[str, ...]
    women: Names
    men: Names
    jobs: tuple[str, ...]
    male_jobs: tuple[str, ...]
    """Occupations that only men have."""
    female_jobs: tuple[str, ...]
    american_jobs: dict[str, str]
    """British -> American name of an occupation."""
    places: dict[str, tuple[tuple[str, str], ...]]
    """Style -> towns with their hospitals."""
    staff: dict[str, tuple[tuple[str, str], ...]]
    """Style -> posts of the staff who sign reports, with their titles."""


load_people = make_reader(__package__, "people", People)
