"""Reads the data of the table page: names, permissions, the last step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from games.clubs.selectors.clubs import seatable_players
from games.models import Session
from games.permissions import NOBODY, Reader
from games.record.log.snapshots import Pending
from games.record.presenters.actions import pending_in_words
from games.record.selectors.log import tale_of_all, tale_of_game
from games.record.selectors.names import NamesAsNeeded
from games.record.selectors.questions import talk_of
from games.record.selectors.sessions import next_redo, next_undo, table_of
from games.record.services.plans import Plan, planners
from games.rule_texts import Names
from games.rules.chouette import RollOrder, Table
from games.table.presenters.audience import Audience
from games.table.presenters.claims import claims
from games.table.presenters.conflict import Conflict
from games.table.presenters.history import Step, step_of
from games.table.presenters.page import Sources, TablePage, table_page
from games.table.presenters.seats import Exposure
from games.table.selectors.phones import claims_of
from games.web.input import Ask

RECENT = 40
PLANNED = frozenset({"order", "between"})
"""In these phases the next game may have a plan."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The data for all audiences of a table in one language: read once."""

    session: Session
    table: Table
    names: Names
    steps: Sequence[Step]
    latest: Step | None
    undo: str
    redo: str
    dice: Sequence[tuple[str, tuple[int, ...]]]
    undoes: int
    """The version of the step that the next undo concerns."""
    exposure: Exposure
    plan: Plan | None = None


def page_of(
    session: Session,
    audience: Audience,
    ask: Ask,
    problem: str = "",
    *,
    conflict: Conflict | None = None,
    broadcast: bool = False,
) -> TablePage:
    """Return the table page for one audience, in a constant number of queries.

    A broadcast page has nothing that belongs to one reader: no token, no key.

    Raises:
        Refused: rules with other results recorded the session.
    """
    reading = reading_of(session, audience.reader_of(session), whole=ask.pane == "history")
    return page_of_reading(reading, audience, ask, problem, conflict=conflict, broadcast=broadcast)


def reading_of(session: Session, reader: Reader = NOBODY, *, whole: bool = False) -> Reading:
    """Read a table for all readers who see the same names.

    The history covers the game in progress or, with `whole`, the evening.

    Raises:
        Refused: rules with other results recorded the session.
    """
    table = table_of(session)
    names = NamesAsNeeded(session, reader)
    undoable = next_undo(session)
    tale = tale_of_all(session, reader) if whole else tale_of_game(session, reader)
    return Reading(
        session=session,
        table=table,
        names=names,
        steps=[
            step_of(session, told, names, back)
            for back, told in enumerate(reversed(tale.standing[-RECENT:]), 1)
        ],
        latest=step_of(session, tale.told[-1], names) if tale.told else None,
        undo=_words(undoable, names),
        redo=_words(next_redo(session), names),
        dice=_dice(undoable),
        undoes=tale.standing[-1].version if tale.standing else 0,
        exposure=table.exposure() if table.game else {},
        plan=planners.plan_of(session, reader)
        if session.is_open and table.phase in PLANNED
        else None,
    )


def page_of_reading(
    reading: Reading,
    audience: Audience,
    ask: Ask,
    problem: str = "",
    *,
    conflict: Conflict | None = None,
    broadcast: bool = False,
) -> TablePage:
    """Return the table page; a few queries read what is for this audience only."""
    session, table, names = reading.session, reading.table, reading.names
    sources = Sources(
        names=names,
        audience=audience,
        others=_others(session) if ask.pane == "people" else (),
        steps=reading.steps,
        latest=reading.latest,
        claims=claims(claims_of(session), names) if audience.may_score else (),
        undo=reading.undo,
        redo=reading.redo,
        dice=reading.dice,
        exposure=reading.exposure,
        plan=reading.plan,
        talk=talk_of(
            session, table, audience.player, undo=0 if audience.may_score else reading.undoes
        ),
    )
    return table_page(session, table, ask, sources, problem, conflict=conflict, broadcast=broadcast)


def _words(step: Pending | None, names: Names) -> str:
    return pending_in_words(step, names) if step else ""


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
