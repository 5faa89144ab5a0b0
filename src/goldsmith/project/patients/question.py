"""A question from the fields of a form, in the words of the query language."""

from __future__ import annotations

import msgspec


class QuestionForm(msgspec.Struct, frozen=True):
    """The fields of the form; what is empty does not matter."""

    problem: str = ""
    stage: str = ""
    treatment: str = ""
    free_of: str = ""
    years: str = ""
    sex: str = ""
    age: str = ""


_PEOPLE = {"": "patients", "female": "women", "male": "men"}


def write_question(form: QuestionForm) -> str:
    """Write the question of a form; empty if no field is filled in.

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
    """Write that nothing of a name is there, some years after the treatment or the problem."""
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
