"""Writes players' shares of evenings: only the changed ones, or all of a club."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, Final, NamedTuple

from django.db import transaction

from games.models import Action, Club, Game, GameScore, Seat, Session
from games.models.locks import rows_locked
from games.record.log.damage import UNREADABLE, damage_of, games_before_damage
from games.record.log.history import FOLDED, History, Played, is_cut
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import ChouetteError, StartGame
from tournaments.ladders.services.bulk import rows_insert
from tournaments.ladders.services.marks import WRITTEN_AS, Mark, evening_marks, evenings_stale
from tournaments.models import EveningShare, EveningTally, TableShare
from tournaments.ratings.cubes import DEEDS, Bet, cube_answers, cube_deeds

Role = GameScore.Role
CHUNK = 200
"""The number of sessions read at once: a rebuild needs no more memory for a larger club."""
BATCH = 500


_READ = (
    *("club_id", "season_id", "played_on", "status", "length"),
    *("is_damaged", "cuts", "public_id", "by_totals"),
)
_BOX_SIDE = (Role.BOX.value, Role.PARTNER.value)
_NOTHING = (0, 0)
_ALL_ONE: Final[Mapping[int, int]] = {}
_CLOSED_BY_CUBE = {GameScore.Closing.DROP, GameScore.Closing.REFUSAL}


def evenings_refresh(*, club_id: int, everything: bool = False) -> int:
    """Write the shares of a club's changed evenings, or of all, and return how many.

    The same games always give the same rows, however often and by how many workers at once this is
    called. Games are read without a lock and only written under one. Changes made meanwhile are
    left to the task that they queue. A deleted club has none.
    """
    for _left in evenings_rewrite(club_id, everything=everything):
        pass
    return EveningShare.objects.filter(club=club_id).count()


def evenings_rewrite(club_id: int, *, everything: bool = False) -> Iterator[int]:
    """Do the same piece by piece; yield after each how many are left."""
    # Read before the games: what is written may be newer than its mark, never older.
    found = Session.objects.filter(club=club_id) if everything else evenings_stale([club_id])
    current = evening_marks(found)
    stale = sorted(current)
    _moved_away(club_id)
    for start in range(0, len(stale), CHUNK):
        _write(club_id, _counted(stale[start : start + CHUNK], current), current)
        yield max(len(stale) - start - CHUNK, 0)


def evening_stale(*, session_id: int) -> None:
    """Mark a session's results as changed, even if no task can be queued now."""
    EveningTally.objects.filter(pk=session_id).update(formula=0)


COUNTED = (
    *("points", "games", "bets", "box_games", "box_points", "partner_games", "partner_points"),
    *("captain_games", "captain_points", "crew_games", "crew_points", "box_won", "box_stays"),
)
"""What is counted for each player and table size, in this order, in a list: a rebuild counts a
million games, and attributes of models would take most of the time.
"""
ROLE_AT = {str(role): COUNTED.index(f"{role}_games") for role in Role.values}
DEED_COLUMNS = tuple(column for deed in DEEDS for column in (deed, f"{deed}_points"))
TABLE_COUNTED = tuple(
    name for name in COUNTED if name in ("points", "box_points") or not name.endswith("_points")
)
WON_AT, STAYS_AT = COUNTED.index("box_won"), COUNTED.index("box_stays")
_IN_TABLES = tuple(COUNTED.index(name) for name in TABLE_COUNTED)
_KEYS = ("session_id", "player_id", "club_id", "season_id", "played_on")
SHARE = (
    *_KEYS,
    *COUNTED,
    *("box_streak", "best_game", "best_game_number"),
    *DEED_COLUMNS,
    "answers",
)
TABLE = (*_KEYS, "size", *TABLE_COUNTED)


@dataclass(slots=True)
class _Sitting:
    """A session while it is summed up: counts by player's key, and its tally."""

    session: Session
    tally: EveningTally
    is_staked: bool = False
    logged: dict[str, int] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    """Everybody's points of an evening by totals, which has no games."""
    counted: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    best: dict[int, tuple[int, int]] = field(default_factory=dict)
    running: dict[int, int] = field(default_factory=dict)
    streaks: dict[int, int] = field(default_factory=dict)
    deeds: dict[int, dict[str, int]] = field(default_factory=dict)
    answers: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    with_cubes: list[int] = field(default_factory=list)

    def at(self, player: int, size: int) -> list[int]:
        """Return the counts of a player at tables of a size, creating them if missing."""
        found = self.counted.get((player, size))
        if found is None:
            found = self.counted[player, size] = [0] * len(COUNTED)
        return found

    def table_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of `TableShare`, column by column as in `TABLE`."""
        for (player, size), counted in self.counted.items():
            yield (*self._keys(player), size, *(counted[at] for at in _IN_TABLES))

    def share_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of `EveningShare`, column by column as in `SHARE`."""
        sums: dict[int, list[int]] = {}
        for (player, _size), counted in self.counted.items():
            known = sums.get(player)
            sums[player] = (
                counted if known is None else [a + b for a, b in zip(known, counted, strict=True)]
            )
        for player, points in self.totals.items():
            sums[player] = [points, *[0] * (len(COUNTED) - 1)]
        for player, counted in sums.items():
            deeds = self.deeds.get(player, {})
            yield (
                *(*self._keys(player), *counted, self.streaks.get(player, 0)),
                *self.best.get(player, (0, 0)),
                *(deeds.get(column, 0) for column in DEED_COLUMNS),
                json.dumps(self.answers.get(player, {})),
            )

    def _keys(self, player: int) -> tuple[Any, ...]:
        session = self.session
        day = session.played_on.isoformat()
        return session.pk, player, session.club_id, session.season_id, day


