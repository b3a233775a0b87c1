"""What was decided and what could have been, in words: for an analysis and for its replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.assistant.findings import Act, Decision, Findings
from games.boards.faces.backgammon.plays import steps_of_text
from games.ledger.figures import MINUS
from games.rule_texts import listed
from games.rules.backgammon import Position, Roll, game_from_xgid
from games.web.figures import decimals, equity

Names = Sequence[str]
"""White's and Black's, or in a chouette those of all seats, box first."""

ACTS: Final[Mapping[Act, str | Promise]] = {
    "hold": gettext_lazy("no double"),
    "double": gettext_lazy("doubles"),
    "take": gettext_lazy("takes"),
    "drop": gettext_lazy("drops"),
}
RIGHT: Final[Mapping[str, str | Promise]] = {
    "missed_double": gettext_lazy("Better: double."),
    "wrong_double": gettext_lazy("Better: no double."),
    "wrong_take": gettext_lazy("Better: drop."),
    "wrong_pass": gettext_lazy("Better: take."),
}


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A play or a cube action that was possible; `is_made` marks the one that was chosen.

    `behind` is what it is worth less than the best, blank for the best and where somebody else
    decides. `win`, `gammons` and `backgammons` are per cent, of gammons and backgammons those won
    and those lost, blank for cubes and where nobody worked them out.
    """

    text: str
    equity: str
    behind: str
    is_made: bool
    win: str = ""
    gammons: str = ""
    backgammons: str = ""
    steps: Sequence[list[Any]] = ()


@dataclass(frozen=True, slots=True)
class JudgedShown:
    """A decision beside the replay of its game; `number` counts those of the game from 0.

    `at` is the frame with the position before it, `frame` the one that follows. `side` rolls or
    doubles, `position` is as that side sees it.
    """

    number: int
    at: int
    said: str
    verdict: str
    is_wrong: bool
    loss: float
    choices: Sequence[ChoiceShown]
    notes: Sequence[str]
    side: int
    position: Position
    roll: Roll | None

    @property
    def frame(self) -> int:
        """The number of the frame that follows."""
        return self.at + 1

    @property
    def text(self) -> str:
        """What was decided and how well, in one line."""
        return f"{self.said} {self.verdict}"


def is_shown(decision: Decision) -> bool:
    """Tell whether a decision is worth a line: all plays, and cubes that counted."""
    return decision.counts or decision.act == "play"


def alike(decisions: Iterable[Decision]) -> list[list[Decision]]:
    """Return decisions in their order, equal cubes that were decided alike together."""
    found: dict[tuple[object, ...], list[Decision]] = {}
    for decision in decisions:
        place = (decision.game, decision.move, decision.act, decision.position, decision.loss)
        found.setdefault(place, []).append(decision)
    return list(found.values())


def places_of(findings: Findings) -> dict[Decision, tuple[int, int]]:
    """Return where each decision that is shown stands: its game from 1, and its number in it."""
    places: dict[Decision, tuple[int, int]] = {}
    counts: dict[int, int] = {}
    for together in alike(one for one in findings.decisions if is_shown(one)):
        game = together[0].game
        number = counts[game] = counts.get(game, -1) + 1
        places |= dict.fromkeys(together, (game + 1, number))
    return places


def decision_url(analysis: str, game: int, number: int) -> str:
    """Return the address of a decision in the replay of an analysis."""
    return f"{reverse('analysis_game', args=[analysis, game])}?decision={number}"


def judged_in(findings: Findings, game: int, names: Names) -> list[JudgedShown]:
    """Return what was decided in a game, by its number from 1."""
    shown = [one for one in findings.decisions if one.game == game - 1 and is_shown(one)]
    return [_judged(number, together, names) for number, together in enumerate(alike(shown))]


def _judged(number: int, together: Sequence[Decision], names: Names) -> JudgedShown:
    first = together[0]
    state = game_from_xgid(first.position)
    return JudgedShown(
        number=number,
        at=first.move,
        said=f"{name_of(together, names)}: {said(first)}.",
        verdict=_verdict(first),
        is_wrong=first.is_wrong,
        loss=first.loss,
        choices=choices_of(first, state.turn or 0),
        notes=[text for text in (_chances_text(first), window_text(first)) if text],
        side=state.turn or 0,
        position=state.position,
        roll=first.roll,
    )


