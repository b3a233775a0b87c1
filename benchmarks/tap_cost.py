"""What a tap costs the processor: `python -m benchmarks.tap_cost`.

One table with five players. A scorer taps through whole games as a browser would, posting the
page's own forms through all of Django; after each tap the stream looks who may still see it, and
makes the frame of those who watch. Prints processor time (the middle one of many, and the mean)
and queries of each part. Other work on the same cores makes them slower, but far less than it
makes waiting longer.

    python -m benchmarks.tap_cost --games 50
    python -m benchmarks.tap_cost --profile tap       where the time of one part goes
    python -m benchmarks.tap_cost --queries           what each part asks of the database
    python -m benchmarks.tap_cost --without rows      as Django alone does it: what `fast/` is worth
    DATABASE_URL=postgres://... python -m benchmarks.tap_cost     on an empty database
"""

import argparse
import contextlib
import cProfile
import io
import os
import pstats
import secrets
import statistics
import sys
import time
from collections import Counter, defaultdict
from types import SimpleNamespace
from urllib.parse import urlencode

from benchmarks.figures import busy
from benchmarks.loopback import data_folder
from benchmarks.phones import COOKIE, CYCLE, TOKEN, forms_of

HOST = "127.0.0.1"
VIEWERS = 10
PARTS = ("tap", "look", "frame", "pane")
FAST = ("queries", "rows", "kept")
"""Optimisations besides Jinja: two parts of `games.fast`, and the stream's caches."""


class Meter:
    """CPU time and queries of each part."""

    def __init__(self, profiled, connection):
        self.times = defaultdict(list)
        self.queries = defaultdict(list)
        self.asked = defaultdict(Counter)
        self.profile = cProfile.Profile()
        self.profiled = profiled
        self.connection = connection

    @contextlib.contextmanager
    def part(self, name):
        """Count the block as one run of a part."""
        asked = []

        def note(execute, sql, params, many, context):
            asked.append(sql)
            return execute(sql, params, many, context)

        with self.connection.execute_wrapper(note):
            began = time.process_time()
            if name == self.profiled:
                self.profile.enable()
            yield
            self.profile.disable()
            self.times[name].append(time.process_time() - began)
        self.queries[name].append(len(asked))
        self.asked[name].update(asked)


class Phone:
    """A browser without a network: it calls the application directly."""

    def __init__(self, application, cookie):
        self.application = application
        self.cookies = {COOKIE: cookie}
        self.token = ""

    def ask(self, method, path, fields=(), **headers):
        """Return the text of a successful answer."""
        path, _, query = path.partition("?")
        body = urlencode(fields).encode()
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": HOST,
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "HTTP_HOST": HOST,
            "HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HTTP_X_CSRFTOKEN": self.token,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **headers,
        }
        said = SimpleNamespace(status="", headers=[])

        def start(status, headers, exc_info=None):
            said.status, said.headers = status, headers

        answer = self.application(environ, start)
        text = b"".join(answer).decode()
        answer.close()
        assert said.status.startswith("200"), f"{path}: {said.status} {text[:500]}"
        for name, value in said.headers:
            if name == "Set-Cookie":
                key, _, content = value.partition(";")[0].partition("=")
                self.cookies[key] = content
        found = TOKEN.search(text)
        if found:
            self.token = found.group(1) or found.group(2)
        return text


def signed_in(user):
    """Sign in a user who watches."""
    import datetime

    from django.utils import timezone

    from games.models import SignIn
    from games.table.selectors.rights import sign_in_of

    ends = timezone.now() + datetime.timedelta(days=1)
    key = f"viewer{user.pk}"
    defaults = {"user": user, "session_data": "", "expire_date": ends}
    SignIn.objects.update_or_create(session_key=key, defaults=defaults)
    return sign_in_of(key, user)


