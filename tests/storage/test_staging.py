"""Replacing files and folders: atomic, without leftovers, with recovery after a kill."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from goldsmith import storage
from goldsmith.errors import InputError
from goldsmith.storage import staging, system


def snapshot(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in paths}


def fill(folder: Path, **files: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")


@pytest.fixture(params=["exchange", "two renames"])
def exchange_method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with and without the atomic exchange of the operating system."""
    if request.param == "two renames":
        monkeypatch.setattr(system, "exchange", lambda *_: False)
    return str(request.param)


@pytest.mark.usefixtures("exchange_method")
def test_folder_is_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    for text in ("first", "second"):
        with storage.stage_folder(out) as folder:
            fill(folder, **{text: text})
        assert snapshot(tmp_path / "deep") == {f"out/{text}": text}


@pytest.mark.usefixtures("exchange_method")
def test_error_keeps_the_old_folder_and_leaves_no_staging_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    fill(out, a="old")
    with pytest.raises(RuntimeError), storage.stage_folder(out) as folder:
        fill(folder, a="new")
        raise RuntimeError
    assert snapshot(tmp_path) == {"out/a": "old"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_old_folder_is_restored_if_the_exchange_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    fill(out, a="old")
    monkeypatch.setattr(system, "exchange", lambda *_: False)
    rename = Path.rename

    def fail_for_new(self: Path, target: Path) -> Path:
        if self.name.endswith(".part"):
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_for_new)
    with (
        pytest.raises(InputError, match=r"out: the disk is full; nothing was written"),
        storage.stage_folder(out) as folder,
    ):
        fill(folder, a="new")
    assert snapshot(tmp_path) == {"out/a": "old"}


def test_file_keeps_its_content_until_the_new_file_is_complete(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    storage.write_text(out, "old\r\n")
    assert out.read_bytes() == b"old\r\n"
    with pytest.raises(RuntimeError), storage.stage_file(out) as path:
        path.write_text("half")
        raise RuntimeError
    assert snapshot(tmp_path) == {"out.txt": "old\n"}


def test_folder_at_the_path_of_a_file_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        storage.write_text(tmp_path, "x")
    assert not list(tmp_path.iterdir())


def test_permissions_follow_the_umask(tmp_path: Path) -> None:
    storage.write_text(tmp_path / "secret", "x", mode=0o600)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    storage.write_text(tmp_path / "plain", "x")
    with storage.stage_folder(tmp_path / "folder"):
        pass
    (tmp_path / "usual").mkdir()
    usual = (tmp_path / "usual").stat().st_mode
    assert (tmp_path / "folder").stat().st_mode == usual
    assert (tmp_path / "plain").stat().st_mode & 0o777 == usual & 0o666


def test_link_to_a_folder_is_followed(tmp_path: Path) -> None:
    fill(tmp_path / "real", a="old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with storage.stage_folder(tmp_path / "link") as folder:
        fill(folder, a="new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "a").read_text() == "new"


KILLED = """
import sys, time
from pathlib import Path
from goldsmith import storage
from goldsmith.storage import system
if sys.argv[2] == "between":
    system.exchange = lambda *_: False
    rename = Path.rename
    def stop(self, target):
        if self.name.endswith(".part"):
            print("ready", flush=True)
            time.sleep(60)
        return rename(self, target)
    Path.rename = stop
with storage.stage_folder(Path(sys.argv[1])) as folder:
    (folder / "a").write_text("new")
    if sys.argv[2] == "writing":
        print("ready", flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("moment", ["writing", "between"])
def test_next_run_cleans_up_after_a_kill(tmp_path: Path, moment: str) -> None:
    out = tmp_path / "out"
    fill(out, a="old")
    command = [sys.executable, "-c", KILLED, str(out), moment]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
    assert len(list(tmp_path.iterdir())) > 1 or not out.exists()
    assert storage.recover(out) == (moment == "between")
    assert snapshot(tmp_path) == {"out/a": "old"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_staging_of_a_running_process_is_not_touched(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "out"), "writing"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "ready\n"
        storage.write_text(tmp_path / "out", "mine")
        assert len(list(tmp_path.glob(".out.*.part/a"))) == 1
        process.kill()


def test_two_runs_of_a_process_do_not_interfere(tmp_path: Path) -> None:
    with (
        storage.stage_folder(tmp_path / "out") as first,
        storage.stage_folder(tmp_path / "out") as second,
    ):
        fill(first, a="first")
        fill(second, a="second")
    assert snapshot(tmp_path) == {"out/a": "first"}


def test_paths_are_free_or_replaceable(tmp_path: Path) -> None:
    empty, full, file = tmp_path / "empty", tmp_path / "full", tmp_path / "file"
    empty.mkdir()
    fill(full, a="x")
    file.write_text("x")
    assert storage.is_free(tmp_path / "absent") and storage.is_free(empty)
    for path in (full, file):
        assert not storage.is_free(path)
        with pytest.raises(InputError, match="something is already here"):
            storage.check_free(path, overwrite=False)
        storage.check_free(path, overwrite=True)
    with pytest.raises(InputError, match="and it is not an earlier sample"):
        storage.check_free(
            full, overwrite=True, replaceable=lambda _: False, what="an earlier sample"
        )


def test_scratch_folder_is_next_to_the_target_and_is_removed(tmp_path: Path) -> None:
    with storage.scratch_folder(tmp_path / "out") as folder:
        assert folder.parent == tmp_path
        assert folder.stat().st_mode & 0o077 == 0
    assert not list(tmp_path.iterdir())
    assert staging.recover(tmp_path / "out") is False


@pytest.mark.parametrize("has_libc", [True, False])
def test_folder_with_many_files_is_flushed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_libc: bool
) -> None:
    if not has_libc:
        monkeypatch.setattr(system, "_libc", lambda: None)
    flushed: list[str] = []
    monkeypatch.setattr(system, "_sync", lambda path, _: flushed.append(path.name))
    with storage.stage_folder(tmp_path / "out") as folder:
        for number in range(30):
            (folder / str(number)).write_text("x")
    assert len(list((tmp_path / "out").iterdir())) == 30
    at_once = hasattr(system._libc(), "syncfs")
    assert sum(name.isdigit() for name in flushed) == (0 if at_once else 30)
