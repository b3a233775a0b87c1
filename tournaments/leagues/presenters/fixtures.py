"""A fixture as its players see it: what can be done next comes first."""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player
from games.permissions import Capability, Reader
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.presenters.fixture_status import (
    absent_said,
    challenge_said,
    confirms_said,
    counter_said,
    out_of_time_said,
    result_of,
    said_of_dates,
    status_of,
)
from tournaments.leagues.selectors.clashes import HOUR, clashes_of
from tournaments.leagues.selectors.confirming import confirming_of
from tournaments.leagues.selectors.fixtures import LEFT, FixtureShown, read_by, walkovers_back
from tournaments.leagues.selectors.places import PlaceReader
from tournaments.leagues.selectors.present import is_at_table
from tournaments.leagues.services.absences import WAITED
from tournaments.leagues.services.challenges import goes_to_challenger
from tournaments.leagues.services.fixtures import MOST_TIMES
from tournaments.leagues.times import Clocks, moment, said_day
from tournaments.models import FixtureNote, League, LeagueSeason, Match
from tournaments.pages.presenters.events_standings import desk_of
from tournaments.pages.presenters.match_texts import decided_text, penalty_text
from tournaments.results.reasons import NOT_IN_TIME, REFUSED

__all__ = ["FixtureCard", "card_of", "cards_of", "clashes_said", "said_day", "with_taken_back"]

