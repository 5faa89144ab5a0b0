"""The lives of made-up cancer patients: dated facts from which the documents are written.

`make_patient(number, seed=…)` makes a patient of a population; `build_record(patient)` builds the
structured record.
"""

from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.record import Record, build_record

__all__ = ["Record", "build_record", "make_patient"]
