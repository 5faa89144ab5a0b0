"""Invented people and places: names by generation, towns and hospitals that do not exist."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader

Names = tuple[tuple[int, tuple[str, ...]], ...]
"""First names by the year from which on they were given."""


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


load_people = make_reader(__package__, "people", People)


def translate_job(job: str, style: str) -> str:
    """Return the name of an occupation in the country of a style."""
    return load_people().american_jobs.get(job, job) if style == "us" else job


def list_first_names(names: Names, year: int) -> tuple[str, ...]:
    """Return the first names that parents gave in a year."""
    suitable = [generation for start, generation in names if start <= year]
    return suitable[-1] if suitable else names[0][1]
