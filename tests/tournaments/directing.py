"""Events for tests: directed through the services, with players named by one word each."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest import mock

from games.models import Club, Player, User
from tests import evenings
from tests.worlds import build_again
from tournaments.errors import CorrectionReaches
from tournaments.events.services import draws, entries, events
from tournaments.models import Division, Entry, Event, Match, MatchStep, Round
from tournaments.pairing.chance import Chance
from tournaments.results.services import results

SEED = "0123456789abcdef"
_keys = count(1)


@contextmanager
def at(moment: datetime.datetime) -> Iterator[None]:
    """Let it be another moment; rows that are made have it as their own, too."""
    steps = MatchStep._meta.get_field("created_at")
    with (
        mock.patch("django.utils.timezone.now", return_value=moment),
        mock.patch.object(steps, "default", return_value=moment),
    ):
        steps.__dict__.pop("_get_default", None)
        yield
    steps.__dict__.pop("_get_default", None)


def key() -> str:
    """A key nobody has used."""
    return f"key-{next(_keys)}"


class Directed:
    """An event with one division, whose director is Olga; players are made as they are named."""

    def __init__(
        self,
        of: Club | None = None,
        names: str = "",
        *,
        format: str = "swiss",
        params: dict[str, Any] | None = None,
        event_fields: dict[str, Any] | None = None,
        seed: str = SEED,
        **fields: Any,
    ) -> None:
        how = repr((names, format, params, event_fields, seed, fields))

        def build() -> None:
            self.club = of or evenings.club()
            self.director: User = evenings.user("Olga")
            self.event: Event = events.event_create(
                club=self.club,
                by=self.director,
                title="Open",
                divisions=[{"format": format, "params": params or {}, **fields}],
                seed=seed,
                **(event_fields or {}),
            )
            self.division: Division = self.event.divisions.get()
            if names:
                self.enter(*names.split())

        build_again(self, how, build)

    def player(self, name: str) -> Player:
        """The club's player of that name."""
        return Player.objects.get_or_create(club=self.club, name=name)[0]

    def enter(self, *names: str) -> list[Entry]:
        """Enter players."""
        known = {one.name: one for one in Player.objects.filter(club=self.club, name__in=names)}
        new = [Player(club=self.club, name=name) for name in names if name not in known]
        known |= {one.name: one for one in Player.objects.bulk_create(new)}
        players = [known[name] for name in names]
        return entries.entries_add(division=self.division, by=self.director, players=players)

    def entry(self, name: str) -> Entry:
        """The entry of that player."""
        return Entry.objects.get(division=self.division, player__name=name)

    def next_round(self) -> list[Round]:
        """Draw, confirm and release."""
        draws.draw_make(division=self.division, by=self.director)
        draws.draw_confirm(division=self.division, by=self.director, in_spite=True)
        return draws.draw_release(division=self.division, by=self.director)

    def match(self, first: str, second: str) -> Match:
        """The latest match of two players, in either order."""
        two = {first, second}
        for match in Match.objects.filter(round__division=self.division).order_by("-round__number"):
            if {getattr(match.first, "name", ""), getattr(match.second, "name", "")} == two:
                return match
        raise AssertionError(f"no match of {first} and {second}")

    def open(self) -> list[Match]:
        """The matches that can be played now."""
        found = Match.objects.filter(
            round__division=self.division, round__state="released", state="open"
        )
        return list(found.order_by("round__number", "position"))

    def win(self, match: Match, winner: int, loser_points: int = 3) -> Match:
        """The director enters a result: the winner reaches the length."""
        length = match.length or 7
        points = (length, min(loser_points, length - 1))
        return results.match_report(
            match=match,
            by=self.director,
            points=points if winner == 0 else (points[1], points[0]),
            version=match.version,
            key=key(),
        )

    def play_all(self, wins: Callable[[Match], int] | None = None) -> int:
        """Play every match that can be played; return how many there were."""
        chance = Chance(SEED)
        played = 0
        while waiting := self.open():
            for match in waiting:
                match.refresh_from_db()
                if match.state != Match.State.OPEN:
                    continue
                winner = wins(match) if wins else chance.below(2, match.pk)
                self.win(match, winner)
                played += 1
        return played


def agreed(do: Callable[..., Match], **said: Any) -> Match:
    """Do something to a match; where it does something to others, say yes to just that."""
    try:
        return do(key=key(), **said)
    except CorrectionReaches as reach:
        return do(key=key(), seen=reach.effect.digest, **said)


def names_of(matches: Sequence[Match]) -> list[tuple[str, str]]:
    """Who meets whom; a dash where nobody does."""
    return [
        (one.first.name if one.first else "-", one.second.name if one.second else "-")
        for one in matches
    ]
