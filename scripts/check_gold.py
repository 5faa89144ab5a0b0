"""Check the gold of made-up patients against the policies of `goldsmith_demo.gold_check`.

python -m scripts.check_gold --patients 60 --seed 7 --subject coreference
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import groupby

from goldsmith.core import Document
from goldsmith_demo.gold_check import Finding, check_documents, load_rules
from goldsmith_demo.make import make_documents


def main() -> int:
    """Print the findings of the rules, rule by rule; return 1 if there are any."""
    arguments = _read_arguments()
    docs = {
        doc.id: doc
        for doc in make_documents(  # a rule cannot recognise a mistyped word
            arguments.patients, seed=arguments.seed, more_kinds=True, typos=0.0
        )
    }
    findings = sorted(check_documents(docs.values(), subjects=arguments.subject))
    for rule, group in groupby(findings, key=lambda finding: finding.rule):
        for finding in list(group)[: arguments.show]:
            print(f"{rule}\t{finding.document}\t{_quote(docs[finding.document], finding)}")
    for rule, count in Counter(finding.rule for finding in findings).most_common():
        print(f"{count:6}  {rule}")
    print(f"{len(findings)} findings in {len(docs)} documents")
    return int(bool(findings))


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=20, help="number of patients")
    parser.add_argument("--seed", type=int, default=1, help="seed of the population")
    parser.add_argument("--show", type=int, default=5, help="findings to print for each rule")
    parser.add_argument(
        "--subject", action="append", default=[], choices=sorted(load_rules()), help="only these"
    )
    return parser.parse_args()


def _quote(doc: Document, finding: Finding) -> str:
    before = doc.text[max(0, finding.start - 40) : finding.start]
    after = doc.text[finding.end : finding.end + 30]
    quoted = f"{before}[{doc.text[finding.start : finding.end]}]{after}"
    return f"{' '.join(quoted.split())}\t{finding.what}"


if __name__ == "__main__":
    sys.exit(main())
