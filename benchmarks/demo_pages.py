"""Makes the demo club, and prints where its main pages are: `python -m benchmarks.demo_pages`."""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "chouette.settings"

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from games.files.services.demo import demo_create  # noqa: E402
from games.models import Membership  # noqa: E402
from tournaments.models import Match  # noqa: E402


def main():
    """Print the addresses, and a session of the demo's owner."""
    club = demo_create()
    client = Client()
    client.force_login(Membership.objects.get(club=club, role="owner").user)
    running = club.sessions.filter(status="open").latest("pk")
    ended = club.sessions.filter(status="ended", games__isnull=False).latest("played_on", "pk")
    match = Match.objects.filter(club=club, first__isnull=False).latest("pk")
    player = club.players.order_by("name")[0]
    member = {
        "play": reverse("club", args=[club.slug]),
        "table": reverse("table", args=[running.public_id]),
        "start": reverse("session_new", args=[club.slug]),
        "evening": reverse("sheet", args=[ended.public_id]),
        "leaderboard": reverse("tournaments:leaderboard", args=[club.slug]),
        "player": reverse("tournaments:player", args=[club.slug, player.public_id]),
        "events": reverse("event_list", args=[club.slug]),
        "match": reverse("match", args=[match.public_id]),
        "balances": reverse("balances", args=[club.slug]),
        "new board": reverse("board_new", args=[club.slug]),
    }
    guest = {"home": reverse("home"), "sign in": reverse("sign-in")}
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    print(
        json.dumps(
            {
                "cookie": settings.SESSION_COOKIE_NAME,
                "session": session,
                "member": member,
                "guest": guest,
            }
        )
    )


if __name__ == "__main__":
    main()
