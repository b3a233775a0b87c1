"""Calculates a list from a file, without a database: `manage.py rate FILE.csv`."""

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.names.identity import spelled
from tournaments.ratings import fibs, ladder
from tournaments.ratings import games as other_games
from tournaments.ratings.chain import Chain, Listed, months, ranked
from tournaments.ratings.evidence import evidence_of
from tournaments.ratings.inputs import COLUMNS, Input, InputError, evenings_of, read_rows
from tournaments.ratings.parts import Part, seen_by
from tournaments.ratings.skill import forgotten, surprise


class Command(BaseCommand):
    """Prints the list for the games, or matches, in a file."""

    help = (
        "Calculate ratings from a file: the games of chouettes as a club's page exports them "
        f"({', '.join(COLUMNS)}), matches ({', '.join(ladder.COLUMNS)}), or games of Dame and "
        f"chess ({', '.join(other_games.COLUMNS)})."
    )
    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of comma-separated values, or -")
        parser.add_argument("--format", choices=("text", "json"), default="text")
        parser.add_argument(
            "--variant", choices=sorted(fibs.VARIANTS), default="fibs", help="for matches"
        )
        parser.add_argument(
            "--history",
            action="store_true",
            help="not the list, but every month's figures and the club's spread in it; for matches "
            "and games of Dame and chess what each one did",
        )
        parser.add_argument(
            "--evenings",
            action="store_true",
            help="not the list, but what each evening brought, was expected to bring by the "
            "figures at the end, and adds to them",
        )

    def handle(
        self,
        *,
        file: str,
        format: str,
        variant: str,
        history: bool,
        evenings: bool,
        **options: Any,
    ) -> None:
        """Print the list, the history or the evenings, or the first invalid line."""
        # A name is one person in either form of Unicode.
        rows = [list(map(spelled, row)) for row in _rows(file)]
        head = tuple(cell.strip().lower() for cell in rows[0]) if rows else ()
        try:
            if head == ladder.COLUMNS:
                work = _matches_played if history else _matches
                lines = work(rows, fibs.VARIANTS[variant])
            elif head == other_games.COLUMNS:
                lines = _games_played(rows) if history else _games(rows)
            else:
                work_of = _months if history else _evenings if evenings else _chouettes
                lines = work_of(rows)
        except InputError as error:
            raise CommandError(f"{file}: {error}") from error
        if format == "json":
            self.stdout.write(json.dumps(lines, ensure_ascii=False, indent=1))
            return
        for line in _plain(lines) if history or evenings else _text(lines):
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


