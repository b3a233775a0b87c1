"""How fast the back office answers in a large installation: `python -m benchmarks.admin`.

Makes 100,000 players and 1,000,000 games, then opens change lists as an organizer of one large
club, of a small one, of several, and as a superuser, and prints milliseconds and queries of each.

    python -m benchmarks.admin                      SQLite, in a temporary folder
    python -m benchmarks.admin --folder DATA        SQLite, kept there and used again
    DATABASE_URL=postgres://... python -m benchmarks.admin

Use a database made for this: the benchmark adds to it.
"""

import argparse
import datetime
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--folder", help="data folder to keep the database in")
parser.add_argument("--players", type=int, default=100_000)
parser.add_argument("--games", type=int, default=1_000_000)
parser.add_argument("--runs", type=int, default=5)
options = parser.parse_args()

os.environ["CHOUETTE_DATA"] = options.folder or tempfile.mkdtemp()
os.environ["DJANGO_SETTINGS_MODULE"] = "chouette.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, reset_queries, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import (  # noqa: E402
    Action,
    Club,
    Game,
    GameScore,
    Membership,
    Player,
    Season,
    Seat,
    Session,
    Transfer,
    User,
)

GAMES_PER_SESSION = 25
AT_THE_TABLE = 5
BIG_CLUB = 0.6
"""Share of all players and sessions that one club has; the others have the rest."""

CLUBS = 20
FIRST_DAY = datetime.date(2016, 1, 1)
BATCH = 20_000

SYLLABLES = ("an", "be", "ca", "da", "el", "fi", "ga", "ho", "in", "jo", "ka", "lu", "ma", "no")


def name(number, chance):
    """Return a unique name that shares its beginning with many others."""
    sound = "".join(chance.choice(SYLLABLES) for _ in range(3))
    return f"{sound.title()} {number}"


def club_of(number, total):
    """Fill the big club first, then the rest in turn."""
    return 0 if number < total * BIG_CLUB else 1 + number % (CLUBS - 1)


def make(players, games):
    """Write everything in bulk, as far as lists show it: positions and payloads are stand-ins."""
    chance = random.Random(1)
    users = [
        User.objects.create_superuser("root@bench.example", name="Root"),
        *(
            User.objects.create_user(f"{who}@bench.example", name=who)
            for who in ("large", "small", "several")
        ),
    ]
    root, large, small, several = users
    clubs = Club.objects.bulk_create(
        Club(name=f"Club {number}", slug=f"club-{number}") for number in range(CLUBS)
    )
    roles = [(large, clubs[0]), (small, clubs[1]), *((several, club) for club in clubs[:4])]
    Membership.objects.bulk_create(
        Membership(user=user, club=club, role="organizer") for user, club in roles
    )
    seasons = {
        (club.pk, year): Season(
            club=club,
            name=str(year),
            starts_on=datetime.date(year, 1, 1),
            ends_on=datetime.date(year, 12, 31),
        )
        for club in clubs
        for year in range(2016, 2026)
    }
    Season.objects.bulk_create(seasons.values())
    rows = [
        Player(club=clubs[club_of(number, players)], name=name(number, chance))
        for number in range(players)
    ]
    Player.objects.bulk_create(rows, batch_size=BATCH)
    people = {}
    for player in rows:
        people.setdefault(player.club_id, []).append(player)
    count = games // GAMES_PER_SESSION
    snapshot = {"table": {"filler": ["0123456789abcdef"] * 250}}  # about 5 KB, like a real one
    for first in range(0, count, 400):
        with transaction.atomic():
            evenings(first, min(first + 400, count), count, clubs, people, seasons, snapshot, root)
        if first % 4000 == 0:
            print(f"  {first * GAMES_PER_SESSION:>9,} games", flush=True)


