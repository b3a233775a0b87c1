"""The answers of the API: clubs, players, seasons, sessions, the log, decisions, house rules."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import MoneySerializer
from games.api.states import ResultSerializer, TableSerializer, seen_by
from games.clubs.selectors.privacy import people_seen, person_seen
from games.clubs.services.groups import Group
from games.ledger.money import written
from games.models import Action, Club, Note, Player, Season, Session
from games.permissions import NOBODY, Capability, Reader
from games.record.log.history import Kind
from games.record.log.writing import Recorded
from games.record.selectors.notes import authors_of
from games.record.selectors.sessions import seats_of, table_of

Json = dict[str, Any]


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club."""

    id = serializers.CharField(source="slug", help_text="Its short name, as in addresses.")
    language = serializers.CharField(allow_blank=True, help_text="Blank: as the browser asks.")
    role = serializers.CharField(
        source="own_role", allow_null=True, help_text="What who asks is there."
    )

    class Meta:
        model = Club
        fields = ["id", "name", "visibility", "language", "time_zone", "default_rules", "role"]
        read_only_fields = fields


class ClubDetailSerializer(ClubSerializer):
    """A club, with the reader's permissions."""

    may = serializers.SerializerMethodField()
    money = serializers.SerializerMethodField(help_text="What a point is usually worth.")

    class Meta(ClubSerializer.Meta):
        fields = [*ClubSerializer.Meta.fields, "may", "money"]
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_may(self, club: Club) -> list[str]:
        return sorted(self.context.get("reader", NOBODY).allowed)

    @extend_schema_field(MoneySerializer(allow_null=True))
    def get_money(self, club: Club) -> Json | None:
        """Return the usual value of a point, if it concerns the reader."""
        return money_of(club, self.context.get("reader", NOBODY))


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player of a club."""

    id = serializers.CharField(source="public_id")
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    name = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["id", "club", "name", "is_active"]
        read_only_fields = fields

    def get_name(self, player: Player) -> str:
        return person_seen(player, self.context.get("reader", NOBODY)).name


class GroupSerializer(serializers.Serializer[Group]):
    """Players who are seated together by one tap."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField(), help_text="Their identifiers.")


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A period of the club's calendar."""

    id = serializers.CharField(source="public_id")

    class Meta:
        model = Season
        fields = ["id", "name", "starts_on", "ends_on"]
        read_only_fields = fields


class SessionSerializer(serializers.ModelSerializer[Session]):
    """A session in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    season = serializers.SlugRelatedField[Any](
        slug_field="public_id", read_only=True, allow_null=True
    )

    class Meta:
        model = Session
        fields = [
            "id",
            "club",
            "season",
            "title",
            "place",
            "played_on",
            "rules",
            "rules_version",
            "replies_hidden",
            "on_board",
            "board_minutes",
            "by_totals",
            "is_settled",
            "status",
            "version",
        ]
        read_only_fields = fields


class SeatSerializer(serializers.Serializer[Json]):
    """A player in the session, present or past."""

    player = serializers.CharField(help_text="The player's identifier.")
    name = serializers.CharField()
    stake = serializers.IntegerField(required=False, help_text="Only for those it concerns.")


class SessionDetailSerializer(SessionSerializer):
    """A session with its seats and the current table."""

    seats = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()
    money = serializers.SerializerMethodField()
    may = serializers.SerializerMethodField()

    class Meta(SessionSerializer.Meta):
        fields = [*SessionSerializer.Meta.fields, "seats", "table", "money", "may"]
        read_only_fields = fields

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, session: Session) -> list[Json]:
        seats = []
        found = seats_of(session)
        people = people_seen((seat.player for seat in found), self._reader(session))
        for seat in found:
            person = people[seat.player_id]
            shown: Json = {"player": person.public_id, "name": person.name}
            seats.append(shown | {"stake": seat.stake} if self._with_money(session) else shown)
        return seats

    @extend_schema_field(TableSerializer)
    def get_table(self, session: Session) -> Json:
        table = table_of(session)
        context = seen_by(self._reader(session), session, table)
        return dict(TableSerializer(table, context=context).data)

    @extend_schema_field(MoneySerializer(allow_null=True))
    def get_money(self, session: Session) -> Json | None:
        """Return the stake, if it concerns the reader."""
        if not self._with_money(session):
            return None
        return money_of(session, self._reader(session))

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_may(self, session: Session) -> list[str]:
        return sorted(self._reader(session).allowed)

    def _with_money(self, session: Session) -> bool:
        return self._reader(session).sees_money_of(session)

    def _reader(self, session: Session) -> Reader:
        found: Reader = cast(Json, self.context).get("reader", NOBODY)
        return found


class RecordedSerializer(serializers.Serializer[Recorded]):
    """The result of a write: the session's version and the table."""

    version = serializers.IntegerField()
    replayed = serializers.BooleanField(help_text="The same request was written before.")
    table = TableSerializer()
    results = ResultSerializer(many=True, help_text="The games that ended.")


