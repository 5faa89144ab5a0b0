"""The rules of a schema: constraints of guidelines beyond types, attributes and arguments.

    text_rules   rules about spans, links and values
    code_rules   rules about codes, which need a terminology
    times        values of time expressions as ISO 8601 and TIMEX3 write them

A schema lists its rules under [[rule]] and can switch each of them off.
"""

from goldsmith.rules.code_rules import ConceptChecker
from goldsmith.rules.text_rules import check_rules

__all__ = ["ConceptChecker", "check_rules"]
