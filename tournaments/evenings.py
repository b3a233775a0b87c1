"""Writes what players made of evenings: only of those that changed, or of all of a club."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from games.models import Action, Club, Game, GameScore, Seat, Session
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import StartGame
from games.services.history import FOLDED, History, Played
from tournaments.cubes import cube_deeds
from tournaments.models import EveningShare, EveningTally

Role = GameScore.Role
CHUNK = 200
"""So many sessions are read at once: a rebuild needs no more memory for a larger club."""
BATCH = 500

_CLOSED_BY_CUBE = {GameScore.Closing.DROP, GameScore.Closing.REFUSAL}


@transaction.atomic
def evenings_refresh(*, club_id: int, everything: bool = False) -> int:
    """Write the shares of a club's evenings that changed, or of all, and return how many there are.

    A projection: the same games give the same rows, however often and by how many at once it is
    called; the lock makes the second wait for the first. A club that is gone has none.
    """
    # The weakest lock that excludes itself: games may be written meanwhile.
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        return 0
    # What has moved to another club is written there.
    EveningShare.objects.filter(club=club).exclude(session__club=club).delete()
    EveningTally.objects.filter(club=club).exclude(session__club=club).delete()
    # Read before the games: what is written may be newer than its fingerprint, never older.
    current = fingerprints(club_id)
    written = {} if everything else _written(club_id)
    stale = [pk for pk, mark in current.items() if written.get(pk) != mark]
    for start in range(0, len(stale), CHUNK):
        _write(stale[start : start + CHUNK], current)
    return EveningShare.objects.filter(club=club).count()


def evening_stale(*, session_id: int) -> None:
    """Remember that a session's results changed, even if nobody can be told of it just now."""
    EveningTally.objects.filter(pk=session_id).update(fingerprint="")


def fingerprints(club_id: int) -> dict[int, str]:
    """Return what the shares of a club's sessions depend on, in two queries, as a short text."""
    seats: dict[int, list[str]] = defaultdict(list)
    for session, *seat in (
        Seat.objects.filter(session__club=club_id)
        .order_by("session_id", "position")
        .values_list("session_id", "player_id", "stake")
    ):
        seats[session].append(str(seat))
    rows = Session.objects.filter(club=club_id).order_by("pk")
    return {
        pk: hashlib.sha1(
            f"{club_id} {rest} {seats[pk]}".encode(), usedforsecurity=False
        ).hexdigest()
        for pk, *rest in rows.values_list("pk", "version", "status", "season_id", "played_on")
    }


def _written(club_id: int) -> dict[int, str]:
    return dict(EveningTally.objects.filter(club=club_id).values_list("pk", "fingerprint"))


@dataclass
class _Sitting:
    """A session as it is added up: shares by player's key, and its tally."""

    session: Session
    tally: EveningTally
    stakes: dict[int, int] = field(default_factory=dict)
    logged: dict[str, int] = field(default_factory=dict)
    shares: dict[int, EveningShare] = field(default_factory=dict)
    running: dict[int, int] = field(default_factory=dict)
    with_cubes: list[int] = field(default_factory=list)

    def share(self, player: int) -> EveningShare:
        if player not in self.shares:
            session = self.session
            self.shares[player] = EveningShare(
                session=session,
                player_id=player,
                club_id=session.club_id,
                season_id=session.season_id,
                played_on=session.played_on,
                points=0,
                games=0,
                bets=0,
            )
        return self.shares[player]


def _write(pks: Sequence[int], current: dict[int, str]) -> None:
    sittings = _sittings(pks, current)
    for sitting, game, scores in _games(sittings):
        _add(sitting, game, scores)
    _add_cubes([one for one in sittings.values() if one.with_cubes])
    EveningShare.objects.filter(session__in=pks).delete()
    EveningTally.objects.filter(session__in=pks).delete()
    EveningShare.objects.bulk_create(
        (share for one in sittings.values() for share in one.shares.values()), batch_size=BATCH
    )
    EveningTally.objects.bulk_create((one.tally for one in sittings.values()), batch_size=BATCH)


def _sittings(pks: Sequence[int], current: dict[int, str]) -> dict[int, _Sitting]:
    rows = Session.objects.filter(pk__in=pks).only("club_id", "season_id", "played_on", "status")
    found = {
        row.pk: _Sitting(
            row,
            EveningTally(
                session=row,
                club_id=row.club_id,
                played_on=row.played_on,
                fingerprint=current[row.pk],
            ),
        )
        for row in rows
    }
    seats = Seat.objects.filter(session__in=pks).order_by()
    for session, player, logged, stake in seats.values_list(
        "session_id", "player_id", "logged_as", "stake"
    ):
        found[session].stakes[player] = stake
        found[session].logged[logged] = player
    return found


