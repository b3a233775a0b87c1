"""The director at the club: who is here, who of them owes whom a match, and what a step changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.clubs.selectors.players import Roster
from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player
from games.names.identity import sort_key
from games.permissions import Reader
from games.web.input import Input
from games.web.money import money_text
from tournaments.events.selectors.fees import paid_before
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.selectors.present import at_tables, can_play, people_of
from tournaments.leagues.selectors.seasons import forgotten_in
from tournaments.leagues.services.challenges import goes_to_challenger
from tournaments.leagues.services.fixtures import Claim, claims_in
from tournaments.leagues.services.replacing import passing
from tournaments.leagues.services.trials import TableChange
from tournaments.leagues.services.undoing import UndoTried
from tournaments.leagues.times import said_at, said_day
from tournaments.models import Dated, Entry, EventStep, FixtureNote, LeagueSeason, Match
from tournaments.record.selectors.dated import is_closed_season
from tournaments.record.selectors.results import lost_by_leaving
from tournaments.record.selectors.situations import format_of, params_known, situation_of
from tournaments.results.selectors.leaving import to_be_returned

SURE = "sure"
"""The field that says that the question was answered."""


@dataclass(frozen=True, slots=True)
class PresentLine:
    """Somebody of the season, and whether they are here."""

    public_id: str
    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two who owe each other a match; `table` is where they play it, 0 before."""

    public_id: str
    first: str
    second: str
    table: int


@dataclass(frozen=True, slots=True)
class AtClub:
    """Who is here, who of them can play now, and who plays at which table."""

    people: tuple[PresentLine, ...]
    pairs: tuple[PairLine, ...]
    tables: tuple[PairLine, ...]
    here: tuple[str, ...]
    is_asked: bool = False
    """Whether the director has said who is here."""
    are_busy: bool = False
    """Whether some of those who are here owe each other a match, be it that they play it now."""

    @property
    def nobody(self) -> str:
        """Why no two can play now."""
        if not self.here:
            return _("Tick who is here: then you see who of them can play each other.")
        if len(self.here) == 1:
            return _("One player alone is ticked. Tick who else is here.")
        if self.are_busy:
            return _(
                "Who of them owe each other a match play at a table, or wait for somebody who does."
            )
        return _("Nobody of those who are here owes another a match.")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Somebody of the season in the list from which the director chooses."""

    public_id: str
    player: int
    player_id: str
    """The primary key and the public id of their player, as the club knows them now."""
    name: str
    division: str
    is_out: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question before a step: what it changes, and the fields to be sent again."""

    sentence: str
    effects: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    yes: str
    note: str = ""


def at_club(
    fixtures: Sequence[FixtureShown],
    people: Sequence[EntryLine],
    here: Collection[int],
    reader: Reader,
) -> AtClub:
    """Return who of a season can play now, if these are here; `fixtures` are matches among them."""
    players = {
        player.current.pk: player.current
        for shown in fixtures
        for player in (shown.match.first, shown.match.second)
        if player is not None
    }
    names = {pk: person.name for pk, person in people_seen(players.values(), reader).items()}
    lines = [
        PresentLine(line.player_id, line.name, line.player in here)
        for line in people
        if not line.is_out
    ]
    return AtClub(
        people=tuple(sorted(lines, key=lambda one: sort_key(one.name))),
        pairs=tuple(_pair(one.match, names) for one in can_play(fixtures, here)),
        tables=tuple(_pair(one.match, names) for one in at_tables(fixtures)),
        here=tuple(one.public_id for one in lines if one.is_here),
        are_busy=any(people_of(one.match) <= set(here) for one in fixtures),
    )


def entries_listed(dated: Dated) -> tuple[EntryLine, ...]:
    """Return everybody of a season or cup for the director, the withdrawn last."""
    rows = (
        Entry.objects.filter(division__event=dated.event_id)
        .annotate(now=Coalesce("player__merged_into", "player"))
        .order_by("division__position", "number")
        .values_list(
            "public_id",
            "now",
            Coalesce("player__merged_into__public_id", "player__public_id"),
            Coalesce("player__merged_into__name", "player__name"),
            "division__name",
            "state",
        )
    )
    lines = [
        EntryLine(entry, player, player_id, name, division, state == Entry.State.WITHDRAWN)
        for entry, player, player_id, name, division, state in rows
    ]
    return tuple(sorted(lines, key=lambda one: one.is_out))


