"""Explains taps that came too late: what was tapped, and whether it is still possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Session
from games.names.identity import ByName
from games.permissions import Reader
from games.record.presenters.actions import as_told, pending_in_words, sold_in
from games.record.selectors.log import movable_at, table_seen
from games.record.selectors.names import names_in
from games.record.selectors.sessions import table_of
from games.record.values import Pending
from games.rule_texts import Names
from games.rules.chouette import ChouetteError, Table
from games.table.buttons.between_games import START_PLANNED
from games.table.buttons.own_phone import LABELS
from games.table.buttons.taps import actions_of
from games.table.presenters.conflict import conflict_of, is_told, possible
from games.table.presenters.values import LateNotice, LateTap
from games.web.input import Input, Unreadable, version_of


@dataclass(frozen=True, slots=True)
class Late:
    """A form that came too late, the table it was made for, and the present one."""

    session: Session
    ask: Input
    before: Table
    now: Table
    names: Names


Means = Callable[[Late], tuple[str, bool]]
"""Describes a form in words, and tells whether the present table still allows it."""


def explained(session: Session, reader: Reader, where: str, ask: Input) -> LateNotice | None:
    """Explain why a tap came too late; None if its page was for another table."""
    seen = version_of(ask)
    if not 0 < seen < session.version:
        return None
    if not is_told(session, seen):
        return LateNotice(None, session.version - seen)
    names = names_in(session, reader)
    late = Late(session, ask, table_seen(session, seen), table_of(session), names)
    return conflict_of(session, reader, late.before, late.now, seen, _tap(where, late), names)


def _tap(where: str, late: Late) -> LateTap | None:
    means = MEANINGS.get(where)
    if means is None:
        return None
    try:
        words, still = means(late)
    except (ChouetteError, Unreadable):
        return None
    return LateTap(where, words, still and late.session.is_open, late.ask.values)


def _acts(late: Late) -> tuple[str, bool]:
    if late.ask.one("do") == START_PLANNED:
        return _("start the next game"), late.now.game is None
    actions = actions_of(late.before, late.ask)
    words = _told(late, Pending("play", 0, tuple(actions)), late.before.players)
    try:
        again = actions_of(late.now, late.ask)
    except (ChouetteError, Unreadable):
        return words, False
    return words, again == actions and possible(late.now, again)


def _declares(late: Late) -> tuple[str, bool]:
    # Whether the question is still open is shown below on the player's own phone.
    word = LABELS.get(late.ask.one("word"))
    if word is None:
        raise Unreadable
    return f"{late.names[late.ask.one('player')]}: {_(word)}", False


def _holds(late: Late) -> tuple[str, bool]:
    # Whether it stands is shown below on the player's own phone.
    words = _("hold until I say otherwise")
    if late.ask.one("stands") != "yes":
        words = _("hold no longer")
    return f"{late.names[late.ask.one('player')]}: {words}", False


def _rolls(late: Late) -> tuple[str, bool]:
    return _("roll for the order"), late.now.phase == "order"


def _joins(late: Late) -> tuple[str, bool]:
    name = late.ask.one("name").strip()
    here = ByName((late.names[player], player) for player in late.now.present)
    return _("%(name)s joins") % {"name": name}, name not in here


def _ends(late: Late) -> tuple[str, bool]:
    return _("end the evening"), late.now.game is None


def _takes_back(late: Late) -> tuple[str, bool]:
    # The next undo now has its own button.
    return _("undo “%(what)s”") % {"what": _moved(late, redo=False)}, False


def _puts_back(late: Late) -> tuple[str, bool]:
    return _("redo “%(what)s”") % {"what": _moved(late, redo=True)}, False


def _moved(late: Late, *, redo: bool) -> str:
    text = late.ask.one("steps", "1")
    steps = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    moved = movable_at(late.session, version_of(late.ask), steps, redo=redo)
    return _told(late, moved[-1]) if moved else "…"


def _told(late: Late, step: Pending, been: Iterable[str] = ()) -> str:
    [told] = as_told([step], been, sold_in(late.before))
    return pending_in_words(told, late.names)


MEANINGS: Mapping[str, Means] = {
    "table_act": _acts,
    "table_declare": _declares,
    "table_hold": _holds,
    "table_roll": _rolls,
    "table_newcomer": _joins,
    "table_end": _ends,
    "table_undo": _takes_back,
    "table_redo": _puts_back,
}
"""By the names of the URLs that forms are posted to."""
