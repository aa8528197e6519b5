"""Files on disk: read within limits, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from bubbleball.errors import FileFormatError, FileWriteError
from bubbleball.files.disk import read_bytes, replacing, write_bytes

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_bytes(path, b"first")
    write_bytes(path, b"second")
    assert read_bytes(path, FileFormatError) == b"second"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_content_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_bytes(path, b"old")

    def fail_half_way() -> None:
        with replacing(path) as temporary:
            temporary.write_bytes(b"half of the n")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_content_is_on_the_disk_before_it_replaces_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    replace = Path.replace

    def note_replace(self: Path, target: Path) -> Path:
        order.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", lambda handle: order.append("sync"))
    monkeypatch.setattr(Path, "replace", note_replace)
    write_bytes(tmp_path / "file", b"content")
    assert order == ["sync", "replace"]


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "none" / "file"
    with pytest.raises(FileWriteError) as raised:
        write_bytes(path, b"content")
    assert isinstance(raised.value, OSError)
    assert raised.value.filename == str(path)
    assert str(raised.value) == f"{path}: cannot be written: No such file or directory"


@posix
def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o640)
    write_bytes(path, b"content")
    assert mode(path) == 0o640


@posix
@pytest.mark.parametrize(("umask", "expected"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_permissions_that_the_user_chose(
    tmp_path: Path, umask: int, expected: int
) -> None:
    before = os.umask(umask)
    try:
        write_bytes(tmp_path / "file", b"content")
    finally:
        os.umask(before)
    assert mode(tmp_path / "file") == expected


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    write_bytes(target, b"old")
    link.symlink_to(target)
    write_bytes(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bytes(path, FileFormatError, max_bytes=5) == b"12345"
    with pytest.raises(FileFormatError, match="is 5 bytes long; at most 4 are read"):
        read_bytes(path, FileFormatError, max_bytes=4)


def test_a_folder_is_named_as_one(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match="is a folder, not a file"):
        read_bytes(tmp_path, FileFormatError)
