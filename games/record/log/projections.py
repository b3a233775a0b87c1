"""Writes what pages read, in the transaction of the action: seats, games, points, transfers."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from games.errors import Refused
from games.fast.queries import Prepared
from games.fast.rows import rows_insert
from games.models import Action, Game, GameScore, Player, Seat, Session, Transfer
from games.models.ids import is_public_id
from games.models.locks import rows_locked
from games.record.log.history import Finished
from games.rules.chouette import Bet, GameResult, Table
from games.rules.codec import to_plain

LARGEST = 10**15
"""In hundredths of a point; cubes without a limit have no bound, database columns do."""

MOST_PLAYERS = 24
LARGEST_STAKE = 1_000_000

_REWRITTEN: Final = (
    "box",
    "captain",
    "partner",
    "by_hand",
    "line_differs",
    "is_void",
    "winner",
    "level",
    "ending",
    "first_sequence",
    "last_sequence",
    "result",
)
"""What an undo or an amendment may change in an existing game."""
_KNOWN: Final = ("public_id", "merged_into_id")

Keys = dict[str, int]
"""Primary keys of players by public id."""


class Scored(NamedTuple):
    """One player's result of a game; all but the player are columns of `GameScore`."""

    player: str
    place: int
    role: str
    points: int
    cube: int | None
    cube_turned: bool
    closing: str


SCORED: Final = Scored._fields[1:]


def seats_write(session: Session, table: Table) -> None:
    """Update the seats to the table: newcomers get one; a player who never sat down loses theirs.

    Raises:
        Refused: a player is not of this club, or there are too many.
    """
    if len(table.players) > MOST_PLAYERS:
        raise Refused("too_many_players", limit=MOST_PLAYERS)
    if any(table.stake_of(player) > LARGEST_STAKE for player in table.players):
        raise Refused("stake_invalid", limit=LARGEST_STAKE)
    if not all(map(is_public_id, table.players)):
        raise Refused("player_elsewhere")
    session.seats.exclude(logged_as__in=table.players).delete()
    seated = dict(session.seats.values_list("logged_as", "player_id"))
    newcomers = [player for player in table.players if player not in seated]
    keys = persons(session, newcomers, locked=True)
    if len(keys) != len(newcomers):
        raise Refused("player_elsewhere")
    for player in newcomers:
        if keys[player] in seated.values():
            # A player merged with them, or their counterpart in the club the session came from.
            raise Refused("player_twice", name=Player.objects.get(pk=keys[player]).name)
        seated[player] = keys[player]
    Seat.objects.bulk_create(
        Seat(
            session=session,
            player_id=keys[player],
            logged_as=player,
            position=table.players.index(player) + 1,
            stake=table.stake_of(player),
        )
        for player in newcomers
    )


def totals_write(session: Session, totals: Iterable[tuple[str, int]]) -> None:
    """Write everybody's points of an evening by totals to their seats, named as the log does.

    Raises:
        Refused: a number is too large for the database.
    """
    said = dict(totals)
    if any(abs(points) > LARGEST for points in said.values()):
        raise Refused("number_too_large")
    seats = list(session.seats.all())
    for seat in seats:
        seat.total = said.get(seat.logged_as)
    Seat.objects.bulk_update(seats, ["total"])


def persons(session: Session, logged: Collection[str], *, locked: bool = False) -> Keys:
    """Return the players for public ids in the log, each as the one they count as now.

    The log of a session from another club says so, and maps its players. With `locked`, for seating
    them, nobody is merged before the transaction ends.
    """
    if not logged:
        return {}
    move = session.log.filter(kind=Action.Kind.MOVE).order_by("-sequence").first()
    moved = move.payload["players"] if move else {}
    ids = {player: moved.get(player, player) for player in logged}
    found = Player.objects.filter(club_id=session.club_id, public_id__in=ids.values())
    found = rows_locked(found) if locked else found
    keys = {row.public_id: row.merged_into_id or row.pk for row in found.only(*_KNOWN)}
    return {player: keys[known] for player, known in ids.items() if known in keys}


def games_write(session: Session, games: Sequence[Finished]) -> None:
    """Write games that do not exist yet.

    Raises:
        Refused: a number is too large for the database.
    """
    if not games:
        return
    for finished in games:
        _check_size(finished.result)
    keys = _keys(session)
    rows = [_game(session, finished, keys) for finished in games]
    rows_insert(rows)
    _details_write(zip(rows, games, strict=True), keys)


