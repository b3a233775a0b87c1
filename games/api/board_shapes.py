"""The requests and answers of the API that are about boards."""

from typing import Any, Final, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import KEY, Pattern, TextField, WholeNumber, YesOrNo
from games.boards.faces.seen import can_of
from games.boards.sealing import published, server_seed
from games.boards.selectors.boards import ended_by, names_at, score_of, seats_of, seed_stage
from games.boards.selectors.rematches import may_rematch, rematch_seen
from games.boards.services.acting import SEED_ACTS
from games.boards.services.boards import BANK_DAYS, DAYS_A_MOVE, MOST_MINUTES, MOST_SECONDS
from games.boards.services.writing import now_ms
from games.eventlog.keys import LONGEST_KEY
from games.models import Board, BoardSeat, BoardStep, Job, games_offered
from games.permissions import NOBODY, Reader
from games.rules.agreed import Agreed, agreed
from games.rules.backgammon import Game
from games.rules.online import BACKGAMMON, GAME_TYPES, GameType
from games.rules.online import Board as State
from games.rules.online.acts import ACTS
from games.rules.online.board import LONGEST_SERIES
from games.rules.online.seeds import LONGEST_SEED

Json = dict[str, Any]

DONE: Final = sorted({*ACTS, *SEED_ACTS, "type", "claim_win", "abandon"})
"""What a side does at a board, besides `ACTS` its seeds, what is typed, and a win by time."""
AWAITED: Final = {"commit": "commit", "open": "reveal"}
"""What a side is to do for the dice before the first roll, by the stage of its seed."""
LONGEST_TEXT: Final = max(200, LONGEST_SEED)


class BoardSeatSerializer(serializers.Serializer[Json]):
    """Who plays a side."""

    number = serializers.IntegerField(help_text="0 plays White, 1 plays Black.")
    kind = serializers.CharField(help_text="player, guest or assistant")
    name = serializers.CharField(help_text="Blank for the assistant.")
    level = serializers.CharField(help_text="Of the assistant: easy, medium or strong.")
    player = serializers.CharField(help_text="The player's identifier; blank for others.")


class BoardSerializer(serializers.ModelSerializer[Board]):
    """A board in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    seats = serializers.SerializerMethodField()
    score = serializers.SerializerMethodField(help_text="White's and Black's points.")
    ended_by = serializers.SerializerMethodField(
        help_text=(
            "What ended the game: win, resign, each also as win_gammon and win_backgammon, drop, "
            "time, agreed, checkmate and so on; blank while it is played."
        )
    )
    points = serializers.SerializerMethodField(
        help_text="What the last game counts; 0 at a chouette, whose cubes count."
    )

    class Meta:
        model = Board
        fields = [
            "id",
            "club",
            "type",
            "status",
            "match_length",
            "pace",
            "is_challenge",
            "is_rated",
            "version",
            "phase",
            "actor",
            "due_at",
            "score",
            "winner",
            "ended_how",
            "ended_by",
            "points",
            "ended_at",
            "reason",
            "created_at",
            "changed_at",
            "seats",
        ]
        read_only_fields = fields

    @extend_schema_field(BoardSeatSerializer(many=True))
    def get_seats(self, board: Board) -> list[Json]:
        found = names_at(seats_of(board), self._reader(board), sees_names=self.sees_names)
        return [
            {
                "number": seat.number,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "player": seat.player,
            }
            for seat in found.values()
        ]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_score(self, board: Board) -> list[int]:
        return list(score_of(board))

    @extend_schema_field(serializers.CharField())
    def get_ended_by(self, board: Board) -> str:
        return _ended_by(board)[0]

    @extend_schema_field(serializers.IntegerField())
    def get_points(self, board: Board) -> int:
        return _ended_by(board)[1]

    @property
    def sees_names(self) -> bool:
        return bool(self.context.get("sees_names"))

    def _reader(self, board: Board) -> Reader:
        """Return the reader of the board's club: lists have boards of several."""
        readers = self.context.get("readers")
        found: Reader = (
            self.context.get("reader", NOBODY) if readers is None else readers(board.club)
        )
        return found


def _ended_by(board: Board) -> tuple[str, int]:
    """Return by what a board that is over has ended, and what its last game counts."""
    found = ended_by(board)
    return ("", 0) if found is None else (found.by, found.points)


class DiceSerializer(serializers.Serializer[Json]):
    """A set of dice: the server's seed is there once the board is over."""

    game_id = serializers.CharField()
    commitment = serializers.CharField(help_text="SHA-256 of the server's seed, as dice.md says.")
    server_seed = serializers.CharField(allow_null=True)
    failed = serializers.CharField(help_text="Who did not open their seed: then dice begin anew.")


class RematchSeenSerializer(serializers.Serializer[Json]):
    """How a rematch stands."""

    stage = serializers.CharField(
        help_text="none, asking (you have asked), asked (you are), refused, declined, begun"
    )
    board = serializers.CharField(help_text="The board of a rematch that has begun.")