def evenings(first, last, count, clubs, people, seasons, snapshot, sender):
    """Write some sessions with all their rows."""
    chance = random.Random(first)
    sessions, tables = [], []
    for number in range(first, last):
        club = clubs[club_of((number * 7919) % count, count)]
        day = FIRST_DAY + datetime.timedelta(days=3650 * number // count)
        sessions.append(
            Session(
                club=club,
                season=seasons[club.pk, min(day.year, 2025)],
                title=f"Evening {number}",
                played_on=day,
                rules="canberra",
                rules_json={},
                rules_version=1,
                status="ended",
                snapshot=snapshot,
                version=2,
                length=2,
                started_by=sender,
            )
        )
        tables.append(chance.sample(people[club.pk], AT_THE_TABLE))
    Session.objects.bulk_create(sessions)
    tables = dict(zip((session.pk for session in sessions), tables, strict=True))
    seats, log, games, scores, transfers = [], [], [], [], []
    game = first * GAMES_PER_SESSION
    at, action = timezone.now().isoformat(" "), '{"type": "end_game", "winner": "team", "level": 1}'
    for session, table in tables.items():
        seats += [(session, one.pk, one.public_id, at, 1) for at, one in enumerate(table, 1)]
        for number in range(1, GAMES_PER_SESSION + 1):
            game += 1
            box, captain = table[number % AT_THE_TABLE].pk, table[(number + 1) % AT_THE_TABLE].pk
            winner, level = "box" if number % 3 else "team", 1 + (number % 7 == 0)
            rows = (2 * number - 1, 2 * number)
            games.append(
                (
                    game,
                    session,
                    number,
                    box,
                    captain,
                    "{}",
                    False,
                    False,
                    False,
                    winner,
                    level,
                    "board",
                    *rows,
                    at,
                    "{}",
                )
            )
            log += [(session, row, "play", action, row, row, "", "", sender.pk, at) for row in rows]
            for place, one in enumerate(table):
                points = 400 if one.pk == box else -100
                role = "box" if one.pk == box else "captain" if one.pk == captain else "crew"
                scores.append((game, one.pk, place, role, points, False, ""))
                if one.pk != box:
                    transfers.append((game, one.pk, box, 100))
    insert(Seat, "session_id player_id logged_as position stake", seats)
    insert(
        Game,
        "id session_id number box_id captain_id line by_hand line_differs is_void winner level "
        "ending first_sequence last_sequence finished_at result",
        games,
    )
    insert(
        Action,
        "session_id sequence kind payload step version key digest sender_id created_at",
        log,
    )
    insert(GameScore, "game_id player_id place role points cube_turned closing", scores)
    insert(Transfer, "game_id payer_id payee_id amount", transfers)


def insert(model, columns, rows):
    """Insert rows without model instances: there are millions."""
    names = ", ".join(f'"{column}"' for column in columns.split())
    places = ", ".join(["%s"] * len(rows[0]))
    with connection.cursor() as cursor:
        cursor.executemany(
            f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES ({places})', rows
        )


def lists():
    """Return the addresses to measure."""
    session = Session.objects.order_by("pk").first()
    return [
        ("players", "player/"),
        ("players, one letter", "player/?q=a"),
        ("players, a name", "player/?q=anbe"),
        ("players, a later page", f"player/?p={min(20, options.players // 1000)}"),
        ("players, retired", "player/?is_active__exact=0"),
        ("sessions, latest season", "session/"),
        ("sessions, all", "session/?season=all"),
        ("sessions, all, a name", "session/?season=all&q=anbe"),
        ("sessions, a month", "session/?season=all&played_on__year=2019&played_on__month=5"),
        ("games", "game/"),
        ("games, all seasons", "game/?season=all"),
        ("games, a filter", "game/?season=all&level=2"),
        ("games, a name", "game/?season=all&q=an"),
        ("games of one evening", f"game/?season=e{session.pk}"),
        ("points", "gamescore/?season=all"),
        ("transfers", "transfer/?season=all"),
        ("log", "action/?season=all"),
        ("autocomplete", "../autocomplete/"),
    ]


def measure(runs):
    """Print a table for each reader: milliseconds (the median of some runs) and queries."""
    who = ("root", "large", "small", "several")
    print(f"| {'list':<26} | " + " | ".join(f"{one:>14}" for one in who) + " |")
    print("| --- | " + " | ".join("---:" for _ in who) + " |")
    slowest = 0.0
    for label, address in lists():
        cells = []
        for one in who:
            client = Client(headers={"host": "localhost"})
            client.force_login(
                User.objects.get(email=f"{one}@bench.example"),
                backend="games.backends.AccountBackend",
            )
            url = f"/admin/games/{address}"
            if address.startswith("../"):
                url = (
                    "/admin/autocomplete/?app_label=games&model_name=seat&field_name=player&term=an"
                )
            client.get(url)  # the first run loads templates and updates the sign-in's last hour
            times = []
            for _ in range(runs):
                reset_queries()
                began = time.perf_counter()
                answer = client.get(url)
                times.append((time.perf_counter() - began) * 1000)
                assert answer.status_code == 200, (url, answer.status_code)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                client.get(url)
            middle = sorted(times)[len(times) // 2]
            slowest = max(slowest, middle)
            cells.append(f"{middle:6.0f} ms, {len(queries):>2} q")
        print(f"| {label:<26} | " + " | ".join(f"{cell:>14}" for cell in cells) + " |", flush=True)
    print(f"\nslowest: {slowest:.0f} ms")


def main():
    """Make the data where there are none, then measure."""
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("migrate", verbosity=0, skip_checks=True)
    if connection.vendor == "sqlite":  # this data can be made again
        connection.cursor().execute("PRAGMA synchronous=OFF")
    if not User.objects.filter(email="root@bench.example").exists():
        began = time.perf_counter()
        make(options.players, options.games)
        print(f"made in {time.perf_counter() - began:.0f} s")
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    print(
        f"{connection.vendor}: {Player.objects.count():,} players, {Game.objects.count():,} games, "
        f"{GameScore.objects.count():,} scores, {Action.objects.count():,} rows of the log"
    )
    measure(options.runs)


if __name__ == "__main__":
    main()
