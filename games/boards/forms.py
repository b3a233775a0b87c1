"""Forms around a board: what two agree on, an invitation, a name at a seat, a reason."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.boards.errors import sentence
from games.boards.services.boards import BANK_DAYS, DAYS_A_MOVE, LONGEST_NAME, Terms
from games.models import Board, BoardSeat, Club, Player
from games.rules.backgammon import Options
from games.rules.chess import ENDINGS
from games.rules.chess import Options as ChessOptions
from games.rules.coded import CodedError
from games.rules.dame import Setting
from games.rules.dame.setting import LONGEST_FEN
from games.web.forms import entry

LENGTHS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
SERIES: Final = (2, 4, 6, 8, 10, 20)
CUBE_LIMITS: Final = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
MOST_AUTOMATICS: Final = 3
AGAINST: Final = (
    ("link", _("somebody with a link")),
    ("player", _("a player of the club")),
    ("club", _("anybody of my club")),
    ("assistant", _("the assistant")),
)
BEGINS: Final = {Board.Type.CHESS.value: ChessOptions, Board.Type.DAME.value: Setting}
"""What begins a game of these with a position, where one is typed."""
COLOURS: Final = ((0, _("White")), (1, _("Black")))


class BoardForm(forms.Form):
    """A new board: against whom, how long, by which clock, and the options of the game."""

    against = forms.ChoiceField(
        label=_("Against whom?"), choices=AGAINST, initial="link", widget=forms.RadioSelect()
    )
    type = forms.ChoiceField(
        label=_("Which game?"),
        choices=Board.Type.choices,
        initial=Board.Type.BACKGAMMON,
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
    huffing = forms.BooleanField(
        label=_("Blasen: who misses a capture may lose the piece"), required=False
    )
    strict = forms.BooleanField(
        label=_("A king lands where it can capture again, if it can"), required=False
    )
    backward = forms.BooleanField(label=_("Men capture backward, too"), required=False)
    games = forms.TypedChoiceField(
        label=_("How many games? Colours change, and the next begins by itself."),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=entry()),
    )
    ending = forms.ChoiceField(
        label=_("Which position?"), required=False, widget=forms.Select(attrs=entry())
    )
    fen = forms.CharField(
        label=_("Position to begin with (FEN)"),
        max_length=LONGEST_FEN,
        required=False,
        help_text=_("The text by which programs of chess and draughts name a position."),
        widget=forms.TextInput(attrs=entry(autocomplete="off", spellcheck="false")),
    )
    is_rated = forms.BooleanField(
        label=_("Counts for the rating"),
        help_text=_(
            "Matches, and games of Dame and chess from the beginning, between two players of the "
            "club; never against the assistant."
        ),
        required=False,
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, club: Club, players: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("player", [("", "—"), *((one.public_id, one.name) for one in players)])
        self._choose("length", [("", gettext("single game")), *((n, str(n)) for n in LENGTHS)])
        endings = [(code, gettext(one.name)) for code, one in ENDINGS.items()]
        self._choose("ending", [("", gettext("from the beginning")), *endings])
        self._choose("games", [("", gettext("one game")), *((n, str(n)) for n in SERIES)])
        limits = [(value, str(value)) for value in CUBE_LIMITS]
        self._choose("cube_limit", [*limits, ("", gettext("no limit"))])
        if not club.boards_rated:
            del self.fields["is_rated"]

    def clean(self) -> dict[str, Any]:
        """Ask for the player where a player of the club is challenged."""
        found = super().clean() or {}
        if found.get("against") == "player" and not found.get("player"):
            self.add_error("player", gettext("Choose whom you challenge."))
        begins = BEGINS.get(str(found.get("type")))
        if begins is not None:
            try:
                begins(fen=found.get("fen", ""))
            except CodedError as error:
                self.add_error("fen", sentence(error))
            is_chess = begins is ChessOptions
            if is_chess and found.get("fen") and found.get("ending"):
                self.add_error("fen", gettext("Choose an ending or type a position, not both."))
        return found

    @property
    def terms(self) -> Terms:
        """What the other side agrees to."""
        said = self.cleaned_data
        pace = {"pace": said["pace"], "days": said["days"] or 3, "bank": said["bank"] or 7}
        rated = {"is_rated": said.get("is_rated", False)}
        played = {**pace, **rated, "games": said["games"]}
        if said["type"] == Board.Type.CHESS:
            start = ChessOptions(ending=said["ending"], fen=said["fen"])
            return Terms(type=Board.Type.CHESS, options=start, **played)
        if said["type"] == Board.Type.DAME:
            dame = Setting(
                landing="strict" if said["strict"] else "free",
                backward=said["backward"],
                huffing=said["huffing"],
                fen=said["fen"],
            )
            return Terms(type=Board.Type.DAME, options=dame, **played)
        options = Options(
            cube_limit=said["cube_limit"],
            jacoby=said["jacoby"],
            automatics=said["automatics"] or 0,
            animals=1 if said["beavers"] else 0,
        )
        return Terms(length=said["length"], options=options, **pace, **rated)

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