class RematchSerializer(serializers.Serializer[Json]):
    """What one says about a rematch."""

    do = serializers.ChoiceField(
        choices=["ask", "refuse", "withdraw"], default="ask",
        help_text="`ask` also agrees to what the other side has asked.",
    )  # fmt: skip


class BoardDetailSerializer(BoardSerializer):
    """A board with its position, and what who asks can do."""

    side = serializers.SerializerMethodField(help_text="The seat of who asks.")
    can = serializers.SerializerMethodField(
        help_text="What they can do now, `commit` and `reveal` for the dice included; nothing at a "
        "chouette, which is played on its page."
    )
    game = serializers.SerializerMethodField(help_text="The number of the game, from 1.")
    position = serializers.SerializerMethodField(
        help_text="Backgammon: the Position ID, who acts on roll. Other games: the FEN."
    )
    roll = serializers.SerializerMethodField(help_text="The dice that are to be played.")
    cube = serializers.SerializerMethodField(
        help_text="Its value; null without one. The cubes of a chouette are its session's."
    )
    cube_owner = serializers.SerializerMethodField(help_text="The seat; null in the middle.")
    last_play = serializers.SerializerMethodField(help_text="The last play, as text.")
    dice = serializers.SerializerMethodField()
    rematch = serializers.SerializerMethodField(
        help_text="How a rematch stands for who asks, once the board is over; null for others."
    )

    class Meta(BoardSerializer.Meta):
        fields = [
            *BoardSerializer.Meta.fields,
            "side",
            "can",
            "game",
            "position",
            "roll",
            "cube",
            "cube_owner",
            "last_play",
            "dice",
            "rematch",
        ]
        read_only_fields = fields

    @property
    def state(self) -> State:
        state: State = self.context["state"]
        return state

    @property
    def backgammon(self) -> Game | None:
        found = self.state.game
        return found if isinstance(found, Game) else None

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_side(self, board: Board) -> int | None:
        side: int | None = self.context["side"]
        return side

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_can(self, board: Board) -> list[str]:
        side = self.context["side"]
        if side is None or not board.is_open or board.session_id is not None:
            return []
        found = list(can_of(board, self.state, side, now_ms()))
        seed = AWAITED.get(seed_stage(board, self.state, side))
        return found if seed is None else [seed, *found]

    def get_game(self, board: Board) -> int:
        return self.state.number

    def get_position(self, board: Board) -> str:
        return self.state.type.position(self.state.game)

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_roll(self, board: Board) -> list[int]:
        found = self.backgammon
        return [] if found is None else list(found.roll or ())

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_cube(self, board: Board) -> int | None:
        found = self.backgammon
        if found is None or board.session_id is not None:
            return None
        return found.score.cube.value

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_cube_owner(self, board: Board) -> int | None:
        found = self.backgammon
        return None if found is None else found.score.cube.owner

    def get_last_play(self, board: Board) -> str:
        last = self.state.last
        return "" if last is None else last.text

    @extend_schema_field(RematchSeenSerializer(allow_null=True))
    def get_rematch(self, board: Board) -> Json | None:
        side = self.context["side"]
        if board.is_open or not may_rematch(board, side):
            return None
        found = rematch_seen(board, side)
        return {"stage": found.stage, "board": found.board}

    @extend_schema_field(DiceSerializer(many=True))
    def get_dice(self, board: Board) -> list[Json]:
        names = names_at(seats_of(board), self._reader(board), sees_names=self.sees_names)
        return [
            {
                "game_id": seed.game_id,
                "commitment": seed.commitment,
                "server_seed": server_seed(seed, board),
                "failed": ", ".join(names[seat].name for seat in seed.failed if seat in names),
            }
            for seed in board.dice_seeds.order_by("pk")
        ]


class BoardStepSerializer(serializers.ModelSerializer[BoardStep]):
    """A row of a board's log."""

    payload = serializers.SerializerMethodField(help_text="What belongs to this kind of step.")
    at = serializers.IntegerField(help_text="Milliseconds since 1970.")

    class Meta:
        model = BoardStep
        fields = ["sequence", "version", "kind", "side", "at", "payload"]
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_payload(self, step: BoardStep) -> Json:
        """Leave out the fingerprint of the request, and players who are not shown to the reader."""
        payload = published(step.kind, step.payload, self.context["board"])
        if payload.get("player") not in (None, *self.context["shown"]):
            payload["player"] = ""
        if not self.context["sees_names"]:  # a chouette's line, and who said what about cubes
            for name in ("line", "start", "actions"):
                payload.pop(name, None)
        return payload


def _shape(option: Agreed) -> serializers.Field[Any, Any, Any, Any]:
    """Return an option of a game as programs send it."""
    said: dict[str, Any] = {"default": option.default, "help_text": option.help or option.title}
    match option.kind:
        case "switch":
            return YesOrNo(**said)
        case "choice":
            return serializers.ChoiceField(choices=list(option.labels), **said)
    return TextField(max_length=option.longest, **said)