def play(meter, phone, table, games):
    """Play games, and after each tap do the stream's work for the viewers."""
    from chouette.live.frames import table as frame_of
    from games.models import Session, User
    from games.table.live import source
    from games.table.live.topics import topic_of

    topic = topic_of(Session.objects.get(public_id=table["id"]))
    watching = User.objects.filter(name__startswith="viewer-").order_by("pk")
    lookers = {(f"user:{user.pk}", "in.|en", signed_in(user)) for user in watching}
    assert len(lookers) == VIEWERS
    path = f"/sessions/{table['id']}/table/"
    page = phone.ask("GET", path)
    for number in range(games * len(CYCLE)):
        do, pane, wanted = CYCLE[number % len(CYCLE)]
        form = form_on(page, do, wanted)
        if form is None:
            with meter.part("pane"):
                page = phone.ask("GET", f"{path}?pane={pane}", HTTP_HX_REQUEST="true")
            form = form_on(page, do, wanted)
        fields = form.filled(key=secrets.token_hex(16))
        with meter.part("tap"):
            page = phone.ask("POST", form.action, fields, HTTP_HX_REQUEST="true")
        with meter.part("look"):
            beat, allowed = source.look(topic, lookers)
        assert set(allowed) == lookers
        with meter.part("frame"):
            frame = frame_of(*source.fragment(topic, "in.|en", beat))
        assert f'data-beat="{frame.beat}"' in page
    return len(page), len(frame.plain)


def form_on(page, do, wanted):
    """Return the form of an action, if the page has it."""
    for form in forms_of(page)[0]:
        fields = dict(form.fields)
        if form.do == do and all(fields.get(name) == one for name, one in wanted.items()):
            return form
    return None


def leave_out(parts):
    """Replace these parts by what Django does without them."""
    from django.db.models import F

    from games.fast import kept, queries
    from games.record.log import projections, writing

    def rows_create(rows):
        for row in rows[:1]:
            type(row)._base_manager.bulk_create(rows)

    def row_update(model, *, where, values, counted_up=()):
        counted = {name: F(name) + 1 for name in counted_up}
        return bool(model._base_manager.filter(**where).update(**values, **counted))

    if "queries" in parts:
        queries.Prepared.__call__ = lambda self, *values: list(self.make(*values))
    if "rows" in parts:
        writing.rows_insert = projections.rows_insert = rows_create
        writing.row_change = row_update
    if "kept" in parts:
        kept.KEPT_SECONDS = 0.0


def main():
    """Play, and print the costs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--members", type=int, default=245, help="of the club, besides these")
    parser.add_argument("--profile", choices=PARTS, help="where the time of a part goes")
    parser.add_argument("--sort", default="tottime", help="by what a profile is sorted")
    parser.add_argument("--queries", action="store_true", help="what is asked of the database")
    parser.add_argument(
        "--without", choices=FAST, nargs="+", default=(), help="what Django does instead"
    )
    options = parser.parse_args()
    with data_folder() as data:
        os.environ |= {"CHOUETTE_DATA": str(data), "CHOUETTE_ALLOWED_HOSTS": HOST}
        os.environ.pop("REDIS_URL", None)
        run(options)


def run(options):
    """Play in a process whose environment is set up."""
    from django.core.management import call_command
    from django.db import connection

    from benchmarks import people
    from games.models import Club, Player

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from chouette.wsgi import application

    leave_out(options.without)
    club = Club.objects.create(slug="bench", name="Bench")
    size = SimpleNamespace(
        players=5, scorers=1, viewers=VIEWERS, seated=0, links=0, rules="canberra"
    )
    table = people.table_create(club, 1, size)
    others = [Player(club=club, name=f"Member {one}") for one in range(options.members)]
    Player.objects.bulk_create(others)
    phone = Phone(application, table["scorers"][0])
    # a warm-up: templates and the like are read once
    play(Meter(None, connection), phone, table, 3)
    meter = Meter(options.profile, connection)
    play(meter, phone, table, options.games)
    print(f"{options.games} games, {connection.vendor}; {busy()}")
    print(f"{'':<8}{'CPU ms':>8}{'mean':>8}{'queries':>9}{'a tap':>8}")
    whole, sums, taps = 0.0, 0.0, len(meter.times["tap"])
    for name in PARTS:
        times, count = meter.times[name], len(meter.times[name])
        middle = statistics.median(times) * 1000
        whole += middle * count / taps
        mean = statistics.mean(times) * 1000
        sums += mean * count / taps
        asked = statistics.mean(meter.queries[name])
        print(f"{name:<8}{middle:>8.2f}{mean:>8.2f}{asked:>9.1f}{count / taps:>8.2f}")
    print(f"{'all':<8}{whole:>8.2f}{sums:>8.2f}")
    if options.queries:
        for name in PARTS:
            print(f"\n{name}")
            for sql, number in meter.asked[name].most_common(40):
                print(f"{number / len(meter.times[name]):>6.2f}  {sql[:400]}")
    if options.profile:
        stats = pstats.Stats(meter.profile)
        stats.sort_stats(options.sort).print_stats(60)


if __name__ == "__main__":
    main()