def _counted(pks: Sequence[int], current: Mapping[int, Mark]) -> "dict[int, _Sitting]":
    """Sum up sessions, by their keys."""
    sittings = _sittings(pks, current)
    for sitting, game, scores in _games(sittings):
        _add(sitting, game, scores)
    _add_cubes([one for one in sittings.values() if one.with_cubes])
    return sittings


@transaction.atomic
def _write(club_id: int, counted: "dict[int, _Sitting]", current: Mapping[int, Mark]) -> None:
    """Replace the rows; the lock makes a second writer wait."""
    # The weakest lock that excludes itself: games can be written meanwhile.
    rows_locked(Club.objects).filter(pk=club_id).first()
    now = evening_marks(Session.objects.filter(club=club_id, pk__in=counted))
    sittings = {pk: one for pk, one in counted.items() if now.get(pk) == current[pk]}
    for model in (EveningShare, EveningTally, TableShare):
        model.objects.filter(session__in=sittings).delete()
    rows_insert(EveningShare, SHARE, [row for one in sittings.values() for row in one.share_rows()])
    rows_insert(TableShare, TABLE, [row for one in sittings.values() for row in one.table_rows()])
    EveningTally.objects.bulk_create((one.tally for one in sittings.values()), batch_size=BATCH)


def _moved_away(club_id: int) -> None:
    """Delete the rows of sessions moved to another club, which has its own."""
    for model in (EveningShare, EveningTally, TableShare):
        model.objects.filter(club=club_id).exclude(session__club=club_id).delete()


def _sittings(pks: Sequence[int], current: Mapping[int, Mark]) -> dict[int, _Sitting]:
    rows = Session.objects.filter(pk__in=pks).only(*_READ)
    found = {
        row.pk: _Sitting(
            row,
            EveningTally(
                session=row,
                club_id=row.club_id,
                formula=WRITTEN_AS,
                **current[row.pk]._asdict(),
            ),
        )
        for row in rows
    }
    seats = Seat.objects.filter(session__in=pks).order_by()
    for session, player, logged, stake, total in seats.values_list(
        "session_id", "player_id", "logged_as", "stake", "total"
    ):
        found[session].is_staked |= stake != 1
        found[session].logged[logged] = player
        if total is not None and found[session].session.status != Session.Status.VOID:
            found[session].totals[player] = total
    return found


class _Score(NamedTuple):
    player: int
    role: str
    points: int
    cube: int | None
    turned: bool
    closing: str


class _Game(NamedTuple):
    number: int
    level: int | None
    automatics: int
    stakes: Mapping[int, int]
    """The stakes of the members' bets with the box; members not in it played for one."""


def _games(
    sittings: dict[int, _Sitting],
) -> Iterator[tuple[_Sitting, _Game, list[_Score]]]:
    """Read the games that count, in order, each with its scores."""
    counted = [pk for pk, one in sittings.items() if one.session.status != Session.Status.VOID]
    games = Game.objects.filter(session__in=counted, is_void=False).order_by("session_id", "number")
    found = {
        pk: (sittings[session], _Game(number, level, *_told(sittings[session], result)))
        for pk, session, number, level, result in games.values_list(
            "pk", "session_id", "number", "level", "result"
        )
    }
    scores: dict[int, list[_Score]] = defaultdict(list)
    rows: Any = (
        GameScore.objects.filter(game__session__in=counted)
        .order_by()
        .values_list("game_id", "player_id", "role", "points", "cube", "cube_turned", "closing")
    )
    for pk, *score in rows:
        scores[pk].append(_Score._make(score))
    for pk, (sitting, game) in found.items():
        if scores[pk]:
            yield sitting, game, scores[pk]


def _told(sitting: _Sitting, result: dict[str, Any]) -> tuple[int, Mapping[int, int]]:
    """Return what only a game's result has: its automatic doubles, and the stakes of its bets.

    A bet is for the lower of the box's stake and the member's. Most evenings have one stake for
    everybody.
    """
    if not sitting.is_staked:
        return result["automatics"], _ALL_ONE
    stakes = {
        player: bet["stake"]
        for bet in result["bets"]
        if (player := sitting.logged.get(bet["member"]))
    }
    return result["automatics"], stakes


