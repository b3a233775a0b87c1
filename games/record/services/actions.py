"""Records what happens at the table: actions, dice for the order, undo and redo."""

import secrets
from collections.abc import Sequence
from typing import Any

from games.errors import NotAllowed, Refused
from games.models import Session
from games.permissions import Actor, Capability, Reader, acting, require
from games.record.log.damage import log_read, recorded
from games.record.log.history import (
    Finished,
    History,
    Kind,
    Played,
    Position,
    Step,
    advance,
    beginning,
    replay,
    rows_after,
)
from games.record.log.origins import Sender
from games.record.log.projections import games_rewrite, games_write, seats_write
from games.record.log.snapshots import checkpoint_of, checkpoints, position_of, snapshot_of
from games.record.log.writing import Change, Recorded, Request, append, now_played, require_open
from games.record.services.dice_since import require_not_rolled
from games.record.services.speakers import (
    Speaking,
    own_steps,
    proxies_of,
    require_in_time,
    require_voice,
    speaking_of,
)
from games.rules.chouette import (
    RULES_VERSION,
    RollOrder,
    StartGame,
    Table,
    action_to_json,
    roll_dice,
)
from games.rules.chouette import Action as RulesAction
from games.rules.chouette.voices import Deed, Voice, decided

MOST_ACTIONS = 100
MOST_STEPS = 10_000


def record_action(
    *,
    session: Session,
    actions: Sequence[RulesAction],
    version: int,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
    over: int | None = None,
) -> Recorded:
    """Record actions at the table, in O(1): from the snapshot, without folding.

    Several actions are one step: written together, undone together. A repeated key gets the first
    answer again. Others' secret answers to the open question are overridden only if `over` has its
    number; undo restores them.

    Raises:
        AnswersGiven: answers would be overridden.
        NotAllowed: the sender may not score here, and may not decide this themselves.
        StaleVersion, KeyReused, Conflict: see `writing.append`; or the session has ended, or the
            time is over in which the team doubles on a board.
        Refused: there is no action, or too many, a player is not of the club, a number is too
            large.
        RuleError, StateError: the rules refuse one of the actions.
    """
    speaking = speaking_of(session, sender)
    if not actions:
        raise Refused("nothing_sent")
    if len(actions) > MOST_ACTIONS:
        raise Refused("too_many_actions", limit=MOST_ACTIONS)
    payloads = [action_to_json(action) for action in actions]
    request = Request(session, acting(sender), Kind.PLAY, payloads, version, key, origin, over)

    def play(locked: Session) -> Change:
        table = position_of(locked).table
        require_voice(locked, table, speaking, actions)
        require_in_time(locked, table, actions)
        return played_on(locked, actions, payloads)

    return append(request, play)


def order_roll(
    *,
    session: Session,
    version: int,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
) -> Recorded:
    """Roll for the order with the system's random source, roll-offs included.

    Raises:
        As `record_action`.
    """
    require(sender, Capability.SCORE, session.club, session)
    request = Request(
        session, acting(sender), Kind.PLAY, "roll for the order", version, key, origin
    )

    def roll(locked: Session) -> Change:
        players = position_of(locked).table.present
        dice = roll_dice(players, lambda: secrets.randbelow(6) + 1)
        return played_on(locked, [RollOrder(dice)])

    return append(request, roll)


def undo(
    *,
    session: Session,
    version: int,
    key: str,
    sender: Actor | Reader,
    steps: int = 1,
    origin: Sender | None = None,
    over: int | None = None,
) -> Recorded:
    """Undo the last standing steps. They stay in the log, and can be redone until the next step.

    Players who are not scorers can undo only what they alone have said. Once dice have fallen on a
    board, nobody with a bet in its game takes back what was said before.

    Raises:
        As `record_action`; Refused: there are fewer steps to undo.
    """
    return _back_and_forth(Kind.UNDO, session, version, key, sender, steps, origin, over)


