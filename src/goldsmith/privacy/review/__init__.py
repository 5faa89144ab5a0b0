"""The review of a pseudonymised corpus: what a person inspects and decides.

    tally      the figures, without identifiers
    sampling   how many documents to read at random, and what follows from the leaks among them
    spool      the places on disk, grouped by wording
    lines      the review as JSON lines
    page       the review as a page
    writer     writes both while documents pass by

The lines and the page hold identifiers.
"""

from goldsmith.privacy.review.sampling import (
    SamplePlan,
    check_rates,
    compute_sample_size,
    compute_upper_bound,
    plan_sample,
)
from goldsmith.privacy.review.tally import Tally
from goldsmith.privacy.review.writer import ReviewWriter

__all__ = [
    "ReviewWriter",
    "SamplePlan",
    "Tally",
    "check_rates",
    "compute_sample_size",
    "compute_upper_bound",
    "plan_sample",
]
