"""The manual review of a pseudonymised corpus.

    tally      the figures, without identifiers
    sampling   the size of the random sample to read, and the bounds that follow from its leaks
    spool      the places on disk, grouped by wording
    lines      the review as JSON lines
    page       the review as a page
    writer     writes both while documents are processed

The lines and the page contain identifiers.
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
