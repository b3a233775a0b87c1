"""Fixtures, matches at dates of their own: whose they are, until when, and what was said."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.models import Player
from games.models.ids import is_public_id
from games.permissions import Somebody
from tournaments.models import Dated, Fixture, FixtureNote, Match, MatchStep, Round
from tournaments.record.selectors.dated import is_cut, own_due
from tournaments.results.reasons import GONE, LEFT_LADDER, NOT_IN_TIME, REFUSED

WITH_ZONES: Final = ("__user", "__merged_into__user")
"""What a player is read with, who may be merged and whose clocks may show another time."""
Kind = FixtureNote.Kind
SPOKEN: Final = frozenset(
    {
        Kind.PROPOSED,
        Kind.DECLINED,
        Kind.SAID,
        Kind.ABSENT,
        Kind.NUDGED,
        Kind.STRUCK,
        Kind.EXCUSED,
        Kind.EXTENDED,
        Kind.DECIDES,
    }
)
"""Words that ask for an answer."""
ON_ABSENCE: Final = (Kind.ABSENT, Kind.RECANTED, Kind.STRUCK, Kind.EXCUSED, Kind.UNDECIDED)
"""These say whether it waits for the director that somebody did not come. A walkover is none of
them: it has settled the match, and once it is taken back it has decided nothing.
"""


ANSWERED: Final = datetime.timedelta(days=2)
"""So long who did not come is asked for their word before the director decides."""
LATELY: Final = datetime.timedelta(days=7)
"""For this long after the director has decided, it stands first for the two."""


LEFT: Final = (GONE, LEFT_LADDER)
UNPLAYED: Final = (NOT_IN_TIME, REFUSED, *LEFT)
"""Why a challenge is over that nobody has played and no director has decided."""
WITHOUT_PLAY: Final = ("forfeit", "no_show", "withdrawn")
"""The kinds of the steps that nobody sends and by which it is over."""


ABOUT_THESE: Final = (
    Q(first=F("fixture__match__first"), second=F("fixture__match__second"))
    | Q(first=F("fixture__match__second"), second=F("fixture__match__first"))
    | Q(first__isnull=True, fixture__match__known_at__isnull=True)
    | Q(first__isnull=True, created_at__gte=F("fixture__match__known_at"))
)
"""Words of the two who meet now, as `said_by_these` has them."""


@dataclass(frozen=True)
class FixtureShown:
    """A match of a season or a cup with what was said about it, the oldest first.

    `before` is what others have said who met here before one of them was replaced.
    """

    dated: Dated
    match: Match
    fixture: Fixture | None
    notes: Sequence[FixtureNote]
    before: Sequence[FixtureNote] = ()

    @property
    def deadline(self) -> datetime.datetime | None:
        """Until when it is to be played: its own day, its round's, or the season's, if any."""
        return own_due(self.dated, self.match, self.fixture)

    @property
    def is_cut(self) -> bool:
        """Whether it is a challenge with fewer days than its ladder gives, for the season ends."""
        return is_cut(self.dated, self.fixture)

    @property
    def unplayed(self) -> str:
        """Why a challenge is over without being played, if one of `UNPLAYED` is why; else blank."""
        is_over = self.match.outcome in (Match.Outcome.FORFEIT, Match.Outcome.NO_SHOW)
        reason = self.match.reason
        return reason if self.is_challenge and is_over and reason in UNPLAYED else ""

    @property
    def begins(self) -> datetime.datetime | None:
        """Since when it is to be played: since its round is out and both players are known."""
        out = None if self.match.round is None else self.match.round.released_at
        return max(filter(None, (out, self.match.known_at)), default=None)

    @property
    def agreed_at(self) -> datetime.datetime | None:
        return None if self.fixture is None else agreed_of(self.fixture, self.notes)

    @property
    def place(self) -> str:
        """Where the two meet who have agreed on a date."""
        return "" if self.fixture is None or self.agreed_at is None else self.fixture.place

    @cached_property
    def proposal(self) -> FixtureNote | None:
        """The dates that wait for an answer."""
        return self._proposals[-1] if self._proposals else None

    @property
    def is_counter(self) -> bool:
        """Whether the dates that wait were proposed after dates of the other, without an answer
        to those: perhaps both have proposed at once.
        """
        return len({one.side for one in self._proposals}) > 1

    @cached_property
    def _proposals(self) -> list[FixtureNote]:
        """What was proposed since dates were accepted, refused or taken back last."""
        found: list[FixtureNote] = []
        for one in self.notes:
            if one.kind in FixtureNote.ABOUT_DATES:
                found = [*found, one] if one.kind == Kind.PROPOSED else []
        return found

    @cached_property
    def absence(self) -> FixtureNote | None:
        """The word that somebody did not come, until the director has decided: a walkover decides
        as long as it stands.
        """
        found = self._absences.claims
        return found[0] if found and not self.match.is_settled else None

    @cached_property
    def counter(self) -> FixtureNote | None:
        """The word of the other that it was the first who did not come: both say it."""
        found = self._absences.claims
        return found[1] if self.absence is not None and len(found) > 1 else None

    @property
    def decision(self) -> FixtureNote | None:
        """What the director has decided last on who did not come, and can take back."""
        return self._absences.decision

    @cached_property
    def _absences(self) -> Absences:
        return absences_in(self.notes)

    def claims(self, side: int | None) -> bool:
        """Tell whether the player of a side says that the other did not come, and it waits."""
        return side is not None and any(
            one is not None and one.side == side for one in (self.absence, self.counter)
        )

    @property
    def answer_by(self) -> datetime.datetime | None:
        """Until when who did not come is asked."""
        return None if self.absence is None else self.absence.created_at + ANSWERED

    def answer(self) -> FixtureNote | None:
        """Return what who did not come has written since they are asked, the latest."""
        absence = self.absence
        if absence is None or absence.side is None:
            return None
        theirs = 1 - absence.side
        said = [one for one in self.notes if one.pk > absence.pk and one.side == theirs]
        # What somebody claimed and took back is no answer.
        said = [one for one in said if one.kind != Kind.ABSENT or one == self.counter]
        return next((one for one in reversed(said) if one.text), self.counter)

    def asks(self, side: int | None) -> bool:
        """Tell whether the player of a side is said not to have come, and has written nothing."""
        absence = self.absence
        is_theirs = absence is not None and side is not None and absence.side == 1 - side
        return is_theirs and self.answer() is None

    def unanswered(self, side: int) -> FixtureNote | None:
        """Return the last word of another that the player of a side has not answered."""
        for note in reversed(self.notes):
            if note.side == side and note.kind not in FixtureNote.DECISIONS:
                return None
            if note.kind in SPOKEN and self._still_asks(note):
                return note
        return None

    def _still_asks(self, note: FixtureNote) -> bool:
        """Whether a word waits for an answer yet: no other came after it, nor a decision."""
        if note.kind == Kind.PROPOSED:
            return note == self.proposal
        if note.kind in (Kind.STRUCK, Kind.EXCUSED):
            return note.pk not in self._absences.taken_back
        return note.kind != Kind.ABSENT or note == self.absence

    @property
    def is_challenge(self) -> bool:
        """Whether it is a challenge on a ladder."""
        return any(one.kind == Kind.CHALLENGED for one in self.notes)

    @property
    def is_silent(self) -> bool:
        """Whether there is neither a date nor a word of the two, and they are not playing."""
        said = any(one.side is not None and one.kind != Kind.CHALLENGED for one in self.notes)
        match = self.match
        plays = match.score is not None or match.has_open_board
        is_open = match.state == Match.State.OPEN
        return self.agreed_at is None and not said and not plays and is_open


@dataclass(frozen=True, slots=True)
class Absences:
    """How it stands that somebody did not come: `claims` waits for the director, of each side one
    at most, who said it first before; `decision` is what was decided last, as long as nobody has
    said so again. `agreed` is the date that two would have if nothing more was decided.
    """

    claims: tuple[FixtureNote, ...] = ()
    decision: FixtureNote | None = None
    agreed: FixtureNote | None = None
    taken_back: frozenset[int] = frozenset()


def absences_in(notes: Iterable[FixtureNote]) -> Absences:
    """Return how it stands after these words of the same two, the oldest first."""
    claims: list[FixtureNote] = []
    agreed: FixtureNote | None = None
    decided: list[tuple[FixtureNote, list[FixtureNote], FixtureNote | None]] = []
    taken_back: set[int] = set()
    for one in notes:
        if one.kind == Kind.ACCEPTED:
            agreed = one
        elif one.kind == Kind.ABSENT:
            # Who says it again keeps their turn.
            sides = [it.side for it in claims]
            at = sides.index(one.side) if one.side in sides else len(claims)
            claims[at : at + 1] = [one]
            decided = []
        elif one.kind == Kind.RECANTED:
            claims = [it for it in claims if it.side != one.side]
        elif one.kind in (Kind.STRUCK, Kind.EXCUSED):
            decided.append((one, claims, agreed))
            claims, agreed = [], None
        elif one.kind == Kind.UNDECIDED and decided:
            last, claims, before = decided.pop()
            agreed = agreed or before
            taken_back.add(last.pk)
    decision = decided[-1][0] if decided else None
    return Absences(tuple(claims), decision, agreed, frozenset(taken_back))


def fixtures_of(
    dated: Dated,
    player: Player | None = None,
    *,
    where: Q | None = None,
    latest: int | None = None,
) -> list[FixtureShown]:
    """Return the fixtures of a season or a cup, or one player's: merged players have theirs under
    one. Those of a bracket begin when both players are known.

    With `latest`, so many that were decided last.
    """
    matches = _matches(dated)
    if where is not None:
        # Mostly nothing is asked for that is there: the whole query alone takes ten times as long.
        keys = list(_released(dated).filter(where).values_list("pk", flat=True))
        if not keys:
            return []
        matches = matches.filter(pk__in=keys)
    if player is not None:
        matches = matches.filter(_played_by(player))
    if latest is not None:
        matches = matches.order_by("-settled_at", "-pk")[:latest]
    return [shown(dated, match) for match in matches]


def byes_of(dated: Dated) -> list[FixtureShown]:
    """Return the byes of a season or a cup, by division and round: nobody arranges them."""
    found = Match.objects.filter(
        round__division__event=dated.event_id,
        round__state=Round.State.RELEASED,
        outcome=Match.Outcome.BYE,
    )
    rows = found.select_related("club", "first", "second", "round__division__event__club")
    ordered = rows.order_by("round__division__position", "round__number", "position")
    return [FixtureShown(dated, one, None, ()) for one in ordered]


def fixtures_by_dated(dated: Sequence[Dated], player: Player) -> dict[int, list[FixtureShown]]:
    """Return a player's fixtures of seasons and cups, by the event's key, in two queries."""
    by_event = {one.event_id: one for one in dated}
    found: dict[int, list[FixtureShown]] = {one.event_id: [] for one in dated}
    for match in _matches(*dated).filter(_played_by(player)) if dated else ():
        assert match.round is not None, "it belongs to an event"
        event = match.round.division.event_id
        found[event].append(shown(by_event[event], match))
    return found


def fixture_of(dated: Dated, public_id: str) -> FixtureShown | None:
    """Return one fixture of a season or a cup."""
    found = _matches(dated).filter(public_id=public_id) if is_public_id(public_id) else None
    match = None if found is None else found.first()
    return None if match is None else shown(dated, match)


def shown(dated: Dated, match: Match) -> FixtureShown:
    """Return a match, read with its fixture, as a fixture of its season or cup."""
    fixture = getattr(match, "fixture", None)
    said = [] if fixture is None else list(fixture.notes.all())
    notes = said_by_these(match, said)
    theirs = {one.pk for one in notes}
    before = [one for one in said if one.pk not in theirs and one.first_id is not None]
    return FixtureShown(dated, match, fixture, notes, before)


def said_by_these(match: Match, notes: Iterable[FixtureNote]) -> list[FixtureNote]:
    """Return what the two have said who meet now: others may have met here, before one of them was
    replaced, or a bracket was corrected.
    """
    two, since = {match.first_id, match.second_id}, match.known_at
    return [
        one
        for one in notes
        if (
            {one.first_id, one.second_id} == two
            if one.first_id is not None
            else since is None or one.created_at >= since
        )
    ]


def read_by(shown: FixtureShown, player: Player | None) -> list[FixtureNote]:
    """Return what a player of a match reads, or its director, where nobody is named: all that they
    have said themselves or that was said to them, whoever they met; the oldest first.
    """
    if not shown.before:
        return list(shown.notes)
    theirs = [
        one
        for one in shown.before
        if player is None
        or player.current.pk in {two.current.pk for two in one.two if two is not None}
    ]
    return sorted([*theirs, *shown.notes], key=lambda one: one.pk)


def agreed_of(fixture: Fixture, notes: Iterable[FixtureNote]) -> datetime.datetime | None:
    """Return the date that these two have agreed on, by what they have said."""
    if fixture.match.known_at is None or fixture.agreed_at is None:
        return fixture.agreed_at
    accepted = [one.pk for one in fixture.notes.all() if one.kind == Kind.ACCEPTED]
    is_theirs = bool(accepted) and max(accepted) in {one.pk for one in notes}
    return fixture.agreed_at if is_theirs else None


def decisions() -> QuerySet[MatchStep]:
    """Return the steps by which directors have decided matches, as far as they stand: what only
    they do, and the result they entered or confirmed where a player had reported one.

    What was not played when a season was closed is nobody's decision about a match.
    """
    two = Q(pk=OuterRef("match__first")) | Q(pk=OuterRef("match__second"))
    two |= Q(merged=OuterRef("match__first")) | Q(merged=OuterRef("match__second"))
    by_player = Exists(Player.objects.filter(two, user=OuterRef("sender")))
    reported = MatchStep.objects.filter(
        Q(sent_by__isnull=False) | by_player,
        kind="report",
        match=OuterRef("match"),
        sequence__lt=OuterRef("sequence"),
    )
    is_answer = Q(kind__in=MatchStep.SETTLING) & Exists(reported) & ~by_player
    since = MatchStep.objects.filter(match=OuterRef("match"), sequence__gt=OuterRef("sequence"))
    return (
        MatchStep.objects.filter(
            Q(kind__in=MatchStep.BY_DIRECTOR) | is_answer,
            sender__isnull=False,
            match__state=Match.State.SETTLED,
        )
        .exclude(key__startswith="close-")
        .filter(~Exists(since.exclude(kind__in=MatchStep.BESIDE)))
    )


def decided_in(fixtures: Iterable[FixtureShown]) -> frozenset[int]:
    """Return the keys of the matches that a director has decided."""
    matches = [one.match.pk for one in fixtures if one.match.is_settled]
    rows = decisions().filter(match__in=matches) if matches else MatchStep.objects.none()
    return frozenset(rows.values_list("match", flat=True))


def decided_lately(fixtures: Iterable[FixtureShown], user: Somebody) -> frozenset[int]:
    """Return the keys of the matches that a director has decided of late, who is not the reader;
    and of the challenges that are over without being played.
    """
    shown = [one for one in fixtures if one.match.is_settled]
    matches = [one.match.pk for one in shown]
    if not matches:
        return frozenset()
    since = timezone.now() - LATELY
    rows = decisions().filter(match__in=matches, created_at__gt=since).exclude(sender=user.pk)
    found = set(rows.values_list("match", flat=True))
    over = [one.match.pk for one in shown if one.unplayed]
    if over:
        steps = MatchStep.objects.filter(match__in=over, sender=None, sent_by=None)
        steps = steps.filter(kind__in=WITHOUT_PLAY, created_at__gt=since)
        found.update(steps.values_list("match", flat=True))
    return frozenset(found)


def walkovers_back(shown: FixtureShown) -> list[MatchStep]:
    """Return the steps that took back or changed walkovers of who did not come."""
    notes = [one for one in shown.notes if one.kind == Kind.WALKOVER]
    if not notes:
        return []
    keys = {walkover_key(one.key) for one in notes}
    steps = list(shown.match.log.exclude(kind__in=MatchStep.BESIDE).order_by("sequence"))
    return [after for step, after in pairwise(steps) if step.key in keys]


def walkover_key(key: str) -> str:
    """Return the key of the step that a walkover is, by the key of the word that says so."""
    return f"{key[:56]}-forfeit"


def strikes_of(dated: Dated) -> dict[int, int]:
    """Count how often somebody did not come, by player: a walkover as long as it stands, once, and
    nothing that was taken back.
    """
    lost = Q(fixture__match__outcome=Match.Outcome.FORFEIT) & ~Q(fixture__match__winner=F("side"))
    struck = FixtureNote.objects.filter(
        Q(kind=Kind.STRUCK) | Q(lost & ABOUT_THESE, kind=Kind.WALKOVER),
        fixture__match__round__division__event=dated.event_id,
    )
    rows = struck.exclude(pk__in=_taken_back(dated)).values_list("player", "kind", "fixture", "pk")
    once = {(who, (kind, at) if kind == Kind.WALKOVER else pk) for who, kind, at, pk in rows}
    return _counted(who for who, _which in once)


def _taken_back(dated: Dated) -> set[int]:
    """Return the keys of the decisions that were taken back, whoever meets there now."""
    words = FixtureNote.objects.filter(
        kind__in=(*ON_ABSENCE, Kind.ACCEPTED),
        fixture__in=FixtureNote.objects.filter(
            kind=Kind.UNDECIDED, fixture__match__round__division__event=dated.event_id
        ).values("fixture"),
    )
    by_two: dict[tuple[int, frozenset[int | None]], list[FixtureNote]] = {}
    for one in words.order_by("pk"):
        two = frozenset((one.first_id, one.second_id))
        by_two.setdefault((one.fixture_id, two), []).append(one)
    return {pk for notes in by_two.values() for pk in absences_in(notes).taken_back}


def _counted(keys: Iterable[int | None]) -> dict[int, int]:
    found: dict[int, int] = {}
    for key in keys:
        if key is not None:
            found[key] = found.get(key, 0) + 1
    return found


def _played_by(player: Player) -> Q:
    mine = Q(first=player) | Q(first__merged_into=player)
    return mine | Q(second=player) | Q(second__merged_into=player)


def _released(*dated: Dated) -> QuerySet[Match]:
    return Match.objects.filter(
        round__division__event__in=[one.event_id for one in dated],
        round__state=Round.State.RELEASED,
        first__isnull=False,
        second__isnull=False,
    )


def _matches(*dated: Dated) -> QuerySet[Match]:
    notes = FixtureNote.objects.select_related(
        "player", "first__merged_into", "second__merged_into"
    ).order_by("pk")
    return (
        _released(*dated)
        .select_related(
            "club",
            "round__division__event__club",
            *(f"{side}{who}" for side in ("first", "second") for who in WITH_ZONES),
            "fixture",
            "online",
        )
        .prefetch_related(Prefetch("fixture__notes", notes))
        .order_by("round__division__position", "round__number", "position")
    )
