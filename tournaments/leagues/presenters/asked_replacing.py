"""What it changes that somebody takes over from a player, and that it is taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Club, Player
from games.web.input import Input
from games.web.money import money_text
from tournaments.events.selectors.fees import paid_before
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.presenters.asked import Asked, again, changes_told
from tournaments.leagues.presenters.asked_leaving import left_out
from tournaments.leagues.presenters.told import undone_by
from tournaments.leagues.services.absences import Claim, claims_in
from tournaments.leagues.services.replacing import passing
from tournaments.leagues.services.trials import TableChange
from tournaments.leagues.services.undoing import UndoTried
from tournaments.leagues.times import said_at
from tournaments.models import Entry, EventStep, FixtureNote, Match
from tournaments.record.selectors.situations import params_known


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
            *_rows(entry, changes, said),
            _("At the end %(name)s goes up, goes down or stays, not %(other)s.") % said,
            *_withdrawn_elsewhere(entry, player, said),
            *_fee_owed(entry, player, said),
            *changes_told(entry, changes, newcomer=name),
        ),
        values=again(ask),
        yes=_("Takes over"),
        note=undone_by(),
    )


def _rows(entry: Entry, changes: Sequence[TableChange], said: Mapping[str, Any]) -> list[str]:
    """Say that both have a row, unless who is replaced has nothing left to stand there with."""
    if any(one.number == entry.number and not one.places[1] for one in changes):
        return []
    return [_("Both have a row in the table: %(other)s as withdrawn, %(name)s from now on.") % said]


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
        return f"{left_out(played)} {fewer}"
    return _("Results of %(other)s stay theirs.") % said


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