def withdrawal_asked(entry: Entry, changes: Sequence[TableChange], ask: Input) -> Asked:
    """Return what a withdrawal changes: fixtures that go, and the table."""
    mine = Match.objects.filter(round__division=entry.division_id).filter(
        first=entry.player_id
    ) | Match.objects.filter(round__division=entry.division_id, second=entry.player_id)
    still = sum(one.state in Match.UNDECIDED for one in mine)
    gone = set(forgotten_in(entry.division))
    played = sum(
        match.is_settled
        and match.outcome == Match.Outcome.PLAYED
        and gone.isdisjoint((match.first_id, match.second_id))
        for match in mine
    )
    effects = [
        *_not_played(still),
        *_played(entry, played),
        *changes_told(entry, changes),
    ]
    return Asked(
        sentence=_("Withdraw %(name)s?") % {"name": entry.player.current.name},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Withdraw"),
        note=_("Coming back takes the withdrawal back."),
    )


def cup_withdrawal_asked(entry: Entry, ask: Input) -> Asked:
    """Return what a withdrawal from a bracket changes: who goes on without playing."""
    name = entry.player.current.name
    effects = []
    for match in lost_by_leaving(entry):
        other = match.second if match.first_id == entry.player_id else match.first
        if other is None:
            effects.append(_("Their next opponent goes on without playing."))
        else:
            effects.append(_("%(other)s goes on without playing.") % {"other": other.current.name})
    return Asked(
        sentence=_("Withdraw %(name)s?") % {"name": name},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Withdraw"),
        note=_("Matches that were played stay."),
    )


def _not_played(count: int) -> list[str]:
    """Say how many matches go with who withdraws."""
    if not count:
        return []
    text = ngettext(
        "%(count)s match is not played any more.",
        "%(count)s matches are not played any more.",
        count,
    )
    return [text % {"count": count}]


def _played(entry: Entry, count: int) -> list[str]:
    """Say what becomes of the matches that who withdraws has played."""
    if not count:
        return []
    division = entry.division
    if format_of(division).forgets(situation_of(division), entry.number):
        return [_left_out(count)]
    said = ngettext(
        "%(count)s match that was played counts.",
        "%(count)s matches that were played count.",
        count,
    )
    return [said % {"count": count}]


def mistyped_told(club: Club, names: Iterable[str]) -> dict[str, str]:
    """Return a sentence for each name that resembles one of the club and may be mistyped."""
    roster = Roster(club)
    near = [(name, roster.resembling(name)) for name in names]
    return {
        name: _("%(name)s: the club has nobody of this name, but %(player)s.")
        % {"name": name, "player": other.name}
        for name, other in near
        if other is not None
    }


def mistyped_asked(club: Club, names: Sequence[str], text: str, ask: Input) -> Asked | None:
    """Return the question whether names that resemble others of the club are new; None of none.

    `text` is the list with whom the director has ticked.
    """
    found = mistyped_told(club, names)
    if not found or ask.has(SURE):
        return None
    values = [(name, said) for name, said in again(ask) if name not in ("names", "known")]
    return Asked(
        sentence=_("Are they new in the club?"),
        effects=tuple(found.values()),
        values=(*values, ("names", text)),
        yes=_("Enter them as new players"),
        note=_("If a name is mistyped, correct it under “Who plays”."),
    )


def challenge_asked(season: LeagueSeason, match: Match, ask: Input) -> Asked:
    """Return what a challenge means for the two, who is made for a trial."""
    name = "" if match.second is None else match.second.current.name
    said = {"name": name, "day": said_day(match.club, match.fixture.deadline)}
    late = _("To be played by %(day)s; otherwise the challenge lapses.")
    if goes_to_challenger(match):
        late = _("To be played by %(day)s; otherwise you have won it.")
    return Asked(
        sentence=_("Challenge %(name)s?") % said,
        effects=(
            late % said,
            _("Until it is decided, neither of you two plays another match on the ladder."),
        ),
        values=again(ask),
        yes=pgettext("on a ladder", "Challenge"),
        note=_("You can take it back until you have agreed on a date."),
    )


