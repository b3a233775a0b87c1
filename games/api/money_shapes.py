"""Debts, payments and balances as the API answers them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.ledger.money import written
from games.models import Debt, Payment
from games.sessions.selectors.settling import BalanceRow, PaymentLine, Settlement


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