def _options_of(name: str, of: GameType) -> serializers.Serializer[Json]:
    """Return what is chosen of a game's own options."""
    fields = {one.name: _shape(one) for one in agreed(of.options({}))}
    made = type(f"{name.capitalize()}OptionsSerializer", (serializers.Serializer,), fields)
    return cast(
        "serializers.Serializer[Json]",
        made(required=False, help_text=f"For {of.title} only."),
    )


class OfGamesSerializer(serializers.Serializer[Json]):
    """The own options of each game that has some, by its name."""

    def get_fields(self) -> dict[str, Any]:
        """Add a field for each game."""
        chosen = {name: of for name, of in GAME_TYPES.items() if agreed(of.options({}))}
        return super().get_fields() | {name: _options_of(name, of) for name, of in chosen.items()}


class NewBoardSerializer(OfGamesSerializer):
    """What two agree on before they play."""

    club = TextField(max_length=60, help_text="Its short name.")
    type = serializers.ChoiceField(choices=games_offered(), default=BACKGAMMON.name)
    length = WholeNumber(
        min_value=1, max_value=99, allow_null=True, default=None,
        help_text="Points of the match; null for a single game.",
    )  # fmt: skip
    games = WholeNumber(
        min_value=2, max_value=LONGEST_SERIES, allow_null=True, default=None,
        help_text="Games of a series without a cube; null for one. The next begins by itself.",
    )  # fmt: skip
    seat = WholeNumber(min_value=0, max_value=1, default=0, help_text="Yours: 0 is White.")
    player = TextField(
        max_length=60, default="",
        help_text="Whom you challenge: identifier or exact name of a player of the club.",
    )  # fmt: skip
    is_challenge = YesOrNo(
        required=False,
        help_text="Any member of the club may sit down. Left out, true unless `player` is given.",
    )
    is_rated = YesOrNo(
        default=False,
        help_text="In clubs that rate boards; backgammon for matches, others from the beginning.",
    )
    pace = serializers.ChoiceField(choices=Board.Pace.choices, default=Board.Pace.FREE)
    days = serializers.ChoiceField(choices=DAYS_A_MOVE, default=3, help_text="By correspondence.")
    bank = serializers.ChoiceField(choices=BANK_DAYS, default=7, help_text="By correspondence.")
    seconds = serializers.IntegerField(
        default=12, min_value=0, max_value=MOST_SECONDS, help_text="With a clock, for each move."
    )
    minutes = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=MOST_MINUTES,
        help_text="With a clock, in the bank; left out, 2 for each point, 10 for a single game.",
    )


class BoardActSerializer(serializers.Serializer[Json]):
    """One thing that a seat does."""

    do = serializers.ChoiceField(choices=DONE, help_text="One of `can`, or about seeds.")
    text = TextField(
        max_length=LONGEST_TEXT, default="",
        help_text="A play such as 24/20 13/11, 22x15x8, Nf3; level, square, seed, digest, days.",
    )  # fmt: skip
    version = WholeNumber(
        required=False, min_value=0, max_value=2**31 - 1,
        help_text="The board's, as it was seen. Seeds need none.",
    )  # fmt: skip
    key = Pattern(
        KEY, required=False, max_length=LONGEST_KEY,
        help_text="New for everything new; or as Idempotency-Key.",
    )  # fmt: skip


class BetSerializer(serializers.Serializer[Json]):
    """A bet of a chouette, as the query names it."""

    seat = serializers.IntegerField(min_value=1, max_value=99)
    bought = serializers.BooleanField(default=False)


class SeatFiguresSerializer(serializers.Serializer[BoardSeat]):
    """What somebody's decisions have cost."""

    number = serializers.IntegerField()
    figures = serializers.JSONField(
        help_text="PR with its interval, errors by kind, luck; in a chouette what the majority "
        "would have cost, and the luck of the bet."
    )


class AnalysisJobSerializer(serializers.ModelSerializer[Job]):
    """How far an analysis is."""

    id = serializers.CharField(source="public_id")
    done = serializers.IntegerField(help_text="Moves that are judged.")
    total = serializers.IntegerField(help_text="0 until the worker has read the board.")
    message = serializers.CharField(help_text="How it ended, as a sentence.")

    class Meta:
        model = Job
        fields = ["id", "state", "done", "total", "message"]
        read_only_fields = fields


class BoardAnalysisSerializer(serializers.Serializer[Json]):
    """What an analysis has found, and how far it is."""

    job = AnalysisJobSerializer(
        allow_null=True, help_text="Kept for a week; what it found is kept with the board."
    )
    seats = SeatFiguresSerializer(many=True)
    luck = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="Of each roll, in equity; null where nobody played it.",
    )