@dataclass(frozen=True, slots=True)
class _Score:
    player: int
    role: str
    points: int
    cube: int | None
    turned: bool
    closing: str


@dataclass(frozen=True, slots=True)
class _Game:
    number: int
    level: int | None
    automatics: int


def _games(
    sittings: dict[int, _Sitting],
) -> Iterator[tuple[_Sitting, _Game, list[_Score]]]:
    """Read the games that count, in order, each with its scores."""
    counted = [pk for pk, one in sittings.items() if one.session.status != Session.Status.VOID]
    games = Game.objects.filter(session__in=counted, is_void=False).order_by("session", "number")
    found = {
        pk: (sittings[session], _Game(*rest))
        for pk, session, *rest in games.values_list(
            "pk", "session_id", "number", "level", "result__automatics"
        )
    }
    scores: dict[int, list[_Score]] = defaultdict(list)
    rows: Any = (
        GameScore.objects.filter(game__session__in=counted)
        .order_by()
        .values_list("game_id", "player_id", "role", "points", "cube", "cube_turned", "closing")
    )
    for pk, *score in rows:
        scores[pk].append(_Score(*score))
    for pk, (sitting, game) in found.items():
        if scores[pk]:
            yield sitting, game, scores[pk]


def _add(sitting: _Sitting, game: _Game, scores: list[_Score]) -> None:
    has_partner = any(score.role == Role.PARTNER for score in scores)
    bets = 100 * sum(
        sitting.stakes.get(score.player, 1)
        for score in scores
        if score.role in (Role.CAPTAIN, Role.CREW)
    )
    for score in scores:
        share = sitting.share(score.player)
        share.points += score.points
        share.games += 1
        games, points = f"{score.role}_games", f"{score.role}_points"
        setattr(share, games, getattr(share, games) + 1)
        setattr(share, points, getattr(share, points) + score.points)
        if score.role in (Role.BOX, Role.PARTNER):
            share.bets += bets // 2 if has_partner else bets
        else:
            share.bets += 100 * sitting.stakes.get(score.player, 1)
        if score.points > share.best_game:
            share.best_game, share.best_game_number = score.points, game.number
        streak = sitting.running.get(score.player, 0) + 1 if score.role == Role.BOX else 0
        sitting.running[score.player] = streak
        share.box_streak = max(share.box_streak, streak)
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
    """Add what everybody did with the cubes; the log knows it, and is read for such games only."""
    by_session = {one.session.pk: one for one in sittings}
    lines = _lines(by_session)
    games = Game.objects.filter(session__in=lines, is_void=False).order_by()
    for session, number, result in games.values_list("session_id", "number", "result").iterator():
        sitting = by_session[session]
        actions = lines[session]
        if number not in sitting.with_cubes or number > len(actions):
            continue
        _add_deeds(sitting, actions[number - 1], result)


def _add_deeds(sitting: _Sitting, actions: list[RulesAction], result: dict[str, Any]) -> None:
    amounts: dict[str, int] = defaultdict(int)
    for bet in result["bets"]:
        if bet["closed"]:
            amounts[bet["member"]] += bet["closed"]["amount"]
    for (player, deed), made in cube_deeds(actions, result["line"]["box"], amounts).items():
        share = sitting.shares.get(sitting.logged.get(player, 0))
        if share is not None:
            setattr(share, deed, getattr(share, deed) + made.times)
            name = f"{deed}_points"
            setattr(share, name, getattr(share, name) + made.points)


def _lines(sittings: dict[int, _Sitting]) -> dict[int, list[list[RulesAction]]]:
    """Return the actions that stand, game by game, for each session."""
    histories: dict[int, History] = defaultdict(History)
    rows = Action.objects.filter(session__in=sittings, kind__in=FOLDED)
    for row in rows.order_by("session", "sequence").iterator():
        histories[row.session_id].take(row)
    return {session: _by_game(history.standing()) for session, history in histories.items()}


def _by_game(line: Iterable[Played]) -> list[list[RulesAction]]:
    games: list[list[RulesAction]] = []
    for played in line:
        if isinstance(played.action, StartGame):
            games.append([])
        if games:
            games[-1].append(played.action)
    return games
