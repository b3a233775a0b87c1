"""Rehearsals: a club of its own with invented players, whose event is played by chance.

Everything happens through the services that directors use, so that the desk shows what it would
show on a real day.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from random import Random
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.clubs.services.clubs import club_create, players_create
from games.errors import ServiceError
from games.models import Session, User
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.rules.chouette import EnterPoints
from tournaments.errors import CorrectionReaches, EventRefused
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entries import entries_add, entries_check_in
from tournaments.events.services.events import event_create, event_finish, still_playing
from tournaments.events.services.money import fees_tick
from tournaments.formats import FORMATS
from tournaments.models import Division, EventTable, Match, Round
from tournaments.record.selectors.rounds import breaks_rules
from tournaments.results.services.results import match_report
from tournaments.tables.selectors import chouettes_of, finish_of
from tournaments.tables.services.play import new_key, table_finish, table_next, table_start_game

FIRST: Final = (
    *("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"),
    *("Ida", "Jon", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia"),
)
LAST: Final = ("Ash", "Bell", "Cole", "Dale", "Elm", "Frost", "Grey", "Hill", "Irons", "Jay")
FEWEST: Final = 4
MOST: Final = len(FIRST) * len(LAST)
PLAYERS: Final = 8
LENGTH: Final = 5
ROUNDS: Final = 3
PARAMS: Final[dict[str, dict[str, Any]]] = {
    "swiss": {"rounds": ROUNDS},
    "keizer": {"rounds": ROUNDS},
    "free": {"most": ROUNDS},
    "club_night": {"rounds": ROUNDS},
    "groups_knockout": {"groups": 2, "qualifiers": 1},
}
"""Where a format's own parameters would make an event too long, or too small, to rehearse."""
GAMES: Final = 6
"""At a table whose end is the director's, or the clock's."""
RISES: Final = 3
"""After so many games the cubes are twice as high, so that banks come to an end."""
CUBES: Final = (1, 1, 2, 2, 4)
SECOND: Final = "swiss"
"""How a second division is played."""
SHARES: Final = (50, 30, 20)
OWES: Final = 5
"""Every so many of the players has not paid yet: the desk has something to ask for."""


def invented_names(number: int) -> list[str]:
    """Return so many different names.

    Raises:
        Refused: there are not so many, or too few for some format.
    """
    if not FEWEST <= number <= MOST:
        raise EventRefused("rehearsal_size", least=FEWEST, most=MOST)
    size = len(FIRST)
    return [f"{FIRST[one % size]} {LAST[(one + one // size) % len(LAST)]}" for one in range(number)]


@transaction.atomic
def rehearsal_create(
    *,
    by: User,
    format: str,
    players: int = PLAYERS,
    second: int = 0,
    fee: Decimal | None = None,
    seed: str = "",
) -> Division:
    """Found a club for a rehearsal, with an event whose invented players are all checked in.

    `second` play a Swiss in a second division. Where there is a fee most have paid it, and half of
    the pool is the winner's.

    Raises:
        NotAllowed: demo accounts may not found clubs.
        Refused: there is no such format, or the number of players is not possible.
    """
    names = invented_names(players + second)
    if second and not min(players, second) >= FEWEST:
        raise EventRefused("rehearsal_size", least=FEWEST, most=MOST)
    if format not in FORMATS:
        raise EventRefused("field_invalid", field="format", reason=format)
    label = _(FORMATS[format].title)
    club = club_create(
        by=by, name=_("Rehearsal: %(format)s") % {"format": label}, is_rehearsal=True
    )
    event = event_create(
        club=club,
        by=by,
        title=_("Rehearsal"),
        divisions=[_played_by(format), *([_played_by(SECOND, _("Second"))] if second else [])],
        seed=seed,
        fee=fee,
        prizes=list(SHARES) if fee else [],
    )
    made = players_create(club=club, by=by, names=names)
    divisions = list(event.divisions.select_related("event__club").order_by("position"))
    for division, theirs in zip(divisions, (made[:players], made[players:]), strict=False):
        entered = entries_add(division=division, by=by, players=theirs)
        entries_check_in(division=division, by=by)
        if fee:
            paid = [one for one in entered if one.number % OWES]
            fees_tick(division=division, by=by, paid=paid)
    return divisions[0]


def _played_by(format: str, name: str = "") -> dict[str, Any]:
    return {
        "format": format,
        "name": name,
        "params": PARAMS.get(format, {}),
        "match_length": None if FORMATS[format].is_chouette else LENGTH,
    }


def rehearsal_play(
    *, division: Division, by: User, dice: Random, rounds: int | None = None
) -> Iterator[str]:
    """Direct the event until it is over, and say each step after it was done.

    `rounds` ends that after so many rounds; the rest is the director's.

    Raises:
        ServiceError: what a director would be refused.
    """
    while True:
        try:
            yield from _round_start(division, by)
        except ServiceError as refused:
            if refused.code != "rounds_over":
                raise
            break
        yield from _round_play(division, by, dice, rounds)
        if rounds is not None and _released(division) >= rounds:
            yield _("The rest is for the director.")
            return
        if division.is_chouette and finish_of(division).is_over:
            break
    if still_playing(division.event) or _undrawn(division):
        yield _("The rest is for the director.")
        return
    event_finish(event=division.event, by=by)
    yield _("The event is over.")


