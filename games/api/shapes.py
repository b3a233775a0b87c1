"""The answers of the API: clubs, players, seasons, sessions, the log, debts."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import MoneySerializer
from games.api.states import (
    HUNDREDTHS,
    PointsField,
    ResultSerializer,
    TableSerializer,
    seen_by,
)
from games.clubs.selectors.privacy import people_seen, person_seen
from games.clubs.services.groups import Group
from games.ledger.money import written
from games.models import Action, Club, Debt, Note, Payment, Player, Season, Session
from games.permissions import NOBODY, Capability, Reader
from games.record.log.history import Kind
from games.record.log.writing import Recorded
from games.record.selectors.notes import authors_of
from games.record.selectors.sessions import seats_of, table_of
from games.sessions.selectors.settling import BalanceRow, PaymentLine, Settlement

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


class WrittenAmountField(serializers.CharField):
    """The amount of a row as a text, with the decimals of its currency."""

    def __init__(self) -> None:
        super().__init__(source="*", help_text="As a text, to stay exact.")

    def to_representation(self, value: Any) -> str:
        return written(value.amount, value.currency)


class DebtSerializer(serializers.ModelSerializer[Debt]):
    """What one player owes another after an evening; a blank currency means points."""

    id = serializers.CharField(source="public_id")
    session = serializers.CharField(source="session.public_id")
    debtor = serializers.CharField(source="debtor.public_id")
    creditor = serializers.CharField(source="creditor.public_id")
    amount = WrittenAmountField()
    carried_to = serializers.CharField(
        source="carried_to.public_id",
        default=None,
        allow_null=True,
        help_text="The later session that took it over.",
    )

    class Meta:
        model = Debt
        fields = [
            "id",
            "session",
            "debtor",
            "creditor",
            "amount",
            "currency",
            "carried_to",
        ]
        read_only_fields = fields


class PaymentMadeSerializer(serializers.ModelSerializer[Payment]):
    """A payment; its identifier is that of the debt it paid."""

    id = serializers.CharField(source="public_id")
    session = serializers.CharField(source="session.public_id")
    payer = serializers.CharField(source="payer.public_id")
    payee = serializers.CharField(source="payee.public_id")
    amount = WrittenAmountField()
    taken_back_at = serializers.DateTimeField(
        source="taken_back.made_at", default=None, allow_null=True
    )

    class Meta:
        model = Payment
        fields = [
            "id",
            "session",
            "payer",
            "payee",
            "amount",
            "currency",
            "made_at",
            "taken_back_at",
        ]
        read_only_fields = fields


class BalanceSerializer(serializers.Serializer[BalanceRow]):
    """One player's result of the evening."""

    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")
    points = serializers.IntegerField(help_text="In hundredths of a point.")
    evening = serializers.CharField(help_text="This evening, in the currency.")
    carried = serializers.CharField(help_text="What they had open from earlier evenings.")
    total = serializers.CharField()


class PaymentSerializer(serializers.Serializer[PaymentLine]):
    """Who pays whom; the identifier is null while the session runs."""

    id = serializers.CharField(
        source="public_id", allow_null=True, help_text="Of the debt, or of the payment."
    )
    debtor = serializers.CharField(source="debtor.public_id")
    creditor = serializers.CharField(source="creditor.public_id")
    amount = WrittenAmountField()
    paid = serializers.BooleanField(source="is_paid")


class SettleUpSerializer(serializers.Serializer[Settlement]):
    """A session's settle-up: final once it has ended, else a preview."""

    is_final = serializers.BooleanField()
    currency = serializers.CharField(allow_blank=True, help_text="Blank: points.")
    point = serializers.SerializerMethodField(help_text="What a point is worth.")
    balances = BalanceSerializer(source="rows", many=True)
    payments = PaymentSerializer(many=True)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_point(self, settlement: Settlement) -> str | None:
        """Return the value of a point, as the session's money says it."""
        amount = settlement.stake_amount
        return None if amount is None else written(amount, settlement.currency)


class SheetGameSerializer(serializers.Serializer[Json]):
    """A line of the score sheet; players by identifier."""

    number = serializers.IntegerField()
    void = serializers.BooleanField(help_text="It counts nowhere.")
    box = serializers.CharField()
    partner = serializers.CharField(allow_null=True)
    team = serializers.ListField(child=serializers.CharField(), help_text="Captain, then crew.")
    winner = serializers.ChoiceField(["box", "team"])
    level = serializers.IntegerField(allow_null=True)
    ending = serializers.ChoiceField(["board", "cubes", "points"])
    points = PointsField(child=serializers.IntegerField(), help_text=HUNDREDTHS)
    totals = PointsField(child=serializers.IntegerField(), help_text=f"So far. {HUNDREDTHS}")


class SheetPlayerSerializer(serializers.Serializer[Json]):
    """A column of the score sheet."""

    id = serializers.CharField()
    name = serializers.CharField()
    total = serializers.IntegerField(help_text=HUNDREDTHS)


class SheetStakesSerializer(serializers.Serializer[Json]):
    """The session's stakes."""

    point = serializers.CharField(allow_null=True, help_text="What a point is worth.")
    currency = serializers.CharField(allow_blank=True, help_text="Blank: points.")
    multiples = PointsField(child=serializers.IntegerField(), help_text="By player.")


class SheetPaymentSerializer(serializers.Serializer[Json]):
    """Who pays whom."""

    debtor = serializers.CharField()
    creditor = serializers.CharField()
    amount = serializers.CharField(help_text="As a text, to stay exact.")
    paid = serializers.BooleanField()


class SheetSerializer(serializers.Serializer[Json]):
    """A page of a score sheet; `stakes` and `settle_up` only for those they concern."""

    session = serializers.CharField()
    club = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    place = serializers.CharField(allow_blank=True)
    date = serializers.DateField()
    status = serializers.ChoiceField(Session.Status.values)
    by_totals = serializers.BooleanField(help_text="Only the totals are known, and no game.")
    settled = serializers.BooleanField(help_text="All was paid before it was entered.")
    rules = serializers.CharField()
    players = SheetPlayerSerializer(many=True)
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    games = SheetGameSerializer(many=True)
    stakes = SheetStakesSerializer(required=False)
    settle_up = SheetPaymentSerializer(many=True, required=False)


class SheetProblemSerializer(serializers.Serializer[Json]):
    """What is wrong on a paper sheet, and where."""

    row = serializers.IntegerField(help_text="From 1; 0 for the head of the sheet.")
    column = serializers.CharField(
        allow_blank=True, help_text="Its heading, such as a player's name; blank for the whole row."
    )
    reason = serializers.CharField()


class PaperSheetReadSerializer(serializers.Serializer[Json]):
    """A paper sheet as it was entered, or as it would be."""

    is_written = serializers.BooleanField(help_text="False for a dry run.")
    sheet = SheetSerializer(
        allow_null=True,
        help_text="Of a dry run, too: then the identifiers of the session and of new players lead "
        "nowhere. Null if there is a problem.",
    )
    problems = SheetProblemSerializer(many=True, help_text="Found by a dry run.")


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
