"""What comes next at a table of an event by its format, and starting that game."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from games.errors import StaleVersion
from games.eventlog.keys import require_same
from games.models import Action as LogEntry
from games.models import Session
from games.permissions import Actor
from games.record.log.origins import Sender
from games.record.log.snapshots import position_of
from games.record.log.writing import Recorded, named
from games.record.services.actions import record_action
from games.rules.chouette import (
    Action,
    Join,
    Leave,
    RollOrder,
    RuleError,
    SetOrder,
    StartGame,
    Table,
    action_from_json,
    roll_dice,
)
from games.sessions.services.sessions import session_end
from tournaments.errors import EventConflict, EventRefused
from tournaments.formats import POINT, Eligibility, TableResult
from tournaments.models import EventTable, Round
from tournaments.pairing.remarks import Remark
from tournaments.record.selectors.situations import format_of
from tournaments.tables.selectors import (
    chouettes_now,
    chouettes_of,
    numbers_by_player,
    released_tables,
    results_of,
    table_results,
)
from tournaments.tables.services.counting import table_count


@dataclass(frozen=True, slots=True)
class Next:
    """The format's plan for a table's next game; players are entry numbers as text.

    `lineup`: box, captain and crew if the format decides; None: the house rules rotate, but only
    `eligible` players are box and captain. `staying`: who plays. `balance`: the banks, or empty.
    """

    number: int
    starting_cube: int | None
    lineup: tuple[str, ...] | None
    staying: tuple[str, ...]
    eligible: Eligibility
    balance: Mapping[str, int] = field(default_factory=dict)
    is_over: bool = False
    remarks: tuple[Remark, ...] = ()


def table_next(table: EventTable) -> Next:
    """Return what comes next at a table; read-only.

    Raises:
        Refused: the round has not been released.
    """
    round = table.round
    results = _results(table)
    here = next((one for one in results if _is(one, table)), None)
    if here is None:
        raise EventRefused("round_not_released")
    upto = [one for one in results if one.round <= round.number]
    played_by, now = chouettes_now(round.division, upto)
    balance, params = played_by.balances(now), now.params
    left = {str(number) for number in _left(table)}
    staying = tuple(
        player
        for player in here.players
        if player not in left and (not played_by.has_bank or balance.get(player, 0) > 0)
    )
    minutes = minutes_played(round)
    playing = TableResult(here.round, here.table, staying, here.games, here.is_over)
    eligible = played_by.eligible(params, balance, playing, minutes=minutes)
    rules = played_by.rules(params, round.number, here, minutes=minutes)
    # A player who bought in again has not played since: only the banks show that they go on.
    counts_heads = played_by.has_bank and played_by.minutes(params, round.number) is None
    over = here.is_over or len(staying) < 2
    if not counts_heads:
        over = over or played_by.is_table_over(params, here, minutes=minutes)
    return Next(
        number=len(here.games) + 1,
        starting_cube=int(rules["starting_cube"]) if "starting_cube" in rules else None,
        lineup=None if over else _lineup(table, here, staying),
        staying=staying,
        eligible=eligible,
        balance={player: balance[player] for player in here.players if player in balance},
        is_over=over,
        remarks=eligible.remarks,
    )


def table_start_game(
    *,
    table: EventTable,
    by: Actor,
    version: int,
    key: str,
    origin: Sender | None = None,
) -> Recorded:
    """Start a table's next game by its format: line, starting cube; eliminated players leave.

    Before the first game the order is rolled here if the format does not set it. `version` is the
    session's. Repeating a key changes nothing.

    Raises:
        RuleError: a game is running, whatever the version; or fewer than two are there.
        NotAllowed, StaleVersion, Conflict: see `games.record.services.actions.record_action`.
        Conflict: the table has nothing more to play.
    """
    session = table.session
    if session is None:
        raise EventRefused("round_not_released")
    # The table was read before; taps since then may have changed the session.
    session.refresh_from_db()
    actions = _said_before(session, by, key)
    if actions is None:
        _require_between_games(session)
        if format_of(table.round.division).has_bank:
            # Payments decide who plays on, so they must be up to date.
            table_count(session.pk)
        coming = table_next(table)
        if coming.is_over:
            raise EventConflict("table_over")
        actions = actions_of(position_of(session).table, coming, logged_ids(table))
    try:
        return record_action(
            session=session, actions=actions, version=version, key=key, sender=by, origin=origin
        )
    except StaleVersion:
        # Of two who start it at once the second hears the same, however far they had come.
        session.refresh_from_db()
        _require_between_games(session)
        raise


def _require_between_games(session: Session) -> None:
    if position_of(session).table.game is not None:
        raise RuleError("game_running")


def table_finish(
    *,
    table: EventTable,
    by: Actor,
    version: int | None = None,
    key: str = "",
    origin: Sender | None = None,
) -> Recorded:
    """End a table for its round. The round is over with its last table.

    Without a `version` it ends whatever has been played meanwhile.

    Raises:
        NotAllowed, StaleVersion, Conflict: see `games.sessions.services.sessions.session_end`.
        Refused: a game is in progress, or the round is not released.
    """
    session = table.session
    if session is None:
        raise EventRefused("round_not_released")
    if version is None:
        session.refresh_from_db()
        version = session.version
    return session_end(session=session, by=by, version=version, key=key or new_key(), origin=origin)


def actions_of(table: Table, coming: Next, ids: Mapping[str, str]) -> list[Action]:
    """Return the actions that start a table's planned game; the last of them starts it.

    Raises:
        RuleError: a game is running, or fewer than two are there.
    """
    actions: list[Action] = []

    def do(action: Action) -> None:
        nonlocal table
        table = table.apply(action)
        actions.append(action)

    lineup = [ids[player] for player in coming.lineup or ()]
    if not table.ordered:
        if lineup and set(lineup) == set(table.present):
            do(SetOrder(tuple(lineup)))
        else:
            do(RollOrder(roll_dice(table.present, lambda: secrets.randbelow(6) + 1)))
    staying = [ids[player] for player in coming.staying]
    for player in table.present:
        # A guest without an entry stays: they are entered when their first game counts.
        if player in ids.values() and player not in staying:
            do(Leave(player))
    for player in staying:
        if player not in table.present:
            do(Join(player))
    do(_start(table, coming, ids, lineup))
    return actions


def minutes_played(round: Round, now: datetime | None = None) -> int:
    """Return the minutes a round has been played, as its format's clock counts them.

    If the director has changed the length of the round, the format's clock ends with it.
    """
    begun = round.clock_started_at or round.released_at
    if begun is None:
        return 0
    passed = (round.clock_stopped_at or now or timezone.now()) - begun
    minutes = max(0, passed // timedelta(minutes=1))
    played_by, params = chouettes_of(round.division)
    limit = played_by.minutes(params, round.number)
    if limit is None or round.minutes is None:
        return minutes
    return max(limit, minutes) if minutes >= round.minutes else min(minutes, limit - 1)


def logged_ids(table: EventTable) -> dict[str, str]:
    """Return each entry's identifier in the log of a table's session, also before they sit down."""
    rows = table.seats.select_related("entry__player")
    seated: dict[int, str] = {}
    if table.session is not None:
        seated = dict(table.session.seats.values_list("player_id", "logged_as"))
    found = {}
    for seat in rows:
        player = seat.entry.player.current
        found[str(seat.entry.number)] = seated.get(player.pk, player.public_id)
    return found


def new_key() -> str:
    return f"event-{secrets.token_hex(8)}"


def _results(table: EventTable) -> Sequence[TableResult]:
    """Return what the next game depends on: with banks all payments, else this table's games."""
    division = table.round.division
    if format_of(division).has_bank:
        return table_results(division)
    return results_of(released_tables(division).filter(pk=table.pk), numbers_by_player(division))


