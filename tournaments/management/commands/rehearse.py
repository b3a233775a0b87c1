"""Rehearses an event: `manage.py rehearse FORMAT`."""

import secrets
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain
from random import Random
from time import sleep
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.services.accounts import user_create
from games.clubs.services.deleting import club_delete
from games.errors import ServiceError
from games.models import Club, Membership, User
from games.web.address import site_address
from tournaments.events.services.rehearsing import PLAYERS, rehearsal_create, rehearsal_play
from tournaments.formats import FORMATS
from tournaments.leagues.selectors.seasons import season_current
from tournaments.leagues.services.cup_rehearsing import cup_rehearsal_create, cup_rehearse
from tournaments.leagues.services.rehearsing import league_rehearsal_create, season_rehearse
from tournaments.models import League

HERE: Final = "http://127.0.0.1:8000"
"""Where `manage.py up` serves, for want of another address."""
LEAGUES: Final = {
    "league": League.Shape.ALL_PLAY_ALL.value,
    "ladder": League.Shape.LADDER.value,
}
"""What is rehearsed besides the formats of events: some seasons of a league."""
CUP: Final = "cup"
EVENTS: Final = [one for one in FORMATS if one not in LEAGUES]
SEASONS: Final = 3
LEAGUE_PLAYERS: Final = 18
EMAIL: Final = "rehearsal@chouette.example"


class Command(BaseCommand):
    """Plays an event with invented players in a club of its own, or deletes such a club."""

    help = "Play an event with invented players in a club of its own, to learn how one is directed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("format", nargs="?", choices=[*EVENTS, *LEAGUES, CUP], metavar="FORMAT")
        parser.add_argument("--players", type=int, metavar="N")
        parser.add_argument(
            "--seasons", type=int, default=SEASONS, metavar="N", help="of a league: play so many"
        )
        parser.add_argument(
            "--second", type=int, default=0, metavar="N", help="play a Swiss in a second division"
        )
        parser.add_argument("--fee", type=Decimal, metavar="AMOUNT", help="most have paid it")
        parser.add_argument(
            "--speed", type=float, default=0, metavar="SECONDS", help="for each step; 0: at once"
        )
        parser.add_argument(
            "--rounds", type=int, metavar="N", help="play so many; the rest is for the director"
        )
        parser.add_argument("--seed", help="the same draws, and the same results of matches")
        parser.add_argument(
            "--owner", metavar="EMAIL", help="whose club it is; otherwise an account of its own"
        )
        parser.add_argument(
            "--address", default="", metavar="URL", help="where Chouette answers, if not as usual"
        )
        parser.add_argument("--delete", metavar="SLUG", help="delete the club of a rehearsal")

    def handle(self, *, format: str | None, delete: str | None, **options: Any) -> None:
        """Play it, or delete the club."""
        if (format is None) == (delete is None):
            raise CommandError(_("Say a format, or --delete and a club."))
        try:
            if delete is not None:
                self._delete(delete)
            elif format in LEAGUES:
                self._play_league(LEAGUES[format], **options)
            elif format == CUP:
                self._play_cup(**options)
            else:
                self._play(str(format), **options)
        except ServiceError as error:
            raise CommandError(str(error)) from error

    def _play(
        self,
        format: str,
        *,
        players: int | None,
        second: int,
        fee: Decimal | None,
        speed: float,
        rounds: int | None,
        seed: str | None,
        owner: str | None,
        address: str,
        **options: Any,
    ) -> None:
        by = _owner(owner)
        division = rehearsal_create(
            by=by,
            format=format,
            players=PLAYERS if players is None else players,
            second=second,
            fee=fee,
            seed=seed or "",
        )
        event = division.event
        self._says_where(event.club, reverse("event_direct", args=[event.public_id]), address)
        dice = Random(seed or secrets.token_hex(8))  # noqa: S311  # nosec B311
        if rounds == 0:
            return
        divisions = event.divisions.select_related("event__club").order_by("position")
        played = (
            rehearsal_play(division=one, by=by, dice=dice, rounds=rounds) for one in divisions
        )
        self._says(chain.from_iterable(played), speed)

    def _play_league(
        self,
        shape: str,
        *,
        players: int | None,
        seasons: int,
        seed: str | None,
        owner: str | None,
        address: str,
        speed: float,
        **options: Any,
    ) -> None:
        by = _owner(owner)
        season = league_rehearsal_create(
            by=by, players=LEAGUE_PLAYERS if players is None else players, shape=shape
        )
        league = season.league
        self._says_where(league.club, reverse("league_direct", args=[league.public_id]), address)
        dice = Random(seed or secrets.token_hex(8))  # noqa: S311  # nosec B311
        played = (_season(league, by, dice) for _number in range(seasons))
        self._says(chain.from_iterable(played), speed)

    def _play_cup(
        self,
        *,
        players: int | None,
        rounds: int | None,
        seed: str | None,
        owner: str | None,
        address: str,
        speed: float,
        **options: Any,
    ) -> None:
        by = _owner(owner)
        cup = cup_rehearsal_create(by=by, players=LEAGUE_PLAYERS if players is None else players)
        self._says_where(cup.event.club, reverse("cup_direct", args=[cup.event.public_id]), address)
        dice = Random(seed or secrets.token_hex(8))  # noqa: S311  # nosec B311
        if rounds != 0:
            self._says(cup_rehearse(cup=cup, by=by, dice=dice, rounds=rounds), speed)

    def _says_where(self, club: Club, page: str, address: str) -> None:
        said = _("The club is there: %(club)s (%(slug)s)")
        self.stdout.write(said % {"club": club.name, "slug": club.slug})
        self.stdout.write((address.rstrip("/") or site_address() or HERE) + page)

    def _says(self, lines: Iterator[str], speed: float) -> None:
        try:
            for line in lines:
                self.stdout.write(line)
                self.stdout.flush()
                sleep(speed)
        except KeyboardInterrupt:
            self.stdout.write(_("Stopped. The rest is for the director."))

    def _delete(self, slug: str) -> None:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(_("Unknown club: %(names)s") % {"names": slug})
        owner = club.memberships.filter(role=Membership.Role.OWNER).select_related("user").first()
        if owner is None:
            raise CommandError(_("This club has no owner."))
        club_delete(club=club, by=owner.user)
        self.stdout.write(_("%(club)s is deleted.") % {"club": club.name})


def _season(league: League, by: User, dice: Random) -> Iterator[str]:
    current = season_current(league)
    assert current is not None, "one was announced"
    yield from season_rehearse(season=current, by=by, dice=dice)


def _owner(email: str | None) -> User:
    """Return the account of that address; without one, the account of rehearsals."""
    found = User.objects.filter(email=User.clean_email(email or EMAIL)).first()
    if found is None and email:
        raise CommandError(_("There is no account with the address %(email)s.") % {"email": email})
    return found or user_create(email=EMAIL, name=_("Rehearsal"))