class DeclaredSerializer(serializers.Serializer[Json]):
    """The result of an answer: whether its question is settled now, and the table."""

    question = serializers.IntegerField(help_text="The number of the question it was said to.")
    is_settled = serializers.BooleanField(
        help_text="All have spoken; a round of offers in which all hold leaves no step."
    )
    version = serializers.IntegerField()
    replayed = serializers.BooleanField(help_text="The same was said with the same key before.")
    table = TableSerializer()


class EffectLineSerializer(serializers.Serializer[Json]):
    """A figure before and after, as the pages show it in the reader's language."""

    # Not the label of the serializer itself, which its base class has under this name.
    label = serializers.CharField()  # type: ignore[assignment]
    before = serializers.CharField()
    after = serializers.CharField()


class EffectSerializer(serializers.Serializer[Json]):
    """What a decision would change."""

    figures = EffectLineSerializer(many=True, help_text="Of the sessions that it changes.")
    players = EffectLineSerializer(many=True, help_text="Everybody's points there.")
    people = EffectLineSerializer(many=True, help_text="Who counts as whom.")
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="What else follows, in sentences."
    )


class DecidedSerializer(serializers.Serializer[Json]):
    """An organizer's decision, or the trial of one."""

    is_written = serializers.BooleanField(help_text="False for a dry run.")
    version = serializers.IntegerField(
        allow_null=True, help_text="The session's version now; null if it is about no session."
    )
    effect = EffectSerializer(allow_null=True, help_text="Of a dry run; null once it is written.")


class LogEntrySerializer(serializers.ModelSerializer[Action]):
    """A row of the log. Rows with the same `step` were written together."""

    at = serializers.DateTimeField(source="created_at")
    sender = serializers.SerializerMethodField()
    payload = serializers.SerializerMethodField()

    class Meta:
        model = Action
        fields = ["sequence", "step", "version", "kind", "payload", "sender", "at"]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"], "description": "Only for members."})
    def get_sender(self, row: Action) -> str | None:
        """Return the sender, to those who may write here themselves.

        A phone without an account is named after its player, or its purpose.
        """
        if Capability.NOTE not in self.context["capabilities"]:
            return None
        if row.sent_by is not None:
            names: dict[str, str] = self.context["names"]
            return names.get(row.sent_by.player) or row.sent_by.get_role_display()
        return row.sender.name if row.sender else None

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_payload(self, row: Action) -> Json:
        """Return the row's content, without stakes for readers they do not concern."""
        if not isinstance(row.payload, dict):
            return {}  # a damaged row
        if Capability.VIEW_MONEY in self.context["capabilities"]:
            return dict(row.payload)
        return _without_stakes(row.kind, row.payload)


class NoteSerializer(serializers.ModelSerializer[Note]):
    """A remark on a game, or a dispute about it."""

    id = serializers.CharField(source="public_id")
    game = serializers.IntegerField(source="game_number")
    author = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="created_at")

    class Meta:
        model = Note
        fields = ["id", "game", "text", "is_dispute", "resolution", "resolved_at", "author", "at"]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_author(self, note: Note) -> str | None:
        """Return the author as the reader may know them."""
        context = cast(Json, self.context)
        if "authors" not in context:
            root: Any = self.root
            shown = root.instance if isinstance(root.instance, list) else [note]
            context["authors"] = authors_of(context["session"], shown, context["reader"])
        found: str | None = context["authors"].get(note.author_id)
        return found


class ValueSerializer(serializers.Serializer[Json]):
    """A value of an option."""

    value = serializers.CharField()
    title = serializers.CharField()


class OptionSerializer(serializers.Serializer[Json]):
    """An option of the house rules."""

    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    kind = serializers.ChoiceField(["choice", "switch", "count", "number", "cube"])
    default = serializers.CharField()
    values = ValueSerializer(many=True)


class PresetSerializer(serializers.Serializer[Json]):
    """House rules that clubs have published."""

    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    rules = serializers.CharField(help_text="As in the notation.")
    options = serializers.DictField(child=serializers.CharField())


class CodeSerializer(serializers.Serializer[Json]):
    """A code of a refusal."""

    code = serializers.CharField()
    sentence = serializers.CharField(help_text="With the parameters it is about.")


class MeSerializer(serializers.Serializer[Json]):
    """The user and the token of the request."""

    name = serializers.CharField()
    email = serializers.CharField()
    scopes = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Of the token; null for a browser.",
    )
    expires_at = serializers.DateTimeField(allow_null=True)
    club = serializers.CharField(
        allow_null=True, help_text="The only club the token is good for, if it is limited."
    )


def money_of(owner: Session | Club, reader: Reader = NOBODY) -> Json | None:
    """Return the value of a point to those it concerns, or None if it is not set."""
    if owner.stake_amount is None or not reader.sees_money_of(owner):
        return None
    return {"amount": written(owner.stake_amount, owner.currency), "currency": owner.currency}


def _without_stakes(kind: str, payload: Json) -> Json:
    hidden = {"stakes"} if kind == Kind.SETUP else {"stake"}
    shown = {name: value for name, value in payload.items() if name not in hidden}
    if isinstance(shown.get("actions"), list):
        shown["actions"] = [_without_stakes(Kind.PLAY, action) for action in shown["actions"]]
    return shown
