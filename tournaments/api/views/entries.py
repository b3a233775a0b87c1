"""Entries: entering, check-in, pausing, withdrawing; forbidden pairs."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.pagination import CursorPages
from games.api.views.base import Listing, asker, checked, nothing_sent
from games.models import ApiToken
from games.permissions import Capability, Reader, require
from tournaments.api.reading import (
    entries_named,
    people_of,
    players_named,
    removed_read,
)
from tournaments.api.serializers import (
    EntryChangeSerializer,
    NewEntriesSerializer,
    TwoEntriesSerializer,
)
from tournaments.api.shapes import (
    EntriesWrittenSerializer,
    EntrySerializer,
    PairSerializer,
    PairsWrittenSerializer,
)
from tournaments.api.states import Json, entry_states
from tournaments.api.views.base import (
    Change,
    Written,
    answered,
    version_of,
    view_of,
    writes,
)
from tournaments.events import verbs
from tournaments.events.selectors.events import People
from tournaments.events.services.entries import (
    entries_add,
    entry_change,
    entry_check_in,
    pair_allow,
    pair_forbid,
)
from tournaments.events.services.naming import About
from tournaments.events.services.removals import entry_remove, entry_restore
from tournaments.models import Division, Entry, ForbiddenPair
from tournaments.record.services.access import require_entry


class ByNumber(CursorPages):
    """By number."""

    ordering = "number"


class Entries(Listing, Written):
    """The entries of a division."""

    scope = ApiToken.Scope.ORGANIZE
    serializer_class = EntrySerializer
    pagination_class = ByNumber
    queryset = Entry.objects.none()

    @extend_schema(responses=EntrySerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the entries by number, including withdrawn ones."""
        division = self.division(request, public_id)
        people = people_of(division, self.reader)
        rows = self.paginate_queryset(division.entries.all()) or []
        page: Response = self.get_paginated_response(
            entry_states(division, people, [people.entries[one.player_id] for one in rows])
        )
        return page

    @writes(NewEntriesSerializer, EntriesWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Enter players, all of them or none, also after rounds were played."""
        division = self.division(request, public_id)
        data = self.asked(request, NewEntriesSerializer)
        entries = data.pop("entries")
        wanted = [one["player"] for one in entries]
        replayed = self.once(data, "enter", division=division.public_id, players=wanted)
        players = players_named(division.event.club, wanted)
        levels = [one["level"] for one in entries]
        abouts = {
            player.name: About(
                _exact(entry.get("rating")),
                entry.get("home_club", ""),
                entry.get("federation_number", ""),
                entry.get("country", ""),
            )
            for player, entry in zip(players, entries, strict=True)
        }
        added = entries_add(
            division=division,
            players=players,
            levels=levels,
            abouts={name: about for name, about in abouts.items() if about},
            **data,
        )
        return entries_answer(division, self.reader, added, replayed=replayed)


class EntryDetail(Written):
    """One entry."""

    @extend_schema(responses=EntrySerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show an entry."""
        entry = self.entry(request, public_id)
        people = people_of(entry.division, self.reader)
        return Response(entry_states(entry.division, people, [entry])[0])

    @extend_schema(request=EntryChangeSerializer, responses=EntrySerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Record a level, a rating, a club, paid fees, or a prize."""
        entry = self.entry(request, public_id)
        data = checked(EntryChangeSerializer, request)
        entry_change(entry=entry, by=asker(request), **exactly(data))
        # As stored, with the decimals of the columns.
        entry.refresh_from_db(fields=["prize", "rating"])
        people = People.of([entry], self.reader)
        return Response(entry_states(entry.division, people, [entry])[0])

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Remove a wrong entry that has not played; `restore` brings it back."""
        entry = self.entry(request, public_id)
        nothing_sent(request)
        entry_remove(entry=entry, by=asker(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryRestore(Written):
    """Bringing a removed entry back."""

    @extend_schema(request=None, responses=EntrySerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Bring a removed entry back, with its number, and to matches nobody touched since."""
        event, self.reader = removed_read(public_id, request.user)
        self.aimed(request, event)
        nothing_sent(request)
        entry = entry_restore(event=event, by=asker(request), public_id=public_id)
        people = people_of(entry.division, self.reader)
        return Response(entry_states(entry.division, people, [entry])[0])


class EntryCheckIn(Written):
    """Checking a player in."""

    scope = ApiToken.Scope.SCORE
    needs = None  # players may check themselves in: the service decides

    @extend_schema(request=None, responses=EntrySerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Check a player in: for directors, and for the players themselves."""
        entry = self.entry(request, public_id)
        require_entry(asker(request), entry)
        nothing_sent(request)
        entry_check_in(entry=entry, by=asker(request))
        people = People.of([entry], self.reader)
        return Response(entry_states(entry.division, people, [entry])[0])


class EntryChange(Change):
    """A change of an entry."""

    answer = EntriesWrittenSerializer

    def done(self, about: Entry, data: Json, *, replayed: bool) -> Response:
        """Show the entry, as it is now where this was done before."""
        if not replayed:
            self.verb.deed(entry=about, **data)
        return entries_answer(about.division, self.reader, [about], replayed=replayed)


EntryCheckOut = view_of(EntryChange, verbs.CHECK_OUT)
EntryPause = view_of(EntryChange, verbs.PAUSE)
EntryResume = view_of(EntryChange, verbs.RESUME)
EntryWithdraw = view_of(EntryChange, verbs.WITHDRAW)
EntryReenter = view_of(EntryChange, verbs.REENTER)


class ForbiddenPairs(Written):
    """The pairs that should not meet."""

    signed_in_only = True

    @extend_schema(responses=PairSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """List the pairs that the draw avoids if possible; for directors."""
        division = self.division(request, public_id)
        require(asker(request), Capability.DIRECT, division.event.club)
        return Response(pair_states(division))

    @extend_schema(request=TwoEntriesSerializer, responses=PairsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Record that two players should not meet; repeating it changes nothing."""
        division = self.division(request, public_id)
        data = checked(TwoEntriesSerializer, request)
        first, second = entries_named(division, [data["first"], data["second"]])
        pair_forbid(division=division, by=asker(request), first=first, second=second)
        return pairs_answer(division)


class ForbiddenPairsLift(Written):
    """Allowing a pair to meet again."""

    @extend_schema(request=TwoEntriesSerializer, responses=PairsWrittenSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Let two players meet again; if they may already, nothing changes."""
        division = self.division(request, public_id)
        data = checked(TwoEntriesSerializer, request)
        two = entries_named(division, [data["first"], data["second"]])
        pair = ForbiddenPair.objects.filter(division=division, first__in=two, second__in=two)
        found = pair.select_related("first", "second", "division__event__club").first()
        if found is not None:
            pair_allow(pair=found, by=asker(request))
        return pairs_answer(division)


def entries_answer(
    division: Division, reader: Reader, entries: Iterable[Entry], *, replayed: bool
) -> Response:
    """Answer with entries after a change."""
    found = list(entries)
    state = {"entries": entry_states(division, People.of(found, reader), found)}
    return answered(state, replayed=replayed, version=version_of(division.event))


def pair_states(division: Division) -> list[Json]:
    """Return the forbidden pairs of a division by their entries."""
    rows = division.forbidden_pairs.order_by("pk")
    found = rows.values_list("first__public_id", "second__public_id")
    return [{"first": first, "second": second} for first, second in found]


def pairs_answer(division: Division) -> Response:
    """Answer with all forbidden pairs."""
    return Response(
        {
            "version": version_of(division.event),
            "replayed": False,
            "pairs": pair_states(division),
        }
    )


def exactly(data: Json) -> Json:
    """Return the recorded data of an entry with prize and rating as exact figures."""
    return {
        name: _exact(value) if name in {"prize", "rating"} else value
        for name, value in data.items()
    }


def _exact(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