def _is(result: TableResult, table: EventTable) -> bool:
    return (result.round, result.table) == (table.round.number, table.number)


def _left(table: EventTable) -> list[int]:
    return list(table.seats.filter(left=True).values_list("entry__number", flat=True))


def _lineup(table: EventTable, here: TableResult, staying: Sequence[str]) -> tuple[str, ...] | None:
    """Return the line the format wants; None if one of its players has gone."""
    if set(staying) != set(here.players):
        return None
    seed = f"{table.round.seed}/{table.number}"
    played_by, params = chouettes_of(table.round.division)
    return played_by.lineup(params, here.players, here.games, seed=seed)


def _said_before(session: Session, by: Actor, key: str) -> list[Action] | None:
    """Return the step written with this key, so that a retry sends the same.

    Raises:
        KeyReused: the key came with something else.
    """
    first = session.log.filter(**named(by), key=key).first() if key else None
    if first is None:
        return None
    require_same(first.kind == LogEntry.Kind.PLAY)
    rows = session.log.filter(step=first.step).order_by("sequence")
    return [action_from_json(one) for one in rows.values_list("payload", flat=True)]


def _start(table: Table, coming: Next, ids: Mapping[str, str], lineup: Sequence[str]) -> StartGame:
    proposed = table.seating.line
    order = list(table.seating.order)
    partner = None if proposed is None else proposed.partner
    if lineup and set(lineup) == set(order):
        order, partner = list(lineup), None
    elif partner is None and order:
        order = _allowed(order, coming.eligible, ids)
    cube = coming.starting_cube
    if cube == table.rules.starting_cube:
        cube = None
    team = [player for player in order[1:] if player != partner]
    by_hand = order != list(table.seating.order)
    # Whole points: a cube has no fractions.
    caps = tuple(
        (ids[player], credit // POINT)
        for player, credit in sorted(coming.eligible.credit.items())
        if ids.get(player) in order
    )
    return StartGame(
        order[0] if order else "",
        partner,
        tuple(team),
        by_hand=by_hand,
        starting_cube=cube,
        caps=caps,
    )


def _allowed(order: Sequence[str], eligible: Eligibility, ids: Mapping[str, str]) -> list[str]:
    """Return the line of the rules with an eligible box and captain."""
    players = {logged: player for player, logged in ids.items()}
    line = eligible.line([players.get(one, one) for one in order])
    return [ids.get(one, one) for one in line]
