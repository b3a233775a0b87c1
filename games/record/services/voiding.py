"""Declares a game void, so that it does not count, or reinstates it."""

from games.errors import Refused
from games.models import Session, User
from games.permissions import Capability, require
from games.record.log.damage import recorded
from games.record.log.history import Kind, Played, Step, replay
from games.record.log.origins import Sender
from games.record.log.projections import games_rewrite
from games.record.log.writing import Change, Recorded, Request, append, require_open
from games.record.services.actions import snapshot_with
from games.rules.chouette import action_to_json


def game_void(
    *,
    session: Session,
    game: int,
    version: int,
    key: str,
    sender: User,
    origin: Sender | None = None,
) -> Recorded:
    """Declare a finished game void. It stays in the log, and every line stays as played.

    It is a step like an amendment, with the game's own actions: it can be undone.

    Raises:
        NotAllowed, StaleVersion, KeyReused, Conflict: see `record_action`.
        Refused: the game does not exist, or is void already.
    """
    return _set(session, game, True, version, key, sender, origin)


def game_reinstate(
    *,
    session: Session,
    game: int,
    version: int,
    key: str,
    sender: User,
    origin: Sender | None = None,
) -> Recorded:
    """Let a void game count again.

    Raises:
        As `game_void`; Refused: it is not void.
    """
    return _set(session, game, False, version, key, sender, origin)


def _set(
    session: Session,
    game: int,
    is_void: bool,
    version: int,
    key: str,
    sender: User,
    origin: Sender | None,
) -> Recorded:
    require(sender, Capability.VOID_SESSION, session.club, session)
    content = {"game": game, "void": is_void}
    request = Request(session, sender, Kind.AMEND, content, version, key, origin)
    return append(request, lambda locked: _change(locked, game, is_void))


def _change(locked: Session, number: int, is_void: bool) -> Change:
    require_open(locked)
    found = recorded(locked)
    history, base, line, games = found.history, found.base, found.line, found.games
    if not 1 <= number <= len(games):
        raise Refused("game_unknown", game=number)
    old = games[number - 1]
    if old.is_void == is_void:
        raise Refused("game_void" if is_void else "game_not_void", game=number)
    row = locked.length + 1
    actions = tuple(
        Played(row, old.at, played.action, is_void) for played in line[old.start : old.end]
    )
    history.done.append(Step(Kind.AMEND, row, actions, number, old.end - old.start))
    history.undone.clear()
    position, games = replay(base, history.standing())
    results_changed = games_rewrite(locked, games, after=0)
    payload = {
        "game": number,
        "replaces": old.end - old.start,
        "actions": [action_to_json(played.action) for played in actions],
        "void": is_void,
    }
    return Change(
        [payload],
        position,
        results=(games[number - 1].result,),
        columns={"snapshot": snapshot_with(position, history), "checkpoint": None},
        results_changed=results_changed,
    )
