"""How fast the pages made of many games answer: `python -m benchmarks.leaderboards`.

On the data of `benchmarks.big_clubs`: brings the evenings of all clubs up to date, then opens the
first and the deepest page of every leaderboard of the largest club, its records and the page of a
player, as a guest and as a member. It prints milliseconds (medians of some runs), how many of them
were the work of this program, and queries.

    python -m benchmarks.leaderboards --folder DATA        SQLite, in that folder
    DATABASE_URL=postgres://... python -m benchmarks.leaderboards
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.big_clubs import arguments, build, prepare


def leaderboards(club: Any) -> list[tuple[str, str]]:
    """Return the addresses to measure; the deep page is the last one with players."""
    from tournaments.ladders.selectors.leaderboards import PAGE_SIZE
    from tournaments.models import EveningShare

    latest = EveningShare.objects.filter(club=club).order_by("-played_on", "-session_id").first()
    assert latest is not None
    month = f"{latest.played_on:%Y-%m}"
    stretches = {
        "all time": "all",
        "a year": f"{latest.played_on.year - 1}",
        "a month": month,
        "an evening": f"session:{latest.session.public_id}",
    }
    players = EveningShare.objects.filter(club=club).values("player").distinct().count()
    deepest = -(-players // PAGE_SIZE)
    base = f"/clubs/{club.slug}"
    found = [
        (f"{name}, by {order}", f"{base}/leaderboard/?over={over}&order={order}")
        for name, over in stretches.items()
        for order in ("points", "average", "per_bet", "skill")
    ]
    found += [
        (
            f"all time, by {order}, page {deepest}",
            f"{base}/leaderboard/?over=all&order={order}&page={deepest}",
        )
        for order in ("points", "average", "per_bet", "skill")
    ]
    return [
        *found,
        ("all time, active, 10 games", f"{base}/leaderboard/?over=all&active=1&least=10"),
        ("the interface for programs", f"/api/v1{base}/leaderboard?over=all&order=skill"),
        ("players, first page", f"{base}/players/"),
        ("players, last page", f"{base}/players/?page=10"),
        ("records", f"{base}/records/"),
        ("a player", f"{base}/players/{latest.player.public_id}/"),
    ]


def measure(runs: int) -> None:
    """Print the table."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.models import Club, User

    club = Club.objects.get(slug="big-0")
    member = User.objects.get(email="olga@big.example")
    print("| page | guest: ms | of it CPU | queries | member: ms | of it CPU | queries |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for label, address in leaderboards(club):
        cells = []
        for user in (None, member):
            client = Client(headers={"host": "localhost"})
            if user is not None:
                client.force_login(user, backend="games.backends.AccountBackend")
            times, busy = [], []
            for run in range(runs + 1):  # the first run loads templates
                began, worked = time.perf_counter(), time.process_time()
                answer = client.get(address)
                if run:
                    times.append((time.perf_counter() - began) * 1000)
                    busy.append((time.process_time() - worked) * 1000)
                assert answer.status_code == 200, (address, answer.status_code)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            # Signed-in requests always have two more queries: the session and the user.
            count = len(queries) - (2 if user is not None else 0)
            middle = len(times) // 2
            cells.append(f"{sorted(times)[middle]:5.0f} | {sorted(busy)[middle]:4.0f} | {count}")
        print(f"| {label:<36} | {cells[0]} | {cells[1]} |", flush=True)


def main() -> None:
    """Make the data where there are none, bring the evenings up to date, measure."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    prepare(options.folder)

    from django.conf import settings
    from django.db import connection

    from games.models import Club, Game, Player
    from tournaments.ladders.services.evenings import evenings_refresh
    from tournaments.ladders.services.skills import ratings_refresh
    from tournaments.models import EveningShare, EveningTally, SkillRating

    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    build(options.clubs, options.players, options.games)
    games = Game.objects.count()
    if not EveningTally.objects.exists():
        began = time.perf_counter()
        for pk in Club.objects.order_by("pk").values_list("pk", flat=True):
            evenings_refresh(club_id=pk, everything=True)
        seconds = time.perf_counter() - began
        print(f"evenings of {games:,} games in {seconds:.0f} s, {games / seconds:,.0f} a second")
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    if not SkillRating.objects.filter(club__slug="big-0").exists():
        for club in Club.objects.filter(slug__in=("big-0", "big-1")):
            ratings_refresh(club_id=club.pk)
    began = time.perf_counter()
    evenings_refresh(club_id=Club.objects.get(slug="big-0").pk)
    print(f"nothing to do in the largest club: {(time.perf_counter() - began) * 1000:.0f} ms")
    print(
        f"{connection.vendor}: {Player.objects.count():,} players, {games:,} games, "
        f"{EveningShare.objects.count():,} shares of {EveningTally.objects.count():,} evenings\n"
    )
    measure(options.runs)


if __name__ == "__main__":
    main()
