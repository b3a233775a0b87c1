"""Times of ratings in a large installation: `python -m benchmarks.ratings_scale`.

On the data of `benchmarks.big_clubs` (100,000 players in 500 clubs, 1,000,000 games): rebuilds all
ratings in as many processes as there are processors, then adds sessions to clubs of growing size,
and prints the times and how they grow.

    python -m benchmarks.ratings_scale --folder DATA        SQLite, in that folder
    DATABASE_URL=postgres://... python -m benchmarks.ratings_scale
"""

from __future__ import annotations

import datetime
import os
import random
import resource
import statistics
import sys
import time
from typing import Any

# One process per core is running already; their own threads would only compete.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from benchmarks.big_clubs import _write, arguments, build, prepare  # noqa: E402

ACTIVE = (125, 250, 500, 1_000, 2_000)
"""Club sizes to which a session is added; all players have played within two years."""
AT_THE_TABLE = 5
RUNS = 5


def cpu() -> float:
    """Return the CPU seconds of this process and its finished children."""
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in found)


def memory() -> int:
    """Return the memory of the largest process so far, in megabytes."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in kinds) // 1024


def club_of(active: int, seed: int) -> tuple[Any, list[tuple[int, str, float]]]:
    """Make a club of this many players with about ten evenings each within two years."""
    from games.models import Club, Player

    slug = f"active-{active}"
    club = Club.objects.filter(slug=slug).first()
    if club is not None:
        rows = list(club.players.order_by("pk").values_list("pk", "public_id"))
        return club, [(pk, public_id, 0.0) for pk, public_id in rows]
    club = Club.objects.create(slug=slug, name=slug)
    Player.objects.bulk_create(Player(club=club, name=f"Player {n}") for n in range(active))
    rows = list(club.players.order_by("pk").values_list("pk", "public_id"))
    people = [(pk, public_id, 0.0) for pk, public_id in rows]
    chance, today, evenings = random.Random(seed), datetime.date.today(), []
    for number in range(active * 10 // AT_THE_TABLE):
        # Rotate, so that nobody is inactive for two years.
        first = number * AT_THE_TABLE
        table = (
            [people[(first + n) % active] for n in range(AT_THE_TABLE)]
            if first < active
            else chance.sample(people, AT_THE_TABLE)
        )
        day = today - datetime.timedelta(days=700 - 690 * number * AT_THE_TABLE // (active * 10))
        evenings.append((club.pk, day, table, number, chance))
    _write(evenings)
    return club, people


def rebuild(workers: int) -> None:
    """Rebuild everything with the ordinary command."""
    from django.core.management import call_command

    from tournaments.models import RatingRun

    began, busy = time.perf_counter(), cpu()
    call_command("ratings_rebuild", workers=workers)
    took, busy = time.perf_counter() - began, cpu() - busy
    run = RatingRun.objects.latest("pk")
    print(
        f"rebuild   {run.total} clubs, {run.games:,} games, {run.sessions:,} sessions, "
        f"{workers} processes\n"
        f"          {took:.1f} s: {run.games / took:,.0f} games a second end to end\n"
        f"          {busy:.1f} s of processor time: {run.games / busy:,.0f} games a second and "
        f"processor\n          largest process {memory()} MB",
        flush=True,
    )


def adding() -> None:
    """Add a session to clubs of growing size, and time the work on ratings."""
    from tournaments.ladders.services.skills import ratings_refresh
    from tournaments.models import RatingState, SkillRating

    print("adding a session (the middle one of five), its processor time, and rebuilding that club")
    print("  active players | one session |   processor | whole club | games")
    for active in ACTIVE:
        club, people = club_of(active, active)
        began = time.perf_counter()
        games = ratings_refresh(club_id=club.pk, everything=True).games
        whole = time.perf_counter() - began
        others = dict(RatingState.objects.exclude(pk=club.pk).values_list("pk", "generation"))
        chance, took, busy = random.Random(active), [], []
        for number in range(RUNS):
            table = chance.sample(people, AT_THE_TABLE)
            _write([(club.pk, datetime.date.today(), table, number, chance)])
            began, before = time.perf_counter(), cpu()
            assert ratings_refresh(club_id=club.pk).sessions == 1
            took.append(time.perf_counter() - began)
            busy.append(cpu() - before)
        now = dict(RatingState.objects.exclude(pk=club.pk).values_list("pk", "generation"))
        assert now == others, "other clubs were touched"
        listed = SkillRating.objects.filter(club=club, is_settled=False).count()
        print(
            f"  {listed:>14,} | {statistics.median(took) * 1000:>8.0f} ms "
            f"| {statistics.median(busy) * 1000:>8.0f} ms | {whole:>8.2f} s | {games:,}",
            flush=True,
        )


def main() -> None:
    """Build, rebuild, add."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", choices=("rebuild", "adding"))
    options = parser.parse_args()
    prepare(options.folder)
    from django.db import connection

    print(f"{connection.vendor}, Python {sys.version.split()[0]}, {os.cpu_count()} processors")
    build(options.clubs, options.players, options.games)
    if options.only != "adding":
        rebuild(options.workers)
    if options.only != "rebuild":
        adding()


if __name__ == "__main__":
    main()
