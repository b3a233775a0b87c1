"""What the interface takes and gives, checked for shape; what is allowed, services decide."""

from typing import Any, cast

from rest_framework import serializers

from games.api.states import ResultSerializer, TableSerializer, table_state
from games.models import Session
from games.permissions import Capability
from games.selectors.sessions import may, seats_of, table_of
from games.services.writing import LONGEST_KEY

Json = dict[str, Any]


class SessionSerializer(serializers.ModelSerializer[Session]):
    """A session in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    season = serializers.SlugRelatedField[Any](slug_field="public_id", read_only=True)

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
            "status",
            "version",
        ]


class SeatSerializer(serializers.Serializer[Json]):
    """Somebody who sits, or sat, in the session."""

    player = serializers.CharField(help_text="The player's identifier.")
    name = serializers.CharField()
    stake = serializers.IntegerField(required=False, help_text="Only for whom it concerns.")


class MoneySerializer(serializers.Serializer[Json]):
    """What one point is worth; only for the session's players and organizers."""

    stake_amount = serializers.DecimalField(10, 2, allow_null=True)
    currency = serializers.CharField(allow_blank=True)


class SessionDetailSerializer(SessionSerializer):
    """A session with its seats, and the table as it stands."""

    seats = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()
    money = serializers.SerializerMethodField()
    may = serializers.SerializerMethodField()

    class Meta(SessionSerializer.Meta):
        fields = [*SessionSerializer.Meta.fields, "seats", "table", "money", "may"]

    def get_seats(self, session: Session) -> list[Json]:
        """Return the seats in order of arrival."""
        seats = []
        for seat in seats_of(session):
            shown: Json = {"player": seat.player.public_id, "name": seat.player.name}
            seats.append(shown | {"stake": seat.stake} if self._with_money(session) else shown)
        return seats

    def get_table(self, session: Session) -> Json:
        """Return the table as it stands."""
        return table_state(table_of(session), with_stakes=self._with_money(session))

    def get_money(self, session: Session) -> Json | None:
        """Return the stake, to those it concerns."""
        if not self._with_money(session):
            return None
        return MoneySerializer(
            {"stake_amount": session.stake_amount, "currency": session.currency}
        ).data

    def get_may(self, session: Session) -> list[str]:
        """Return what who asks may do here."""
        return sorted(self._capabilities(session))

    def _with_money(self, session: Session) -> bool:
        return Capability.VIEW_MONEY in self._capabilities(session)

    def _capabilities(self, session: Session) -> frozenset[Capability]:
        context = cast(Json, self.context)
        if "capabilities" not in context:
            context["capabilities"] = may(session, self.context["request"].user)
        found: frozenset[Capability] = context["capabilities"]
        return found


class SessionQuerySerializer(serializers.Serializer[Json]):
    """Which sessions of all that one may see."""

    club = serializers.SlugField(required=False)
    season = serializers.SlugField(required=False)
    player = serializers.SlugField(required=False)
    status = serializers.ChoiceField(Session.Status.choices, required=False)
    played_from = serializers.DateField(required=False)
    played_until = serializers.DateField(required=False)


class NewSessionSerializer(serializers.Serializer[Json]):
    """A session to set up."""

    club = serializers.SlugField(help_text="The club's short name.")
    players = serializers.ListField(
        child=serializers.CharField(max_length=16),
        help_text="Identifiers of three or more players of the club, in order of seating.",
    )
    rules = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=1000,
        help_text="A preset, then options, as in the notation; the club's own if left out.",
    )
    stakes = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="Multiples by player."
    )
    stake_amount = serializers.DecimalField(
        10, 2, required=False, allow_null=True, default=None, min_value=0
    )
    currency = serializers.CharField(required=False, default="", allow_blank=True, max_length=12)
    title = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    place = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    played_on = serializers.DateField(required=False, allow_null=True, default=None)


class RequestSerializer(serializers.Serializer[Json]):
    """What every change of a session comes with."""

    version = serializers.IntegerField(
        min_value=0, help_text="The version that the sender saw; an older one is refused."
    )
    key = serializers.CharField(
        max_length=LONGEST_KEY,
        trim_whitespace=False,
        help_text="Made by the client, new for everything new. The same request with the same key "
        "is written once, and given the first answer again.",
    )


class ActionsSerializer(RequestSerializer):
    """Actions that are written together, and undone together."""

    actions = serializers.ListField(
        child=serializers.DictField(),
        allow_empty=False,
        help_text='Such as {"type": "end_game", "winner": "box", "level": 1}.',
    )


class StepsSerializer(RequestSerializer):
    """How many steps to go back, or forth again."""

    steps = serializers.IntegerField(default=1, min_value=1)


class RecordedSerializer(serializers.Serializer[Json]):
    """What was written: the session's version and table after it."""

    version = serializers.IntegerField()
    replayed = serializers.BooleanField(help_text="The same request was written before.")
    table = TableSerializer()
    results = ResultSerializer(many=True, help_text="The games that ended.")
