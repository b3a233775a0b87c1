"""Forms around a board: what two agree on, an invitation, a name at a seat, a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from django import forms
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.boards.errors import sentence
from games.boards.services.boards import (
    BANK_DAYS,
    DAYS_A_MOVE,
    LONGEST_NAME,
    MOST_MINUTES,
    MOST_SECONDS,
    TEMPOS,
    Terms,
    bank_minutes,
)
from games.models import Board, BoardSeat, Club, Player, games_named
from games.rules.agreed import Agreed, agreed
from games.rules.backgammon import Options
from games.rules.coded import CodedError
from games.rules.online import BACKGAMMON, GAME_TYPES, game_type
from games.web.forms import entry

LENGTHS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
SERIES: Final = (2, 4, 6, 8, 10, 20)
CUBE_LIMITS: Final = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
MOST_AUTOMATICS: Final = 3
AGAINST: Final = (
    ("link", _("somebody with a link")),
    ("player", _("a player of the club")),
    ("club", _("anybody of my club")),
    ("assistant", pgettext_lazy("against whom", "the assistant")),
)
TEMPO_CHOICES: Final = (
    ("tournament", _("tournament: 12 s a move, 2 minutes a point")),
    ("blitz", _("blitz (speedgammon): 8 s a move, 1 minute a point")),
    ("relaxed", _("relaxed: 20 s a move, 3 minutes a point")),
    ("own", _("numbers of your own")),
)
COLOURS: Final = ((0, _("White")), (1, _("Black")))


@cache
def _all_agreed() -> Sequence[tuple[str, str, Agreed]]:
    """Return the options of all games that are chosen, with the game's name and their own."""
    return [
        (game, one.name, one) for game, of in GAME_TYPES.items() for one in agreed(of.options({}))
    ]


def field_of(option: Agreed) -> forms.Field:
    """Return the field in which an option of a game is chosen."""
    said: dict[str, Any] = {
        "label": _(option.title),
        "help_text": _(option.help) if option.help else "",
        "required": False,
    }
    match option.kind:
        case "switch":
            return forms.BooleanField(**said)
        case "choice":
            choices = [(value, _(label)) for value, label in option.labels.items()]
            widget = forms.Select(attrs=entry())
            return forms.ChoiceField(choices=choices, initial=option.default, widget=widget, **said)
    typing = forms.TextInput(attrs=entry(autocomplete="off", spellcheck="false"))
    return forms.CharField(max_length=option.longest, widget=typing, **said)


