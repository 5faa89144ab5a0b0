"""Retired codes of a corpus: a queue with suggested successors, and recoding of the corpus.

`find` suggests successors from the terminology or by name. `queue_file` writes the queue as a CSV
file and reads the decisions in it. `recode` writes the corpus with the decided codes.
"""

from goldsmith.project.terms.retired.find import RetiredCodes, find_retired
from goldsmith.project.terms.retired.queue_file import format_queue, read_queue
from goldsmith.project.terms.retired.recode import RecodingResult, recode

__all__ = ["RecodingResult", "RetiredCodes", "find_retired", "format_queue", "read_queue", "recode"]
