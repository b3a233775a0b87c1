"""Tie-breaks by name: each has a number per entry (higher is better) and a description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.pairing.chance import Chance

from .keizer import PART, text_of
from .results import WIN, Key, ResultSheet

Number = int | Fraction
Values = dict[Key, Number]
Compute = Callable[[ResultSheet, str], Values]


def gettext_noop(message: str) -> str:
    """Mark a message for translation; the pages translate it."""
    return message


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: its column title, its description, and how to compute it.

    Without `compute` it looks only at tied entries, see `AMONG`. `text` formats a value, as
    match points, two a win, where it adds scores up. `unit` is that of the text: wins, points, lot.
    """

    name: str
    title: str
    help: str
    compute: Compute | None
    text: Callable[[Number], str]
    unit: str
    parts: int = 1
    """How many of its values make one of the unit."""
    is_of_league: bool = False
    """Whether only a league has it, whose pages make its matches."""

    def figure(self, value: Number) -> float:
        """Return a value in the unit."""
        return float(Fraction(value, self.parts))


PLAYOFF: Final = "playoff"
_QUARTERS: Final = ("", "¼", "½", "¾")


def in_wins(match_points: Number) -> str:
    """Write match points, two a win, as wins: whole, or with ¼, ½ or ¾."""
    whole, quarters = divmod(int(match_points * len(_QUARTERS) / WIN), len(_QUARTERS))
    return f"{whole or ''}{_QUARTERS[quarters]}" or "0"


def _signed(value: Number) -> str:
    return f"{value:+}".replace("-", "−") if value else "0"


def _lot(value: Number) -> str:
    """Write a lot of 64 bits as a six-digit number."""
    return f"{int(value) * 10**6 >> 64:06d}"


def _wins(sheet: ResultSheet, seed: str) -> Values:
    return {
        key: sum(own.opponent is not None and own.score > own.opponent_score for own in rows)
        for key, rows in sheet.own.items()
    }


def _buchholz(cut_low: int, cut_high: int) -> Compute:
    def compute(sheet: ResultSheet, seed: str) -> Values:
        found: Values = {}
        for key in sheet.own:
            scores = sorted(score for score, _ in sheet.against[key])
            found[key] = sum(scores[cut_low : max(0, len(scores) - cut_high)])
        return found

    return compute


def _sonneborn_berger(sheet: ResultSheet, seed: str) -> Values:
    doubled = {key: sum(score * own for score, own in rows) for key, rows in sheet.against.items()}
    return {key: Fraction(value, WIN) for key, value in doubled.items()}


def _points_difference(sheet: ResultSheet, seed: str) -> Values:
    return {
        key: sum(own.points - own.opponent_points for own in rows if own.opponent is not None)
        for key, rows in sheet.own.items()
    }


def _points_won(sheet: ResultSheet, seed: str) -> Values:
    return {
        key: sum(own.points for own in rows if own.opponent is not None)
        for key, rows in sheet.own.items()
    }


def _walkovers(sheet: ResultSheet, seed: str) -> Values:
    return {
        key: -sum(own.kind == "forfeit" and own.score > own.opponent_score for own in rows)
        for key, rows in sheet.own.items()
    }


def _unplayed(sheet: ResultSheet, seed: str) -> Values:
    """Count what was left when time was up: nobody came, or it was not played to its end."""
    return {
        key: -sum(
            own.kind == "unfinished" or (own.kind == "forfeit" and own.score == own.opponent_score)
            for own in rows
        )
        for key, rows in sheet.own.items()
    }


def _levels(sheet: ResultSheet, seed: str) -> Values:
    """Rank by level among those of the table; who has none stands behind all who have one."""
    levels = sorted({sheet.levels.get(key, 0) for key in sheet.own} - {0})
    places = {level: place for place, level in enumerate(levels, 1)}
    return {key: -places.get(sheet.levels.get(key, 0), len(levels) + 1) for key in sheet.own}


def _lots(sheet: ResultSheet, seed: str) -> Values:
    chance = Chance(seed)
    return {key: chance.number("lots", key) for key in sheet.own}


def head_to_head(sheet: ResultSheet, tied: Sequence[Key]) -> Values | None:
    """Return the match points of tied entries against each other; None unless all of them have met.

    Forfeits do not count as having met.
    """
    among = set(tied)
    found: Values = {}
    for key in tied:
        met = [own for own in sheet.own[key] if own.opponent in among and own.is_at_the_board]
        if len({own.opponent for own in met}) < len(among) - 1:
            return None
        found[key] = sum(own.score for own in met)
    return found


def play_off(sheet: ResultSheet, tied: Sequence[Key]) -> Values | None:
    """Return deciding matches won minus lost of tied entries; None unless each has played one, but
    for who has withdrawn: they are left out, and stand behind the others.

    Only those against each other count, and those that somebody has won. So the winners of two meet
    in a third, or all meet all.
    """
    among = set(tied)
    found: Values = {}
    for row in sheet.playoffs:
        if row.b is None or not among >= {row.a, row.b} or row.score_a == row.score_b:
            continue
        won = 1 if row.score_a > row.score_b else -1
        found[row.a] = found.get(row.a, 0) + won
        found[row.b] = found.get(row.b, 0) - won
    return found if found and found.keys() >= among - sheet.gone else None


