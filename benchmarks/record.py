"""The time of one action in a short and in a long evening: `python -m benchmarks.record`.

Uses a separate database in a temporary folder, with production settings.
"""

import os
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["CHOUETTE_DATA"] = tempfile.mkdtemp()
os.environ["DJANGO_SETTINGS_MODULE"] = "chouette.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.clubs.services.clubs import club_create, player_create  # noqa: E402
from games.models import User  # noqa: E402
from games.record.log.bulk import steps_write  # noqa: E402
from games.record.log.checking import session_check  # noqa: E402
from games.record.selectors.sessions import table_of  # noqa: E402
from games.record.services.actions import record_action, undo  # noqa: E402
from games.rules.chouette import EndGame, SetOrder, StartGame  # noqa: E402
from games.sessions.services.sessions import session_create  # noqa: E402

LENGTHS = (0, 30, 300, 3000)
TAPS = 60


def steps(table, games):
    """Return an order, and games that the box or the team wins."""
    yield [SetOrder(table.players)]
    table = table.apply(SetOrder(table.players))
    for number in range(games):
        for action in (
            StartGame(table.line.box, None, table.line.team),
            EndGame("box" if number % 2 else "team"),
        ):
            yield [action]
            table = table.apply(action)


def timed(label, count, work):
    """Run something and print the time of one iteration."""
    began = time.perf_counter()
    work()
    each = (time.perf_counter() - began) / count * 1000
    print(f"  {label:<28} {each:8.2f} ms")


def main():
    """Print milliseconds for each length of the evening."""
    call_command("migrate", verbosity=0)
    user = User.objects.create_user("bench@example.org", name="Bench")
    club = club_create(by=user, name="Bench")
    players = [player_create(club=club, by=user, name=name) for name in "ABCDE"]
    for games in LENGTHS:
        print(f"after {games} games")
        session = session_create(club=club, by=user, players=players)
        table = table_of(session)

        def write(session=session, table=table, games=games):
            at = timezone.now()
            steps_write(session=session, steps=steps(table, games), sender=user, at=at)

        timed("writing them at once", max(games, 1), write)

        def send(service, session=session, **arguments):
            service(
                session=session,
                version=session.version,
                key=uuid.uuid4().hex,
                sender=user,
                **arguments,
            )

        def tap(session=session, send=send):
            for _ in range(TAPS // 2):
                line = table_of(session).line
                send(record_action, actions=[StartGame(line.box, None, line.team)])
                send(record_action, actions=[EndGame("team")])

        timed("one action", TAPS, tap)
        timed("undo within the game", 1, lambda send=send: send(undo))
        timed("undo beyond it", 1, lambda send=send: send(undo, steps=2))
        timed("check", 1, lambda session=session: session_check(session=session))


if __name__ == "__main__":
    main()
