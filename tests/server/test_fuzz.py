"""Random requests from the OpenAPI description never make the server fail.

The long run: benchmarks/server_fuzz.py.
"""

from __future__ import annotations

from pathlib import Path

from tests.server.crawl import dump
from tests.server.fuzzing import Fuzzer
from tests.server.site import Site, fill_site


def test_random_requests_do_not_make_the_server_fail(tmp_path: Path) -> None:
    site = Site(tmp_path)
    with site.http:
        fill_site(site)
        fuzzer = Fuzzer(site)
        fuzzer.run(2, 0, lambda _label: None)
    assert not fuzzer.failures, dump(fuzzer.failures)
    assert fuzzer.statuses[200] + fuzzer.statuses[201] > 20
