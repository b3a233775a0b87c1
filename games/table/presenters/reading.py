"""Reads the data of the table page: names, permissions, the last step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from zoneinfo import ZoneInfo

from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from games.clubs.selectors.clubs import seatable_players
from games.errors import Damaged
from games.models import Session
from games.permissions import NOBODY, Reader
from games.record.log.damage import damage_noted
from games.record.log.history import Kind
from games.record.presenters.actions import players_moved
from games.record.selectors.keeping import keeper_told
from games.record.selectors.log import told_of_evening, told_of_game
from games.record.selectors.names import NamesAsNeeded
from games.record.selectors.questions import question_view
from games.record.selectors.sessions import next_redo, next_undo, players_before, table_of
from games.record.services.actions import movable
from games.record.services.dice_since import rolled_through, was_on_board
from games.record.services.plans import planners
from games.record.services.speakers import Speaking, is_on_board
from games.record.values import LoggedStep, LoggedSteps
from games.rules.chouette.voices import Voice
from games.table.presenters.audience import reader_for
from games.table.presenters.claims import claims
from games.table.presenters.history import (
    dice_of,
    of_the_board,
    step_of,
    steps_as_told,
    words_of,
)
from games.table.presenters.page import TablePage, page_from_reading, panes_of
from games.table.presenters.values import RECENT, Audience, Evening, LateNotice, Own, Reading
from games.table.selectors.phones import claims_of
from games.web.input import Input

PLANNED = frozenset({"order", "between"})
"""In these phases the next game may have a plan."""


def table_page(
    session: Session,
    audience: Audience,
    ask: Input,
    problem: str = "",
    *,
    conflict: LateNotice | None = None,
    broadcast: bool = False,
) -> TablePage:
    """Return the table page for one audience, in a constant number of queries.

    A broadcast page has nothing that belongs to one reader: no token, no key.

    Raises:
        Refused: rules with other results recorded the session.
    """
    reading = reading_of(session, reader_for(audience, session), whole=ask.pane == "history")
    own = own_of(session, reading, audience, ask)
    return page_from_reading(reading, own, ask, problem, conflict=conflict, broadcast=broadcast)


def pages_of_panes(
    session: Session, reading: Reading, whole: Reading, audience: Audience
) -> list[TablePage]:
    """Return the page with each pane that the audience can open now, the present one first.

    Phones keep them, so that a tap opens one without asking. `whole` has the evening's history.
    """
    if not session.is_open or not (audience.may_score or audience.player):
        return []
    return panes_of(reading, whole, own_of(session, reading, audience, Input("people")))


def evening_of(session: Session, reader: Reader = NOBODY) -> Evening:
    """Return what the page shows of a session's row, in the reader's language."""
    args = [session.public_id]
    return Evening(
        public_id=session.public_id,
        day=session.title or str(date_format(session.played_on, "l")),
        club_name=session.club.name,
        version=session.version,
        beat=session.beat,
        url=reverse("table", args=args),
        act_url=reverse("table_act", args=args),
        undo_url=reverse("table_undo", args=args),
        is_open=session.is_open,
        on_board=session.on_board,
        replies_hidden=session.replies_hidden,
        question=session.question["number"] if session.question else None,
        keeper=keeper_told(session, reader),
    )


def clock(session: Session, told: LoggedStep) -> str:
    """Return the club's time of day at a step, or what a phone without network said it was."""
    here = timezone.localtime(told.at, ZoneInfo(session.club.time_zone))
    return told.claimed or str(date_format(here, "H:i"))


def reading_of(session: Session, reader: Reader = NOBODY, *, whole: bool = False) -> Reading:
    """Read a table for all readers who see the same names.

    The history covers the game in progress or, with `whole`, the evening.

    Raises:
        Refused: rules with other results recorded the session.
    """
    table = table_of(session)
    names = NamesAsNeeded(session, reader)
    undoable = next_undo(session)
    damage = damage_noted(session)
    try:
        logged = told_of_evening(session, reader) if whole else told_of_game(session, reader)
    except Damaged as error:
        damage, logged = error, LoggedSteps()  # the snapshot shows the table all the same
    before = players_before(session)
    standing = steps_as_told(logged.standing, () if whole else before)
    last = _latest(logged, standing)
    moved = [step for told in standing for step in reversed(told.steps)]
    is_running = session.on_board and is_on_board(session)
    return Reading(
        evening=evening_of(session, reader),
        table=table,
        names=names,
        steps=[
            step_of(told, names, clock(session, told), back)
            for back, told in enumerate(reversed(standing[-RECENT:]), 1)
        ],
        latest=step_of(last, names, clock(session, last)) if last else None,
        undo=""
        if session.on_board and of_the_board(undoable)
        else words_of(undoable, table, names, before | players_moved(moved[:-1])),
        redo=words_of(next_redo(session), table, names, before | players_moved(moved)),
        dice=dice_of(undoable),
        retractable=_since_dice(standing) if is_running else len(standing),
        exposure=table.exposure() if table.game else {},
        is_running=is_running,
        rolled=rolled_through(session) if session.on_board and session.is_open else 0,
        plan=planners.plan_of(session, reader)
        if session.is_open and table.phase in PLANNED
        else None,
        damage=str(damage or ""),
        before=before,
    )


def own_of(session: Session, reading: Reading, audience: Audience, ask: Input) -> Own:
    """Read what is for one audience only, in a few queries."""
    table = reading.table
    speaking = Speaking(audience.player, audience.may_score)
    view = question_view(session, table, audience.player, scores=audience.may_score)
    voice = view.voice if view.is_bound else Voice(audience.player, audience.may_score)

    def movable_of(kind: Kind, most: int) -> int:
        # A damaged log is not taken back at all, and shows what can be shown.
        if not most or not session.is_open or reading.damage:
            return 0
        through = reading.rolled
        if audience.player and not session.on_board and was_on_board(session):
            through = rolled_through(session)
        return min(most, movable(session, kind, speaking, voice, through))

    return Own(
        audience=audience,
        others=_others(session) if ask.pane == "people" else (),
        claims=claims(claims_of(session), reading.names) if audience.may_score else (),
        question_view=view,
        takes_back=movable_of(Kind.UNDO, reading.retractable),
        may_redo=bool(movable_of(Kind.REDO, int(bool(reading.redo) and not reading.is_running))),
    )


def _latest(logged: LoggedSteps, standing: Sequence[LoggedStep]) -> LoggedStep | None:
    """Return what happened last, as it is told where it still stands."""
    if not logged.told:
        return None
    last = logged.told[-1]
    return standing[-1] if logged.standing and logged.standing[-1] is last else last


def _since_dice(standing: Sequence[LoggedStep]) -> int:
    """Return how many of the latest steps have no dice of a board."""
    later = takewhile(lambda told: not any(map(of_the_board, told.steps)), reversed(standing))
    return sum(1 for _told in later)


def _others(session: Session) -> list[tuple[str, str]]:
    # Only players with another identifier in the log need this; it is rare.
    alias = session.seats.exclude(logged_as=F("player__public_id")).values("player_id")
    players = seatable_players(session.club).exclude(pk__in=alias)
    return list(players.values_list("public_id", "name"))
