"""Reads the data of the table page: names, permissions, the last step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.db.models import F

from games.clubs.selectors.clubs import seatable_players
from games.errors import Damaged
from games.models import Session
from games.permissions import NOBODY, Reader
from games.record.log.damage import damage_noted
from games.record.log.history import Kind
from games.record.log.snapshots import Pending
from games.record.presenters.actions import as_told, pending_in_words, players_moved, sold_in
from games.record.selectors.log import LoggedStep, LoggedSteps, tale_of_all, tale_of_game
from games.record.selectors.names import NamesAsNeeded
from games.record.selectors.questions import QuestionView, talk_of
from games.record.selectors.sessions import next_redo, next_undo, players_before, table_of
from games.record.services.actions import movable
from games.record.services.dice_since import rolled_through, was_on_board
from games.record.services.plans import Plan, planners
from games.record.services.speakers import Speaking, is_on_board
from games.rule_texts import Names
from games.rules.chouette import Automatic, Open, RollOrder, Table
from games.rules.chouette.voices import Voice
from games.table.presenters.audience import Audience
from games.table.presenters.claims import Claim, claims
from games.table.presenters.history import HistoryLine, step_of, steps_as_told
from games.table.presenters.seats import Exposure
from games.table.selectors.phones import claims_of
from games.web.input import Input

RECENT = 40
PLANNED = frozenset({"order", "between"})
"""In these phases the next game may have a plan."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The data for all audiences of a table in one language: read once."""

    session: Session
    table: Table
    names: Names
    steps: Sequence[HistoryLine]
    latest: HistoryLine | None
    undo: str
    redo: str
    dice: Sequence[tuple[str, tuple[int, ...]]]
    retractable: int
    """How many of the latest steps may be taken back at all: through dice of a board none."""
    exposure: Exposure
    is_running: bool = False
    """Whether the game in progress is on a board."""
    rolled: int = 0
    """The last row of the log since which dice have fallen on the board; 0 if none."""
    plan: Plan | None = None
    damage: Damaged | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """What one audience is shown besides: who else may join, who waits, what it is asked."""

    audience: Audience
    others: Sequence[tuple[str, str]]
    claims: Sequence[Claim]
    talk: QuestionView
    takes_back: int = 0
    """How many of the latest steps they may undo."""
    may_redo: bool = False


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
        tale = tale_of_all(session, reader) if whole else tale_of_game(session, reader)
    except Damaged as error:
        damage, tale = error, LoggedSteps()  # the snapshot shows the table all the same
    before = players_before(session)
    standing = steps_as_told(tale.standing, () if whole else before)
    moved = [step for told in standing for step in reversed(told.steps)]
    is_running = session.on_board and is_on_board(session)
    return Reading(
        session=session,
        table=table,
        names=names,
        steps=[
            step_of(session, told, names, back)
            for back, told in enumerate(reversed(standing[-RECENT:]), 1)
        ],
        latest=step_of(session, _latest(tale, standing), names) if tale.told else None,
        undo=""
        if session.on_board and _of_the_board(undoable)
        else _words(undoable, table, names, before | players_moved(moved[:-1])),
        redo=_words(next_redo(session), table, names, before | players_moved(moved)),
        dice=_dice(undoable),
        retractable=_since_dice(standing) if is_running else len(standing),
        exposure=table.exposure() if table.game else {},
        is_running=is_running,
        rolled=rolled_through(session) if session.on_board and session.is_open else 0,
        plan=planners.plan_of(session, reader)
        if session.is_open and table.phase in PLANNED
        else None,
        damage=damage,
    )


def own_of(reading: Reading, audience: Audience, ask: Input) -> Own:
    """Read what is for one audience only, in a few queries."""
    session, table = reading.session, reading.table
    speaking = Speaking(audience.player, audience.may_score)
    talk = talk_of(session, table, audience.player, scores=audience.may_score)
    voice = talk.voice if talk.is_bound else Voice(audience.player, audience.may_score)

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
        talk=talk,
        takes_back=movable_of(Kind.UNDO, reading.retractable),
        may_redo=bool(movable_of(Kind.REDO, int(bool(reading.redo) and not reading.is_running))),
    )


def _latest(tale: LoggedSteps, standing: Sequence[LoggedStep]) -> LoggedStep:
    """Return what happened last, as it is told where it still stands."""
    last = tale.told[-1]
    return standing[-1] if tale.standing and tale.standing[-1] is last else last


def _of_the_board(step: Pending | None) -> bool:
    """Tell whether a step is about dice that a board rolled: they are not taken back."""
    return step is not None and any(isinstance(one, Open | Automatic) for one in step.actions)


def _since_dice(standing: Sequence[LoggedStep]) -> int:
    """Return how many of the latest steps have no dice of a board."""
    later = takewhile(lambda told: not any(map(_of_the_board, told.steps)), reversed(standing))
    return sum(1 for _told in later)


def _words(step: Pending | None, table: Table, names: Names, been: frozenset[str]) -> str:
    """Return what a step did; who joins after having `been` at the table returns."""
    return pending_in_words(as_told([step], been, sold_in(table))[0], names) if step else ""


def _dice(step: Pending | None) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the dice for the order, if they were the last step."""
    if step is None or len(step.actions) != 1:
        return ()
    action = step.actions[0]
    return action.dice if isinstance(action, RollOrder) else ()


def _others(session: Session) -> list[tuple[str, str]]:
    # Only players with another identifier in the log need this; it is rare.
    alias = session.seats.exclude(logged_as=F("player__public_id")).values("player_id")
    players = seatable_players(session.club).exclude(pk__in=alias)
    return list(players.values_list("public_id", "name"))
