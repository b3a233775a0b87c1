"""Each format of match play, by what may happen in it: every cell says what must hold."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from games.models import User
from tests.tournaments.directing import Directed, key
from tests.tournaments.results.test_results import account
from tournaments.errors import CorrectionReaches, EventConflict, EventRefused
from tournaments.events.services import draws, entries
from tournaments.formats import EVENT_FORMATS
from tournaments.formats.situation import Situation
from tournaments.models import Entry, Match
from tournaments.record.selectors.rounds import drafts_of
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.results.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PARAMS = {
    "swiss": {"rounds": 4},
    "keizer": {"rounds": 4},
    "groups_knockout": {"groups": 2, "qualifiers": 1},
}
FIVE, SEVEN = "Ann Bob Cid Dee Eve", "Ann Bob Cid Dee Eve Fay Gus"
Cell = Callable[[Directed], None]


def begun(format: str, names: str = SEVEN) -> Directed:
    """An event of this format whose first round is played."""
    return Directed(names=names, format=format, params=PARAMS.get(format), seeding="entry")


def playing(format: str, names: str = SEVEN) -> Directed:
    event = begun(format, names)
    event.next_round()
    return event


def results_of(event: Directed) -> dict[int, tuple[int | None, int, int]]:
    """What was played at the board, by match."""
    found = Match.objects.filter(round__division=event.division, state="settled", outcome="played")
    return {one.pk: (one.winner, one.first_points, one.second_points) for one in found}


def everybody_plays_once_or_has_the_bye(event: Directed) -> None:
    """Nobody stands twice in a round, nobody meets a missing one but in a bye."""
    for round in event.division.rounds.all():
        there = [pk for one in round.matches.all() for pk in (one.first_id, one.second_id) if pk]
        assert len(there) == len(set(there))


# late entries


def late_plays_next_round(event: Directed) -> None:
    event.enter("Ida")
    event.play_all()
    event.next_round()
    assert "Ida" in players_of(drafted=False, event=event)


def late_plays_everybody(event: Directed) -> None:
    played = results_of(event)
    event.enter("Ida")
    assert not Match.objects.filter(outcome="bye").exists()
    while event.division.rounds.filter(state="confirmed").exists():
        draws.draw_release(division=event.division, by=event.director)
    event.play_all()
    ida = event.player("Ida").pk
    met = {
        ({one.first_id, one.second_id} - {ida}).pop()
        for one in Match.objects.filter(state="settled")
        if ida in {one.first_id, one.second_id}
    }
    assert len(met) == 7
    assert played.items() <= results_of(event).items()


def late_loses_nobody_a_result(event: Directed) -> None:
    """After play in the lower bracket a place more would move results: it is refused."""
    event.play_all()
    played = results_of(event)
    with pytest.raises(EventRefused, match="no place is left"):
        event.enter("Ida")
    assert results_of(event) == played


def late_takes_a_bye_before_anything_is_lost(event: Directed) -> None:
    event.enter("Ida")
    played = results_of(event)
    event.play_all()
    assert event.player("Ida").pk in {
        pk for one in Match.objects.filter(outcome="played") for pk in (one.first_id, one.second_id)
    }
    assert played.items() <= results_of(event).items()


def late_is_refused(event: Directed) -> None:
    with pytest.raises(EventRefused, match="no place is left"):
        event.enter("Ida")


# withdrawals, pauses


def who_withdraws_forfeits_what_is_open(event: Directed) -> None:
    played = results_of(event)
    entries.entry_withdraw(entry=event.entry("Bob"), by=event.director)
    event.play_all()
    bob = event.player("Bob").pk
    lost = [
        one
        for one in Match.objects.filter(outcome="forfeit")
        if (one.first_id, one.second_id)[1 - (one.winner or 0)] == bob
    ]
    assert lost
    assert all(not one.is_rated and one.reason == "withdrawn" for one in lost)
    assert played.items() <= results_of(event).items()
    assert not event.open()


def who_pauses_plays_what_is_drawn(event: Directed) -> None:
    event.play_all()
    entries.entry_pause(entry=event.entry("Bob"), by=event.director)
    assert not Match.objects.filter(outcome="forfeit").exists()


def who_pauses_is_not_in_the_next_round(event: Directed) -> None:
    who_pauses_plays_what_is_drawn(event)
    event.next_round()
    assert "Bob" not in players_of(drafted=False, event=event)


# corrections, undo


def correction_moves_nothing_else(event: Directed) -> None:
    match, played = first_played(event), results_of(event)
    put_right(event, match)
    changed = results_of(event)
    assert changed.pop(match.pk) == (1, 3, 7)
    played.pop(match.pk)
    assert changed == played


def correction_asks_then_moves_the_bracket(event: Directed) -> None:
    event.play_all()
    match = event.division.rounds.get(bracket="main", bracket_round=1).matches.filter(
        outcome="played"
    )[0]
    loser, winner = (match.first, match.second) if match.winner else (match.second, match.first)
    with pytest.raises(CorrectionReaches) as asked:
        put_right(event, match)
    assert asked.value.effect.lost
    put_right(event, match, seen=asked.value.effect.digest)
    following = Match.objects.filter(round__bracket="main", round__bracket_round=2)
    there = {pk for one in following for pk in (one.first_id, one.second_id)}
    assert loser is not None
    assert winner is not None
    assert loser.pk in there
    assert winner.pk not in there


def correction_of_a_group_asks_then_moves_the_knockout(event: Directed) -> None:
    knockout_drawn(event)
    final = Match.objects.get(round__bracket="main")
    before = {final.first_id, final.second_id}
    first = event.division.order["groups"][0]
    one, other = number_of(event, first[0]), number_of(event, first[1])
    match = event.match(one, other)
    side = 0 if match.second is not None and match.second.name == other else 1
    points = (3, 7) if side == 0 else (7, 3)
    said = {"match": match, "by": event.director, "points": points, "version": match.version}
    with pytest.raises(CorrectionReaches) as asked:
        results.match_correct(**said, key=key())
    assert [one.match for one in asked.value.effect.matches] == [final.public_id]
    results.match_correct(**said, key=key(), seen=asked.value.effect.digest)
    final.refresh_from_db()
    assert {final.first_id, final.second_id} == {
        event.player(other).pk,
        *(before - {event.player(one).pk}),
    }
    event.division.refresh_from_db()


def undo_takes_back_one_result(event: Directed) -> None:
    match = first_played(event)
    results.match_undo(match=match, by=event.director, version=match.version, key=key())
    match.refresh_from_db()
    assert (match.state, match.winner, match.first_points) == ("open", None, 0)


def undo_asks_then_moves_the_bracket(event: Directed) -> None:
    event.play_all()
    match = event.division.rounds.get(bracket="main", bracket_round=1).matches.filter(
        outcome="played"
    )[0]
    said = {"match": match, "by": event.director, "version": match.version}
    with pytest.raises(CorrectionReaches) as asked:
        results.match_undo(**said, key=key())
    results.match_undo(**said, key=key(), seen=asked.value.effect.digest)
    match.refresh_from_db()
    assert match.state == "open"


# walkovers, rejects


def a_walkover_counts_and_is_not_rated(event: Directed) -> None:
    match = event.open()[0]
    match = results.match_forfeit(
        match=match, by=event.director, loser=0, reason="late", version=match.version, key=key()
    )
    assert (match.winner, match.is_rated) == (1, False)
    now = situation_of(event.division)
    for table in format_of(event.division).standings(now):
        for line in table.lines:
            if line.key == event.division.entries.get(player=match.second).number:
                assert line.wins >= 1
    with pytest.raises(EventRefused, match="never rated"):
        results.match_rate(
            match=match, by=event.director, is_rated=True, version=match.version, key=key()
        )


def a_no_keeps_what_was_kept_game_by_game(event: Directed) -> None:
    match = event.open()[0]
    assert match.first is not None
    player: User = account(event, match.first.name)
    for side in (0, 0, 1, 0):
        match = results.match_play(
            match=match,
            by=player,
            event={"kind": "win", "side": side, "level": "single"},
            version=match.version,
            key=key(),
        )
    match = results.match_report(
        match=match, by=player, points=(7, 1), version=match.version, key=key()
    )
    match = results.match_reject(match=match, by=event.director, version=match.version, key=key())
    assert (match.state, match.first_points, match.second_points) == ("open", 3, 1)


@dataclass(frozen=True)
class Row:
    late: Cell
    withdrawal: Cell = who_withdraws_forfeits_what_is_open
    pause: Cell = who_pauses_plays_what_is_drawn
    correction: Cell = correction_asks_then_moves_the_bracket
    undo: Cell = undo_asks_then_moves_the_bracket
    walkover: Cell = a_walkover_counts_and_is_not_rated
    reject: Cell = a_no_keeps_what_was_kept_game_by_game

    def cell(self, name: str) -> Cell:
        found: Cell = getattr(self, name)
        return found


TABLE = {
    "swiss": Row(
        late_plays_next_round,
        pause=who_pauses_is_not_in_the_next_round,
        correction=correction_moves_nothing_else,
        undo=undo_takes_back_one_result,
    ),
    "keizer": Row(
        late_plays_next_round,
        pause=who_pauses_is_not_in_the_next_round,
        correction=correction_moves_nothing_else,
        undo=undo_takes_back_one_result,
    ),
    "free": Row(
        late_plays_next_round,
        pause=who_pauses_is_not_in_the_next_round,
        correction=correction_moves_nothing_else,
        undo=undo_takes_back_one_result,
    ),
    "round_robin": Row(
        late_plays_everybody,
        correction=correction_moves_nothing_else,
        undo=undo_takes_back_one_result,
    ),
    "all_play_all": Row(
        late_plays_everybody,
        correction=correction_moves_nothing_else,
        undo=undo_takes_back_one_result,
    ),
    "single": Row(late_takes_a_bye_before_anything_is_lost),
    "progressive": Row(late_loses_nobody_a_result),
    "double": Row(late_loses_nobody_a_result),
    "groups_knockout": Row(
        late_is_refused,
        correction=correction_of_a_group_asks_then_moves_the_knockout,
        undo=undo_takes_back_one_result,
    ),
}
HAPPENS = ("late", "withdrawal", "pause", "correction", "undo", "walkover", "reject")


def test_every_format_has_its_row() -> None:
    assert TABLE.keys() == {one.code for one in EVENT_FORMATS if not one.is_chouette}


@pytest.mark.parametrize("happens", HAPPENS)
@pytest.mark.parametrize("format", TABLE)
def test_what_must_hold(format: str, happens: str) -> None:
    event = playing(format)
    TABLE[format].cell(happens)(event)
    everybody_plays_once_or_has_the_bye(event)


@pytest.mark.parametrize("format", ["single", "progressive", "double"])
def test_a_late_entry_takes_a_bye_as_long_as_no_result_is_lost(format: str) -> None:
    late_takes_a_bye_before_anything_is_lost(playing(format))


@pytest.mark.parametrize("happens", ["a late entry", "a withdrawal", "a pause"])
@pytest.mark.parametrize("format", TABLE)
def test_a_draft_says_who_is_missing_and_who_does_not_play(format: str, happens: str) -> None:
    event = begun(format, "Ann Bob Cid Dee Eve Fay Gus Hal")
    draws.draw_make(division=event.division, by=event.director)
    if happens == "a late entry":
        # As players are free, one of an odd number may wait.
        event.enter(*("Ida", "Jon")[: 1 + (format == "free")])
        name, code = "Ida", "missing"
    else:
        do = {"a withdrawal": entries.entry_withdraw, "a pause": entries.entry_pause}[happens]
        do(entry=event.entry("Bob"), by=event.director)
        name, code = "Bob", "unknown"
    number = str(event.entry(name).number)
    said = [(row["code"], row["players"]) for row in drafts_of(event.division)[0].remarks]
    assert (code, [number]) in said
    with pytest.raises(EventConflict, match=f"{name} (is in no pair|does not play)"):
        draws.draw_confirm(division=event.division, by=event.director)
    draws.draw_again(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    assert (name in players_of(event=event, drafted=True)) == (code == "missing")


@pytest.mark.parametrize("happens", ["a withdrawal", "a pause"])
@pytest.mark.parametrize("format", TABLE)
def test_who_goes_after_a_draw_was_confirmed_gives_no_forfeit_unasked(
    format: str, happens: str
) -> None:
    event = begun(format, "Ann Bob Cid Dee Eve Fay Gus Hal")
    draws.draw_make(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    do = {"a withdrawal": entries.entry_withdraw, "a pause": entries.entry_pause}[happens]
    do(entry=event.entry("Bob"), by=event.director)
    with pytest.raises(EventRefused, match="Confirm the draw"):
        draws.draw_release(division=event.division, by=event.director)
    with pytest.raises(EventConflict, match="Bob does not play"):
        draws.draw_confirm(division=event.division, by=event.director)
    assert not Match.objects.filter(outcome="forfeit").exists()
    draws.draw_again(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    draws.draw_release(division=event.division, by=event.director)
    assert not Match.objects.filter(outcome="forfeit").exists()
    assert "Bob" not in players_of(event=event, drafted=True)


@pytest.mark.parametrize("format", TABLE)
def test_a_draw_that_was_confirmed_in_spite_of_somebody_is_released(format: str) -> None:
    event = begun(format, "Ann Bob Cid Dee Eve Fay Gus Hal")
    draws.draw_make(division=event.division, by=event.director)
    entries.entry_pause(entry=event.entry("Bob"), by=event.director)
    draws.draw_confirm(division=event.division, by=event.director, in_spite=True)
    draws.draw_release(division=event.division, by=event.director)
    assert event.open()


@pytest.mark.parametrize("format", ["swiss", "single"])
def test_a_release_asks_although_nobody_looked_when_the_entry_changed(format: str) -> None:
    event = begun(format, "Ann Bob Cid Dee Eve Fay Gus Hal")
    draws.draw_make(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    Entry.objects.filter(pk=event.entry("Bob").pk).update(state="withdrawn")
    with pytest.raises(EventConflict, match="Bob does not play"):
        draws.draw_release(division=event.division, by=event.director)


def test_who_comes_after_a_round_was_confirmed_plays_from_the_next() -> None:
    event = begun("swiss", "Ann Bob Cid Dee")
    draws.draw_make(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    event.enter("Ida")
    draws.draw_release(division=event.division, by=event.director)
    assert len(event.open()) == 2


def test_two_who_shall_not_meet_are_found_in_the_draft() -> None:
    event = begun("swiss", "Ann Bob Cid Dee")
    [drawn] = draws.draw_make(division=event.division, by=event.director)
    match = drawn.matches.order_by("position")[0]
    assert match.first is not None
    assert match.second is not None
    two = event.entry(match.first.name), event.entry(match.second.name)
    pair = entries.pair_forbid(
        division=event.division, by=event.director, first=two[0], second=two[1]
    )
    with pytest.raises(EventConflict, match="must not meet"):
        draws.draw_confirm(division=event.division, by=event.director)
    entries.pair_allow(pair=pair, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)


@pytest.mark.parametrize("format", TABLE)
def test_a_draft_is_legal_again_when_somebody_comes_back(format: str) -> None:
    event = begun(format, "Ann Bob Cid Dee Eve Fay Gus Hal")
    draws.draw_make(division=event.division, by=event.director)
    entries.entry_pause(entry=event.entry("Bob"), by=event.director)
    entries.entry_resume(entry=event.entry("Bob"), by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)


def test_equals_of_a_group_draw_lots_and_the_draw_says_so() -> None:
    event = Directed(
        names="Ann Bob Cid Dee Eve Fay",
        format="groups_knockout",
        params={"groups": 2, "qualifiers": 1},
        tie_breaks=["wins"],
        seeding="entry",
    )
    event.next_round()
    while event.division.rounds.filter(state="confirmed").exists():
        draws.draw_release(division=event.division, by=event.director)
    # In each group of three everybody wins once.
    event.division.refresh_from_db()
    for group in event.division.order["groups"]:
        names = [number_of(event, one) for one in group]
        for one, other in zip(names, [*names[1:], names[0]], strict=True):
            match = event.match(one, other)
            event.win(match, 0 if match.first and match.first.name == one else 1)
    made = draws.draw_make(division=event.division, by=event.director)
    said = [row for row in made[0].remarks if row["code"] == "lots_drawn"]
    assert [len(row["players"]) for row in said] == [3, 3]
    event.division.refresh_from_db()
    lots = {
        line.key: line.values[-1].value
        for table in format_of(event.division).standings(situation_with_lots(event))
        for line in table.lines
    }
    for group in event.division.order["groups"]:
        best = max(group, key=lambda one: lots[one] or 0)
        assert best in event.division.order["knockout"]


@pytest.mark.parametrize(
    ("format", "steps"),
    [
        ("swiss", ["round", "confirm", "release", "play", "round"]),
        ("round_robin", ["rounds", "confirm", "release", "play", "release"]),
        ("all_play_all", ["rounds", "confirm", "release", "play", "over"]),
        ("single", ["bracket", "confirm", "release", "play", "over"]),
        ("groups_knockout", ["groups", "confirm", "release", "play", "release"]),
    ],
)
def test_a_format_says_what_comes_next(format: str, steps: list[str]) -> None:
    event = begun(format)
    said = []
    for do in (
        lambda: draws.draw_make(division=event.division, by=event.director),
        lambda: draws.draw_confirm(division=event.division, by=event.director),
        lambda: draws.draw_release(division=event.division, by=event.director),
        lambda: event.play_all(),
        lambda: None,
    ):
        said.append(format_of(event.division).next_step(situation_of(event.division)))
        do()
        event.division.refresh_from_db()
    assert said == steps


# helpers


def first_played(event: Directed) -> Match:
    match = event.open()[0]
    return event.win(match, 0)


def put_right(event: Directed, match: Match, seen: str = "") -> Match:
    points = (3, 7) if match.winner == 0 else (7, 3)
    return results.match_correct(
        match=match,
        by=event.director,
        points=points,
        version=match.version,
        key=key(),
        seen=seen,
    )


def knockout_drawn(event: Directed) -> None:
    """The first of each group have won all and play the final, which is released."""
    while event.division.rounds.filter(state="confirmed").exists():
        draws.draw_release(division=event.division, by=event.director)
    event.division.refresh_from_db()
    ranks = {
        event.division.entries.get(number=number).player_id: place
        for group in event.division.order["groups"]
        for place, number in enumerate(group)
    }
    event.play_all(lambda one: int(ranks[one.first_id or 0] > ranks[one.second_id or 0]))
    draws.draw_make(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    draws.draw_release(division=event.division, by=event.director)
    event.division.refresh_from_db()


def number_of(event: Directed, number: int) -> str:
    return event.division.entries.get(number=number).player.name


def players_of(*, event: Directed, drafted: bool) -> set[str]:
    """Who is in the latest draw."""
    rounds = event.division.rounds.order_by("-number")
    numbers = [one.pk for one in (rounds if drafted else rounds[:1])]
    found = Match.objects.filter(round__in=numbers)
    return {getattr(two, "name", "") for one in found for two in (one.first, one.second)}


def situation_with_lots(event: Directed) -> Situation:
    return replace(situation_of(event.division), tie_breaks=("wins", "lots"))
