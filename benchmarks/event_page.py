"""How fast the page of a large event answers: `python -m benchmarks.event_page --folder DATA`.

Builds, in SQLite in that folder, a Swiss event of 200 players after nine rounds with all results,
and opens each part of its page, its wall and its files as a guest. It only prints figures:
milliseconds (median and 95th percentile of some runs, wall time and CPU time) and queries.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

PLAYERS, ROUNDS, RUNS = 200, 9, 20
DAY = datetime.date(2026, 11, 21)


def prepare(folder: Path) -> None:
    """Set up Django on a separate database."""
    os.environ["CHOUETTE_DATA"] = str(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")
    import django
    from django.conf import settings

    django.setup()
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES["staticfiles"] = {"BACKEND": plain}
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def build() -> Any:
    """Write an event with its entries, rounds and matches, in bulk, with random winners."""
    from django.utils import timezone

    from games.models import Club, Player
    from tournaments.models import Division, Entry, Event, Match, Round
    from tournaments.pairing.chance import Chance

    slug = f"event-{time.time_ns()}"
    club = Club.objects.create(slug=slug, name="Event", visibility=Club.Visibility.PUBLIC)
    event = Event.objects.create(club=club, title="Open", starts_on=DAY, status="running")
    division = Division.objects.create(
        event=event,
        name="Open",
        position=1,
        format="swiss",
        params={"rounds": ROUNDS, "inside": "fold"},
        match_length=7,
        tie_breaks=["buchholz", "sonneborn_berger", "points_difference", "lots"],
    )
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player Number {number}") for number in range(1, PLAYERS + 1)
    )
    Entry.objects.bulk_create(
        Entry(division=division, player=player, number=number)
        for number, player in enumerate(players, 1)
    )
    chance = Chance("benchmark")
    for number in range(1, ROUNDS + 1):
        made = Round.objects.create(
            division=division,
            number=number,
            state=Round.State.RELEASED,
            seed=f"benchmark/1/{number}/1",
        )
        drawn = chance.shuffled(list(range(PLAYERS)), number)
        made.remarks = [
            {
                "code": "fold",
                "players": [str(one + 1), str(other + 1)],
                "params": {"score": 4, "size": 20, "first_place": 1, "second_place": 11},
            }
            for one, other in zip(drawn[::2], drawn[1::2], strict=True)
        ]
        made.save(update_fields=["remarks"])
        rows = []
        for position, (one, other) in enumerate(zip(drawn[::2], drawn[1::2], strict=True), 1):
            winner = chance.below(2, number, position)
            points = (7, chance.below(7, "points", number, position))
            rows.append(
                Match(
                    club=club,
                    round=made,
                    position=position,
                    board=position,
                    first=players[one],
                    second=players[other],
                    length=7,
                    played_on=DAY,
                    state=Match.State.SETTLED,
                    outcome=Match.Outcome.PLAYED,
                    winner=winner,
                    first_points=points[winner],
                    second_points=points[1 - winner],
                    settled_at=timezone.now(),
                )
            )
        Match.objects.bulk_create(rows)
    return event


def measure(event: Any, runs: int) -> None:
    """Open every page several times, and print the times."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(HTTP_HOST="localhost")
    base = f"/events/{event.public_id}/"
    pages = {
        "now, with standings": base,
        "a round and its draw": f"{base}?show=rounds&round=9",
        "players": f"{base}?show=entries",
        "nothing has changed": f"{base}live/?beat={event.beat}",
        "the wall": f"{base}wall/",
        "results as CSV": f"{base}results.csv",
        "standings as CSV": f"{base}standings.csv",
    }
    print(f"{PLAYERS} players, {ROUNDS} rounds; milliseconds of the server, middle and 95th")
    for name, address in pages.items():
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        queries = len(asked)
        assert answer.status_code in (200, 204), (name, answer.status_code)
        walls, works = [], []
        gc.collect()
        for _ in range(runs):
            start, work = time.perf_counter(), time.process_time()
            client.get(address)
            walls.append(1000 * (time.perf_counter() - start))
            works.append(1000 * (time.process_time() - work))
        late = sorted(works)[int(0.95 * (len(works) - 1))]
        print(
            f"{name:22} {statistics.median(works):6.1f} {late:6.1f} of work"
            f" {statistics.median(walls):6.1f} on the clock {queries:3} queries"
            f" {len(answer.content) // 1024:4} kB"
        )


def main() -> None:
    """Build and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the database is made")
    parser.add_argument("--runs", type=int, default=RUNS)
    asked = parser.parse_args()
    prepare(asked.folder)
    measure(build(), asked.runs)


if __name__ == "__main__":
    main()
