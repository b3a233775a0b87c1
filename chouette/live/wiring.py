"""Connects the stream to this project: its settings, its database, its signal."""

from __future__ import annotations

import os
import secrets
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings
from django.db import connections

from chouette.live import wakers
from chouette.live.hub import Hub, Waker
from chouette.live.source import Source

if TYPE_CHECKING:
    from chouette.live.publishing import Publisher

_LOADED: Final = secrets.token_hex(8)


def own() -> str:
    """Return what identifies this process in messages: its own viewers are awake already.

    A process may be a fork of one that had this module loaded.
    """
    return f"{_LOADED}-{os.getpid()}"


def source() -> Source:
    """Return the module that implements `Source`."""
    return cast(Source, import_module(settings.LIVE_SOURCE))


def waker() -> Waker:
    """Return the waker that fits the configuration."""
    if settings.LIVE_REDIS_URL:
        from chouette.live.redis_waker import RedisWaker  # loads slowly, and only some have Redis

        return RedisWaker(settings.LIVE_REDIS_URL, _prefix(), own())
    database = connections["default"]
    if database.vendor == "sqlite":
        return wakers.FileWaker(Path(database.settings_dict["NAME"]))
    return wakers.AskingWaker()


def hub_create() -> Hub:
    """Create the hub of the running event loop, and register it for `changed`."""
    made = Hub(source(), waker())
    wakers.hubs.add(made)
    return made


def changed(topics: list[str]) -> None:
    """Wake all viewers of these topics, here and, through Redis, in other processes."""
    wakers.wake_here(topics)
    if settings.LIVE_REDIS_URL:
        _publisher().publish(topics)


def listen() -> None:
    """Listen for changes at the tables, in every process that may write."""
    from games.signals import board_changed, crew_changed, table_changed, topics_changed

    table_changed.connect(_table_changed, dispatch_uid="chouette.live")
    board_changed.connect(_board_changed, dispatch_uid="chouette.live.boards")
    crew_changed.connect(_crew_changed, dispatch_uid="chouette.live.crews")
    topics_changed.connect(_topics_changed, dispatch_uid="chouette.live.topics")


def _table_changed(*, session_id: int, club_id: int, **news: Any) -> None:
    changed([f"session:{session_id}", f"club:{club_id}"])


def _board_changed(*, board_id: int, **news: Any) -> None:
    changed([f"board:{board_id}", f"crew:{board_id}"])


def _crew_changed(*, board_id: int, **news: Any) -> None:
    changed([f"crew:{board_id}"])


def _topics_changed(*, topics: list[str], **news: Any) -> None:
    changed(topics)


def _prefix() -> str:
    """Redis channels span all its databases, and several installations may share one server."""
    number = str(settings.LIVE_REDIS_URL).rpartition("/")[2]
    return f"chouette:{number}:live:"


@cache
def _publisher() -> Publisher:
    from chouette.live.publishing import Publisher

    return Publisher(settings.LIVE_REDIS_URL, _prefix(), own())