_ALL: Final = (
    TieBreak(
        "wins",
        gettext_noop("Wins"),
        gettext_noop("Matches won, at the board or by forfeit, without byes and halves."),
        _wins,
        str,
        "wins",
    ),
    TieBreak(
        "head_to_head",
        gettext_noop("Head to head"),
        gettext_noop(
            "Results among the tied, if all of them have played each other (a walkover is no "
            "match); anew for who stays tied."
        ),
        None,
        in_wins,
        "wins",
        WIN,
    ),
    TieBreak(
        "buchholz",
        gettext_noop("Buchholz"),
        gettext_noop(
            "The sum of the opponents' scores, their byes and forfeits as halves; an own bye or "
            "forfeit counts as an opponent who was level and halves every later match. A missed "
            "round counts as a forfeit lost; a match that was not played, a half for each, as one "
            "that was played."
        ),
        _buchholz(0, 0),
        in_wins,
        "wins",
        WIN,
    ),
    TieBreak(
        "buchholz_cut1",
        gettext_noop("Buchholz, cut 1"),
        gettext_noop("Buchholz without the weakest opponent."),
        _buchholz(1, 0),
        in_wins,
        "wins",
        WIN,
    ),
    TieBreak(
        "buchholz_median",
        gettext_noop("Buchholz, median"),
        gettext_noop("Buchholz without the weakest and the strongest opponent."),
        _buchholz(1, 1),
        in_wins,
        "wins",
        WIN,
    ),
    TieBreak(
        "sonneborn_berger",
        gettext_noop("Sonneborn-Berger"),
        gettext_noop("The scores of the opponents beaten, and half of those halved with."),
        _sonneborn_berger,
        in_wins,
        "wins",
        WIN,
    ),
    TieBreak(
        "points_difference",
        gettext_noop("Points difference"),
        gettext_noop("Points won minus points lost in all matches."),
        _points_difference,
        _signed,
        "points",
    ),
    TieBreak(
        "points_won",
        gettext_noop("Points won"),
        gettext_noop("Points won in all matches."),
        _points_won,
        str,
        "points",
    ),
    TieBreak(
        PLAYOFF,
        gettext_noop("Play-off"),
        gettext_noop(
            "Deciding matches among the tied, won minus lost; they count for nothing else."
        ),
        None,
        _signed,
        "matches",
        is_of_league=True,
    ),
    TieBreak(
        "walkovers",
        gettext_noop("Walkovers"),
        gettext_noop("Wins by walkover: who has received fewer is ahead."),
        _walkovers,
        lambda value: str(-value),
        "walkovers",
    ),
    TieBreak(
        "unplayed",
        gettext_noop("Not played"),
        gettext_noop("Matches that were not played in time: who has fewer is ahead."),
        _unplayed,
        lambda value: str(-value),
        "matches",
    ),
    TieBreak(
        "level",
        gettext_noop("Place before"),
        gettext_noop(
            "The order in which the table begins: by level, in a league by the season before."
        ),
        _levels,
        lambda value: str(-value),
        "place",
    ),
    TieBreak(
        "lots",
        gettext_noop("Lots"),
        gettext_noop("Lots drawn with the seed of the event: the higher number is ahead."),
        _lots,
        _lot,
        "lot",
    ),
)

TIE_BREAKS: Final[Mapping[str, TieBreak]] = {each.name: each for each in _ALL}
"""Every tie-break by name, in the order of the form."""
AMONG: Final[Mapping[str, Callable[[ResultSheet, Sequence[Key]], Values | None]]] = {
    "head_to_head": head_to_head,
    PLAYOFF: play_off,
}
"""Those that look at tied entries only: what each says of them, None where it does not apply."""

KEIZER: Final = TieBreak(
    "keizer",
    gettext_noop("Keizer"),
    gettext_noop(
        "By Keizer: what the opponents are worth whom one has beaten, half of it for a draw, and"
        " the own worth once. The first of the ranking is worth about three times the last."
    ),
    None,
    lambda score: text_of(int(score)),
    "points",
    PART,
)
PLAYED: Final = TieBreak(
    "played",
    gettext_noop("Matches"),
    gettext_noop(
        "By wins; of equals who has lost fewer is ahead. Not all play equally many matches."
    ),
    None,
    str,
    "matches",
)
HEAD_TO_HEAD: Final = "head_to_head"
LEAGUE_POINTS: Final = TieBreak(
    "league_points",
    gettext_noop("Points"),
    gettext_noop("By points: so many for a match won or lost, or for each pair of matches."),
    None,
    lambda value: in_wins(value),
    "points",
    WIN,
)
COLUMNS: Final[Mapping[str, TieBreak]] = {
    **TIE_BREAKS,
    KEIZER.name: KEIZER,
    PLAYED.name: PLAYED,
    LEAGUE_POINTS.name: LEAGUE_POINTS,
}
"""What standings can show besides wins: tie-breaks, and by what a format ranks instead."""
