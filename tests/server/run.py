"""Run the application under uvicorn, without the additions of `goldsmith serve`.

usage: python -m tests.server.run FOLDER PORT [URL]
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from goldsmith.web.app import create_app
from goldsmith.web.workbench import Workbench

if __name__ == "__main__":
    folder, port, url = [*sys.argv[1:], ""][:3]
    uvicorn.run(
        create_app(Workbench(Path(folder), url)),
        host="127.0.0.1",
        port=int(port),
        log_level="warning",
        access_log=False,
        loop="uvloop",
        http="httptools",
    )
