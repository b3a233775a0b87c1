"""The page that proves a game's dice, and the same as one file that verifies without a network.

The verdict is not here: the reader's own browser works it out (`static/js/dice_verdict.js`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.boards.presenters.proof_board import ground, thumbnail
from games.boards.presenters.proof_chart import histogram
from games.boards.presenters.proof_figures import (
    BarStay,
    Turn,
    counts_of,
    longest_stay,
    turns_of,
)
from games.language import decimal_sign
from games.rules.backgammon import BackgammonError, Position, play_of, play_text
from games.rules.backgammon.board import BAR
from games.rules.dice_proof import MESSAGES, Proof, as_json
from games.web.figures import equity

Sent = Literal["sealed", "openly", "unprotected"]
"""How a seat's seed came: its digest first; openly, after all others had committed; or openly
before that, which its player was warned of."""

SCRIPTS: Final = ("words", "sha256", "dice_moves", "dice_proof", "dice_verdict")
"""The modules of the verdict, each after those that it imports."""
STYLES: Final = ("tokens", "base", "pages", "reading", "proof")

_IMPORT: Final = re.compile(r'^import [^;]*? from "\./\w+\.js";\n', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SeedGiver:
    """A seat that put a seed into the rolls, by its player's name."""

    name: str
    sent: Sent = "sealed"


@dataclass(frozen=True, slots=True)
class Restart:
    """Dice that were given up before their first roll, and who did not open their seed."""

    game_id: str
    commitment: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's name, seed and commitment, and in words how its seed came."""

    seat: int
    name: str
    seed: str
    commitment: str
    sent: str
    is_sealed: bool


@dataclass(frozen=True, slots=True)
class RollRow:
    """A roll beside its position: who made it, what was played, and perhaps its luck."""

    number: int
    dice: tuple[int, int]
    name: str
    play: str
    luck: str
    position: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class GameRows:
    """The rolls of a game."""

    number: int
    rolls: tuple[RollRow, ...]


@dataclass(frozen=True, slots=True)
class ProofPage:
    """All that the page shows; `proof` and `words` are data for its script."""

    title: str
    proof: Mapping[str, Any]
    words: Mapping[str, str]
    seats: tuple[SeatRow, ...]
    without: tuple[str, ...]
    restarts: tuple[Restart, ...]
    mailed: str
    games: tuple[GameRows, ...]
    ground: SafeString
    chart: SafeString
    bar: str
    luck: tuple[tuple[str, str], ...]
    bets: tuple[tuple[str, str], ...]
    check: str

    @property
    def file(self) -> str:
        """The name of the offline file."""
        return f"dice-{self.proof['game_id']}.html"


def proof_page(
    proof: Proof,
    *,
    title: str,
    sides: tuple[str, str],
    givers: Mapping[int, SeedGiver],
    without: Sequence[str] = (),
    mailed: str = "",
    restarts: Sequence[Restart] = (),
    luck: Sequence[float | None] = (),
    bets: Sequence[tuple[str, float]] = (),
) -> ProofPage:
    """Return the page of a proof.

    `sides` are the names of White and Black; `givers` are by seat, in a chouette there are more;
    `without` are people who sat there and gave no seed;
    `mailed` is the commitment that the invitation held. `luck` has a figure for each roll, in
    points of its player; without it nothing is said about luck. `bets` are those of a chouette, by
    name, with what all rolls together did to them.
    """
    turns = turns_of(proof.rolls)
    stay = longest_stay(turns)
    return ProofPage(
        title=title,
        proof=as_json(proof),
        words=_verdict_words(),
        seats=_seats(proof, givers),
        without=tuple(without),
        restarts=tuple(restarts),
        mailed=mailed,
        games=_games(turns, sides, luck),
        ground=ground(),
        chart=_chart(proof),
        bar=_bar_text(stay, sides) if stay else "",
        luck=_luck(turns, sides, luck),
        bets=tuple((name, equity(figure)) for name, figure in bets),
        check=_static("dice/check.py"),
    )


def proof_offline(page: ProofPage) -> str:
    """Return the page as one file with its script and its style inside."""
    return render_to_string(
        "boards/proof_offline.html",
        {
            "page": page,
            "script": _inside("".join(_script(name) for name in SCRIPTS)),
            "style": _inside("".join(_static(f"css/{name}.css") for name in STYLES)),
        },
    )


def _script(name: str) -> str:
    """A module's text to stand after those that it imports, so without its imports."""
    return _IMPORT.sub("", _static(f"js/{name}.js"))


def _inside(text: str) -> SafeString:
    """The project's own text, to stand in a page as it is; nothing in it ends its element."""
    assert "</s" not in text
    return SafeString(text)  # nosec B703 - static files of this project


