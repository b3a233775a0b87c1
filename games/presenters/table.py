"""Reads what the table page shows: who is who, what may be done, what was done last."""

from __future__ import annotations

from django.db.models import F

from games.models import Session
from games.presenters.ask import Ask
from games.presenters.audience import Audience
from games.presenters.claims import claims
from games.presenters.conflict import Conflict
from games.presenters.page import Sources, TablePage, table_page
from games.presenters.told import step_of
from games.presenters.words import pending_in_words
from games.rules.chouette import RollOrder, Table
from games.selectors.log import Tale, state_at, tale_of_all, tale_of_game
from games.selectors.people import seatable_players
from games.selectors.phones import claims_of
from games.selectors.privacy import called, is_veiled
from games.selectors.sessions import names_of, next_redo, next_undo, table_of
from games.selectors.talk import talk_of
from games.services.snapshots import Pending
from games.texts import Names

RECENT = 40


def page_of(
    session: Session,
    audience: Audience,
    ask: Ask,
    problem: str = "",
    *,
    conflict: Conflict | None = None,
    broadcast: bool = False,
) -> TablePage:
    """The table page for one audience, in a constant number of queries.

    What is broadcast holds nothing that belongs to one reader: no token, no key.

    Raises:
        Refused: the session was played by rules that count otherwise.
    """
    session.club.veiled = audience.is_veiled
    table = table_of(session)
    sources = _sources(session, table, audience, ask)
    return table_page(session, table, ask, sources, problem, conflict=conflict, broadcast=broadcast)


def names_in(session: Session) -> Names:
    """The names of the club's players: whoever sat here, or may, or whose joining was undone."""
    players = session.club.players.values_list("public_id", "name", "shown")
    veiled = is_veiled(session)
    names = {key: called(name, shown) if veiled else name for key, name, shown in players}
    # After a merge, or a move from another club, the log calls somebody by another id.
    return Names({**names, **names_of(session)}.items())


def table_seen(session: Session, version: int) -> Table:
    """The table that the sender of a tap had before his eyes.

    A tap that comes again after its answer was lost must mean what it meant the first time.
    """
    if 0 < version < session.version:
        return state_at(session, version)
    return table_of(session)


def _sources(session: Session, table: Table, audience: Audience, ask: Ask) -> Sources:
    names = names_in(session)
    undoable = next_undo(session)
    tale = _tale(session, ask)
    return Sources(
        names=names,
        audience=audience,
        others=_others(session) if ask.pane == "people" else (),
        steps=[
            step_of(session, told, names, back)
            for back, told in enumerate(reversed(tale.standing[-RECENT:]), 1)
        ],
        latest=step_of(session, tale.told[-1], names) if tale.told else None,
        claims=claims(claims_of(session), names) if audience.may_score else (),
        undo=_words(undoable, names),
        redo=_words(next_redo(session), names),
        dice=_dice(undoable),
        talk=talk_of(
            session,
            table,
            audience.player,
            undo=tale.standing[-1].version if tale.standing and not audience.may_score else 0,
        ),
    )


def _words(step: Pending | None, names: Names) -> str:
    return pending_in_words(step, names) if step else ""


def _dice(step: Pending | None) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The dice for the order, where they were the last thing that happened."""
    if step is None or len(step.actions) != 1:
        return ()
    action = step.actions[0]
    return action.dice if isinstance(action, RollOrder) else ()


def _others(session: Session) -> list[tuple[str, str]]:
    # Who sits here under an id of his own is told apart by the table; others are not.
    alias = session.seats.exclude(logged_as=F("player__public_id")).values("player_id")
    players = seatable_players(session.club).exclude(pk__in=alias)
    return list(players.values_list("public_id", "name"))


def _tale(session: Session, ask: Ask) -> Tale:
    """What can be undone: of the game in progress, or further back when asked."""
    return tale_of_all(session) if ask.pane == "history" else tale_of_game(session)