def games_rewrite(session: Session, games: Sequence[Finished], *, after: int) -> bool:
    """Replace the games after number `after`, and tell whether any points differ now.

    Equal rows are left alone, and games keep their times.
    """
    there = {game.number: game for game in session.games.filter(number__gt=after)}
    wanted = {finished.result.number: finished for finished in games}
    obsolete = [number for number in there if number not in wanted]
    changed = [
        finished
        for number, finished in wanted.items()
        if number in there and not _is_same(there[number], finished)
    ]
    session.games.filter(number__in=obsolete).delete()
    keys = _keys(session) if changed else {}
    for finished in changed:
        _check_size(finished.result)
        game = _game(session, finished, keys)
        game.pk = there[game.number].pk
        game.finished_at = there[game.number].finished_at
        game.save(update_fields=_REWRITTEN)
        game.scores.all().delete()
        game.transfers.all().delete()
        _details_write([(game, finished)], keys)
    games_write(session, [finished for number, finished in wanted.items() if number not in there])
    return bool(obsolete or changed or wanted.keys() - there.keys())


def scores_of(result: GameResult) -> list[Scored]:
    """Return everybody's points of a game in the order of the line."""
    bets: dict[str, Bet] = {}
    for bet in result.bets:
        bets.setdefault(bet.member, bet)
    scores = []
    for place, player in enumerate(result.line.order):
        bet_of_player = bets.get(player)
        cube, turned, closing = None, False, ""
        if bet_of_player is not None:
            closed = bet_of_player.closed
            closing = closed.kind if closed is not None else ""
            if result.ending != Game.Ending.POINTS:
                cube, turned = bet_of_player.value, bet_of_player.turned
        role, points = _role(result, player), result.points[player]
        scores.append(Scored(player, place, role, points, cube, turned, closing))
    return scores


def _role(result: GameResult, player: str) -> str:
    if player == result.box:
        return GameScore.Role.BOX.value
    if player == result.partner:
        return GameScore.Role.PARTNER.value
    return (GameScore.Role.CAPTAIN if player == result.captain else GameScore.Role.CREW).value


def _check_size(result: GameResult) -> None:
    numbers = [abs(points) for points in result.points.values()]
    numbers += [amount for _, _, amount in result.transfers]
    numbers += [bet.value for bet in result.bets]
    if max(numbers) > LARGEST:
        raise Refused("number_too_large")


_seated: Final = Prepared(
    lambda session: (
        Seat.objects.filter(session=session).order_by().values_list("logged_as", "player_id")
    )
)


def _keys(session: Session) -> Keys:
    return dict(_seated(session.pk))


def _game(session: Session, finished: Finished, keys: Keys) -> Game:
    result = finished.result
    return Game(
        session=session,
        number=result.number,
        box_id=keys[result.box],
        captain_id=keys[result.captain],
        partner_id=keys[result.partner] if result.partner else None,
        by_hand=finished.by_hand,
        line_differs=finished.differs,
        is_void=finished.is_void,
        winner=result.winner,
        level=result.level,
        ending=result.ending,
        first_sequence=finished.first_sequence,
        last_sequence=finished.last_sequence,
        finished_at=finished.at,
        result=to_plain(result),
    )


def _is_same(game: Game, finished: Finished) -> bool:
    return (
        game.result == to_plain(finished.result)
        and game.by_hand == finished.by_hand
        and game.line_differs == finished.differs
        and game.is_void == finished.is_void
        and (game.first_sequence, game.last_sequence)
        == (finished.first_sequence, finished.last_sequence)
    )


def _details_write(pairs: Iterable[tuple[Game, Finished]], keys: Keys) -> None:
    scores, transfers = [], []
    for game, finished in pairs:
        if finished.is_void:
            continue
        result = finished.result
        for player, *columns in scores_of(result):
            values = dict(zip(SCORED, columns, strict=True))
            scores.append(GameScore(game=game, player_id=keys[player], **values))
        transfers += [
            Transfer(game=game, payer_id=keys[payer], payee_id=keys[payee], amount=amount)
            for payer, payee, amount in result.transfers
        ]
    rows_insert(scores)
    rows_insert(transfers)
