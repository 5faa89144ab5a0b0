"""Random requests from the OpenAPI description of the server; none may crash it.

usage: python benchmarks/server_fuzz.py [--examples 100] [--seed 0] [--databases sqlite,postgresql]

Schemathesis generates requests for every route from the description of the API; most have ids that
exist, and the people of a project send them in turn. Prints Markdown; exits with 1 if the server
failed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.fuzzing import Fuzzer
from tests.server.site import Site, fill_site
from tests.store.postgres import make_database_url


def run(kind: str, options: argparse.Namespace) -> Fuzzer:
    """Send random requests to a server on one kind of database, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), make_database_url() if kind == "postgresql" else "")
        start = time.perf_counter()
        with site.http:
            fill_site(site)
            fuzzer = Fuzzer(site)
            fuzzer.run(options.examples, options.seed, lambda label: print(label, file=sys.stderr))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(fuzzer.statuses.items()))
    seconds = time.perf_counter() - start
    total, failures = fuzzer.statuses.total(), len(fuzzer.failures)
    print(f"| {kind} | {total:,} | {statuses} | {failures} | {seconds:.0f} |", flush=True)
    return fuzzer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--databases", default="sqlite,postgresql")
    options = parser.parse_args()
    print("| database | requests | answers | failures | seconds |")
    print("| --- | ---: | --- | ---: | ---: |")
    fuzzers = [run(kind, options) for kind in options.databases.split(",")]
    failures = [failure for fuzzer in fuzzers for failure in fuzzer.failures]
    for failure in failures:
        print(json.dumps(failure, default=str), file=sys.stderr)
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
