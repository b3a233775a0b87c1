"""Two people tapped at once: what the slower one meant, what they saw, and the present state.

The program does not guess: the slower one decides by tapping again.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Session
from games.permissions import Reader
from games.record.presenters.actions import sold_in
from games.record.selectors.log import told_since
from games.rule_texts import Names
from games.rules.chouette import Action, ChouetteError, Table
from games.rules.chouette.actions import BOX
from games.table.presenters.history import step_of, steps_as_told
from games.table.presenters.reading import clock
from games.table.presenters.seats import seats
from games.table.presenters.values import Differs, LateNotice, LateTap

MOST_TOLD = 12
"""A conflict lists up to this many steps; beyond it only counts them."""


def is_told(session: Session, seen: int) -> bool:
    """Tell whether a page is recent enough to list all steps since."""
    return 0 < seen < session.version and session.version - seen <= MOST_TOLD


def conflict_of(
    session: Session,
    reader: Reader,
    before: Table,
    now: Table,
    seen: int,
    tap: LateTap | None,
    names: Names,
) -> LateNotice:
    """Explain a tap at version ``seen``, when the table was ``before``; four queries."""
    steps = steps_as_told(told_since(session, seen, reader), before.players, sold_in(before))
    since = tuple(step_of(told, names, clock(session, told)) for told in steps)
    return LateNotice(tap, len(since), since, _differs(session, before, now, names))


def possible(table: Table, actions: Sequence[Action]) -> bool:
    """Tell whether the rules allow these actions, one after the other."""
    try:
        for action in actions:
            table = table.apply(action)
    except ChouetteError:
        return False
    return True


def _differs(session: Session, before: Table, now: Table, names: Names) -> tuple[Differs, ...]:
    was, is_now = _seen(before, names), _seen(now, names)
    if not session.is_open:
        is_now[""] = str(session.get_status_display())
    return tuple(
        Differs(names[player] if player else "", was.get(player, "–"), is_now.get(player, "–"))
        for player in {**was, **is_now}
        if was.get(player) != is_now.get(player)
    )


def _seen(table: Table, names: Names) -> dict[str, str]:
    """Return the main facts of a table: the state of the game, and every cube."""
    cubes = {
        seat.player: seat.cube.label if seat.cube else _("out: %(how)s") % {"how": seat.out}
        for seat in seats(table, names, may_record=False)
        if seat.cube or seat.out
    }
    return {"": _phase(table), **cubes}


def _phase(table: Table) -> str:
    """Return the state of the game: "game 3: the box answers"."""
    game = table.game
    if game is None:
        if table.phase == "order":
            return _("before the order")
        return _("before game %(number)s") % {"number": table.played + 1}
    if game.round is not None:
        answers = _("the team answers") if game.round.by == BOX else _("the box answers")
        if game.round.animals:
            answers = _("a beaver is answered")
    else:
        answers = {
            "opening": _("the opening dice"),
            "extra_reply": _("an extra is answered"),
        }.get(table.phase, _("being played"))
    return _("game %(number)s: %(phase)s") % {"number": game.number, "phase": answers}
