"""A league of 400 players: its pages, its queries, and the reminders of a day; twelve seasons.

    .venv/bin/python -m benchmarks.leagues [--seasons 12] [--players 60]

Everything is in a database of its own, in memory. The seasons are worked out anew from their
exports (`tests.tournaments.leagues.recomputed`).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from random import Random
from statistics import median
from time import perf_counter, process_time


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seasons", type=int, default=12)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--large", type=int, default=400)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            CHOUETTE_DATA=folder, DJANGO_SETTINGS_MODULE="chouette.settings", DATABASE_URL=""
        )
        import django

        django.setup()
        from chouette import preparation

        preparation.migrate()
        preparation.collect_static_files()
        print(f"load {os.getloadavg()[0]:.1f}")
        _large(asked.large)
        for shape in ("all_play_all", "swiss", "ladder"):
            _seasons(shape, asked.seasons, asked.players)


def _large(players: int) -> None:
    """A season of so many players in divisions of eight."""
    import datetime

    from django.core import mail
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, setup_test_environment
    from django.utils import timezone

    from games.models import Club, Membership, Player, User
    from tournaments.leagues.services import leagues, seasons
    from tournaments.leagues.services.reminders import reminders_send

    setup_test_environment()
    club = Club.objects.create(slug="large", name="Large", time_zone="Europe/Berlin")
    owner = User.objects.create_user("owner@example.org", name="Owner")
    Membership.objects.create(user=owner, club=club, role=Membership.Role.OWNER)
    people = []
    for number in range(players):
        user = User.objects.create_user(f"p{number}@example.org", name=f"Player {number}")
        Membership.objects.create(user=user, club=club, role="player")
        people.append(Player.objects.create(club=club, name=f"Player {number}", user=user))
    league = leagues.league_create(club=club, by=owner, name="Large")
    day = club.today
    began = perf_counter()
    season = seasons.season_announce(
        league=league,
        by=owner,
        divisions=[people[at : at + 8] for at in range(0, players, 8)],
        starts_on=day,
        ends_on=day + datetime.timedelta(days=90),
    )
    seasons.season_release(season=season, by=owner)
    print(f"{players} players announced and released: {perf_counter() - began:.1f} s")
    pages = (("league", people[9].user), ("print", owner), ("me", people[9].user))
    for name, user in (*pages, ("direct", owner), ("wall", owner), ("play", people[9].user)):
        client = Client()
        assert user is not None
        client.force_login(user)
        path = f"/leagues/{league.public_id}/" + ("" if name == "league" else f"{name}/")
        path = f"/clubs/{club.slug}/" if name == "play" else path
        times, spent = [], []
        for _again in range(15):
            began, busy = perf_counter(), process_time()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            times.append((perf_counter() - began) * 1000)
            spent.append((process_time() - busy) * 1000)
        own = f"{median(spent):.0f} of its own"
        print(f"{name}: {median(times):.0f} ms, {own}, {len(queries)} queries")
    at = (timezone.now() + datetime.timedelta(days=1)).replace(hour=11)
    mail.outbox.clear()
    began = perf_counter()
    with CaptureQueriesContext(connection) as queries:
        sent = reminders_send(now=at)
    print(f"reminders of a day: {sent} in {perf_counter() - began:.1f} s, {len(queries)} queries")
    began = perf_counter()
    again = reminders_send(now=at)
    print(f"the next sweep: {again} in {perf_counter() - began:.1f} s")


def _seasons(shape: str, seasons: int, players: int) -> None:
    """So many seasons by chance, worked out anew."""
    from games.models import User
    from tests.tournaments.leagues.test_rehearsal import problems
    from tournaments.leagues.selectors.seasons import season_current
    from tournaments.leagues.services.rehearsing import league_rehearsal_create, season_rehearse

    owner = User.objects.get(email="owner@example.org")
    began = perf_counter()
    season = league_rehearsal_create(by=owner, players=players, shape=shape)
    league, dice = season.league, Random(shape)
    for _number in range(seasons):
        current = season_current(league)
        assert current is not None
        for _line in season_rehearse(season=current, by=owner, dice=dice):
            pass
    took = perf_counter() - began
    found = problems(league)
    print(f"{shape}: {seasons} seasons of {players} in {took:.0f} s, {len(found)} differences")
    for one in found[:5]:
        print(" ", one)


if __name__ == "__main__":
    main()