def redo(
    *,
    session: Session,
    version: int,
    key: str,
    sender: Actor | Reader,
    steps: int = 1,
    origin: Sender | None = None,
    over: int | None = None,
) -> Recorded:
    """Redo the steps undone last: undo then redo is the identity.

    Raises:
        As `record_action`; Refused: there are fewer steps to redo.
    """
    return _back_and_forth(Kind.REDO, session, version, key, sender, steps, origin, over)


def _back_and_forth(
    kind: Kind,
    session: Session,
    version: int,
    key: str,
    sender: Actor | Reader,
    steps: int,
    origin: Sender | None,
    over: int | None,
) -> Recorded:
    speaking = speaking_of(session, sender)
    if not 1 <= steps <= MOST_STEPS:
        raise Refused("steps_invalid")
    content = {"steps": steps}
    request = Request(session, acting(sender), kind, content, version, key, origin, over)
    return append(request, lambda locked: _move(locked, kind, steps, speaking))


def played_on(
    locked: Session, actions: Sequence[RulesAction], payloads: Sequence[Any] | None = None
) -> Change:
    """Apply actions to a session's position; return what `writing.append` has to write.

    `payloads` are the actions as JSON, where the request has them already.

    Raises:
        Conflict: the session has ended.
        RuleError: the rules refuse one of the actions.
    """
    require_open(locked)
    before = position = position_of(locked)
    line = now_played(locked, actions)
    games: list[Finished] = []
    for played in line:
        position, finished = advance(position, played, as_played=False)
        if finished is not None:
            games.append(finished)
    if position.table.players != before.table.players:
        seats_write(locked, position.table)
    games_write(locked, games)
    step = Step(Kind.PLAY, locked.length + 1, tuple(line))
    change = Change(
        payloads=payloads or [action_to_json(action) for action in actions],
        position=position,
        actions=tuple(actions),
        results=tuple(finished.result for finished in games),
        columns={"snapshot": snapshot_of(position, step, None)},
        results_changed=bool(games),
    )
    if any(isinstance(action, StartGame) for action in actions):
        change.columns["checkpoint"] = checkpoint_of(before, locked.length, locked.checkpoint)
    return change


def _move(locked: Session, kind: Kind, steps: int, speaking: Speaking) -> Change:
    """Undo or redo by folding only the latest games, or everything if that is not enough.

    The checkpoint is the position before the step that started the game, and remembers those of
    some games before; a game is a few dozen rows, so undoing takes as long in the hundredth game as
    in the first.
    """
    require_open(locked)
    history, base, used = _recent(locked, kind, steps)
    pile = history.done if kind == Kind.UNDO else history.undone
    if len(pile) < steps:
        code = f"nothing_to_{kind}" if not pile else f"not_so_much_to_{kind}"
        raise Refused(code, steps=len(pile))
    before = position_of(locked).table
    moved = pile[-steps:]
    voice = speaking.voice(locked, before, proxies_of(locked))
    _require_own_steps(locked, kind, speaking, voice, before, moved)
    first, last = pile[-1].sequence, pile[-steps].sequence
    if kind == Kind.UNDO:
        history.undo(steps)
        aside, back = -first, last
    else:
        history.redo(steps)
        aside, back = first, -last
    with log_read(locked):
        position, games = replay(base, history.standing())
    require_not_rolled(locked, speaking, (before, position.table), moved)
    columns: dict[str, object] = {"snapshot": snapshot_with(position, history)}
    if used is not locked.checkpoint:
        columns["checkpoint"] = used
    # Games refer to seats, so restored players are seated before games are written.
    if set(position.table.players) - set(before.players):
        seats_write(locked, position.table)
    results_changed = games_rewrite(locked, games, after=base.table.played)
    if set(before.players) - set(position.table.players):
        seats_write(locked, position.table)
    return Change(
        [{"steps": steps}],
        position,
        columns=columns,
        results_changed=results_changed,
        aside=aside,
        back=back,
    )


