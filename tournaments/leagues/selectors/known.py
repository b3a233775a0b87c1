"""The players of a club whom a director can tick, and who of a season has no account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.db.models.functions import Coalesce

from games.clubs.selectors.players import people_listed
from games.clubs.selectors.privacy import people_seen
from games.models import Club
from games.names.identity import ByName
from games.permissions import TABLE, Capability, Reader
from games.web.mail import has_mail_server
from tournaments.leagues.selectors.seasons import draft_of, moves_of, players_by_id
from tournaments.models import Dated, Entry, Event, LeagueSeason
from tournaments.standings.promotion import divisions_of


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the club."""

    public_id: str
    name: str


def known_players(club: Club, reader: Reader, named: str = "") -> tuple[KnownPlayer, ...]:
    """Return who plays in a club and is not in a list of names, by match rating, then by name.

    Nobody is shown to a reader who does not see names.
    """
    if not reader.sees_names_of(club.pk):
        return ()
    there = ByName((one.name, one) for one in people_listed(club, named).people)
    players = club.players.filter(is_active=True, merged_into=None)
    rows = players.order_by(F("match_rating__rating").desc(nulls_last=True), "name_key", "pk")
    return tuple(
        KnownPlayer(public_id, name)
        for public_id, name in rows.values_list("public_id", "name")
        if name not in there
    )


def list_with(club: Club, reader: Reader, named: str, ticked: Iterable[str]) -> str:
    """Return a list of names with those at its end whom the director has ticked besides."""
    chosen = set(ticked)
    if not chosen:
        return named
    more = [one.name for one in known_players(club, reader, named) if one.public_id in chosen]
    return "\n".join([*([named.rstrip()] if named.strip() else []), *more])


def divisions_after(season: LeagueSeason, reader: Reader) -> str:
    """Return the divisions after a season as a list of names, a blank line between two: who went up
    and down by its draft, else by its tables; of one that was cancelled as they were.
    """
    if season.event.status == Event.Status.CANCELLED:
        entries = Entry.objects.filter(division__event=season.event_id)
        rows = entries.exclude(state=Entry.State.WITHDRAWN).order_by("division__position", "number")
        groups: dict[int, list[str]] = {}
        for division, key in rows.values_list("division", "player__public_id"):
            groups.setdefault(division, []).append(key)
        keys = list(groups.values())
    else:
        draft = draft_of(season)
        moves = moves_of(season) if draft is None else draft.moves
        keys = [list(one) for one in divisions_of(moves)]
    known = players_by_id(season.league)
    people = people_seen((known[key].current for group in keys for key in group), reader)
    return "\n\n".join(
        "\n".join(people[known[key].current.pk].name for key in group) for group in keys
    )


@dataclass(frozen=True, slots=True)
class WithoutAccount:
    """How many of a season have no account; `ask` who may invite them, where the reader may not."""

    number: int
    ask: tuple[str, ...]
    has_mail: bool
    """Whether mails leave this computer, so that the others are told by mail."""


def without_account(dated: Dated, reader: Reader) -> WithoutAccount:
    """Return how many of a season or cup have no account, and whom the reader asks to invite them;
    one query, and one more if the reader may not invite.
    """
    club = dated.event.club
    playing = Entry.objects.filter(division__event=dated.event_id)
    playing = playing.exclude(state=Entry.State.WITHDRAWN)
    # A player who was merged after they were entered counts as the one they were merged into.
    people = Coalesce("player__merged_into", "player")
    accounts = Coalesce("player__merged_into__user", "player__user")
    rows = playing.annotate(person=people, account=accounts).filter(account=None)
    number = rows.values("person").distinct().count()
    if not number or reader.may(Capability.INVITE):
        return WithoutAccount(number, (), has_mail_server())
    may = {one.value for one in TABLE[Capability.INVITE]}
    members = club.memberships.filter(role__in=may, user__is_active=True)
    names = members.order_by("user__name", "pk").values_list("user__name", flat=True)
    return WithoutAccount(number, tuple(names), has_mail_server())