def _add(sitting: _Sitting, game: _Game, scores: list[_Score]) -> None:
    has_partner = any(score.role == Role.PARTNER for score in scores)
    stakes, running, size = game.stakes, sitting.running, len(scores)
    bets = 100 * sum(stakes.get(score.player, 1) for score in scores if score.role not in _BOX_SIDE)
    for score in scores:
        player, role, points = score.player, score.role, score.points
        counted = sitting.at(player, size)
        counted[0] += points
        counted[1] += 1
        if role in _BOX_SIDE:
            counted[2] += bets // 2 if has_partner else bets
        else:
            counted[2] += 100 * stakes.get(player, 1)
        at = ROLE_AT[role]
        counted[at] += 1
        counted[at + 1] += points
        if points > sitting.best.get(player, _NOTHING)[0]:
            sitting.best[player] = points, game.number
        if role == Role.BOX:
            running[player] = streak = running.get(player, 0) + 1
            counted[WON_AT] += points > 0
            counted[STAYS_AT] += streak == 1
            if streak > sitting.streaks.get(player, 0):
                sitting.streaks[player] = streak
        else:
            running[player] = 0
    _tell(sitting, game, scores)


def _tell(sitting: _Sitting, game: _Game, scores: list[_Score]) -> None:
    tally = sitting.tally
    tally.games += 1
    tally.decided += game.level is not None
    tally.gammons += game.level == 2
    tally.backgammons += game.level == 3
    tally.automatics += game.automatics or 0
    cubes = [score.cube for score in scores if score.cube is not None]
    tally.cubes += len(cubes)
    tally.cube_sum += sum(cubes)
    if max(cubes, default=0) > tally.biggest_cube:
        tally.biggest_cube, tally.biggest_cube_number = max(cubes), game.number
    if any(score.turned or score.closing in _CLOSED_BY_CUBE for score in scores):
        sitting.with_cubes.append(game.number)


def _add_cubes(sittings: Sequence[_Sitting]) -> None:
    """Add what everybody did with the cubes; it is only in the log, which is read for these
    games.
    """
    by_session = {one.session.pk: one for one in sittings}
    lines = _lines(by_session)
    games = Game.objects.filter(session__in=lines, is_void=False).order_by()
    for session, number, result in games.values_list("session_id", "number", "result").iterator():
        sitting = by_session[session]
        actions = lines[session]
        if number not in sitting.with_cubes or number > len(actions):
            continue
        try:
            _add_deeds(sitting, actions[number - 1], result)
        except (ChouetteError, *UNREADABLE):
            if damage_of(sitting.session) is None:
                raise


def _add_deeds(sitting: _Sitting, actions: list[RulesAction], result: dict[str, Any]) -> None:
    amounts: dict[str, int] = defaultdict(int)
    stakes = {bet["member"]: bet["stake"] for bet in result["bets"]}
    for bet in result["bets"]:
        if bet["closed"]:
            amounts[bet["member"]] += bet["closed"]["amount"]
    players = {player for player, _size in sitting.counted}
    for (name, deed), made in cube_deeds(actions, result["line"]["box"], amounts, stakes).items():
        player = sitting.logged.get(name, 0)
        if player in players:
            deeds = sitting.deeds.setdefault(player, {})
            deeds[deed] = deeds.get(deed, 0) + made.times
            points = f"{deed}_points"
            deeds[points] = deeds.get(points, 0) + made.points
    bets = {
        bet["member"]: Bet(bet["closed"]["amount"], bet["stake"])
        for bet in result["bets"]
        if bet["closed"] and bet["holder"] == bet["member"]
    }
    box, start = result["line"]["box"], result["start"]
    for (name, choice), answers in cube_answers(actions, box, start, bets).items():
        player = sitting.logged.get(name, 0)
        if player in players:
            choices = sitting.answers.setdefault(player, {})
            before = choices.get(choice, [0] * len(astuple(answers)))
            choices[choice] = [a + b for a, b in zip(before, astuple(answers), strict=True)]


def _lines(sittings: dict[int, _Sitting]) -> dict[int, list[list[RulesAction]]]:
    """Return the actions that were not undone, game by game, for each session."""
    histories: dict[int, History] = defaultdict(History)
    damaged = {pk for pk, one in sittings.items() if one.session.is_damaged}
    cuts = {pk: one.session.cuts for pk, one in sittings.items()}
    rows = Action.objects.filter(session__in=sittings, kind__in=FOLDED)
    for row in rows.order_by("session_id", "sequence").iterator():
        if row.session_id in damaged or is_cut(cuts[row.session_id], row.sequence):
            continue
        try:
            histories[row.session_id].take(row)
        except (ChouetteError, *UNREADABLE):
            damaged.add(row.session_id)
    lines = {}
    for session, history in histories.items():
        try:
            lines[session] = _by_game(history.standing())
        except UNREADABLE:
            damaged.add(session)
    # What was counted still counts; cubes are told of the games that a damaged log still shows.
    for session in damaged:
        games = games_before_damage(sittings[session].session)
        lines[session] = [[played.action for played in game] for game in games]
    return lines


def _by_game(line: Iterable[Played]) -> list[list[RulesAction]]:
    games: list[list[RulesAction]] = []
    for played in line:
        if isinstance(played.action, StartGame):
            games.append([])
        if games:
            games[-1].append(played.action)
    return games
