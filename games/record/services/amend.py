"""Amends a finished game: its actions are replaced, and all later games are recalculated."""

from collections.abc import Sequence

from games.errors import AmendRefused, Refused
from games.models import Session
from games.permissions import Actor, Capability, require
from games.record.log.damage import recorded
from games.record.log.history import Finished, Kind, Played, Position, Step, advance, replay
from games.record.log.origins import Sender
from games.record.log.projections import games_rewrite, seats_write
from games.record.log.writing import Change, Recorded, Request, append, require_open
from games.record.services.actions import snapshot_with
from games.record.services.dice_since import require_not_on_board
from games.record.services.speakers import Speaking, speaking_of
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import RuleError, StartGame, action_to_json


def game_amend(
    *,
    session: Session,
    game: int,
    actions: Sequence[RulesAction],
    version: int,
    key: str,
    sender: Actor,
    origin: Sender | None = None,
) -> Recorded:
    """Replace the actions of a finished game. Without a StartGame its line stays as played.

    The lines of later games stay as they were played; if the rules would now propose another, the
    game is flagged. The amendment is a step like others: it can be undone.

    Raises:
        NotAllowed, StaleVersion, KeyReused, Conflict: see `record_action`; or the game was played
            on the board, and the sender had a bet in it.
        RuleError: the rules refuse one of the actions.
        AmendRefused: a later game could not have been played; nothing was written.
        Refused: the game does not exist, or the actions are not exactly one game.
    """
    require(sender, Capability.AMEND, session.club, session)
    speaking = speaking_of(session, sender)
    if not actions:
        raise Refused("nothing_sent")
    payloads = [action_to_json(action) for action in actions]
    content = {"game": game, "actions": payloads}
    request = Request(session, sender, Kind.AMEND, content, version, key, origin)
    return append(request, lambda locked: _amend(locked, game, actions, speaking))


def _amend(
    locked: Session, number: int, actions: Sequence[RulesAction], speaking: Speaking
) -> Change:
    require_open(locked)
    found = recorded(locked)
    history, base, line, games = found.history, found.base, found.line, found.games
    if not 1 <= number <= len(games):
        raise Refused("game_unknown", game=number)
    old = games[number - 1]
    if old.is_void:
        raise Refused("game_void", game=number)
    start = line[old.start].action
    assert isinstance(start, StartGame)
    require_not_on_board(locked, speaking, number, start)
    step = Step(
        Kind.AMEND,
        locked.length + 1,
        _stamped(locked, old, start, actions),
        number,
        old.end - old.start,
    )
    position, _ = replay(base, line[: old.start])
    position = _play_one_game(position, step, start)
    _play_later_games(position, line[old.end :])

    history.done.append(step)
    history.undone.clear()
    position, games = replay(base, history.standing())
    seats_write(locked, position.table)
    results_changed = games_rewrite(locked, games, after=0)
    payload = {
        "game": number,
        "replaces": step.replaces,
        "actions": [action_to_json(played.action) for played in step.actions],
    }
    return Change(
        [payload],
        position,
        results=(games[number - 1].result,),
        columns={"snapshot": snapshot_with(position, history), "checkpoint": None},
        results_changed=results_changed,
    )


def _stamped(
    locked: Session, old: Finished, start: RulesAction, actions: Sequence[RulesAction]
) -> tuple[Played, ...]:
    if not isinstance(actions[0], StartGame):
        actions = [start, *actions]
    if any(isinstance(action, StartGame) for action in actions[1:]):
        raise Refused("amend_two_games")
    return tuple(Played(locked.length + 1, old.at, action) for action in actions)


def _play_one_game(position: Position, step: Step, start: RulesAction) -> Position:
    """Play the amended game: it must end exactly with its last action."""
    number = step.game
    for played in step.actions:
        if position.table.played == number:
            raise Refused("amend_goes_on", game=number)
        # The line as played needs no reason; a new one must follow the rules.
        as_played = played.action == start
        position, _ = advance(position, played, as_played=as_played)
    if position.table.played != number:
        raise Refused("amend_unfinished", game=number)
    return position


def _play_later_games(position: Position, line: Sequence[Played]) -> None:
    for played in line:
        table = position.table
        try:
            position, _ = advance(position, played, as_played=True)
        except RuleError as error:
            number = table.game.number if table.game else table.played + 1
            raise AmendRefused(number, error) from error