def _months(rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return every month's estimates of those who played in it, the earliest month first."""
    chain, lines = Chain(), []
    for month, those in months(evenings_of(read_rows(rows))):
        found = chain.play(those)
        assert chain.sums is not None  # games were played
        spread = chain.sums.spread
        for name, skill in found.items():
            low, high = skill.interval
            lines.append(
                {
                    "month": f"{month:%Y-%m}",
                    "player": name,
                    "figure": skill.figure,
                    "low": low,
                    "high": high,
                    "games": skill.games,
                    "sigma2": spread.sigma2,
                    "rho": spread.rho,
                    "tau": spread.tau,
                }
            )
    return lines


def _evenings(rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return what each evening adds to the figures of who is in the list, the latest first."""
    inputs = list(read_rows(rows))
    chain = Chain()
    for _month, those in months(evenings_of(inputs)):
        chain.play(those)
    if chain.sums is None:
        return []
    spread, listed = chain.sums.spread, chain.listed()
    skill = {name: line.skill.skill for name, line in listed.items()}
    sessions: dict[str, list[Input]] = {}
    for one in inputs:
        sessions.setdefault(one.session, []).append(one)
    lines = []
    for session, played in sorted(sessions.items(), key=lambda one: one[1][0].day, reverse=True):
        day = played[0].day
        games = [(one.number, one.game) for one in played]
        pulls = surprise(evidence_of(game for _number, game in games), skill, spread)
        weight = 1000 * spread.tau**2 * forgotten((chain.sums.day - day).days)
        for name, pull in pulls.items():
            if listed[name].is_settled:
                continue
            part = Part(seen_by(name, games, skill, spread), weight * pull)
            lines.append(
                {
                    "session": session,
                    "date": day.isoformat(),
                    "player": name,
                    "games": len(part.games),
                    "won": part.won,
                    "expected": part.expected,
                    "beyond": part.beyond,
                    "width": part.width,
                    "adds": part.adds,
                }
            )
    return lines


def _listed(place: int, name: str, line: Listed) -> dict[str, Any]:
    skill = line.skill
    stand = line.stand
    return {
        "place": place if stand else None,
        "player": name,
        "figure": skill.figure,
        "low": skill.interval[0],
        "high": skill.interval[1],
        "lower": skill.lower,
        "games": skill.games,
        "first": stand.first if stand else None,
        "last": stand.last if stand else None,
        "above_next": stand.above_next if stand else None,
        "wide": bool(stand and stand.is_wide),
        "evenings": stand.evenings if stand else None,
    }


def _matches(rows: Sequence[Sequence[str]], variant: fibs.Variant) -> list[dict[str, Any]]:
    known = ladder.played(ladder.read_rows(rows), variant)
    return [
        {
            "place": None if known[name].is_provisional else place,
            "player": name,
            "figure": known[name].rating.rating,
            "deviation": known[name].rating.deviation,
            "experience": known[name].rating.experience,
            "matches": known[name].matches,
            "won": known[name].won,
        }
        for place, name in enumerate(ladder.ranked(known), 1)
    ]


def _plain(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Write a heading and rows, with decimals as far as they mean something."""
    if lines:
        yield "\t".join(lines[0])
    for line in lines:
        yield "\t".join(
            f"{value:.4f}" if isinstance(value, float) else str(value) for value in line.values()
        )


def _matches_played(rows: Sequence[Sequence[str]], variant: fibs.Variant) -> list[dict[str, Any]]:
    """Return what every match did to its two players, in the order of the matches."""
    known: dict[str, ladder.Record] = {}
    lines: list[dict[str, Any]] = []
    for day, winner, loser, length in ladder.read_rows(rows):
        one, other = (known.get(name) or ladder.new(variant) for name in (winner, loser))
        rated = ladder.play(one, other, day, length, variant)
        known[winner], known[loser] = rated.winner, rated.loser
        for name, old, chance in zip(
            (winner, loser), (one, other), (rated.expected, 1 - rated.expected), strict=True
        ):
            lines.append(
                {
                    "day": day.isoformat(),
                    "player": name,
                    "length": length,
                    "chance": chance,
                    "before": old.rating.rating,
                    "after": known[name].rating.rating,
                    "deviation": known[name].rating.deviation,
                }
            )
    return lines


def _games(rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return a list for each of the games in a file, one after another."""
    outcomes: dict[str, list[other_games.Outcome[str]]] = {}
    for game, outcome in other_games.read_rows(rows):
        outcomes.setdefault(game, []).append(outcome)
    return [
        {
            "game": game,
            "place": None if known[name].is_provisional else place,
            "player": name,
            "figure": known[name].rating,
            "games": known[name].games,
            "won": known[name].won,
            "drawn": known[name].drawn,
            "lost": known[name].lost,
        }
        for game, known in ((game, other_games.rated(outcomes[game])) for game in sorted(outcomes))
        for place, name in enumerate(other_games.ranked(known), 1)
    ]


def _games_played(rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return what every game did to its two players, in the order of the games."""
    known: dict[tuple[str, str], other_games.GameRecord] = {}
    lines: list[dict[str, Any]] = []
    for game, (day, *names, winner) in other_games.read_rows(rows):
        old = [known.get((game, name), other_games.GameRecord()) for name in names]
        rated = other_games.play(old[0], old[1], day, winner)
        chances = (rated.expected, 1 - rated.expected)
        for name, before, after, chance in zip(names, old, rated[1:], chances, strict=True):
            known[game, name] = after
            lines.append(
                {
                    "day": day.isoformat(),
                    "game": game,
                    "player": name,
                    "expected": chance,
                    "before": before.rating,
                    "after": after.rating,
                }
            )
    return lines


def _text(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    width = max((len(line["player"]) for line in lines), default=0)
    for line in lines:
        place = "" if line["place"] is None else f"{line['place']}."
        start = f"{place:>5} {line['player']:<{width}} {line['figure']:8.2f}"
        if "game" in line:
            played = f"{line['won']} won, {line['drawn']} drawn, {line['lost']} lost"
            yield f"{line['game']:<6} {start}  {line['games']:>5} games: {played}"
        elif "deviation" in line:
            yield f"{start} ± {line['deviation']:5.1f}  experience {line['experience']}"
        else:
            interval = f"{line['low']:8.2f} to {line['high']:8.2f}"
            yield f"{start}  {interval}  {line['games']:>5} games  {_remarks(line)}".rstrip()


def _remarks(line: dict[str, Any]) -> str:
    if line["place"] is None:
        return "settled"
    words = [f"places {line['first']} to {line['last']}"]
    if line["above_next"] is not None:
        words.append(f"above the next {100 * line['above_next']:.0f} %")
    if line["wide"]:
        words.append(f"wide: {line['evenings'] or 'no'} more evenings")
    return ", ".join(words)
