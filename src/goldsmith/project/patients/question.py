"""Write a question in the query language from the fields of a form."""

from __future__ import annotations

import msgspec


class QuestionForm(msgspec.Struct, frozen=True):
    """The fields of the form; empty fields are ignored."""

    problem: str = ""
    stage: str = ""
    treatment: str = ""
    free_of: str = ""
    years: str = ""
    sex: str = ""
    age: str = ""


_PEOPLE = {"": "patients", "female": "women", "male": "men"}


def write_question(form: QuestionForm) -> str:
    """Write the question in a form; empty if neither problem, treatment, `free_of` nor age is set.

    Example:
        >>> write_question(QuestionForm(problem="lung cancer", stage="2"))
        'patients with problem "lung cancer" stage 2'
    """
    clauses = []
    if form.problem.strip():
        stage = f" stage {form.stage.strip()}" if form.stage.strip() else ""
        clauses.append(f"problem {_quote(form.problem)}{stage}")
    if form.treatment.strip():
        clauses.append(f"treated with {_quote(form.treatment)}")
    if form.free_of.strip():
        clauses.append(_write_absence(form))
    if form.age.strip():
        clauses.append(f"aged over {form.age.strip()}")
    if not clauses:
        return ""
    return f"{_PEOPLE.get(form.sex, 'patients')} with {' and '.join(clauses)}"


def _write_absence(form: QuestionForm) -> str:
    """Write that a problem is absent, if given some years after the treatment or problem began."""
    absence = f"no problem {_quote(form.free_of)}"
    start = (
        f"drug {_quote(form.treatment)}"
        if form.treatment.strip()
        else f"problem {_quote(form.problem)}"
    )
    if not form.years.strip() or not (form.treatment.strip() or form.problem.strip()):
        return absence
    return f"{absence} after {form.years.strip()} years from start of {start}"


def _quote(words: str) -> str:
    return '"' + " ".join(words.replace('"', " ").split()) + '"'
