"""What commands write: whole files or none, devices and links as they are, full disks told in one line."""

from __future__ import annotations

import os
import stat

import pytest

from protocols.whole import fresh_file, write_whole

GAME = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'
FULL = "/dev/full"


def test_a_file_is_there_as_a_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.txt"
    write_whole(path, b"first")
    with pytest.raises(RuntimeError), fresh_file(path) as fresh:
        fresh.write_bytes(b"half")
        raise RuntimeError
    assert path.read_bytes() == b"first" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError) as error:
        write_whole(tmp_path / "no" / "folder.txt", b"")
    assert error.value.filename == str(tmp_path / "no" / "folder.txt")


@pytest.mark.skipif(os.name == "nt", reason="links and devices of POSIX")
def test_links_stay_links(tmp_path):
    (tmp_path / "real.txt").write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")
    write_whole(link, b"new")
    assert link.is_symlink() and (tmp_path / "real.txt").read_bytes() == b"new"


@pytest.mark.skipif(not os.path.exists(FULL), reason="no device that is always full")
@pytest.mark.parametrize(
    "words",
    [
        ["convert", "game.pgn", FULL, "--to", "epd"],
        ["book", "chess", "game.pgn", "--out", FULL],
        ["analyse", "chess", "game.pgn", "--depth", "1", "--annotate", FULL],
        ["analyse", "chess", "list.epd", "--depth", "1", "--epd", FULL],
    ],
    ids=lambda words: words[0],
)
def test_a_full_disk_is_one_line_and_the_device_stays(qiji, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(GAME)
    (tmp_path / "list.epd").write_text("startpos\n")
    done = qiji(*words)
    complaint = done.err.splitlines()[-1]  # behind what a cold cache tells
    assert done.status == 2 and complaint.startswith("qiji: error: ") and FULL in complaint and "No space left" in complaint
    assert stat.S_ISCHR(os.stat(FULL).st_mode)


def test_closed_standard_input(qiji, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    done = qiji("analyse", "chess", "-", "--depth", "1")
    assert done.status == 2 and done.err == "qiji: error: standard input is closed\n"


def test_options_may_stand_before_the_file(qiji, tmp_path):
    (tmp_path / "list.epd").write_text("startpos\n")
    done = qiji("analyse", "chess", "--depth", "1", "--json", str(tmp_path / "list.epd"), "--final")
    assert done.status == 0 and len(done.lines) == 1
