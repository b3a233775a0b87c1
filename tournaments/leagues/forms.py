"""Forms of a league: its settings, a season's days, the dates that two propose."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.web.forms import AmountField, entry
from games.web.input import Input, Unreadable
from tournaments.errors import EventRefused
from tournaments.formats import FORMATS
from tournaments.formats.match_parameters import (
    AllPlayAllParameters,
    LadderParameters,
    MatchParameters,
    SwissParameters,
)
from tournaments.leagues.selectors.cups import SHAPES
from tournaments.leagues.services.fixtures import MOST_TIMES, clock_time
from tournaments.leagues.services.leagues import CHAIN
from tournaments.models import Cup, League
from tournaments.standings.tiebreaks import TIE_BREAKS

CHAIN_PLACES: Final = 5
LAPSED: Final = {
    "challenger": _("goes to the challenger"),
    "nothing": _("lapses"),
}
IN_SHORT: Final = {
    League.Shape.ALL_PLAY_ALL: _("everybody meets everybody"),
    League.Shape.ROUNDS: League.Shape.ROUNDS.label,
    League.Shape.LADDER: _("a ladder of challenges"),
}
"""The shapes in words that fit a phone."""
OF_PAIRS: Final = _("Where points are given for a pair of matches.")
PAIRS: Final = ("both", "each", "none")
"""What two matches of the same two are worth together."""
OF_ALL_PLAY_ALL: Final = ("counting", "win", "loss", *PAIRS, "walkover_point", "withdrawn")

OF_ROUNDS: Final = "swiss"
OF_TABLES: Final = "all_play_all swiss"
TIES: Final = tuple(f"tie_{place}" for place in range(1, CHAIN_PLACES + 1))
OF_LADDER: Final = ("reach", "lapsed")
ONLY_OF: Final[Mapping[str, str]] = {
    "meetings": "all_play_all",
    "rounds": "swiss",
    "round_days": "swiss ladder",
    **dict.fromkeys(OF_LADDER, "ladder"),
    **dict.fromkeys(("counting", "walkover_point", "withdrawn"), "all_play_all"),
    **dict.fromkeys(("win", "loss"), "all_play_all match"),
    **dict.fromkeys(PAIRS, "all_play_all pair"),
    **dict.fromkeys(("rule", "up", "down", "share", "few", *TIES), OF_TABLES),
}
"""The shapes, and ways to count, to which a field belongs: the form shows those of the chosen ones
(`form.css`).
"""
PARAMETERS: Final[Mapping[str, type[MatchParameters]]] = {
    League.Shape.ALL_PLAY_ALL: AllPlayAllParameters,
    League.Shape.ROUNDS: SwissParameters,
    League.Shape.LADDER: LadderParameters,
}
"""The parameters of each shape's format."""


def _number(
    label: Any, initial: int, least: int, most: int, help_text: Any = "", *, required: bool = True
) -> Any:
    return forms.IntegerField(
        required=required,
        label=label,
        initial=initial,
        min_value=least,
        max_value=most,
        help_text=help_text,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )


def _day() -> forms.DateInput:
    """Return the field of a day; browsers take it in one form only, whatever the language."""
    return forms.DateInput(format="%Y-%m-%d", attrs=entry(type="date"))


def _choice(label: Any, choices: Any, **more: Any) -> Any:
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.Select(attrs=entry()), **more
    )


def _fee(label: Any, help_text: Any) -> AmountField:
    return AmountField(
        label=label,
        help_text=help_text,
        min_value=0,
        max_digits=10,
        decimal_places=2,
        required=False,
        localize=True,
        widget=forms.TextInput(attrs=entry(inputmode="decimal", maxlength="12")),
    )


def is_of_rounds(step: str) -> bool:
    """Tell whether a step says nothing where all have the same opponents."""
    return step.startswith("buchholz")


