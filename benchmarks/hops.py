"""How far a tap walks through the code: `python -m benchmarks.hops`.

One table, one scorer, all of Django, no network. For a tap in the middle of a game and for the one
that ends it, prints the functions of ours that stand on the stack when the row of the log is
written (hops), and how often the module changes until then (in) and after it (back): each call or
return between two of our modules is one move. The figures are a report, not a goal.

    python -m benchmarks.hops
    python -m benchmarks.hops --names       the hops by name
"""

import argparse
import os
import secrets
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

from benchmarks.loopback import data_folder
from benchmarks.phones import CYCLE
from benchmarks.tap_cost import HOST, Phone, form_on

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(f"{ROOT / name}{os.sep}" for name in ("chouette", "games", "tournaments"))
LOG = 'INSERT INTO "games_action"'


class Walk:
    """Follows one tap through our modules."""

    def __init__(self):
        self.moves, self.written_at, self.hops = 0, None, []
        self._stack = []

    def note(self, frame, event, argument):
        """Count a move where a call or a return leads from one of our modules to another."""
        if event not in ("call", "return"):
            return
        if not frame.f_code.co_filename.startswith(OURS):
            return
        here = frame.f_code.co_filename
        if event == "call":
            self.moves += bool(self._stack) and self._stack[-1] != here
            self._stack.append(here)
        elif self._stack:
            self._stack.pop()
            self.moves += bool(self._stack) and self._stack[-1] != here

    def asked(self, execute, sql, params, many, context):
        """Note where we are when the log is written."""
        if self.written_at is None and sql.startswith(LOG):
            self.written_at, frame = self.moves, sys._getframe()
            while frame is not None:
                path = frame.f_code.co_filename
                if path.startswith(OURS):
                    name = Path(path).relative_to(ROOT).with_suffix("")
                    self.hops.append(f"{'.'.join(name.parts)}.{frame.f_code.co_qualname}")
                frame = frame.f_back
        return execute(sql, params, many, context)


def tapped(phone, form):
    """Follow one tap; return the walk and the answer."""
    from django.db import connection

    walk = Walk()
    fields = form.filled(key=secrets.token_hex(16))
    with connection.execute_wrapper(walk.asked):
        threading.setprofile(walk.note)
        sys.setprofile(walk.note)
        page = phone.ask("POST", form.action, fields, HTTP_HX_REQUEST="true")
        sys.setprofile(None)
        threading.setprofile(None)
    return walk, page


def main():
    """Play one game to warm up, and follow the taps of the next."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", action="store_true", help="name the hops")
    options = parser.parse_args()
    with data_folder() as data:
        os.environ |= {"CHOUETTE_DATA": str(data), "CHOUETTE_ALLOWED_HOSTS": HOST}
        os.environ.pop("REDIS_URL", None)
        run(options)


def run(options):
    """Run in a process whose environment is set up."""
    from django.core.management import call_command

    from benchmarks import people
    from games.models import Club

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from chouette.wsgi import application

    club = Club.objects.create(slug="bench", name="Bench")
    size = SimpleNamespace(players=5, scorers=1, viewers=0, seated=0, links=0, rules="canberra")
    table = people.table_create(club, 1, size)
    phone = Phone(application, table["scorers"][0])
    path = f"/sessions/{table['id']}/table/"
    page = phone.ask("GET", path)
    print(f"{'':<24}{'hops':>6}{'in':>6}{'back':>6}")
    for number in range(2 * len(CYCLE)):
        do, pane, wanted = CYCLE[number % len(CYCLE)]
        form = form_on(page, do, wanted)
        if form is None:
            page = phone.ask("GET", f"{path}?pane={pane}", HTTP_HX_REQUEST="true")
            form = form_on(page, do, wanted)
        walk, page = tapped(phone, form)
        if number >= len(CYCLE) and walk.written_at is not None:
            back = walk.moves - walk.written_at
            print(f"{do:<24}{len(walk.hops):>6}{walk.written_at:>6}{back:>6}")
            if options.names:
                print("".join(f"    {name}\n" for name in reversed(walk.hops)), end="")


if __name__ == "__main__":
    main()