def cancel_asked(match: Match, names: Mapping[int, str], ask: Input) -> Asked:
    """Return what it changes that a director cancels a challenge."""
    two = [names.get(pk or 0, "") for pk in (match.first_id, match.second_id)]
    said = {"name": two[0], "other": two[1]}
    return Asked(
        sentence=_("Cancel the challenge of %(name)s to %(other)s?") % said,
        effects=(_("It has never been: nobody’s place changes, and both can challenge again."),),
        values=again(ask),
        yes=_("Cancel the challenge"),
    )


def leaving_asked(entry: Entry, ask: Input) -> Asked:
    """Return what it changes that a player leaves a ladder that goes on, for themselves."""
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    found = Match.objects.filter(mine, round__division=entry.division_id)
    still = found.filter(state__in=Match.UNDECIDED).exists()
    effects = [_("Who stands below you moves up."), _("Your results stay.")]
    if still:
        effects.insert(0, _("Your open match goes to your opponent."))
    return Asked(
        sentence=_("Leave the ladder?"),
        effects=tuple(effects),
        values=again(ask),
        yes=_("Leave the ladder"),
        note=_("You can come back: the match stays your opponent’s.")
        if still
        else _("You can come back: then you stand where you stood."),
    )


def resuming_asked(entry: Entry, ask: Input) -> Asked | None:
    """Return what it changes that somebody who has withdrawn from a season plays again, by the
    director's word: walkovers are taken back. None where nothing was given up.
    """
    division, name = entry.division, entry.player.current.name
    effects = taken_back_told(entry)
    if not effects:
        return None
    note = _("If %(name)s comes back by “I play” on their own page, the walkover stays.")
    return Asked(
        sentence=_("%(name)s plays again?") % {"name": name},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Plays again"),
        note=note % {"name": name} if format_of(division).has_challenges else "",
    )


def taken_back_told(entry: Entry) -> list[str]:
    """Say which walkovers are taken back if somebody who has withdrawn plays again."""
    division = entry.division
    is_over = not division.event.is_open or is_closed_season(division.event)
    if is_over or entry.state != Entry.State.WITHDRAWN:
        return []
    found = list(to_be_returned(division, entry.player_id).select_related("first", "second"))
    effects = [
        _("The match %(match)s is open again: its walkover is taken back.") % {"match": one}
        for one in found
    ]
    if not found or not format_of(division).has_challenges:
        return effects
    since = min(one.settled_at for one in found if one.settled_at is not None)
    played = Match.objects.filter(round__division=division, settled_at__gt=since)
    count = played.exclude(pk__in=[one.pk for one in found]).count()
    if count:
        text = ngettext(
            "%(count)s match was decided since: the list is made anew from all results.",
            "%(count)s matches were decided since: the list is made anew from all results.",
            count,
        )
        effects.append(text % {"count": count})
    return effects


def replacement_asked(
    entry: Entry, player: Player, changes: Sequence[TableChange], ask: Input
) -> Asked:
    """Return what it changes that a player takes over: matches that pass on, the fee, and the
    table.
    """
    name = player.current.name
    mine = Q(first=entry.player_id) | Q(second=entry.player_id)
    found = Match.objects.filter(mine, round__division=entry.division_id, state=Match.State.OPEN)
    found = found.exclude(round__bracket=PLAYOFF)
    rows = [one for one in found.select_related("online") if one.is_unentered]
    taken = len(rows)
    said = {"count": taken, "name": name, "other": entry.player.current.name}
    passes = ngettext(
        "%(name)s takes over %(count)s match; a date that was agreed on is to be found anew.",
        "%(name)s takes over %(count)s matches; dates that were agreed on are to be found anew.",
        taken,
    )
    return Asked(
        sentence=_("%(name)s takes over from %(other)s?") % said,
        effects=(
            passes % said,
            *(_board_ends(one) for one in rows if one.has_open_board),
            *words_left(found, name),
            _stays(entry, mine, said),
            _("Both have a row in the table: %(other)s as withdrawn, %(name)s from now on.") % said,
            _("At the end %(name)s goes up, goes down or stays, not %(other)s.") % said,
            *_withdrawn_elsewhere(entry, player, said),
            *_fee_owed(entry, player, said),
            *changes_told(entry, changes, newcomer=name),
        ),
        values=again(ask),
        yes=_("Takes over"),
        note=_("To take it back, let %(other)s take over again.") % said,
    )