NOT_BUSY: Final[Mapping[int, datetime.datetime]] = MappingProxyType({})
NEVER: Final[Mapping[int, datetime.datetime | None]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TimeChoice:
    """A proposed date that can be accepted with one tap."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A word that was said."""

    who: str
    what: str
    text: str
    times: tuple[str, ...]
    at: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class FixtureCard:
    """A fixture from the view of one of its players, or of nobody; `rank` puts what waits first."""

    public_id: str
    title: str
    opponent: str
    status: str
    result: str
    """As the title names the two."""
    own_result: str
    """Their own points first."""
    deadline: str
    own_deadline: str
    """The same where it is not that of the season, which the page says once."""
    is_overdue: bool
    agreed: str
    is_to_come: bool
    """Whether the agreed date is still to come."""
    joint: str
    """What stands between the status and the agreed date."""
    place: str
    is_beyond: bool
    """Whether an agreed or proposed date lies after the deadline."""
    absent: str
    """Who says that who did not come."""
    counter: str
    """Who answers that it was the other."""
    is_playoff: bool
    rank: int
    waits: bool
    proposal: int | None
    """The opponent's that waits for an answer."""
    own_proposal: int | None
    """The player's own that can be taken back."""
    choices: tuple[TimeChoice, ...]
    choices_place: str
    """Where the proposed dates are."""
    in_place: str
    """That the opponent plays in place of who was met here before, as long as nothing was said
    since.
    """
    clashes: bool
    """Whether the player plays another match at one of these hours."""
    answer_until: str
    """Until when who did not come is asked for their word."""
    is_asked: bool
    """Whether the other says that they did not come, and they have not answered."""
    is_answer_late: bool
    """Whether the time to answer is over; the director has still not decided."""
    last_word: NoteLine | None
    """What another has written last, while the match is open and the player has not answered."""
    side: int | None
    may_absent: bool
    asks_when: bool
    """Whether they say when the two were to meet, to say that their opponent did not come."""
    is_open: bool
    can_board: bool
    is_on_board: bool
    """Whether there is a board on which they play now."""
    reports: bool
    table: int | None
    takes_back: bool
    """Whether it is their own challenge on a ladder, and neither agreed on nor played."""
    refuses: bool
    """Whether they were challenged and can refuse, which is a loss."""
    confirms: str
    """When a report confirms itself if nobody answers; blank where none waits."""
    how: str
    """How a challenge was over without a game, and to whom it went; blank of all others."""
    challenge: str
    """Until when a challenge is to be played, and what becomes of it otherwise."""
    is_forgotten: bool
    """Whether it is decided and counts for nobody, for one of the two has withdrawn."""
    decided: str
    """That the director has decided it, and why; blank where the two have."""
    is_news: bool
    """Whether that was decided of late, and not by the reader."""
    out_of_time: str
    """Whose time on the board is over."""
    may_recant: bool
    """Whether they have said that the other did not come, and nobody has decided on it."""
    has_decision: bool
    """Whether the director can take back what was decided on who did not come."""
    penalty: str
    """Who has points because the other was late."""
    sheet: str
    """Where a director enters or decides it."""
    desk: str
    """Where a director puts its result right; blank while it is open."""
    lines: tuple[NoteLine, ...]
    nudged: str
    """When the director has reminded the two last; blank if they have not."""
    most_times: int = MOST_TIMES


def cards_of(
    fixtures: Sequence[FixtureShown],
    club: Club,
    reader: Reader,
    player: Player | None = None,
    uncounted: Collection[int] = (),
    decided: Collection[int] = (),
    news: Collection[int] = (),
    busy: Mapping[int, datetime.datetime] = NOT_BUSY,
) -> tuple[FixtureCard, ...]:
    """Return fixtures as cards: what waits for the player first, then by date, the decided last.

    `uncounted` are the keys of the matches that count for nobody, `decided` those of the matches
    that a director has decided; those of them that are `news` stand with what waits. `busy` is
    when the player plays which match.
    """
    people = people_seen(
        {
            one.pk: one
            for shown in fixtures
            for one in (shown.match.first, shown.match.second)
            if one is not None
        }.values(),
        reader,
    )
    names = {pk: person.name for pk, person in people.items()}
    said: dict[str, Any] = {
        "busy": busy,
        "is_director": reader.may(Capability.DIRECT),
        "confirms": confirming_of(one.match for one in fixtures),
    }
    cards = [
        card_of(one, club, names, player, uncounted, decided, news, **said) for one in fixtures
    ]
    return tuple(sorted(cards, key=lambda one: (one.rank, one.is_open is False)))


def _decided(
    shown: FixtureShown, two: Sequence[str], decided: Collection[int], *, is_news: bool
) -> str:
    """Say that the director has decided it, or that a challenge was over without being played."""
    match = shown.match
    if shown.unplayed and is_news:
        return _unplayed(shown, two)
    return decided_text(match) if match.pk in decided else ""


def _unplayed(shown: FixtureShown, two: Sequence[str]) -> str:
    """Say why a challenge is over without being played, and to whom it goes."""
    winner = shown.match.winner
    if winner is None:
        return _("not played in time: the challenge has lapsed")
    said = {"name": two[winner], "other": two[1 - winner]}
    if shown.unplayed == REFUSED:
        return _("%(other)s has refused: the challenge goes to %(name)s, with the place") % said
    if shown.unplayed in LEFT:
        return _("%(other)s has left the ladder: the match goes to %(name)s") % said
    return _("not played in time: the challenge goes to %(name)s, with the place") % said


def _without_a_game(shown: FixtureShown, two: Sequence[str]) -> str:
    match = shown.match
    if shown.unplayed:
        return _unplayed(shown, two)
    if not shown.is_challenge or match.outcome != Match.Outcome.FORFEIT or match.winner is None:
        return ""
    return _("%(name)s has won by a walkover") % {"name": two[match.winner]}


def _is_told(shown: FixtureShown, side: int | None) -> bool:
    """Tell whether what became of a match is told to a side: not who has refused it, or left."""
    by_themselves = shown.unplayed not in ("", NOT_IN_TIME)
    return not (by_themselves and side is not None and side != shown.match.winner)


def card_of(
    shown: FixtureShown,
    club: Club,
    names: dict[int, str],
    player: Player | None,
    uncounted: Collection[int] = (),
    decided: Collection[int] = (),
    news: Collection[int] = (),
    *,
    is_director: bool,
    confirms: Mapping[int, datetime.datetime | None] = NEVER,
    busy: Mapping[int, datetime.datetime] = NOT_BUSY,
) -> FixtureCard:
    """Return one fixture; `confirms` is when reports confirm themselves, by match, and `busy` when
    the player plays which match.
    """
    match, now = shown.match, timezone.now()
    two = [names.get(pk or 0, "") for pk in (match.first_id, match.second_id)]
    side = _side(match, player)
    own = None if side is None else (match.first_id, match.second_id)[side]
    players = frozenset() if own is None else frozenset({own})
    theirs, mine = _proposals(shown, side)
    agreed = shown.agreed_at
    clocks = _clocks(match, side, two)
    is_open = match.state == Match.State.OPEN
    is_theirs = is_open and side is not None
    word = None if side is None or not is_open else shown.unanswered(side)
    waits, status, rank = status_of(shown, side, word, theirs, mine)
    is_news = match.pk in news and _is_told(shown, side)
    if not is_open:  # a date that was proposed before is nothing to answer any more
        theirs = mine = None
    is_playoff = match.round is not None and match.round.bracket == PLAYOFF
    is_free = is_open and shown.is_challenge and shown.absence is None and not match.has_open_board
    answer_by = shown.answer_by
    return FixtureCard(
        public_id=match.public_id,
        title=" – ".join(two),
        opponent="" if side is None else two[1 - side],
        status=status,
        result=result_of(match),
        own_result="" if match.outcome in Match.WITHOUT_A_GAME else result_of(match, side or 0),
        deadline=said_day(club, shown.deadline),
        own_deadline=_own_deadline(shown),
        is_overdue=not match.is_settled and shown.deadline is not None and shown.deadline < now,
        agreed=clocks.said(agreed) if agreed is not None and is_open else "",
        is_to_come=agreed is not None and is_open and agreed > now,
        joint=": " if status in said_of_dates() else f" · {_('agreed:')} ",
        is_beyond=is_open and _is_beyond(shown),
        absent=absent_said(shown, two),
        counter=counter_said(shown, two),
        is_playoff=is_playoff,
        place=PlaceReader(is_director, players).place(shown),
        rank=1 if is_news else rank,
        waits=waits,
        proposal=None if theirs is None else theirs.pk,
        own_proposal=None if mine is None else mine.pk,
        choices=() if theirs is None else _choices(theirs, clocks),
        choices_place="" if theirs is None else theirs.place,
        in_place=_in_place(shown, side, two) if is_open else "",
        clashes=theirs is not None and _clashes(theirs, match, busy),
        answer_until="" if answer_by is None else clocks.here(answer_by),
        is_asked=shown.asks(side),
        is_answer_late=answer_by is not None and answer_by <= now,
        last_word=None if word is None or not word.text else _line(word, shown, clocks, two),
        side=side,
        may_absent=is_theirs and not shown.claims(side) and _may_claim(shown),
        asks_when=is_theirs and agreed is None and shown.absence is None,
        is_open=is_open,
        can_board=is_theirs and _can_board(shown),
        is_on_board=is_theirs and match.has_open_board,
        reports=side is not None and _reports(shown),
        table=match.board if is_at_table(match) else None,
        takes_back=is_free and side == 0 and agreed is None,
        refuses=is_free and side == 1 and goes_to_challenger(match, shown.dated),
        confirms=confirms_said(shown, side, confirms, clocks),
        how=_without_a_game(shown, two),
        challenge=challenge_said(shown, side) if is_open and shown.is_challenge else "",
        is_forgotten=match.pk in uncounted,
        decided=_decided(shown, two, decided, is_news=is_news),
        is_news=is_news,
        out_of_time=out_of_time_said(match, two),
        may_recant=shown.claims(side),
        has_decision=shown.decision is not None,
        penalty=penalty_text(match, two),
        sheet=_sheet(match),
        desk=_sheet(match) if match.is_settled else "",
        lines=_lines(shown, player, clocks, two),
        nudged=_nudged(shown, clocks),
    )


def with_taken_back(
    card: FixtureCard, shown: FixtureShown, player: Player | None = None
) -> FixtureCard:
    """Return one fixture whose talk says, too, which walkovers of it do not stand any more."""
    clocks = Clocks(shown.match.club.time_zone)
    lines, at = list(card.lines), [note.created_at for note in read_by(shown, player)]
    for step in walkovers_back(shown):
        is_undone = step.kind == "undo"
        what = _("took the walkover back") if is_undone else _("has decided it otherwise")
        line = NoteLine(_("the director"), what, "", (), clocks.here(step.created_at))
        place = bisect_right(at, step.created_at)
        lines.insert(place, line)
        at.insert(place, step.created_at)
    return replace(card, lines=tuple(lines))


def _own_deadline(shown: FixtureShown) -> str:
    """Return until when a match is to be played, if that is neither over nor the season's day."""
    end, dated = shown.deadline, shown.dated
    is_seasons = isinstance(dated, LeagueSeason) and end == dated.deadline
    if end is None or is_seasons or end <= timezone.now() or shown.match.is_settled:
        return ""
    return said_day(shown.match.club, end)


def _proposals(
    shown: FixtureShown, side: int | None
) -> tuple[FixtureNote | None, FixtureNote | None]:
    """Return the opponent's proposal and the side's own; one of them stands at most."""
    if shown.proposal is None or side is None:
        return None, None
    is_mine = shown.proposal.side == side
    return (None, shown.proposal) if is_mine else (shown.proposal, None)


def _times(shown: FixtureShown) -> list[datetime.datetime]:
    """Return the proposed dates, and the agreed one."""
    times = [moment(one) for one in (shown.proposal.times if shown.proposal is not None else ())]
    return times if shown.agreed_at is None else [*times, shown.agreed_at]


def _is_beyond(shown: FixtureShown) -> bool:
    end = shown.deadline
    return end is not None and any(end < one for one in _times(shown))


def _choices(proposal: FixtureNote, clocks: Clocks) -> tuple[TimeChoice, ...]:
    """Return the proposed dates that are still to come."""
    now = timezone.now()
    times = [(one, moment(one)) for one in proposal.times]
    return tuple(TimeChoice(one, clocks.said(at)) for one, at in times if at > now)


def _in_place(shown: FixtureShown, side: int | None, two: Sequence[str]) -> str:
    """Tell a player that somebody else is their opponent now than with whom they have spoken."""
    me = None if side is None else (shown.match.first, shown.match.second)[side]
    if side is None or me is None or not shown.before or shown.notes:
        return ""
    met = [one.current for one in shown.before[-1].two if one is not None]
    if me.current not in met:
        return ""  # they have come for another themselves
    others = {"name": two[1 - side], "other": next(one.name for one in met if one != me.current)}
    return _("%(name)s plays in place of %(other)s: dates of before do not hold.") % others


def _clashes(proposal: FixtureNote, match: Match, busy: Mapping[int, datetime.datetime]) -> bool:
    """Tell whether somebody plays another match at an hour that is proposed to them."""
    others = [at for key, at in busy.items() if key != match.pk]
    return any(abs(moment(one) - at) < HOUR for one in proposal.times for at in others)


def _may_claim(shown: FixtureShown) -> bool:
    """Tell whether one may say by now that the other did not come: to an agreed date, or because
    the other says the same of them.
    """
    is_over = shown.agreed_at is not None and timezone.now() >= shown.agreed_at + WAITED
    return is_over or shown.absence is not None


def _can_board(shown: FixtureShown) -> bool:
    return shown.match.length is not None and shown.dated.boards != League.Boards.NEVER


def _reports(shown: FixtureShown) -> bool:
    return shown.dated.event.self_reports and shown.dated.boards != League.Boards.REQUIRED


def _sheet(match: Match) -> str:
    if match.round is None:
        return ""
    return f"{desk_of(match.round.division)}{match.public_id}#sheet"


def clashes_said(
    shown: FixtureShown, card: FixtureCard, names: dict[int, str], reader: Reader
) -> tuple[str, ...]:
    """Say who of the two has agreed on another match for the hour of a date, to both of them."""
    if not card.is_open:
        return ()
    match = shown.match
    found = clashes_of(match, [one for one in _times(shown) if one > timezone.now()])
    people = people_seen(
        {one for _side, other, _at in found for one in (other.first, other.second) if one}, reader
    )
    two = [names.get(pk or 0, "") for pk in (match.first_id, match.second_id)]
    clocks, said = _clocks(match, card.side, two), []
    for side, other, at in found:
        seen = [people[pk].name for pk in (other.first_id, other.second_id) if pk in people]
        values = {"name": two[side], "at": clocks.here(at), "match": " – ".join(seen)}
        text = _("%(name)s has agreed on another match for the same hour: %(match)s, %(at)s.")
        if side == card.side:
            text = _("You have agreed on another match for the same hour: %(match)s, %(at)s.")
        said.append(text % values)
    return tuple(said)


def _side(match: Match, player: Player | None) -> int | None:
    if player is None:
        return None
    for side, one in enumerate((match.first, match.second)):
        if one is not None and one.current.pk == player.pk:
            return side
    return None


def _who(note: FixtureNote, match: Match, two: Sequence[str]) -> str:
    """Name who spoke; who was replaced since is named for themselves, not as who plays now."""
    if note.side is None:
        return _("the director")
    who = note.player if note.first_id is None else note.two[note.side]
    for name, one in zip(two, (match.first, match.second), strict=True):
        if who is not None and one is not None and who.current == one.current:
            return name
    if note.first_id is None:
        return two[note.side] if who is None else _("who played before")
    # Who reads this is the director, or has met them.
    return "" if who is None else who.current.name


def _clocks(match: Match, side: int | None, two: Sequence[str]) -> Clocks:
    """Return the clocks by which a side reads dates; whoever plays nothing here, the club's."""
    if side is None:
        return Clocks(match.club.time_zone)
    players = (match.first, match.second)
    return Clocks.of(match.club, players[side], players[1 - side], two[1 - side])


def _nudged(shown: FixtureShown, clocks: Clocks) -> str:
    found = [one for one in shown.notes if one.kind == FixtureNote.Kind.NUDGED]
    return clocks.here(found[-1].created_at) if found else ""


def _lines(
    shown: FixtureShown, player: Player | None, clocks: Clocks, two: Sequence[str]
) -> tuple[NoteLine, ...]:
    return tuple(_line(one, shown, clocks, two) for one in read_by(shown, player))


def _line(note: FixtureNote, shown: FixtureShown, clocks: Clocks, two: Sequence[str]) -> NoteLine:
    return NoteLine(
        _who(note, shown.match, two),
        str(FixtureNote.Kind(note.kind).label),
        note.text,
        tuple(clocks.said(moment(at)) for at in note.times),
        clocks.here(note.created_at),
        note.place,
    )