class BoardForm(forms.Form):
    """A new board: against whom, how long, by which clock, and the options of the game."""

    against = forms.ChoiceField(
        label=_("Against whom?"), choices=AGAINST, initial="link", widget=forms.RadioSelect()
    )
    type = forms.ChoiceField(
        label=_("Which game?"),
        choices=games_named,
        initial=BACKGAMMON.name,
        required=False,
        widget=forms.RadioSelect(),
    )
    player = forms.ChoiceField(
        label=_("Player"), required=False, widget=forms.Select(attrs=entry())
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("If the link is to be mailed; you see it in any case."),
        widget=forms.EmailInput(attrs=entry(autocomplete="off")),
    )
    level = forms.ChoiceField(
        label=_("How strong?"),
        choices=BoardSeat.Level.choices,
        initial=BoardSeat.Level.MEDIUM,
        required=False,
        widget=forms.RadioSelect(),
    )
    length = forms.TypedChoiceField(
        label=_("How long?"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=5,
        widget=forms.RadioSelect(),
    )
    pace = forms.ChoiceField(
        label=_("Clock"), choices=Board.Pace.choices, initial="free", widget=forms.RadioSelect()
    )
    days = forms.TypedChoiceField(
        label=_("Days for a move"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(days, str(days)) for days in DAYS_A_MOVE],
        initial=3,
        widget=forms.Select(attrs=entry()),
    )
    bank = forms.TypedChoiceField(
        label=_("Days in the bank"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(days, str(days)) for days in BANK_DAYS],
        initial=7,
        widget=forms.Select(attrs=entry()),
    )
    tempo = forms.ChoiceField(
        label=_("How fast?"),
        choices=TEMPO_CHOICES,
        initial="tournament",
        required=False,
        widget=forms.RadioSelect(),
    )
    seconds = forms.IntegerField(
        label=_("Seconds for a move"),
        required=False,
        initial=12,
        min_value=0,
        max_value=MOST_SECONDS,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )
    minutes = forms.IntegerField(
        label=_("Minutes in the bank"),
        required=False,
        initial=10,
        min_value=1,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )
    colour = forms.TypedChoiceField(
        label=_("Your colour"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=COLOURS,
        initial=0,
        widget=forms.RadioSelect(),
    )
    jacoby = forms.BooleanField(
        label=_("Jacoby: gammons count only when the cube was turned"), required=False, initial=True
    )
    beavers = forms.BooleanField(
        label=_("Beavers: a doubled player may redouble at once"), required=False, initial=True
    )
    automatics = forms.TypedChoiceField(
        label=_("Automatic doubles on a tie at the opening"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(count, str(count)) for count in range(MOST_AUTOMATICS + 1)],
        initial=0,
        widget=forms.Select(attrs=entry()),
    )
    cube_limit = forms.TypedChoiceField(
        label=_("Highest value of the cube"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=64,
        widget=forms.Select(attrs=entry()),
    )
    games = forms.TypedChoiceField(
        label=_("How many games? Colours change, and the next begins by itself."),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=entry()),
    )
    is_rated = forms.BooleanField(
        label=_("Counts for the rating"),
        help_text=_(
            "Matches, and games without a cube from the beginning, between two players of the "
            "club; never against the assistant."
        ),
        required=False,
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, club: Club, players: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("player", [("", "—"), *((one.public_id, one.name) for one in players)])
        self._choose("length", [("", gettext("single game")), *((n, str(n)) for n in LENGTHS)])
        self._choose("games", [("", gettext("one game")), *((n, str(n)) for n in SERIES)])
        limits = [(value, str(value)) for value in CUBE_LIMITS]
        self._choose("cube_limit", [*limits, ("", gettext("no limit"))])
        if not club.boards_rated:
            del self.fields["is_rated"]
        for game, name, one in _all_agreed():
            self.fields[f"{game}_{name}"] = field_of(one)

    def clean(self) -> dict[str, Any]:
        """Ask for the player where a player of the club is challenged."""
        data = super().clean() or {}
        if data.get("against") == "player" and not data.get("player"):
            self.add_error("player", gettext("Choose whom you challenge."))
        game = str(data.get("type"))
        if game in GAME_TYPES:
            try:
                self.options = GAME_TYPES[game].options(self._said_of(game, data))
            except CodedError as error:
                self.add_error(self._typed_of(game), sentence(error))
        return data

    def _said_of(self, game: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was chosen of a game's own options."""
        return {
            name: data.get(f"{game}_{name}") or option.default
            for one, name, option in _all_agreed()
            if one == game
        }

    def _typed_of(self, game: str) -> str | None:
        """Return the field of a game where something is typed: that is where mistakes are made."""
        texts = [f"{one}_{name}" for one, name, of in _all_agreed() if one == game and of.longest]
        return texts[-1] if texts else None

    @property
    def games_text(self) -> str:
        """All games that are offered, in words."""
        return get_text_list([title for _name, title in games_named()], gettext("or"))

    @property
    def of_games(self) -> Sequence[tuple[Any, Sequence[forms.BoundField]]]:
        """Each game that is offered, as a radio button, with the fields of its own options."""
        return [
            (radio, [self[f"{game}_{name}"] for game, name, _of in _all_agreed() if game == value])
            for radio in self["type"]
            for value in [radio.data["value"]]
        ]

    @property
    def terms(self) -> Terms:
        """What the other side agrees to."""
        said = self.cleaned_data
        pace = {"pace": said["pace"], "days": said["days"] or 3, "bank": said["bank"] or 7}
        rated = {"is_rated": said.get("is_rated", False)}
        pace |= self._clock()
        played = {**pace, **rated, "games": said["games"]}
        game = said["type"] or BACKGAMMON.name
        if not game_type(game).has_cube:
            return Terms(type=game, options=self.options, **played)
        options = Options(
            cube_limit=said["cube_limit"],
            jacoby=said["jacoby"],
            automatics=said["automatics"] or 0,
            animals=1 if said["beavers"] else 0,
        )
        return Terms(length=said["length"], options=options, **pace, **rated)

    def _clock(self) -> dict[str, int]:
        """Return what a clock has, by its name or by numbers of one's own."""
        said = self.cleaned_data
        tempo = said["tempo"] or "tournament"
        if tempo == "own":
            return {
                name: self.fields[name].initial if said[name] is None else said[name]
                for name in ("seconds", "minutes")
            }
        has_cube = game_type(said["type"] or BACKGAMMON.name).has_cube
        length = said["length"] if has_cube else None
        return {"seconds": TEMPOS[tempo][0], "minutes": bank_minutes(tempo, length)}

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class InviteForm(forms.Form):
    """Another link to the free seat, perhaps mailed."""

    email = forms.EmailField(
        label=_("E-mail"), required=False, widget=forms.EmailInput(attrs=entry(autocomplete="off"))
    )


class NameForm(forms.Form):
    """The name of a guest who sits down."""

    name = forms.CharField(
        label=_("Your name at the board"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=entry(autocomplete="nickname")),
    )