def _undrawn(division: Division) -> bool:
    """Tell whether another division of the event has not been drawn yet."""
    others = division.event.divisions.exclude(pk=division.pk)
    return others.filter(rounds=None, entries__isnull=False).exists()


def _round_start(division: Division, by: User) -> Iterator[str]:
    """Draw, confirm and release what can be played next."""
    if not division.rounds.filter(state=Round.State.CONFIRMED).exists():
        draw_make(division=division, by=by)
        yield _("The draw is made.")
        draw_confirm(division=division, by=by, in_spite=breaks_rules(division))
        yield _("The draw is confirmed.")
    before = _released(division)
    draw_release(division=division, by=by)
    released = _released(division)
    if released > before + 1:
        yield _("The bracket is released.")
    else:
        yield _("Round %(number)s is released.") % {"number": released}


def _released(division: Division) -> int:
    return division.rounds.filter(state=Round.State.RELEASED).count()


def _round_play(division: Division, by: User, dice: Random, rounds: int | None) -> Iterator[str]:
    if division.is_chouette:
        yield from _tables_play(division, by, dice)
        return
    waiting = Match.objects.filter(
        round__division=division, round__state=Round.State.RELEASED, state=Match.State.OPEN
    ).order_by("round__number", "position")
    if rounds is not None:
        waiting = waiting.filter(round__number__lte=rounds)
    while (match := waiting.select_related("first", "second").first()) is not None:
        yield match_play(match, by, dice)


def match_play(match: Match, by: User, dice: Random) -> str:
    """Enter the result of an open match by chance, and say it."""
    length = match.length or LENGTH
    points = [length, dice.randrange(length)]
    dice.shuffle(points)
    said: dict[str, Any] = {"match": match, "by": by, "version": match.version, "key": new_key()}
    said["points"] = points[0], points[1]
    agreed(lambda seen: match_report(seen=seen, **said))  # its director may have opened it again
    return _("%(first)s – %(second)s %(one)s : %(other)s") % {
        "first": match.first,
        "second": match.second,
        "one": points[0],
        "other": points[1],
    }


def agreed(decide: Callable[[str], object]) -> None:
    """Decide a match, and agree to what that changes of others, as directors do once they see it.

    `decide` takes what was seen of the reach of the step, as services of results do.
    """
    try:
        decide("")
    except CorrectionReaches as reach:
        decide(reach.effect.digest)


def _tables_play(division: Division, by: User, dice: Random) -> Iterator[str]:
    """Play a game at one table after the other, until each is over."""
    played: dict[int, int] = {}
    while tables := open_tables(division):
        for table in tables:
            games = played.get(table.pk, 0)
            yield table_play(table, by, dice, games)
            played[table.pk] = games + 1


def table_play(table: EventTable, by: User, dice: Random, games: int) -> str:
    """Play a game after so many others, or finish a table that is over, and say what was done."""
    is_over = table_next(table).is_over
    if is_over or (games >= GAMES and not _ends_itself(table.round.division)):
        table_finish(table=table, by=by)
        return _("Table %(number)s has finished.") % {"number": table.number}
    return _game_play(table, by, dice, games)


def _ends_itself(division: Division) -> bool:
    """Tell whether a table plays until its format ends it, not the clock or the director."""
    played_by, params = chouettes_of(division)
    return played_by.keeps_tables or (played_by.has_bank and played_by.minutes(params, 1) is None)


def open_tables(division: Division) -> list[EventTable]:
    """Return the tables of a division that are still playing."""
    rows = EventTable.objects.filter(round__division=division, session__status=Session.Status.OPEN)
    return list(
        rows.select_related("round__division__event__club", "session__club").order_by("number")
    )


def _game_play(table: EventTable, by: User, dice: Random, games: int) -> str:
    """Start the next game by the format and enter points; the later, the higher are the cubes."""
    session = table.session
    assert session is not None  # the query asked for open sessions
    table_start_game(table=table, by=by, version=session.version, key=new_key())
    session.refresh_from_db()
    game = table_of(session).game
    assert game is not None  # it has just begun
    high = 2 ** min(games // RISES, 6)
    sign = dice.choice((1, -1))
    points = tuple((member, 100 * sign * high * dice.choice(CUBES)) for member in game.team)
    record_action(
        session=session,
        actions=[EnterPoints(points)],
        version=session.version,
        key=new_key(),
        sender=by,
    )
    winner = _("the team wins") if sign > 0 else _("the box wins")
    return _("Table %(table)s, game %(game)s: %(winner)s.") % {
        "table": table.number,
        "game": games + 1,
        "winner": winner,
    }
