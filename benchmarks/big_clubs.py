"""A large installation to measure on: 500 clubs, 100,000 players, 1,000,000 games.

    python -m benchmarks.big_clubs --folder DATA        SQLite, kept in that folder
    DATABASE_URL=postgres://... python -m benchmarks.big_clubs

Other benchmarks begin with `prepare()` and `build()`; existing data are reused. The games have
scores, transfers and results as the record writes them, and players differ in skill; they have no
log. Use a database made for this: the benchmark adds to it.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

LARGEST_PLAYERS, LARGEST_GAMES = 2_000, 20_000
GAMES_PER_SESSION = 25
DAYS = 3 * 365
SKILL = 0.15
BATCH = 400
"""Sessions written in one transaction."""

SYLLABLES = ("an", "be", "ca", "da", "el", "fi", "ga", "ho", "in", "jo", "ka", "lu", "ma", "no")


def arguments(description: str) -> argparse.ArgumentParser:
    """Parse the arguments common to all benchmarks on these data."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--folder", help="data folder to keep the database in")
    parser.add_argument("--clubs", type=int, default=500)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    return parser


def prepare(folder: str | None) -> None:
    """Set up Django on a separate database, and create its tables."""
    os.environ["CHOUETTE_DATA"] = folder or tempfile.mkdtemp()
    os.environ["DJANGO_SETTINGS_MODULE"] = "chouette.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0, skip_checks=True)
    if connection.vendor == "sqlite":  # this data can be made again
        connection.cursor().execute("PRAGMA synchronous=OFF")


def build(clubs: int = 500, players: int = 100_000, games: int = 1_000_000) -> bool:
    """Make the clubs with their games; tell whether they had to be made."""
    from django.db import connection, transaction

    from games.models import Club

    if Club.objects.filter(slug="big-0").exists():
        return False
    began = time.perf_counter()
    people = _people(clubs, players)
    done = 0
    evenings = _evenings(people, clubs, games)
    while batch := list(islice(evenings, BATCH)):
        with transaction.atomic():
            _write(batch)
        done += len(batch)
        if done % (20 * BATCH) == 0:
            rate = done * GAMES_PER_SESSION / (time.perf_counter() - began)
            print(f"  {done * GAMES_PER_SESSION:>9,} games, {rate:,.0f} a second", flush=True)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in ("games_game", "games_session", "games_seat", "games_gamescore"):
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "
                    f"(SELECT max(id) FROM {table}))"
                )
        cursor.execute("ANALYZE")
    print(f"made in {time.perf_counter() - began:.0f} s", flush=True)
    return True