def _static(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")


def _verdict_words() -> dict[str, str]:
    """The sentences of the verdict by their codes; braces are filled by the script."""
    return {
        **{code: _(message) for code, message in MESSAGES.items()},
        "right": _("Right: these are the dice that everybody committed to."),
        "wrong": _("Wrong: these are not the dice that were committed to."),
        "checked": _(
            "Your browser has made {rolls} rolls again, checked the commitments, "
            "and held {plays} plays against the rules."
        ),
        "same": _("It is the commitment of these dice."),
        "other": _("It is not the commitment of these dice."),
    }


def _seats(proof: Proof, givers: Mapping[int, SeedGiver]) -> tuple[SeatRow, ...]:
    rows = []
    for seat in proof.seats:
        giver = givers.get(seat.seat, SeedGiver(str(seat.seat)))
        sent = {
            "sealed": _("Committed first, opened when all had committed."),
            "openly": _("Typed openly, without scripts, after all others had committed."),
            "unprotected": _(
                "Typed openly before the others had committed: unprotected. A player who came "
                "later and runs the server could have chosen the dice. The player was told so."
            ),
        }[giver.sent]
        is_sealed = giver.sent == "sealed"
        rows.append(SeatRow(seat.seat, giver.name, seat.seed, seat.commitment, sent, is_sealed))
    return tuple(rows)


def _games(
    turns: Sequence[Turn],
    sides: tuple[str, str],
    luck: Sequence[float | None],
) -> tuple[GameRows, ...]:
    return tuple(
        GameRows(number, tuple(_row(turn, sides, luck) for turn in of_game))
        for number, of_game in groupby(turns, key=lambda turn: turn.game)
    )


def _row(turn: Turn, sides: tuple[str, str], luck: Sequence[float | None]) -> RollRow:
    position, side = turn.before, turn.side
    drawn = SafeString("")
    if position is not None and side is not None:
        drawn = thumbnail(position, side)
    figure = luck[turn.number] if turn.number < len(luck) else None
    return RollRow(
        number=turn.number,
        dice=turn.rolled.dice,
        name="" if side is None else sides[side],
        play=_play(turn),
        luck="" if figure is None else equity(figure),
        position="" if position is None else position_text(position),
        picture=drawn,
    )


def _play(turn: Turn) -> str:
    """What was played, in the mover's own points; nothing where it was not legal."""
    before, after = turn.before, turn.after
    if turn.rolled.result is None:
        return "" if before is None else _("not played")
    if before is None or after is None:
        return ""
    if after == before.flipped():
        return _("no play")
    try:
        return play_text(play_of(before, turn.rolled.dice, after))
    except BackgammonError:
        return ""


def position_text(position: Position) -> str:
    """Write a position in few words: the checkers of who is on roll by their points, the other's.

    `24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5`; each side counts its own points.
    """
    halves = []
    for half, off in zip((position.own, position.opp), position.off, strict=True):
        words = [
            f"{pgettext('checkers', 'bar') if place == BAR else place}:{half[place - 1]}"
            for place in range(BAR, 0, -1)
            if half[place - 1]
        ]
        halves.append(
            " ".join([*words, *([f"{pgettext('checkers', 'off')}:{off}"] if off else [])])
        )
    return " / ".join(halves)


def _chart(proof: Proof) -> SafeString:
    """Draw how often each number came; nothing without rolls."""
    if not proof.rolls:
        return SafeString("")
    counts = counts_of(proof.rolls)
    low, high = counts[0].low, counts[0].high
    seen = ", ".join(f"{one.number}: {one.count}" for one in counts)
    description = _("%(seen)s. Expected are %(low)s to %(high)s of each.")
    svg = histogram(
        counts,
        title=_("How often each number came"),
        description=description % {"seen": seen, "low": low, "high": high},
    )
    return SafeString(svg)  # nosec B703 - the chart escapes its texts


def _bar_text(stay: BarStay, sides: tuple[str, str]) -> str:
    values = {"name": sides[stay.side], "turns": stay.turns, "first": stay.first}
    if stay.chance == 1:
        text = ngettext(
            "%(name)s stayed on the bar for %(turns)s roll, roll %(first)s; no roll would have "
            "helped.",
            "%(name)s stayed on the bar for %(turns)s rolls from roll %(first)s on; no roll would "
            "have helped.",
            stay.turns,
        )
    else:
        text = ngettext(
            "%(name)s stayed on the bar for %(turns)s roll, roll %(first)s: 1 in %(odds)s.",
            "%(name)s stayed on the bar for %(turns)s rolls from roll %(first)s on: 1 in %(odds)s.",
            stay.turns,
        )
    return text % {**values, "odds": _odds(stay.chance)}


def _odds(chance: Fraction) -> str:
    """Write how often something comes as the number after "1 in"."""
    once = float(1 / chance)
    return f"{once:.0f}" if once >= 10 else f"{once:.1f}".replace(".", decimal_sign())


def _luck(
    turns: Sequence[Turn], sides: tuple[str, str], luck: Sequence[float | None]
) -> tuple[tuple[str, str], ...]:
    """The sum of luck by name; nothing where no roll has a figure."""
    if all(figure is None for figure in luck):
        return ()
    sums = [0.0, 0.0]
    for turn, figure in zip(turns, luck, strict=False):
        if turn.side is not None and figure is not None:
            sums[turn.side] += figure
    return tuple((name, equity(figure)) for name, figure in zip(sides, sums, strict=True))