def _require_own_steps(
    locked: Session,
    kind: Kind,
    speaking: Speaking,
    voice: Voice,
    table: Table,
    steps: Sequence[Step],
) -> None:
    """Check that a player undoes or redoes only what they alone have said or undone, and who keeps
    the score nothing that was said against their own bet on a board.
    """
    touched = [step.sequence for step in steps]
    if speaking.scores:
        if not voice.against:
            return
        said = [one.action for step in steps for one in step.actions]
        others = [one for one in said if not voice.may(Deed.TAKE_BACK, decided(table, one))]
        if others and not own_steps(locked, speaking.player, touched):
            raise NotAllowed("bet_against")
        return
    if kind == Kind.REDO:
        undone_by = locked.log.filter(kind=Kind.UNDO).order_by("-sequence").first()
        touched += [undone_by.step] if undone_by else []
    if not own_steps(locked, speaking.player, touched):
        raise NotAllowed("undo_of_another")


def snapshot_with(position: Position, history: History) -> dict[str, object]:
    """Return the snapshot with the next steps for undo and redo."""
    undo_step = history.done[-1] if history.done else None
    redo_step = history.undone[-1] if history.undone else None
    return snapshot_of(position, undo_step, redo_step)


def _recent(
    locked: Session, kind: Kind, steps: int
) -> tuple[History, Position, dict[str, Any] | None]:
    """Return the latest history that has so many steps, its beginning, and that checkpoint."""
    with log_read(locked):
        for checkpoint in checkpoints(locked.checkpoint):
            if checkpoint["rules_version"] != RULES_VERSION:
                break
            history = History.of(rows_after(locked, checkpoint["sequence"]))
            # One step must be left, so that the page can say what the next undo would undo.
            if kind == Kind.REDO or len(history.done) > steps:
                return history, Position.from_json(checkpoint), checkpoint
        return History.of(rows_after(locked)), beginning(locked), None


def movable(session: Session, kind: Kind, speaking: Speaking, voice: Voice, through: int) -> int:
    """Return how many of the latest steps somebody may undo or redo, as `undo` and `redo` answer.

    `through` is what `rolled_through` returns. For players, and for redoing, one at most; for
    scorers with a bet on the board as far as the next step of theirs is refused. Two queries and
    the fold of a game at most; none for scorers without a bet.
    """
    if speaking.scores and not voice.against and not (through and speaking.player):
        return MOST_STEPS
    if not speaking.player:
        return 0
    now = position_of(session).table

    def may(tables: Sequence[Table], steps: Sequence[Step]) -> bool:
        try:
            _require_own_steps(session, kind, speaking, voice, now, steps)
            require_not_rolled(session, speaking, tables, steps, through)
        except NotAllowed:
            return False
        return bool(steps)

    history, base, _used = _recent(session, kind, 1)
    with log_read(session):
        if kind == Kind.REDO or not speaking.scores:
            tables = _tables_of_next(history, base, kind) if through else []
            moved = (history.undone if kind == Kind.REDO else history.done)[-1:]
            return int(may(tables, moved))
        tables = _tables_back(history, base)
    for back in range(1, len(tables)):
        if not may((tables[-1], tables[-1 - back]), history.done[-back:]):
            return back - 1
    return len(tables) - 1


def _tables_of_next(history: History, base: Position, kind: Kind) -> list[Table]:
    """Return the tables before and after the next step back or forth."""
    before, _games = replay(base, history.standing())
    if not (history.undone if kind == Kind.REDO else history.done):
        return []
    moved = History([*history.done], [*history.undone])
    (moved.redo if kind == Kind.REDO else moved.undo)(1)
    after, _games = replay(base, moved.standing())
    return [before.table, after.table]


def _tables_back(history: History, base: Position) -> list[Table]:
    """Return the tables before each of the latest steps, and now; no further than an amendment."""
    amended = [at for at, step in enumerate(history.done) if step.kind == Kind.AMEND]
    at = amended[-1] if amended else 0
    position, _games = replay(base, History(history.done[:at]).standing())
    tables = [position.table]
    if amended:
        at += 1
        position, _games = replay(base, History(history.done[:at]).standing())
        tables.append(position.table)
    for step in history.done[at:]:
        for played in step.actions:
            position, _finished = advance(position, played, as_played=True)
        tables.append(position.table)
    return tables


def line_of(session: Session) -> tuple[Position, list[Played]]:
    """Return a session's beginning and all its standing actions."""
    found = recorded(session)
    return found.base, found.line
