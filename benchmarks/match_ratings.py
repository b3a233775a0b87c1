"""Times of match ratings in a very active club: `python -m benchmarks.match_ratings`.

One club with 2,000 players and 200,000 rated matches over ten years: rates all of them, then one
more match of today, a correction of a match a year ago and of the very first one, and a run with
nothing to do. It prints seconds for reading and calculating, and for writing, how many of them the
processor worked, and the memory used.

    python -m benchmarks.match_ratings --folder DATA [--matches N] [--players N]
    DATABASE_URL=postgres://... python -m benchmarks.match_ratings
"""

from __future__ import annotations

import datetime
import random
import resource
import time
from typing import Any

from benchmarks.big_clubs import arguments, prepare

DAYS = 10 * 365
LENGTHS = (1, 3, 5, 7, 7, 9, 11, 13, 25)


def build(players: int, matches: int) -> Any:
    """Make the club, or reuse the existing one."""
    from games.models import Club, Player
    from tournaments.models import Match

    slug = f"matches-{matches}"
    club = Club.objects.filter(slug=slug).first()
    if club is not None:
        return club
    club = Club.objects.create(slug=slug, name=slug)
    Player.objects.bulk_create(Player(club=club, name=f"Player {n}") for n in range(players))
    people = list(club.players.order_by("pk").values_list("pk", flat=True))
    chance = random.Random(matches)
    strength = {pk: chance.gauss(1500, 120) for pk in people}
    first = datetime.datetime(2016, 1, 1, 20, tzinfo=datetime.UTC)
    rows = []
    for number in range(matches):
        one, other = chance.sample(people, 2)
        length = chance.choice(LENGTHS)
        odds = 1 / (1 + 10 ** (-(strength[one] - strength[other]) * length**0.5 / 2000))
        when = first + datetime.timedelta(days=number * DAYS // matches, seconds=number % 3600)
        rows.append(
            Match(
                club=club,
                first_id=one,
                second_id=other,
                length=length,
                winner=0 if chance.random() < odds else 1,
                state=Match.State.SETTLED,
                outcome=Match.Outcome.PLAYED,
                played_on=when.date(),
                settled_at=when,
            )
        )
    Match.objects.bulk_create(rows, batch_size=1000)
    return club


def measure(club: Any) -> None:
    """Print the times of each kind of change."""
    from tournaments.ladders.services import match_ratings
    from tournaments.models import Match

    spent: dict[str, float] = {}
    real = match_ratings._planned

    def planned(club_id: int, everything: bool) -> Any:
        began = time.perf_counter()
        try:
            return real(club_id, everything)
        finally:
            spent["read"] = time.perf_counter() - began

    match_ratings._planned = planned
    ordered = Match.objects.filter(club=club).order_by("played_on", "settled_at", "pk")

    def change(match: Any) -> None:
        match.winner = 1 - match.winner
        match.save(update_fields=["winner"])

    def one_more() -> None:
        latest = ordered.last()
        assert latest is not None
        latest.pk, latest.public_id = None, f"x{time.time_ns() % 10**14}"
        latest.played_on += datetime.timedelta(days=1)
        latest.save()

    count = ordered.count()
    kinds: list[tuple[str, Any, bool]] = [
        ("all from the beginning", lambda: None, True),
        ("nothing new", lambda: None, False),
        ("one more match", one_more, False),
        ("a correction, a year ago", lambda: change(ordered[count - count // 10]), False),
        ("a correction, the first match", lambda: change(ordered[0]), False),
    ]
    print("| what | matches rated | read and reckon | write | together | processor |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for label, prepared, everything in kinds:
        prepared()
        began, worked = time.perf_counter(), time.process_time()
        done = match_ratings.match_ratings_refresh(club_id=club.pk, everything=everything)
        took, worked = time.perf_counter() - began, time.process_time() - worked
        read = spent["read"]
        print(
            f"| {label} | {done:,} | {read:.2f} s | {took - read:.2f} s | {took:.2f} s "
            f"| {worked:.2f} s |"
        )
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def main() -> None:
    """Build and measure."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--matches", type=int, default=200_000)
    parser.set_defaults(players=2_000)
    given = parser.parse_args()
    prepare(given.folder)
    measure(build(given.players, given.matches))


if __name__ == "__main__":
    main()
