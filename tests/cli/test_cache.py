"""Housekeeping of the cache folders: only old folders of other sources go."""

from __future__ import annotations

import os
import time

import pytest

from engine import cache


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    return tmp_path


def make(root, name, days):
    folder = root / name / "inner"
    folder.mkdir(parents=True)
    (folder / "kernel.nbi").write_bytes(b"x")
    stamp = time.time() - 86400 * days
    for path in (folder / "kernel.nbi", folder, folder.parent):
        os.utime(path, (stamp, stamp))
    return root / name


def test_only_old_folders_of_other_sources_go(root):
    old = [make(root, "search-0123456789abcdef", 30), make(root, "games.chess-0123456789abcdef", 8)]
    kept = [
        make(root, "core-0123456789abcdef", 6),
        make(root, "notes", 30),
        make(root, "search-0123456789abcdeg", 30),
        make(root, next(iter(cache.present_folders())).name, 30),
    ]
    used = make(root, "search-fedcba9876543210", 30)
    (used / "inner" / "probe").touch()
    present = {root / folder.name for folder in cache.present_folders()}
    cache_present, cache.present_folders = cache.present_folders, lambda: present
    try:
        assert cache.prune_cache() == 2
        assert cache.prune_cache() == 0
    finally:
        cache.present_folders = cache_present
    assert not any(path.exists() for path in old) and all(path.exists() for path in [*kept, used])


def test_present_folders_cover_every_unit():
    names = {folder.name.rsplit("-", 1)[0] for folder in cache.present_folders()}
    assert {"core", "search", "games.chess", "games.xiangqi"} <= names


def test_an_empty_root_is_fine(root):
    assert cache.prune_cache() == 0
