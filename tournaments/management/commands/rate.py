"""Works a list out of a file, without any database: `manage.py rate FILE.csv`."""

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.ratings import fibs
from tournaments.ratings.chain import Chain, Listed, months, ranked
from tournaments.ratings.inputs import COLUMNS, InputError, evenings_of, read_rows

MATCHES = ("date", "winner", "loser", "length")
"""The columns of a file of matches; a file of chouettes has those of the download."""


class Command(BaseCommand):
    """Prints the list that follows from the games, or matches, in a file."""

    help = (
        "Work out ratings from a file: the games of chouettes as a club's page offers them "
        f"({', '.join(COLUMNS)}), or matches ({', '.join(MATCHES)})."
    )
    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and how the list is printed."""
        parser.add_argument("file", metavar="FILE", help="a file of comma-separated values, or -")
        parser.add_argument("--format", choices=("text", "json"), default="text")
        parser.add_argument(
            "--variant", choices=sorted(fibs.VARIANTS), default="fibs", help="for matches"
        )

    def handle(self, *, file: str, format: str, variant: str, **options: Any) -> None:
        """Print the list, or the first line that cannot be."""
        rows = list(_rows(file))
        head = tuple(cell.strip().lower() for cell in rows[0]) if rows else ()
        try:
            if head == MATCHES:
                lines = _matches(rows[1:], fibs.VARIANTS[variant])
            else:
                lines = _chouettes(rows)
        except InputError as error:
            raise CommandError(f"{file}: {error}") from error
        if format == "json":
            self.stdout.write(json.dumps(lines, ensure_ascii=False, indent=1))
            return
        for line in _text(lines):
            self.stdout.write(line)


def _rows(file: str) -> Iterator[list[str]]:
    try:
        if file == "-":
            yield from csv.reader(sys.stdin)
        else:
            with Path(file).open(encoding="utf-8-sig", newline="") as stream:
                yield from csv.reader(stream)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CommandError(f"{file}: {error}") from error


def _chouettes(rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    chain = Chain()
    for _month, those in months(evenings_of(read_rows(rows))):
        chain.play(those)
    listed = chain.listed()
    return [_listed(place, name, listed[name]) for place, name in enumerate(ranked(listed), 1)]


def _listed(place: int, name: str, line: Listed) -> dict[str, Any]:
    skill = line.skill
    remarks = ["settled"] if line.is_settled else list(skill.missing())
    return {
        "place": None if remarks else place,
        "player": name,
        "figure": skill.figure,
        "low": skill.interval[0],
        "high": skill.interval[1],
        "lower": skill.lower,
        "games": skill.games,
        "provisional": remarks,
    }


def _matches(rows: Sequence[Sequence[str]], variant: fibs.Variant) -> list[dict[str, Any]]:
    known: dict[str, fibs.Rating] = {}
    last: dict[str, date] = {}
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        try:
            text, winner, loser, length = (cell.strip() for cell in row)
            day, points = date.fromisoformat(text), int(length)
            if winner == loser or not winner or not loser:
                raise ValueError("two players are needed")
            one, other = (
                _rested(known.get(name), last.get(name), day, variant) for name in (winner, loser)
            )
            known[winner], known[loser] = fibs.rate(one, other, points, variant)
        except ValueError as error:
            raise InputError(number, str(error)) from error
        last[winner] = last[loser] = day
    best = sorted(known, key=lambda name: (-known[name].rating, name))
    return [
        {
            "place": place,
            "player": name,
            "figure": known[name].rating,
            "deviation": known[name].deviation,
            "experience": known[name].experience,
        }
        for place, name in enumerate(best, 1)
    ]


def _rested(
    own: fibs.Rating | None, last: date | None, day: date, variant: fibs.Variant
) -> fibs.Rating:
    if own is None or last is None:
        return fibs.Rating.new(variant)
    return fibs.rested(own, (day - last).days / 30.436875)


def _text(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    width = max((len(line["player"]) for line in lines), default=0)
    for line in lines:
        place = "" if line["place"] is None else f"{line['place']}."
        start = f"{place:>5} {line['player']:<{width}} {line['figure']:8.2f}"
        if "deviation" in line:
            yield f"{start} ± {line['deviation']:5.1f}  experience {line['experience']}"
        else:
            remarks = ", ".join(line["provisional"])
            interval = f"{line['low']:8.2f} to {line['high']:8.2f}"
            yield f"{start}  {interval}  {line['games']:>5} games  {remarks}".rstrip()
