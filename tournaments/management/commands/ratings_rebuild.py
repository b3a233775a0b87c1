"""Rebuilds ratings from the log: `manage.py ratings_rebuild [--club SLUG] [--workers N]`."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, as_completed
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils.translation import gettext as _

from games.fast.processes import processes
from games.models import Club
from tournaments.ladders.services.runs import largest_first, rebuild, rebuilding_ask
from tournaments.models import RatingRun


class Command(BaseCommand):
    """Rebuilds the ratings of all clubs or the named ones, in several processes."""

    help = "Rebuild the ratings from the log, of all clubs or of those named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", action="append", default=[], metavar="SLUG", dest="clubs")
        parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")

    def handle(self, *, clubs: list[str], workers: int, **options: Any) -> None:
        """Rebuild the largest clubs first, and print the time taken."""
        found = Club.objects.filter(slug__in=clubs) if clubs else Club.objects.all()
        unknown = sorted(set(clubs) - {club.slug for club in found})
        if unknown:
            raise CommandError(_("Unknown club: %(names)s") % {"names": ", ".join(unknown)})
        ordered = largest_first(list(found))
        if not ordered:
            return
        run = rebuilding_ask(clubs=ordered, by=None)
        began = time.monotonic()
        for number, error in enumerate(_rebuilt(run.pk, ordered, min(workers, len(ordered))), 1):
            if error is not None:
                self.stderr.write(str(error))
            if sys.stderr.isatty():
                self.stderr.write(f"\r{number}/{run.total}", ending="")
        took = max(time.monotonic() - began, 0.001)
        run.refresh_from_db()
        sentence = _(
            "%(clubs)s clubs, %(games)s games and %(matches)s matches in %(seconds)s s: "
            "%(speed)s games a second"
        )
        self.stdout.write(
            sentence
            % {
                "clubs": run.total,
                "games": run.games,
                "matches": run.matches,
                "seconds": f"{took:.1f}",
                "speed": f"{run.games / took:.0f}",
            }
        )
        if run.state != RatingRun.State.DONE:
            raise CommandError(
                _("Not all ratings could be rebuilt: %(error)s") % {"error": run.error}
            )


def _rebuilt(run: int, clubs: Sequence[Club], workers: int) -> Iterator[BaseException | None]:
    """Rebuild clubs, and yield each one's error, if any, when it is done."""
    if workers <= 1:
        for club in clubs:
            yield _one(run, club.pk)
        return
    connections.close_all()
    with processes(workers) as pool:
        pending: list[Future[BaseException | None]] = [
            pool.submit(_one, run, club.pk) for club in clubs
        ]
        for done in as_completed(pending):
            yield done.exception() or done.result()


def _one(run: int, club: int) -> BaseException | None:
    try:
        rebuild(run_id=run, club_id=club)
    except Exception as error:  # the run records it; the other clubs go on
        return error
    return None
