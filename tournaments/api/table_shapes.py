"""The answers of the API about chouette tables of events: seats, remarks, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.fields import AnyField, PeopleSerializer
from tournaments.format_texts import remark_text
from tournaments.formats.played import Eligibility
from tournaments.models import Entry, EventTable, Round, TableSeat
from tournaments.pairing.remarks import Remark
from tournaments.tables.selectors import bank_at
from tournaments.tables.services.play import Next
from tournaments.tables.services.proposals import Proposal
from tournaments.tables.services.tables import table_next

Json = dict[str, Any]


HUNDREDTHS: Final = "In hundredths of a point."


class RemarkSerializer(serializers.Serializer[Any]):
    """A remark about a draw; players by number."""

    code = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    params = AnyField()
    text = serializers.SerializerMethodField(help_text="In the reader's language.")
    is_breach = serializers.BooleanField(help_text="Whether it makes the draw illegal.")

    def get_text(self, remark: Remark) -> str:
        return remark_text(remark, self.context["names"])


def remarks_shown(rows: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> list[Json]:
    """Return stored remarks as programs get them; names by the text of the number."""
    found = [Remark.from_json(row) for row in rows]
    return list(RemarkSerializer(found, many=True, context={"names": names}).data)


class TableSeatSerializer(PeopleSerializer, serializers.Serializer[TableSeat]):
    """A seat at a chouette table."""

    entry = serializers.CharField(source="entry.public_id")
    number = serializers.IntegerField(source="entry.number")
    name = serializers.SerializerMethodField()
    points = serializers.IntegerField(help_text=HUNDREDTHS)
    paid = serializers.IntegerField(help_text=f"What they really got or gave. {HUNDREDTHS}")
    bank = serializers.SerializerMethodField(help_text=HUNDREDTHS)
    games = serializers.IntegerField()
    has_left = serializers.BooleanField(source="left")

    def get_name(self, seat: TableSeat) -> str:
        return self._people.name(self._people.entries[seat.entry.player_id])

    def get_bank(self, seat: TableSeat) -> int | None:
        return bank_at(seat.table, seat, seat.entry.number) if self.context["has_bank"] else None


class EventTableSerializer(serializers.Serializer[EventTable]):
    """A chouette table, and its session."""

    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    session = serializers.CharField(source="session.public_id", allow_null=True)
    session_version = serializers.IntegerField(source="session.version", allow_null=True)
    is_over = serializers.SerializerMethodField()
    games = serializers.IntegerField(source="played")
    seats = TableSeatSerializer(many=True)

    def get_is_over(self, table: EventTable) -> bool:
        return table.session is not None and not table.session.is_open


class EligibleSerializer(serializers.Serializer[Eligibility]):
    """Who may be box and captain, by number."""

    box = serializers.ListField(child=serializers.CharField())
    captain = serializers.ListField(child=serializers.CharField())


class NextGameSerializer(serializers.Serializer[Next]):
    """The format's plan for a table's next game; players by number."""

    number = serializers.IntegerField()
    starting_cube = serializers.IntegerField(allow_null=True)
    lineup = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Box, captain, crew; null: the house rules rotate.",
    )
    staying = serializers.ListField(child=serializers.CharField())
    eligible = EligibleSerializer()
    is_over = serializers.BooleanField()
    remarks = serializers.SerializerMethodField()

    @extend_schema_field(RemarkSerializer(many=True))
    def get_remarks(self, coming: Next) -> list[Json]:
        return remarks_shown([one.to_json() for one in coming.remarks], self.context["names"])


class TableDetailSerializer(EventTableSerializer):
    """A chouette table, with what comes next."""

    event = serializers.CharField(source="round.division.event.public_id")
    division = serializers.CharField(source="round.division.public_id")
    round = serializers.CharField(source="round.public_id")
    next = serializers.SerializerMethodField(help_text="Null before the round is released.")

    @extend_schema_field(NextGameSerializer(allow_null=True))
    def get_next(self, table: EventTable) -> Any:
        if table.session is None or table.round.state != Round.State.RELEASED:
            return None
        return NextGameSerializer(table_next(table), context=self.context).data


class SeatedSerializer(PeopleSerializer, serializers.Serializer[Entry]):
    """Somebody in a proposal."""

    entry = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()

    def get_name(self, entry: Entry) -> str:
        return self._people.name(entry)


class ProposedTableSerializer(serializers.Serializer[Any]):
    """A table as it would be."""

    table = serializers.CharField(
        source="table.public_id", allow_null=True, help_text="Null for a new one."
    )
    players = SeatedSerializer(many=True)


class ProposalSerializer(PeopleSerializer, serializers.Serializer[Any]):
    """Who would sit where."""

    proposal = serializers.CharField(
        source="key", help_text="To be sent with the POST that does it."
    )
    tables = serializers.SerializerMethodField()
    ending = serializers.SerializerMethodField(help_text="The tables that would end.")

    @extend_schema_field(ProposedTableSerializer(many=True))
    def get_tables(self, proposal: Proposal) -> Any:
        by_number = {str(one.number): one for one in self._people.entries.values()}
        by_pk = {one.pk: one for one in proposal.tables}
        there = {players: by_pk[pk] for pk, players in proposal.kept.items()}
        rows = [
            {"table": there.get(frozenset(order)), "players": [by_number[one] for one in order]}
            for order in proposal.drawn.tables
        ]
        return ProposedTableSerializer(rows, many=True, context=self.context).data

    def get_ending(self, proposal: Proposal) -> list[str]:
        return [one.public_id for one in proposal.tables if one.pk not in proposal.kept]
