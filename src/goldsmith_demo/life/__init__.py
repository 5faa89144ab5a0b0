"""The lives of made-up cancer patients: what happened, with dates, before anybody wrote it down.

`live(number, seed=…)` makes one patient of a population, `record(patient)` the structured record.
"""

from goldsmith_demo.life.course import live
from goldsmith_demo.life.record import Record, record, rows

__all__ = ["Record", "live", "record", "rows"]
