"""The lives of made-up cancer patients: what happened, with dates, before anything was written.

`make_patient(number, seed=…)` makes a patient of a population, `build_record(patient)` the
structured record.
"""

from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.record import Record, build_record, list_rows

__all__ = ["Record", "build_record", "list_rows", "make_patient"]