class Limited(forms.Select):
    """Choices without those that say nothing for the chosen shape (`pages.css`); what is chosen
    stays.
    """

    def __init__(self, *args: Any, kinds: Callable[[str], str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.kinds = kinds

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """Return an option, with the shapes to which it belongs if not to all."""
        option = super().create_option(name, value, *args, **more)
        kinds = self.kinds(str(value))
        if kinds and not option["selected"]:
            option["attrs"]["data-of"] = kinds
        return option


def _of_steps(step: str) -> str:
    return OF_ROUNDS if is_of_rounds(step) else ""


def _of_unplayed(value: str) -> str:
    """Return where a half is worth something: on a ladder nobody has a place by it."""
    return OF_TABLES if value == League.Unplayed.HALF else ""


class LeagueForm(forms.Form):
    """What a director says about a league."""

    name = forms.CharField(
        label=_("Name of the league"), max_length=80, widget=forms.TextInput(attrs=entry())
    )
    shape = _choice(_("Who meets whom"), list(IN_SHORT.items()))
    match_length = _number(_("Points of a match"), 11, 1, 64)
    meetings = _choice(_("Matches with everybody"), [("1", _("one")), ("2", _("two"))], initial="1")
    rounds = _number(_("Rounds, where each is drawn"), 5, 1, 30)
    round_days = _number(_("Days for a round or a challenge"), 14, 1, 366)
    reach = _number(_("On a ladder: places above"), 3, 1, 99, required=False)
    lapsed = _choice(
        _("On a ladder: a challenge not played in time"),
        list(LAPSED.items()),
        initial="challenger",
        required=False,
    )
    win = _number(_("Points for a win"), 3, 0, 99)
    loss = _number(_("Points for a loss"), 1, 0, 99)
    counting = _choice(
        _("Points are given"),
        [("match", _("For each match")), ("pair", _("For each pair of matches"))],
        initial="match",
        required=False,
    )
    both = _number(_("Points for both won"), 3, 0, 99, OF_PAIRS, required=False)
    each = _number(_("Points for one each"), 2, 0, 99, OF_PAIRS, required=False)
    none = _number(_("Points for both lost"), 1, 0, 99, OF_PAIRS, required=False)
    withdrawn = _choice(
        _("Matches of who withdraws"),
        [
            ("half", _("Count if half are played")),
            ("kept", _("Count")),
            ("removed", _("Do not count")),
        ],
        initial="half",
        required=False,
    )
    walkover_point = forms.BooleanField(
        label=_("The point of a loss for a walkover, too"), required=False
    )
    rule = _choice(_("Who changes divisions"), League.Rule.choices)
    up = _number(_("So many go up"), 1, 0, 99, _("By wins: from so many wins on."))
    down = _number(_("So many go down"), 1, 0, 99, _("By wins: with so many or fewer."))
    share = _number(
        _("Percent of the matches to be played"), 0, 0, 100, _("Who has played less cannot go up.")
    )
    few = _choice(_("Who has played less"), League.Few.choices)
    confirm_days = _number(
        _("Days until a report confirms itself"),
        3,
        0,
        60,
        _("0: somebody always has to confirm."),
        required=False,
    )
    boards = _choice(
        _("On the board of the program"),
        League.Boards.choices,
        initial=League.Boards.ALLOWED,
        required=False,
    )
    unplayed = forms.ChoiceField(
        label=_("Not played by the deadline"),
        choices=League.Unplayed.choices,
        widget=Limited(attrs=entry(), kinds=_of_unplayed),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        named = [("", "–"), *((one.name, _(one.title)) for one in TIE_BREAKS.values())]
        usual = ", ".join(gettext(TIE_BREAKS[name].title) for name in CHAIN)
        for place, name in enumerate(TIES, 1):
            self.fields[name] = forms.ChoiceField(
                label=_("Equals, %(place)s.") % {"place": place},
                choices=named,
                required=False,
                initial=dict(enumerate(CHAIN, 1)).get(place, ""),
                help_text=gettext(
                    "Of players who are level, the first of these in which they differ decides. "
                    "All blank: the usual order, %(usual)s."
                )
                % {"usual": usual}
                if place == 1
                else "",
                widget=Limited(attrs=entry(), kinds=_of_steps),
            )
        for name, kinds in ONLY_OF.items():
            self.fields[name].of_kinds = kinds  # type: ignore[attr-defined]

    @property
    def steps(self) -> list[tuple[str, str, str]]:
        """The steps between equals by name, each with what it compares, and for which shapes."""
        return [
            (
                gettext(tie_break.title),
                gettext(tie_break.help),
                OF_ROUNDS if is_of_rounds(name) else OF_TABLES,
            )
            for name, tie_break in TIE_BREAKS.items()
        ]

    @classmethod
    def of(cls, league: League, played: Mapping[str, Any] | None = None) -> LeagueForm:
        """Return it as a league has it, or as it is played where that is said: see
        `rules_played`.
        """
        said: dict[str, Any] = {
            name: getattr(league, name) for name in cls.base_fields if hasattr(league, name)
        }
        params = {**league.params, **(played or {}).get("params", {})}
        said["match_length"] = (played or {}).get("match_length") or league.match_length
        said |= {name: params[name] for name in (*OF_ALL_PLAY_ALL, *OF_LADDER) if name in params}
        said["meetings"] = "2" if params.get("twice") else "1"
        said["rounds"] = params.get("rounds", 5)
        said |= dict(zip_longest(TIES, league.tie_breaks[:CHAIN_PLACES], fillvalue=""))
        return cls(initial=said)

    def keep_shape(self, league: League) -> None:
        """Offer no other shape."""
        shape = League.Shape(league.shape)
        self.fields["shape"].widget.choices = [(shape.value, IN_SHORT[shape])]

    def settings(self) -> dict[str, Any]:
        """Return the settings of the league as services take them."""
        data = self.cleaned_data
        params = {
            "rounds": data["rounds"],
            "reach": data["reach"] or LadderParameters().reach,
            "lapsed": data["lapsed"] or LadderParameters().lapsed,
            "twice": data["meetings"] == "2",
            "win": data["win"],
            "loss": data["loss"],
            "walkover_point": data["walkover_point"],
            "counting": data["counting"] or AllPlayAllParameters().counting,
            "withdrawn": data["withdrawn"] or AllPlayAllParameters().withdrawn,
            **{name: data[name] for name in PAIRS if data[name] is not None},
        }
        names = {one.name for one in PARAMETERS[data["shape"]].FIELDS}
        ties = [data[name] for name in TIES]
        if params["counting"] == "pair" and not params["twice"]:
            raise EventRefused("league_pairs")
        own = ("name", "shape", "match_length", "round_days", "rule", "up", "down", "share")
        return {
            **{name: data[name] for name in (*own, "few", "unplayed")},
            "boards": data["boards"] or League.Boards.ALLOWED,
            "confirm_days": 3 if data["confirm_days"] is None else data["confirm_days"],
            "params": {name: value for name, value in params.items() if name in names},
            "tie_breaks": list(dict.fromkeys(filter(None, ties))),
        }


class SeasonForm(forms.Form):
    """The days of a season."""

    starts_on = forms.DateField(label=_("First day"), widget=_day())
    ends_on = forms.DateField(
        label=_("Deadline: the end of this day"),
        help_text=_("Blank: a ladder that goes on."),
        required=False,
        widget=_day(),
    )
    late_until = forms.DateField(
        label=_("Late entries until"),
        help_text=_(
            "Blank: on a ladder at any time, else nobody once it is released. A ladder that goes "
            "on needs no such day."
        ),
        required=False,
        widget=_day(),
    )

    def clean(self) -> dict[str, Any]:
        """Ask a ladder that goes on for no day for late entries, for who comes plays; nobody enters
        a season after its deadline.
        """
        data = super().clean() or self.cleaned_data
        late_until, ends_on = data.get("late_until"), data.get("ends_on")
        if late_until is not None and "ends_on" in data:
            data["late_until"] = None if ends_on is None else min(late_until, ends_on)
        return data


class NewLeagueForm(LeagueForm, SeasonForm):
    """A league with its first season."""

    fee = _fee(
        _("Fee of the season"),
        _("Blank: none. A division can have a fee of its own, at the desk of the season."),
    )
    names = forms.CharField(
        label=_("Players"),
        help_text=_("A name a line, the best first; a blank line begins the next division."),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs=entry(rows="8")),
    )
    table = forms.FileField(
        label=_("or a file: a spreadsheet or CSV"),
        help_text=_(
            "Columns: division, player; of a season played elsewhere also played, won, points: "
            "then it begins with who goes up and down by that table."
        ),
        required=False,
        widget=forms.FileInput(
            attrs={"class": "input", "accept": ".xlsx,.ods,.csv,.txt,.tsv,text/csv,text/plain"}
        ),
    )


class CupRulesForm(forms.Form):
    """How a cup is played, besides its days."""

    least_days = _number(
        _("Days at least, once both players are known"),
        7,
        0,
        60,
        _("0: the day of the round holds, however late they learn whom they play."),
    )
    late = _choice(_("Not played by the deadline"), Cup.Late.choices)
    confirm_days = _number(
        _("Days until a report confirms itself"), 3, 0, 60, _("0: somebody always has to confirm.")
    )
    boards = _choice(_("On the board of the program"), League.Boards.choices)

    @classmethod
    def of(cls, cup: Cup) -> CupRulesForm:
        return cls(initial={name: getattr(cup, name) for name in cls.base_fields})


class CupPlanForm(forms.Form):
    """Until when the rounds of a cup are to be played."""

    first_on = forms.DateField(label=_("Last day of the first round"), widget=_day())
    every_days = _number(_("Days for each further round"), 14, 1, 365)


class CupOfEventForm(CupRulesForm, CupPlanForm):
    """What an event is given that becomes a cup."""

    field_order = ("first_on", "every_days")


class NewCupForm(CupRulesForm, CupPlanForm):
    """A new cup with its players."""

    title = forms.CharField(
        label=_("Name of the cup"), max_length=120, widget=forms.TextInput(attrs=entry())
    )
    names = forms.CharField(
        label=_("Players"),
        help_text=_("A name a line, the best first. Members can enter until the draw."),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs=entry(rows="8")),
    )
    shape = _choice(_("Who goes on"), [(one, _(FORMATS[one].title)) for one in SHAPES])
    match_length = _number(_("Points of a match"), 7, 1, 64)
    fee = _fee(_("Fee of the cup"), _("Blank: none. The desk of the cup can change it."))


def divided(text: str) -> list[str]:
    """Return the parts of a list of names that blank lines keep apart."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            parts[-1].append(line)
        elif parts[-1]:
            parts.append([])
    return ["\n".join(part) for part in parts if part]


def times_of(zone: ZoneInfo, ask: Input) -> list[datetime.datetime]:
    """Return the moments of a form's dates, as clocks of a zone show them.

    Raises:
        Unreadable: one is no date.
        Refused: see `clock_time`.
    """
    typed = (time_of(zone, ask.one(f"time_{place}")) for place in range(1, MOST_TIMES + 1))
    return [at for at in typed if at is not None]


def time_of(zone: ZoneInfo, typed: str) -> datetime.datetime | None:
    """Return the moment of one date of a form, as clocks of a zone show it; None for a blank one.

    Raises:
        Unreadable: it is no date.
        Refused: see `clock_time`.
    """
    if not typed.strip():
        return None
    try:
        naive = datetime.datetime.fromisoformat(typed.strip())
    except ValueError:
        raise Unreadable(gettext("The date is written like 2026-11-17.")) from None
    return clock_time(zone, naive) if naive.tzinfo is None else naive


def moment_of(text: str) -> datetime.datetime:
    """Return the moment of a button for a proposed date.

    Raises:
        Unreadable: it is none.
    """
    try:
        at = datetime.datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or timezone.is_naive(at):
        raise Unreadable(gettext("That button is not known here. Load the page again."))
    return at