def words_left(matches: QuerySet[Match], name: str) -> list[str]:
    """Say what becomes of what was said about matches that somebody takes over."""
    said = [claim_ended(one) for one in claims_in(matches)]
    if FixtureNote.objects.filter(fixture__match__in=matches, side__isnull=False).exists():
        text = _("What was written about these matches before is not shown to %(name)s.")
        said.append(text % {"name": name})
    return said


def _board_ends(match: Match) -> str:
    """Say that a board is over which is open for a match that somebody takes over."""
    return _("The board of %(match)s ends without a result.") % {"match": match}


def claim_ended(claim: Claim) -> str:
    """Say that a word that somebody did not come is of two who do not meet any more."""
    text = _(
        "%(who)s’s word that %(other)s did not come ends with it; decide it first if it is to "
        "count."
    )
    return text % {"who": claim.who.name, "other": claim.other.name}


def _claim_again(claim: Claim) -> str:
    text = _("%(who)s’s word that %(other)s did not come waits for your decision again.")
    return text % {"who": claim.who.name, "other": claim.other.name}


def cup_replacement_asked(entry: Entry, name: str, matches: QuerySet[Match], ask: Input) -> Asked:
    """Return what ends with it that somebody takes a place in a bracket."""
    said = {"name": name, "other": entry.player.current.name}
    paid = _("What %(other)s has paid stays with the place: %(name)s owes no fee.") % said
    is_paid = entry.fees_paid and entry.division.terms.has_fee
    return Asked(
        sentence=_("%(name)s takes over from %(other)s?") % said,
        effects=(*words_left(matches, name), *([paid] if is_paid else [])),
        values=again(ask),
        yes=_("Takes over"),
        note=_("To take it back, let %(other)s take over again.") % said,
    )


def _withdrawn_elsewhere(entry: Entry, player: Player, said: Mapping[str, Any]) -> list[str]:
    """Say that who takes over stays withdrawn in another division of the season."""
    division = entry.division
    there = Entry.objects.filter(Entry.of(player.current), division__event=division.event_id)
    text = _("%(name)s stays withdrawn in %(division)s: what is in its table stays.")
    names = there.exclude(division=division).values_list("division__name", flat=True)
    return [text % {**said, "division": name} for name in names]


def _fee_owed(entry: Entry, player: Player, said: Mapping[str, Any]) -> list[str]:
    """Say that who takes over owes the fee of the season, if it has one and they have not paid; of
    who has paid less in another division, the rest.
    """
    division = entry.division
    fee = division.terms.fee
    mine = Entry.objects.filter(Entry.of(player.current), division=division, fees_paid__gt=0)
    if not fee or mine.exists():
        return []
    amount = money_text(fee, division.event.currency)
    for before in paid_before(division, [Entry(division=division, player=player.current)]).values():
        text = _("%(name)s has paid %(amount)s in %(division)s: %(rest)s are open.")
        paid, rest = (
            money_text(one, division.event.currency) for one in (before.amount, before.rest)
        )
        there = {**said, "division": before.division, "amount": paid, "rest": rest}
        return [text % there] if before.rest else []
    owes = _("%(name)s owes the whole fee, %(amount)s.") % {**said, "amount": amount}
    if not entry.fees_paid:
        return [owes]
    return [f"{owes} {_('What %(other)s has paid stays with %(other)s.') % said}"]


def _stays(entry: Entry, mine: Q, said: Mapping[str, Any]) -> str:
    """Say what becomes of the results of who is replaced: what they have left to others is theirs
    no more, so that most have played more than half of theirs.
    """
    option = getattr(params_known(entry.division), "withdrawn", "kept")
    passes = passing(entry.division, entry.player)
    found = Match.objects.filter(mine, round__division=entry.division_id)
    there = [one for one in found if not passes(one)]
    played = sum(one.is_settled and one.outcome == Match.Outcome.PLAYED for one in there)
    is_left_out = option == "removed" or (option == "half" and 2 * played < len(there))
    if played and is_left_out:
        fewer = _("Each opponent has one match fewer that counts.")
        return f"{_left_out(played)} {fewer}"
    return _("Results of %(other)s stay theirs.") % said


def _left_out(count: int) -> str:
    said = ngettext(
        "%(count)s match that was played does not count any more.",
        "%(count)s matches that were played do not count any more.",
        count,
    )
    return said % {"count": count}


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """The latest change of who plays, which can be taken back unless `why_not` says otherwise."""

    step: int
    text: str
    who: str
    at: str
    why_not: str = ""


