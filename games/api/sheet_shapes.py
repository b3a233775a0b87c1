"""The sheet of an evening as the API answers it, and what is read from one on paper."""

from typing import Any

from rest_framework import serializers

from games.api.states import HUNDREDTHS, PointsField
from games.models import Session

Json = dict[str, Any]


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
