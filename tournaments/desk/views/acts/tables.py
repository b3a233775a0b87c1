"""Buttons of the tables of chouettes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.web.input import Unreadable
from tournaments.desk.presenters.asking import PROPOSED
from tournaments.desk.views.acts.tap import DeskTap, Do
from tournaments.pages.forms import version_of
from tournaments.tables.services import moves, play


def _split(tap: DeskTap) -> None:
    moves.tables_split(table=tap.table(), by=tap.by, proposed=tap.ask.one(PROPOSED), key=tap.key)


def _merge(tap: DeskTap) -> None:
    round = tap.table().round
    moves.tables_merge(round=round, by=tap.by, proposed=tap.ask.one(PROPOSED), key=tap.key)


def _move(tap: DeskTap) -> None:
    if not (tap.ask.one("entry") and tap.ask.one("to")):
        raise Unreadable(_("Choose who goes to which table."))
    moves.table_move(entry=tap.entry(), to=tap.table("to"), by=tap.by, key=tap.key)


def _table_finish(tap: DeskTap) -> None:
    version = version_of(tap.ask)
    play.table_finish(table=tap.table(), by=tap.by, version=version, key=tap.key)


def _table_start(tap: DeskTap) -> None:
    version = version_of(tap.ask)
    play.table_start_game(table=tap.table(), by=tap.by, version=version, key=tap.key)


ACTS: Final[Mapping[str, Do]] = {
    "split": _split,
    "merge": _merge,
    "move": _move,
    "table_finish": _table_finish,
    "table_start": _table_start,
}
