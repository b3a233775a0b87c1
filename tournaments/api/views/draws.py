"""Draws and rounds: drafted, inspected, edited by hand, confirmed, released; the clock."""

from __future__ import annotations

from collections.abc import Sequence

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Listing, asker
from games.models import ApiToken
from games.permissions import Capability, Reader, require
from tournaments.api.reading import entries_named, people_of
from tournaments.api.serializers import (
    ClockStartSerializer,
    ConfirmSerializer,
    KeyedSerializer,
    ProposedSerializer,
    SwapSerializer,
)
from tournaments.api.shapes import (
    RoundSerializer,
    RoundsWrittenSerializer,
    TablesWrittenSerializer,
)
from tournaments.api.states import Json, proposal_state, round_states, table_states
from tournaments.api.table_shapes import ProposalSerializer
from tournaments.api.views.base import (
    Change,
    Written,
    answered,
    proposes,
    version_of,
    view_of,
    writes,
)
from tournaments.api.views.entries import ByNumber
from tournaments.events import verbs
from tournaments.events.services.draws import draw_swap
from tournaments.models import Division, Round
from tournaments.record.selectors.rounds import drafts_of
from tournaments.tables.services.proposals import merge_proposal
from tournaments.tables.services.tables import tables_merge


class Rounds(Listing, Written):
    """The rounds of a division."""

    scope = ApiToken.Scope.ORGANIZE
    serializer_class = RoundSerializer
    pagination_class = ByNumber
    queryset = Round.objects.none()

    @extend_schema(responses=RoundSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List rounds with matches and tables; unreleased ones only to directors."""
        division = self.division(request, public_id)
        rows = division.rounds.all()
        if not self.reader.may(Capability.DIRECT):
            rows = rows.filter(state=Round.State.RELEASED)
        found = self.paginate_queryset(rows) or []
        page: Response = self.get_paginated_response(
            round_states(division, found, people_of(division, self.reader))
        )
        return page


class RoundDetail(Written):
    """One round."""

    @extend_schema(responses=RoundSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a round with its matches and tables, and the explanation of its draw."""
        found = self.round(request, public_id)
        people = people_of(found.division, self.reader)
        return Response(round_states(found.division, [found], people)[0])


class DrawChange(Change):
    """A change of a division's draw."""

    shape = KeyedSerializer
    answer = RoundsWrittenSerializer

    def done(self, about: Division, data: Json, *, replayed: bool) -> Response:
        """Show the rounds that it has changed."""
        found = self.verb.deed(division=about, **data)
        return rounds_answer(about, self.reader, found or (), replayed=replayed)


DrawMake = view_of(DrawChange, verbs.DRAW)
DrawAgain = view_of(DrawChange, verbs.DRAW_AGAIN)
DrawDiscard = view_of(DrawChange, verbs.DRAW_DISCARD)
DrawConfirm = view_of(DrawChange, verbs.DRAW_CONFIRM, ConfirmSerializer)
DrawRelease = view_of(DrawChange, verbs.DRAW_RELEASE)


class DrawSwap(Written):
    """Editing a draft by hand."""

    @writes(SwapSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Let two entries change places; remarks say what that breaks."""
        division = self.division(request, public_id)
        data = self.asked(request, SwapSerializer)
        wanted = [data.pop("first"), data.pop("second")]
        if self.once(data, "draw_swap", entries=wanted):
            return rounds_answer(division, self.reader, drafts_of(division), replayed=True)
        first, second = entries_named(division, wanted)
        found = draw_swap(division=division, first=first, second=second, **data)
        return rounds_answer(division, self.reader, found, replayed=False)


class RoundChange(Change):
    """A change of a round."""

    shape = KeyedSerializer
    answer = RoundsWrittenSerializer

    def done(self, about: Round, data: Json, *, replayed: bool) -> Response:
        """Show the round."""
        self.verb.deed(round=about, **data)
        return rounds_answer(about.division, self.reader, [about], replayed=replayed)


ClockStart = view_of(RoundChange, verbs.CLOCK_START, ClockStartSerializer)
ClockStop = view_of(RoundChange, verbs.CLOCK_STOP)


class RoundMerge(Written):
    """Merging tables with fewer than three players."""

    signed_in_only = True

    @proposes(ProposalSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Propose where the players of tables with fewer than three go; nobody moves."""
        found = self.round(request, public_id)
        require(asker(request), Capability.DIRECT, found.division.event.club)
        people = people_of(found.division, self.reader)
        return Response(proposal_state(merge_proposal(found), people))

    @writes(ProposedSerializer, TablesWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Dissolve tables as it was proposed; results at them stay."""
        found = self.round(request, public_id)
        data, replayed = self.accepted(request, "table_merge", round=found.public_id)
        if not replayed:
            tables_merge(round=found, **data)
        return tables_answer(found, self.reader, replayed=replayed)


def rounds_answer(
    division: Division, reader: Reader, rounds: Sequence[Round], *, replayed: bool
) -> Response:
    """Answer with rounds after a change, as they are now."""
    keys = [one.pk for one in rounds]
    now = list(division.rounds.filter(pk__in=keys).order_by("number"))
    state = {"rounds": round_states(division, now, people_of(division, reader))}
    return answered(state, replayed=replayed, version=version_of(division.event))


def tables_answer(round: Round, reader: Reader, *, replayed: bool) -> Response:
    division = round.division
    tables = table_states(division, round, people_of(division, reader))
    return answered({"tables": tables}, replayed=replayed, version=version_of(division.event))