def _verdict(decision: Decision) -> str:
    if decision.is_wrong:
        return _("Lost %(loss)s. %(better)s") % {"loss": lost(decision), "better": better(decision)}
    if decision.act == "play" and not decision.counts:
        return _("No choice that matters.")
    return _("As good as the best.") if decision.played != decision.best else _("Right.")


def name_of(together: Sequence[Decision], names: Names) -> str:
    """Return who decided: one, or several alike."""
    return listed([names[one.side] if one.side >= 0 else _("the assistant") for one in together])


def said(decision: Decision) -> str:
    """Return what was decided."""
    if decision.roll is None:
        return str(ACTS[decision.act])
    played = decision.played or _("nothing can be played")
    return f"{max(decision.roll)}-{min(decision.roll)}: {played}"


def better(decision: Decision) -> str:
    """Say what would have been better; blank where nothing was lost."""
    if not decision.is_wrong:
        return ""
    if decision.error is not None:
        return str(RIGHT[decision.error])
    return _("Better: %(play)s") % {"play": decision.best}


def lost(decision: Decision) -> str:
    """Say what a decision has cost: what the choice that was made is behind in the table beside it.

    The loss that is kept is rounded by itself, and may differ from that in the last digit.
    """
    behind = next((made.behind for made in choices_of(decision) if made.is_made), "")
    return behind.removeprefix(MINUS) or decimals(decision.loss, 3)


def choices_of(decision: Decision, side: int = 0) -> list[ChoiceShown]:
    """Return what could have been done, the best play first; `side` is whose steps they are."""
    return _cubes(decision) if decision.equities else _plays(decision, side)


def _plays(decision: Decision, side: int) -> list[ChoiceShown]:
    choices = []
    for rated in decision.candidates:
        behind = rated.equity - decision.candidates[0].equity
        win = gammons = backgammons = ""
        if rated.chances:
            win, *others = (decimals(100 * chance, 1) for chance in rated.chances)
            gammons, backgammons = f"{others[0]} / {others[2]}", f"{others[1]} / {others[3]}"
        choices.append(
            ChoiceShown(
                text=rated.play,
                equity=equity(rated.equity),
                behind=equity(behind) if behind else "",
                is_made=rated.play == decision.played,
                win=win,
                gammons=gammons,
                backgammons=backgammons,
                steps=steps_of_text(rated.play, side),
            )
        )
    return choices


def _cubes(decision: Decision) -> list[ChoiceShown]:
    """Return the three equities, as the doubler sees them.

    The doubler is answered well: what the other side would not do has no difference to the best.
    """
    hold, taken, dropped = decision.equities
    answer = 1 if taken <= dropped else 2
    doubled = min(taken, dropped)
    if decision.act in ("hold", "double"):
        best = max(hold, doubled)
        lost = {0: best - hold, answer: best - doubled}
        made = 0 if decision.act == "hold" else answer
    else:
        lost = {1: taken - doubled, 2: dropped - doubled}
        made = 1 if decision.act == "take" else 2
    labels = (_("No double"), _("Double and take"), _("Double and drop"))
    return [
        ChoiceShown(
            text=label,
            equity=equity(value),
            behind=equity(-lost[row]) if lost.get(row) else "",
            is_made=row == made,
        )
        for row, (label, value) in enumerate(zip(labels, decision.equities, strict=True))
    ]


def _chances_text(decision: Decision) -> str:
    """Say the doubler's chances in a game without a cube."""
    if not decision.equities or not decision.chances:
        return ""
    win, gammon, backgammon, gammon_lost, backgammon_lost = (
        decimals(100 * chance, 1) for chance in decision.chances
    )
    return _(
        "Without a cube the doubler wins %(win)s %%; gammons won and lost: %(gammon)s and "
        "%(gammon_lost)s %%, backgammons: %(backgammon)s and %(backgammon_lost)s %%."
    ) % {
        "win": win,
        "gammon": gammon,
        "gammon_lost": gammon_lost,
        "backgammon": backgammon,
        "backgammon_lost": backgammon_lost,
    }


def window_text(decision: Decision) -> str:
    """Say where the doubler's chance lies in the window, and the take point of the other side."""
    if not decision.window:
        return ""
    opens, closes = decision.window
    values = {
        "win": decimals(100 * decision.win, 1),
        "opens": decimals(100 * opens, 1),
        "closes": decimals(100 * closes, 1),
        "take": decimals(100 * (1 - closes), 1),
    }
    text = _(
        "The doubler wins %(win)s %%. A double is right from %(opens)s %% and is dropped from "
        "%(closes)s %%: the take point is %(take)s %%."
    )
    return text % values
