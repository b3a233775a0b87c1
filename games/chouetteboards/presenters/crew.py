"""What captain and crew lay before each other at the board of a chouette, for them alone.

All of the team are sent the same; each control names the seats that may use it, and the page of
each shows theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.faces.backgammon.plays import step_of
from games.boards.presenters.lines import LineSeen, lines_of_crew
from games.boards.selectors.places import crew_places
from games.boards.services.lines import CREW_TEXTS
from games.chouetteboards.selectors.crew import Crew, crew_of
from games.chouetteboards.selectors.games import TEAM_SIDE
from games.chouetteboards.services.crew import play_read
from games.models import Board
from games.record.selectors.names import NamesAsNeeded
from games.rule_texts import Names
from games.rules.backgammon import Step, play_text
from games.rules.backgammon.steps import step_name
from games.table.presenters.audience import reader_for
from games.table.presenters.values import Audience


class Seats(tuple[int, ...]):
    """Seats, as an attribute of a page names them: `1 3`."""

    def __str__(self) -> str:
        return " ".join(str(seat) for seat in self)


@dataclass(frozen=True, slots=True)
class Ask:
    """A member who advises only if the captain asks them."""

    seat: int
    name: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play, with the advisers who are for it; the one who named it first comes first.

    `others` are the seats that may still join them.
    """

    number: int
    text: str
    words: str
    steps: list[list[Any]]
    seats: Seats
    others: Seats
    names: tuple[str, ...]

    @property
    def votes(self) -> str:
        values = {"count": len(self.seats)}
        return ngettext("%(count)s vote", "%(count)s votes", len(self.seats)) % values


@dataclass(frozen=True, slots=True)
class Trial:
    """What somebody of the team tries just now."""

    seat: int
    name: str
    words: str
    steps: list[list[Any]]


@dataclass(frozen=True)
class CrewPanel:
    """What the crew's part of the page shows; `seat` is None in what all of them are sent."""

    crew: Crew
    names: Names
    seat: int | None = None

    @property
    def act_url(self) -> str:
        return reverse("board_crew", args=[self.crew.board.public_id])

    @property
    def say_url(self) -> str:
        return reverse("board_say", args=[self.crew.board.public_id])

    @property
    def lines_url(self) -> str:
        return reverse("board_lines", args=[self.crew.board.public_id])

    @property
    def live_url(self) -> str:
        return reverse("board_crew_live", args=[self.crew.board.public_id])

    @property
    def leaders(self) -> Seats:
        """Who moves for the team."""
        return Seats(self.crew.leaders)

    @property
    def leads(self) -> bool:
        return self.seat in self.crew.leaders

    @cached_property
    def advisers(self) -> Seats:
        """Who may propose plays: advisers who do not move themselves."""
        return Seats(seat for seat in self.crew.advisers if seat not in self.crew.leaders)

    @cached_property
    def beat(self) -> int:
        return self.crew.board.beat + self.crew.row.beat

    @cached_property
    def advice(self) -> str:
        """Who may advise, in a sentence."""
        advisers = self.crew.advisers
        if not self.crew.is_live:
            return ""
        if not advisers:
            return _(
                "Nobody advises yet: that is for members whose own cube was turned, and for whom "
                "the captain asks."
            )
        names = self.names.listed([self.crew.line[seat] for seat in advisers])
        return _("%(names)s may advise.") % {"names": names}

    @cached_property
    def asks(self) -> list[Ask]:
        """Whom the captain may ask, and whether they do."""
        asked = self.crew.asked
        return [Ask(seat, self._name(seat), seat in asked) for seat in self.crew.silent]

    @cached_property
    def candidates(self) -> list[Candidate]:
        """The plays that somebody is for, in the order in which they were named."""
        voices: dict[str, list[int]] = {}
        for seat, text in self.crew.plays:
            voices.setdefault(text, []).append(seat)
        candidates = []
        for number, (text, seats) in enumerate(voices.items(), 1):
            play = play_read(self.crew, text)
            steps = [step_of(step, TEAM_SIDE) for step in play.steps]
            names = tuple(self._name(seat) for seat in seats)
            others = Seats(seat for seat in self.advisers if seat not in seats)
            words = play_text(play)
            candidates.append(Candidate(number, text, words, steps, Seats(seats), others, names))
        return candidates

    @cached_property
    def trials(self) -> list[Trial]:
        """What is tried just now."""
        found = []
        for seat, rows in self.crew.trials:
            steps = [Step(source, target, source - target, hits) for source, target, hits in rows]
            words = " ".join(step_name(one.source, one.target) for one in steps)
            shown = [step_of(step, TEAM_SIDE) for step in steps]
            found.append(Trial(seat, self._name(seat), words, shown))
        return found

    @cached_property
    def lines(self) -> list[LineSeen]:
        """What the crew has said last."""
        names = {seat: self._name(seat) for seat in range(len(self.crew.line))}
        return lines_of_crew(self.crew.board, names)

    @property
    def texts(self) -> list[tuple[str, str]]:
        """The crew's fixed texts with their codes."""
        return [(code, str(text)) for code, text in CREW_TEXTS.items()]

    @property
    def state(self) -> dict[str, Any]:
        """What the script reads: arrows for the board, and which seats may do what."""
        crew = self.crew
        return {
            "roll": crew.roll if crew.is_consulting else None,
            "speakers": list(crew.speakers),
            "leaders": list(crew.leaders),
            "plays": [_arrow(one) | {"names": one.names} for one in self.candidates],
            "trials": [
                {"seat": trial.seat, "name": trial.name, "steps": trial.steps}
                for trial in self.trials
            ],
        }

    def _name(self, seat: int) -> str:
        return self.names[self.crew.line[seat]]


def _arrow(candidate: Candidate) -> dict[str, Any]:
    return {
        "number": candidate.number,
        "text": candidate.text,
        "words": candidate.words,
        "steps": candidate.steps,
    }


def crew_panel(board: Board, seat: int | None) -> CrewPanel | None:
    """Return the crew's part of the page for one of them; None for everybody else, and after a
    game in which they have said nothing.
    """
    if seat is None or seat not in crew_places(board):
        return None
    panel = _panel(crew_of(board), seat)
    return panel if panel.crew.is_live or panel.lines else None


def crew_fragment(board: Board) -> tuple[int, str]:
    """Return the crew's beat, and what all of them are sent at each change."""
    panel = _panel(crew_of(board), None)
    return panel.beat, render_to_string("boards/crew_now.html", {"crew": panel})


def _panel(crew: Crew, seat: int | None) -> CrewPanel:
    reader = reader_for(Audience(sees_names=True), crew.game.session)
    return CrewPanel(crew, NamesAsNeeded(crew.game.session, reader), seat)
