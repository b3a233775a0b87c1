"""Writes entries into a division whose event is locked, with what its draw makes of them."""

from collections.abc import Sequence
from itertools import count
from typing import Final

from django.core.exceptions import ValidationError
from django.db import models

from games.accounts.services.accounts import refusal
from games.clubs.selectors.players import Roster
from games.models import Player
from games.models.locks import rows_lock
from games.names.identity import spelled
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.selectors.changes import REPLACE, changes_of, taken_over_by
from tournaments.events.services.late_entries import late_place
from tournaments.events.services.naming import About, Abouts, about_of
from tournaments.events.services.removable import require_removable
from tournaments.events.services.swaps import draft_judge
from tournaments.models import Division, Entry, EntryWish, Event, LeagueSeason, Match, Round
from tournaments.record.selectors.dated import is_closed_season
from tournaments.record.services.passes import phones_return
from tournaments.results.services.places import boards_assign
from tournaments.results.services.propagation import division_propagate

MOST_ENTRIES: Final = 512


def division_locked(pk: int) -> Division:
    """Lock a division and its matches, which come before entries in the lock order."""
    rows_lock(Division.objects.filter(pk=pk))
    rows_lock(Match.objects.filter(round__division=pk))
    return Division.objects.get(pk=pk)


def enter(
    division: Division, players: Sequence[Player], levels: Sequence[int], abouts: Abouts
) -> None:
    """Write the entries: in one statement, unless each has to find a place in a draw.

    In a season of a league levels are the order of strength: who has none comes behind all others.

    Raises:
        Refused: see `entries_add`.
    """
    require_not_closed(division.event)
    rows = division.entries.select_related("player").order_by("number")
    known = {one.player.merged_into_id or one.player_id: one for one in rows}
    last = max((one.number for one in known.values()), default=0)
    is_placed = not division.is_chouette and (bool(division.order) or division.rounds.exists())
    drawn = division.rounds.exclude(state=Round.State.DRAFT).aggregate(last=models.Max("number"))
    new = list[Entry]()
    for named, level in zip(players, _ordered(division, levels), strict=True):
        player, about = named.current, about_of(abouts, named.name)
        said = {} if about is None else {"rating": about.rating, "home_club": about.home_club}
        if player.club_id != division.event.club_id:
            raise EventRefused("player_elsewhere")
        require_one_division(division, player)
        before = known.get(player.pk)
        if before is not None and before.state != Entry.State.WITHDRAWN:
            raise EventRefused("entered_twice", name=player.name)
        if before is not None:
            require_own_matches(before)
            before.state = Entry.State.ENTERED
            Entry.objects.filter(pk=before.pk).update(state=before.state, **said)
            continue
        if len(known) >= MOST_ENTRIES:
            raise EventRefused("entries_many", limit=MOST_ENTRIES)
        last += 1
        entry = known[player.pk] = Entry(
            division=division,
            player=player,
            number=last,
            level=level,
            from_round=(drawn["last"] or 0) + 1,
            **said,
        )
        if is_placed:
            entry.save(force_insert=True)
            late_place(division, entry)
        else:
            new.append(entry)
    Entry.objects.bulk_create(new)
    phones_return(division.event, [one.current for one in players])


def _ordered(division: Division, levels: Sequence[int]) -> Sequence[int]:
    """Return levels that tell apart equals of a season, each behind those who are there before."""
    if all(levels) or not LeagueSeason.objects.filter(event=division.event_id).exists():
        return levels
    there = Entry.objects.filter(division__event=division.event_id)
    last = max(there.aggregate(last=models.Max("level"))["last"] or 0, *levels)
    behind = count(last + 1)
    return [level or next(behind) for level in levels]


def require_one_division(division: Division, player: Player) -> None:
    """Refuse to let somebody play in a second division of a league's season.

    Raises:
        Refused: they play in another one.
    """
    if not division.event.own_dates:
        return
    elsewhere = Entry.objects.filter(
        models.Q(player=player) | models.Q(player__merged_into=player),
        division__event=division.event_id,
    ).exclude(division=division)
    playing = elsewhere.exclude(state=Entry.State.WITHDRAWN)
    there = playing.select_related("division__event", "player").first()
    if there is None:
        return
    code = "league_elsewhere"
    try:
        require_removable(there)
    except EventRefused:
        # Walkovers that they were given are results, too.
        code = "league_elsewhere_played"
    raise EventRefused(code, name=player.name, division=there.division.name)


def require_not_closed(event: Event) -> None:
    """Refuse to let somebody play in a season that is closed: they would have matches that nobody
    plays.

    Raises:
        Conflict: so it is.
    """
    if is_closed_season(event):
        raise EventConflict("league_closed")


def require_own_matches(entry: Entry) -> None:
    """Refuse to let somebody play again whose matches another has taken over: nothing is left for
    them to play.

    Raises:
        Refused: so it is.
    """
    event = entry.division.event
    if not event.own_dates:
        return
    taker = taken_over_by(changes_of(event, (REPLACE,)), entry)
    other = None if taker is None else Player.objects.filter(public_id=taker).first()
    if other is not None:
        name = entry.player.current.name
        raise EventRefused("league_taken_over", name=name, other=other.current.name)


def entries_follow(division: Division, event: Event) -> None:
    """Update draws and matches after a change of entries, and note who is missing in a draft."""
    division_propagate(division)
    boards_assign(event)
    draft_judge(division)


def is_full(division: Division) -> bool:
    """Tell whether all places of a division are taken."""
    if division.places is None:
        return False
    return division.entries.exclude(state=Entry.State.WITHDRAWN).count() >= division.places


def list_moves_up(division: Division) -> None:
    """Enter who is first on the waiting list, for every place that is free before the draw."""
    if division.rounds.exists():
        return
    waiting = EntryWish.objects.filter(division=division, state=EntryWish.State.LISTED)
    while not is_full(division) and (first := waiting.order_by("pk").first()) is not None:
        wish_take(first)


def player_called(division: Division, name: str) -> Player:
    """Return the player of this name, in whatever spelling; who is new comes to the club.

    Raises:
        Refused: it cannot be a player's name.
    """
    club = division.event.club
    there = Roster(club).fitting(name)
    if len(there) > 1:
        raise EventRefused("wish_namesakes", name=name)
    if there:
        return there[0]
    player = Player(club=club, name=spelled(name))
    try:
        player.clean_fields(exclude={"club"})
    except ValidationError as error:
        raise refusal(error) from error
    player.save(force_insert=True)
    return player


def wish_take(wish: EntryWish) -> Entry:
    """Enter somebody who asked to play; who is new comes to the club.

    Raises:
        Refused: they are entered already, or come too late.
    """
    division = wish.division
    player = wish.player or player_called(division, wish.name)
    enter(division, [player], [0], {player.name: About(home_club=wish.home_club)})
    entry = division.entries.get(Entry.of(player))
    wish.state, wish.entry, wish.player = EntryWish.State.ENTERED, entry, player
    wish.save(update_fields=["state", "entry", "player"])
    return entry