UNDONE: Final = {
    "league_replace": gettext_lazy("Somebody took over from a player"),
    "league_join": gettext_lazy("Two divisions were joined"),
    "league_split": gettext_lazy("A division was split"),
}


def change_line(step: EventStep | None, club: Club) -> ChangeLine | None:
    """Return the latest change for the director, with who did it."""
    if step is None:
        return None
    who = "" if step.sender is None else step.sender.name
    return ChangeLine(step.sequence, _undone(step), who, said_at(club, step.created_at))


def _undone(step: EventStep) -> str:
    """Say what was changed, with the names of who was replaced and by whom."""
    if step.kind == "league_replace":
        came, gone = step.payload["player"], step.payload["before"]["player"]
        two = Player.objects.filter(public_id__in=[came, gone]).select_related("merged_into")
        names = {one.public_id: one.current.name for one in two}
        if len(names) == len({came, gone}):
            return _("%(name)s took over from %(other)s") % {
                "name": names[came],
                "other": names[gone],
            }
    return str(UNDONE[step.kind])


def undo_asked(step: EventStep, trial: UndoTried, ask: Input) -> Asked:
    """Return what it changes that a change of who plays is taken back."""
    if step.kind == "league_replace":
        count = len(step.payload["before"]["matches"])
        effects = [
            ngettext(
                "%(count)s match passes back to who was replaced, with the date agreed then.",
                "%(count)s matches pass back to who was replaced, with the dates agreed then.",
                count,
            )
            % {"count": count}
        ]
    else:
        sizes = ", ".join(f"{name}: {count}" for name, count in trial.divisions)
        effects = [
            _("So many play then: %(sizes)s.") % {"sizes": sizes},
            _("What was drawn is drawn anew; dates stay where the two still meet."),
        ]
    effects += [claim_ended(one) for one in trial.claims_end]
    effects += [_claim_again(one) for one in trial.claims_again]
    if trial.parted > 0:
        effects.append(
            ngettext(
                "%(count)s word about a match that is not played then is kept until the two meet.",
                "%(count)s words about matches that are not played then are kept until they meet.",
                trial.parted,
            )
            % {"count": trial.parted}
        )
    elif trial.parted < 0:
        effects.append(
            ngettext(
                "%(count)s word that was kept stands at its match again.",
                "%(count)s words that were kept stand at their matches again.",
                -trial.parted,
            )
            % {"count": -trial.parted}
        )
    return Asked(
        sentence=_("Take this back: %(what)s?") % {"what": _undone(step)},
        effects=tuple(effects),
        values=again(ask),
        yes=_("Take it back"),
        note=_("It stands in the log with your reason: %(reason)s") % {"reason": ask.one("reason")},
    )


def changes_told(entry: Entry, changes: Sequence[TableChange], newcomer: str = "") -> list[str]:
    """Return a table's changes in words; `newcomer` is who comes new by the step that is tried."""
    names = _names(entry)
    return [
        _change_told(change, names.get(change.number) or newcomer or _("Who comes new"))
        for change in changes
    ] or [_("The table stays as it is.")]


def _change_told(change: TableChange, name: str) -> str:
    (was, now), (before, after) = change.places, change.points
    if not was:
        text = _("%(name)s is new in the table: place %(now)s, points: %(after)s")
    elif now and not (before or after):  # a ladder has no points
        text = _("%(name)s: place %(was)s → %(now)s")
    elif not now:
        text = _("%(name)s does not stand in the table any more: was place %(was)s")
    else:
        text = _("%(name)s: place %(was)s → %(now)s, points %(before)s → %(after)s")
    said = {"name": name, "was": was, "now": now}
    return text % {**said, "before": before or "–", "after": after or "–"}


def again(ask: Input) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form with a yes, to be sent again."""
    left_out = ("csrfmiddlewaretoken", "once", SURE)
    fields = ((name, ask.one(name)) for name in ask.values if name not in left_out)
    return (*fields, (SURE, "1"))


def _names(entry: Entry) -> Mapping[int, str]:
    rows = Entry.objects.filter(division=entry.division_id).select_related("player__merged_into")
    return {one.number: one.player.current.name for one in rows}


def _pair(match: Match, names: Mapping[int, str]) -> PairLine:
    two = [names[one.current.pk] for one in (match.first, match.second) if one is not None]
    return PairLine(match.public_id, two[0], two[1], match.board or 0)
