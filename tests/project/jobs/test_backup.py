"""Backup and restore of a running server: no change acknowledged before the backup is lost."""

from __future__ import annotations

import threading
import time
import zipfile
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import func, insert, select
from tests.project.jobs.conftest import Office
from tests.store.postgres import make_database_url

from goldsmith.core import Mention, Span
from goldsmith.errors import InputError
from goldsmith.project.exchange.backup import make_backup, restore_backup
from goldsmith.project.jobs.submit import submit_job
from goldsmith.project.jobs.worker import run_next
from goldsmith.store.access import Role
from goldsmith.store.database import Database
from goldsmith.store.documents import DocumentFilter, list_documents
from goldsmith.store.jobs.model import NewJob
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.log import fold
from goldsmith.store.journal.steps import AddMention
from goldsmith.store.journal.verify import find_faults
from goldsmith.store.journal.writer import JournalWriter
from goldsmith.store.search import rebuild_index
from goldsmith.store.tables import annotation_sets, audit, changes, jobs, sessions


def make_url(office: Office) -> str:
    return "" if office.database.is_sqlite else make_database_url()


class Writers:
    """Annotators who write without a pause; `acknowledged` lists the confirmed changes."""

    def __init__(self, office: Office, count: int = 3) -> None:
        self.acknowledged: list[tuple[str, str]] = []
        self._stop = threading.Event()
        self._writer = JournalWriter(office.database)
        self._threads = []
        for number in range(count):
            actor = office.world.add_person(f"writer-{number}", Role.ANNOTATOR)
            document = office.world.add_document(f"note-{number}")
            set_id = office.world.add_set(document, actor)
            arguments = (actor, set_id)
            self._threads.append(threading.Thread(target=self._write, args=arguments))

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._writer.close()

    def _write(self, actor, set_id: str) -> None:  # type: ignore[no-untyped-def]
        for number in range(10_000):
            if self._stop.is_set():
                return
            start = number % 60
            mention = Mention(f"m{number}", "Condition", (Span(start, start + 1 + number // 60),))
            change = Change(f"{set_id}-{number}", number, (AddMention(mention),))
            self._writer.append(actor, set_id, change)
            self.acknowledged.append((set_id, change.id))


def list_changes(database: Database) -> set[tuple[str, str]]:
    with database.read() as connection:
        rows = connection.execute(select(changes.c.set, changes.c.id))
        return {(row.set, row.id) for row in rows}


def test_a_backup_under_load_contains_every_change_acknowledged_before_it(
    office: Office, tmp_path: Path
) -> None:
    model = office.database.folder / "files" / "p1" / "models" / "m" / "model.json"
    model.parent.mkdir(parents=True)
    model.write_text("{}", encoding="utf-8")
    with Writers(office) as writers:
        with office.database.write() as connection:
            rebuild_index(connection)
        while len(writers.acknowledged) < 100:
            time.sleep(0.01)
        before = list(writers.acknowledged)
        made = make_backup(office.database, tmp_path / "backup.zip")
        after = len(writers.acknowledged)
    assert made.files >= 2
    url = make_url(office)
    restore_backup(tmp_path / "backup.zip", tmp_path / "restored", url)
    restored = Database(tmp_path / "restored", url)
    try:
        copied_changes = list_changes(restored)
        assert set(before) <= copied_changes
        assert copied_changes <= list_changes(office.database)
        assert after >= len(before)
        with restored.read() as connection:
            assert list(find_faults(connection)) == []
            row = connection.execute(select(annotation_sets)).first()
            assert row is not None and fold(connection, row.id, row.revision).mentions
            page = list_documents(
                connection, office.manager, office.project, DocumentFilter(words="biopsy")
            )
            assert len(page.items) == 3
            with restored.write() as writing:
                writing.execute(insert(audit).values(at=1, action="test"))
    finally:
        restored.close()
    copied = tmp_path / "restored" / "files" / "p1" / "models" / "m" / "model.json"
    assert copied.read_text("utf-8") == "{}"


def test_a_restored_server_has_nobody_signed_in_and_no_unfinished_jobs(
    office: Office, tmp_path: Path
) -> None:
    office.submit("verify")
    with office.database.write() as connection:
        connection.execute(
            insert(sessions).values(
                secret_hash="x", person=office.ann.person, csrf="c", created_at=1, expires_at=2
            )
        )
    make_backup(office.database, tmp_path / "backup.zip")
    url = make_url(office)
    restore_backup(tmp_path / "backup.zip", tmp_path / "restored", url)
    restored = Database(tmp_path / "restored", url)
    try:
        with restored.read() as connection:
            assert connection.execute(select(jobs.c.state)).scalars().all() == ["failed"]
            count = select(func.count()).select_from(sessions)
            assert connection.execute(count).scalar_one() == 0
    finally:
        restored.close()


def test_a_backup_is_a_job_of_the_owner(office: Office, tmp_path: Path) -> None:
    new = NewJob("backup-job", "backup")
    job = submit_job(office.database, office.world.owner, "", new).id
    assert run_next(office.database, "worker")
    office.manager = office.world.owner
    done = office.get(job)
    assert done.state == "done", done.error
    assert done.result is not None
    name = str(done.result["file"])
    archive = office.database.folder / "files" / "server" / "backups" / job / name
    restore_backup(archive, tmp_path / "restored", make_url(office))


def test_a_target_that_is_not_empty_is_refused(office: Office, tmp_path: Path) -> None:
    make_backup(office.database, tmp_path / "backup.zip")
    (office.database.folder / "notes").touch()
    with pytest.raises(InputError, match="already here"):
        restore_backup(tmp_path / "backup.zip", office.database.folder, make_url(office))
    if not office.database.is_sqlite:
        url = office.database.url.render_as_string(False).replace("+psycopg", "")
        with pytest.raises(InputError, match="tables already"):
            restore_backup(tmp_path / "backup.zip", tmp_path / "new", url)
        with pytest.raises(InputError, match="kind postgresql"):
            restore_backup(tmp_path / "backup.zip", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_damaged_backup_is_refused_and_leaves_no_files(office: Office, tmp_path: Path) -> None:
    make_backup(office.database, tmp_path / "backup.zip")
    source = zipfile.ZipFile(tmp_path / "backup.zip")
    with source, zipfile.ZipFile(tmp_path / "bad.zip", "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content if name == "manifest.json" else content + b" ")
    url = make_url(office)
    with pytest.raises(InputError, match="file of the backup has been changed"):
        restore_backup(tmp_path / "bad.zip", tmp_path / "restored", url)
    (tmp_path / "cut.zip").write_bytes((tmp_path / "backup.zip").read_bytes()[:-500])
    with pytest.raises(InputError, match="damaged"):
        restore_backup(tmp_path / "cut.zip", tmp_path / "restored", url)
    assert not (tmp_path / "restored").exists()


def test_paths_in_a_manifest_cannot_leave_the_folder(office: Office, tmp_path: Path) -> None:
    make_backup(office.database, tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as source:
        manifest = msgspec.json.decode(source.read("manifest.json"))
    manifest["files"] = {"../evil": "0" * 64}
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as target:
        target.writestr("manifest.json", msgspec.json.encode(manifest))
        target.writestr("../evil", b"x")
    with pytest.raises(InputError, match="leads outside the folder"):
        restore_backup(tmp_path / "evil.zip", tmp_path / "restored", make_url(office))
    assert not (tmp_path / "evil").exists()
