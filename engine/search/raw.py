"""Moved to ``engine.core.raw``."""

from engine.core.raw import *  # noqa: F403