def _people(clubs: int, players: int) -> list[list[tuple[int, str, float]]]:
    """Write clubs and players; return key, public id and skill of the players of each club."""
    from games.models import Club, Membership, Player, User
    from games.models.ids import public_id

    chance = random.Random(1)
    rows = Club.objects.bulk_create(
        Club(name=f"Big club {number}", slug=f"big-{number}", visibility="public")
        for number in range(clubs)
    )
    olga = User.objects.create_user("olga@big.example", name="Olga")
    Membership.objects.bulk_create(
        Membership(user=olga, club=club, role="organizer") for club in rows[:2]
    )
    largest = min(LARGEST_PLAYERS, players // 2)
    made: list[Any] = []
    for number in range(players):
        place = 0 if number < largest else 1 + number % max(1, clubs - 1)
        sound = "".join(chance.choice(SYLLABLES) for _ in range(3)).title()
        club = rows[min(place, clubs - 1)]
        made.append(Player(club=club, name=f"{sound} {number}", public_id=public_id()))
    Player.objects.bulk_create(made, batch_size=5_000)
    found: dict[int, list[tuple[int, str, float]]] = {club.pk: [] for club in rows}
    for player in made:
        found[player.club_id].append((player.pk, player.public_id, chance.gauss(0, SKILL)))
    return list(found.values())


Evening = tuple[int, datetime.date, list[tuple[int, str, float]], int, random.Random]


def _evenings(
    people: list[list[tuple[int, str, float]]], clubs: int, games: int
) -> Iterator[Evening]:
    """Yield the evenings of all clubs, club by club, in order of their days."""
    from games.models import Club

    keys = list(Club.objects.filter(slug__startswith="big-").order_by("pk").values_list("pk"))
    largest = min(LARGEST_GAMES, games // 2)
    rest = (games - largest) / max(1, clubs - 1)
    today = datetime.date.today()
    due = 0.0
    for number, (club,) in enumerate(keys):
        due += largest if number == 0 else rest
        count = round(due / GAMES_PER_SESSION)
        due -= count * GAMES_PER_SESSION
        chance = random.Random(number)
        # Frequent players are at the front: a club has its regulars.
        for evening in range(count):
            day = today - datetime.timedelta(days=DAYS - DAYS * evening // count)
            table: dict[int, tuple[int, str, float]] = {}
            while len(table) < chance.randint(4, 7):
                index = int(len(people[number]) * chance.random() ** 1.5)
                table[index] = people[number][index]
            yield club, day, list(table.values()), evening, chance


def _write(evenings: list[Evening]) -> None:
    from games.models import Game, GameScore, Seat, Session, Transfer

    sessions = Session.objects.bulk_create(
        Session(
            club_id=club,
            title=f"Evening {number}",
            played_on=day,
            rules="canberra",
            rules_json={},
            rules_version=1,
            status="ended",
            version=2,
            length=0,
        )
        for club, day, _table, number, _chance in evenings
    )
    last = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    seats: list[Any] = []
    games: list[Any] = []
    scores: list[Any] = []
    transfers: list[Any] = []
    for session, (_club, day, table, _number, chance) in zip(sessions, evenings, strict=True):
        seats += [
            (session.pk, pk, public_id, place, 1)
            for place, (pk, public_id, _skill) in enumerate(table, 1)
        ]
        at = f"{day.isoformat()} 20:00:00+00:00"
        line = list(table)
        for number in range(1, GAMES_PER_SESSION + 1):
            last += 1
            line = _play(last, session.pk, number, line, at, chance, games, scores, transfers)
    insert(Seat, "session_id player_id logged_as position stake", seats)
    insert(
        Game,
        "id session_id number box_id captain_id by_hand line_differs is_void winner level "
        "ending first_sequence last_sequence finished_at result",
        games,
    )
    insert(GameScore, "game_id player_id place role points cube cube_turned closing", scores)
    insert(Transfer, "game_id payer_id payee_id amount", transfers)


def _play(
    pk: int,
    session: int,
    number: int,
    line: list[tuple[int, str, float]],
    at: str,
    chance: random.Random,
    games: list[Any],
    scores: list[Any],
    transfers: list[Any],
) -> list[tuple[int, str, float]]:
    """Play a game of the rating model, and return the next line."""
    from games.models import Game

    stored = Game._meta.get_field("result").get_prep_value
    box, *members = line
    mean = sum(skill for _pk, _id, skill in members) / len(members)
    shared = chance.gauss(0, 1.9) + 0.6 * mean - box[2]
    level = 1 + (chance.random() < 0.25)
    bets, box_points = [], 0
    scores.append(None)
    here, owed = len(scores) - 1, len(transfers)
    for place, (player, public_id, skill) in enumerate(members, 1):
        x = shared + 0.4 * skill + chance.gauss(0, 1.2)
        value = 1 if abs(x) < 1.2 else 2 if abs(x) < 2.8 else 4
        amount = (100 if x > 0 else -100) * value * (level if value > 1 else 1)
        bets.append(
            f'{{"member":"{public_id}","holder":"{public_id}","stake":1,"value":{value},'
            f'"owner":"centre","turned":{"true" if value > 1 else "false"},"closed":'
            f'{{"kind":"board","amount":{amount},"side":"{"team" if amount > 0 else "box"}"}}}}'
        )
        role = "captain" if place == 1 else "crew"
        scores.append((pk, player, place, role, amount, value, value > 1, "board"))
        box_points -= amount
        payer, payee = (box[0], player) if amount > 0 else (player, box[0])
        transfers.append((pk, payer, payee, abs(amount)))
        if place == 1:
            winner = "team" if amount > 0 else "box"
    scores[here] = (pk, box[0], 0, "box", box_points, None, False, "")
    seated = json.dumps(
        {"box": box[1], "partner": None, "team": [public_id for _pk, public_id, _s in members]}
    )
    captain, *crew = members
    following = [captain, *crew, box] if winner == "team" else [box, *crew, captain]
    order = json.dumps([public_id for _pk, public_id, _skill in following])
    names = {player: public_id for player, public_id, _skill in line}
    points = json.dumps({names[who]: won for _g, who, _p, _r, won, *_rest in scores[here:]})
    paid = json.dumps([(names[one], names[two], size) for _g, one, two, size in transfers[owed:]])
    result = (
        f'{{"number":{number},"line":{seated},"by_hand":false,"winner":"{winner}","level":{level},'
        f'"ending":"board","points":{points},"transfers":{paid},"net":{box_points},'
        f'"bets":[{",".join(bets)}],"extras":[],"start":1,"automatics":0,'
        f'"decider":"{captain[1]}","captain_side":"{winner}","rule":"box_stays","order":{order},'
        f'"after":{{"order":{order},"partner":null,"share":"50","sent_down":[]}}}}'
    )
    rows = 2 * number - 1, 2 * number
    games.append(
        (
            *(pk, session, number, box[0], members[0][0], False, False, False),
            *(winner, level, "board", *rows, at, stored(json.loads(result))),
        )
    )
    return following


def insert(model: Any, columns: str, rows: list[Any]) -> None:
    """Insert rows without model instances: there are millions."""
    from django.db import connection

    names = ", ".join(f'"{column}"' for column in columns.split())
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join(["%s"] * len(rows[0]))
        cursor.executemany(
            f'INSERT INTO "{table}" ({names}) VALUES ({places})',
            rows,
        )


if __name__ == "__main__":
    options = arguments(__doc__ or "").parse_args()
    prepare(options.folder)
    if not build(options.clubs, options.players, options.games):
        print("they are there already")
