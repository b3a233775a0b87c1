"""Draws and rounds: drafted, inspected, edited by hand, confirmed, released; the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

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
from tournaments.api.states import proposal_state, round_states, table_states
from tournaments.api.table_shapes import ProposalSerializer
from tournaments.api.views.base import Written, answered, proposes, version_of, writes
from tournaments.api.views.entries import ByNumber
from tournaments.events.services.draws import (
    clock_start,
    clock_stop,
    draw_again,
    draw_confirm,
    draw_discard,
    draw_make,
    draw_release,
    draw_swap,
)
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


class Draw(Written):
    """A change of a draw."""

    kind: ClassVar[str]
    change: ClassVar[Any]

    @writes(KeyedSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Carry it out."""
        division = self.division(request, public_id)
        said = {"division": division.public_id}
        data, replayed = self.directed(request, KeyedSerializer, self.kind, **said)
        found = type(self).change(division=division, **data)
        return rounds_answer(division, self.reader, found or (), replayed=replayed)


class DrawMake(Draw):
    """A draft."""

    kind = "draw"
    change = staticmethod(draw_make)

    @writes(KeyedSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Draw the next round or rounds as a draft; an existing draft stays."""
        return super().post(request, public_id)


class DrawAgain(Draw):
    """Another draft."""

    kind = "draw_again"
    change = staticmethod(draw_again)

    @writes(KeyedSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Throw the draft away and draw anew, with the next number in its seed."""
        return super().post(request, public_id)


class DrawDiscard(Draw):
    """Discarding a draw."""

    kind = "draw_discard"
    change = staticmethod(draw_discard)

    @writes(KeyedSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Throw the latest draw away, as long as no result of it was entered."""
        return super().post(request, public_id)


class DrawRelease(Draw):
    """Releasing a draw."""

    kind = "draw_release"
    change = staticmethod(draw_release)

    @writes(KeyedSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Publish a confirmed draw and begin play; of a round robin the next round."""
        return super().post(request, public_id)


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


class DrawConfirm(Written):
    """Confirming a draft."""

    @writes(ConfirmSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Confirm the draft; `in_spite` accepts what it breaks."""
        division = self.division(request, public_id)
        said = {"division": division.public_id}
        data, replayed = self.directed(request, ConfirmSerializer, "draw_confirm", **said)
        found = draw_confirm(division=division, **data)
        return rounds_answer(division, self.reader, found, replayed=replayed)


class ClockStart(Written):
    """Starting a round's clock."""

    @writes(ClockStartSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Start a round's clock, or restart it with other minutes."""
        found = self.round(request, public_id)
        said = {"round": found.public_id}
        data, replayed = self.directed(request, ClockStartSerializer, "clock_start", **said)
        clock_start(round=found, **data)
        return rounds_answer(found.division, self.reader, [found], replayed=replayed)


class ClockStop(Written):
    """Stopping a round's clock."""

    @writes(KeyedSerializer, RoundsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Stop a round's clock."""
        found = self.round(request, public_id)
        said = {"round": found.public_id}
        data, replayed = self.directed(request, KeyedSerializer, "clock_stop", **said)
        clock_stop(round=found, **data)
        return rounds_answer(found.division, self.reader, [found], replayed=replayed)


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
    """Answer with all tables of a round."""
    division = round.division
    tables = table_states(division, round, people_of(division, reader))
    return answered({"tables": tables}, replayed=replayed, version=version_of(division.event))
