"""Makes a club with tables and signed-in people: `python -m benchmarks.people`.

It uses the configured database, which must be made for this, and prints JSON: for each table its
address, its players, the cookies of its scorers, of players with an account and of those who only
watch, and the links of players without one. Benchmarks run it in its own process, so that the load
generator does not need Django.
"""

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "chouette.settings"

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.base import VALID_KEY_CHARS  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.utils.crypto import get_random_string  # noqa: E402

from games.accounts.sign_ins import DEVICE, SEEN, SessionStore  # noqa: E402
from games.boards.services.boards import Terms, board_create  # noqa: E402
from games.models import Club, Membership, Player, SignIn, User  # noqa: E402
from games.record.services.actions import record_action  # noqa: E402
from games.rules.chouette import SetOrder  # noqa: E402
from games.sessions.actors import pass_sealed  # noqa: E402
from games.sessions.services.sessions import session_create  # noqa: E402
from games.table.services.passes import pass_create  # noqa: E402

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")


def people_create(club, role, names):
    """Create members of the club with one role, each signed in on one device; return their
    cookies.
    """
    users = [User(email=f"{name}@bench.example", name=name) for name in names]
    for user in users:
        user.set_unusable_password()
    users = User.objects.bulk_create(users)
    Membership.objects.bulk_create(Membership(user=one, club=club, role=role) for one in users)
    return users


def sign_in(users):
    """Sign users in; return their cookies."""
    hour = timezone.now().replace(minute=0, second=0, microsecond=0).isoformat()
    rows = []
    for user in users:
        store = SessionStore(session_key=get_random_string(32, VALID_KEY_CHARS))
        content = {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: "games.backends.AccountBackend",
            HASH_SESSION_KEY: user.get_session_auth_hash(),
            SEEN: hour,
            DEVICE: "",
        }
        rows.append(store.create_model_instance(content))
    SignIn.objects.bulk_create(rows)
    return [row.session_key for row in rows]


def table_create(club, number, options):
    """Create a table with its people, before the first game."""
    names = [f"{name} {number}" for name in NAMES[: options.players]]
    players = [Player.objects.create(club=club, name=name) for name in names]
    scorers = people_create(
        club, "scorer", [f"scorer-{number}-{one}" for one in range(options.scorers)]
    )
    viewers = people_create(
        club, "player", [f"viewer-{number}-{one}" for one in range(options.viewers)]
    )
    seated = people_create(
        club, "player", [f"seated-{number}-{one}" for one in range(options.seated)]
    )
    for user, player in zip(seated, players, strict=False):
        player.user = user
        player.save()
    session = session_create(club=club, by=scorers[0], players=players, rules=options.rules)
    line = tuple(player.public_id for player in players)
    record_action(
        session=session,
        actions=[SetOrder(line)],
        version=session.version,
        key="order",
        sender=scorers[0],
    )
    return {
        "id": session.public_id,
        "players": list(line),
        "scorers": sign_in(scorers),
        "viewers": sign_in(viewers),
        "seated": sign_in(seated),
        "links": [
            f"/t/{pass_sealed(link)}/"
            for link in (
                pass_create(session=session, by=scorers[0], role="player", player=player)
                for player in line[: options.links]
            )
        ],
    }


def board(club, by):
    """Set a board up whose second seat waits for somebody."""
    return board_create(club=club, by=by, terms=Terms(length=3)).public_id


def main():
    """Make them, and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--scorers", type=int, default=1)
    parser.add_argument("--viewers", type=int, default=0)
    parser.add_argument("--seated", type=int, default=0)
    parser.add_argument("--links", type=int, default=0, help="players who are let in by a link")
    parser.add_argument("--rules", default="canberra")
    parser.add_argument(
        "--boards", type=int, default=0, help="boards of two; the club is public then"
    )
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    visibility = Club.Visibility.PUBLIC if options.boards else Club.Visibility.MEMBERS
    club = Club.objects.create(slug="bench", name="Bench", visibility=visibility)
    tables = [table_create(club, number, options) for number in range(1, options.tables + 1)]
    made = {"club": club.slug, "tables": tables}
    if options.boards:
        (organizer,) = people_create(club, "organizer", ["organizer"])
        made["organizer"] = sign_in([organizer])[0]
        made["boards"] = [board(club, organizer) for _ in range(options.boards)]
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    main()
