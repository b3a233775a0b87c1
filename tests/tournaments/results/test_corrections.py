"""A correction anywhere: what was shown is what goes, and one step gives all of it back."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from games.models import Club
from tests.tournaments.directing import Directed, key
from tournaments.errors import CorrectionReaches
from tournaments.formats.effects import NOTHING, Effect
from tournaments.models import Match, Round
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

KINDS: Final = {
    "single": {"params": {"third_place": True}},
    "double": {},
    "progressive": {"params": {"last_chance": True}},
    "groups_knockout": {"params": {"groups": 2, "qualifiers": 2}},
}
COUNTED_UP: Final = {"version"}
"""What never goes back: who saw an older page is told so."""
Rows = dict[int, dict[str, Any]]


def rows_of(event: Directed) -> Rows:
    """Return all columns of all matches of an event."""
    found = Match.objects.filter(round__division__event=event.event).values()
    return {row["id"]: {k: v for k, v in row.items() if k not in COUNTED_UP} for row in found}


def whole(event: Directed) -> list[Any]:
    """Return everything of an event but its logs."""
    of = event.event
    entries = [list(one.entries.order_by("pk").values()) for one in of.divisions.order_by("pk")]
    rounds = list(Round.objects.filter(division__event=of).order_by("pk").values())
    divisions = list(of.divisions.order_by("pk").values())
    event_row = {
        k: v for k, v in type(of).objects.filter(pk=of.pk).values()[0].items() if k != "beat"
    }
    return [rows_of(event), entries, rounds, divisions, event_row]


def has_result(row: dict[str, Any]) -> bool:
    return row["outcome"] != "bye" and (
        row["score"] is not None or row["state"] in ("reported", "disputed", "settled")
    )


def removed(before: Rows, after: Rows, own: int) -> set[int]:
    """Return the other matches that had a result and have another or none."""
    names = ("first_id", "second_id", "state", "outcome", "winner", "score")
    return {
        pk
        for pk, row in before.items()
        if pk != own
        and has_result(row)
        and [row[n] for n in names] != [after[pk][n] for n in names]
    }


def pks(effect: Effect) -> set[int]:
    found = Match.objects.filter(public_id__in=[one.match for one in effect.lost])
    return set(found.values_list("pk", flat=True))


def played(kind: str, size: int, chance: random.Random) -> Directed:
    """Return an event of a kind, played for some while at random, with its share of walkovers."""
    names = " ".join(f"P{number}" for number in range(1, size + 1))
    event = Directed(
        Club.objects.first(),
        names=names,
        format=kind,
        seeding="entry",
        event_fields={"tables": 3},
        **KINDS[kind],
    )
    event.next_round()
    rounds = 0
    while True:
        waiting = event.open()
        if not waiting:
            if Round.objects.filter(division=event.division, state="confirmed").exists():
                results_release(event)
                continue
            if kind == "groups_knockout" and not rounds:
                rounds += 1
                event.next_round()
                continue
            return event
        if rounds and chance.random() < 0.08:
            return event
        if kind != "groups_knockout" and chance.random() < 0.04:
            return event
        match = chance.choice(waiting)
        if chance.random() < 0.1:
            without_play(event, match, chance)
        else:
            event.win(match, chance.randrange(2), chance.randrange(7))


def results_release(event: Directed) -> None:
    from tournaments.events.services import draws

    draws.draw_release(division=event.division, by=event.director)


def without_play(event: Directed, match: Match, chance: random.Random) -> None:
    said = {"match": match, "by": event.director, "version": match.version, "key": key()}
    if chance.random() < 0.5 or not match.is_of_bracket:
        results.match_forfeit(loser=chance.randrange(2), reason="ill", **said)
    else:
        results.match_no_show(reason="nobody", **said)


def deeds(event: Directed, match: Match) -> Iterator[tuple[str, Callable[..., Match]]]:
    """Yield what a director can do to a match that is decided."""
    length, said = match.length or 7, {"match": match, "by": event.director}

    def correct(**more: Any) -> Match:
        points = (length, 1) if match.winner == 1 else (1, length)
        return results.match_correct(points=points, **said, **more)

    def forfeit(**more: Any) -> Match:
        loser = 1 if match.winner == 1 else 0
        return results.match_forfeit(loser=loser, reason="left", **said, **more)

    def nobody(**more: Any) -> Match:
        return results.match_no_show(reason="left", **said, **more)

    yield "correct", correct
    yield "forfeit", forfeit
    yield "no_show", nobody


def shown(deed: Callable[..., Match], version: int) -> Effect:
    """Return the effect that is shown before it is done."""
    try:
        deed(version=version, key=key())
    except CorrectionReaches as reach:
        return reach.effect
    return NOTHING


def undo(event: Directed, match: Match) -> None:
    """Take the last step back in one step, after its own question."""
    said = {"match": match, "by": event.director, "version": match.version}
    try:
        results.match_undo(**said, key=key())
    except CorrectionReaches as reach:
        results.match_undo(**said, key=key(), seen=reach.effect.digest)


def check(kind: str, size: int, seed: int) -> int:
    """Correct one match of a random bracket in each way; return how many results went."""
    chance = random.Random(seed)
    event = played(kind, size, chance)
    decided = Match.objects.filter(round__division=event.division, state="settled")
    match = chance.choice(list(decided.exclude(outcome="bye").order_by("pk")))
    gone = 0
    for name, deed in deeds(event, match):
        said = f"{kind} of {size}, seed {seed}: {name} in {match.node}"
        match.refresh_from_db()
        before = whole(event)
        effect = shown(deed, match.version)
        if effect.is_asked:
            assert whole(event) == before, f"{said}: nothing is written before the yes"
            deed(version=match.version, key=key(), seen=effect.digest)
        after = rows_of(event)
        assert pks(effect) == removed(before[0], after, match.pk), said
        gone += len(effect.lost)
        match.refresh_from_db()
        undo(event, match)
        assert whole(event) == before, f"{said}: not all is back"
    return gone


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_shown_is_what_goes_and_one_step_gives_all_of_it_back(kind: str) -> None:
    chance = random.Random(kind)
    gone = sum(check(kind, chance.randrange(5, 9), chance.randrange(10**6)) for _ in range(2))
    assert gone > 0, "something was lost and came back"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS)
def test_so_it_is_in_larger_brackets(kind: str, seed: int) -> None:
    most = 14 if kind == "groups_knockout" else 42  # everybody meets everybody in a group
    check(kind, random.Random(seed).randrange(9, most), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seed"), [(24, 4), (29, 7)])
def test_what_a_step_takes_away_on_its_way_and_gives_again_is_as_it_was(
    size: int, seed: int
) -> None:
    """A bye's time, and a match's table: other matches come and go between them."""
    check("progressive", size, seed)


def test_a_correction_saved_twice_is_one_and_the_last_step_back_gives_the_result_before() -> None:
    event = Directed(names="Ann Bob Cid Dee", match_length=5)
    event.next_round()
    match = event.win(event.open()[0], 0)
    for _time in range(2):
        match = results.match_correct(
            match=match, by=event.director, points=(2, 5), version=match.version, key=key()
        )
    assert [step.kind for step in match.log.order_by("sequence")] == ["report", "correct"]
    match = results.match_undo(match=match, by=event.director, version=match.version, key=key())
    assert (match.first_points, match.second_points) == (5, 3)


def test_a_correction_with_a_reason_is_kept_though_the_score_stays() -> None:
    event = Directed(names="Ann Bob Cid Dee", match_length=5)
    event.next_round()
    match = event.win(event.open()[0], 0)
    said = {"match": match, "by": event.director, "points": (5, 3), "version": match.version}
    match = results.match_correct(**said, key=key(), reason="Both say so.")
    assert match.log.count() == 2
