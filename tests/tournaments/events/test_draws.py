"""Draws of matches through the services: drafted, changed by hand, confirmed, released."""

import pytest

from games.errors import ServiceError
from tests import evenings
from tests.tournaments.directing import Directed, key, names_of
from tests.tournaments.leagues.cups import Playing
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.events.services import drawing, draws, entries, events
from tournaments.models import Event, EventStep, Match, Round
from tournaments.results.services import results

pytestmark = pytest.mark.django_db
EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"


def pairs(rounds: list[Round]) -> list[tuple[str, str]]:
    return names_of(list(Match.objects.filter(round__in=rounds).order_by("round", "position")))


def test_the_first_swiss_round_folds_the_field_in_the_order_of_entry() -> None:
    event = Directed(names=EIGHT, params={"rounds": 3}, seeding="entry")
    drawn = draws.draw_make(division=event.division, by=event.director)
    # Eight with no points: the first meets the eighth, the second the seventh, and so on.
    met = {frozenset(two) for two in pairs(drawn)}
    assert met == {
        frozenset(two) for two in (("Ann", "Hal"), ("Bob", "Gus"), ("Cid", "Fay"), ("Dee", "Eve"))
    }


def test_drawing_twice_changes_nothing() -> None:
    event = Directed(names=EIGHT)
    first = draws.draw_make(division=event.division, by=event.director)
    again = draws.draw_make(division=event.division, by=event.director)
    assert [one.pk for one in first] == [one.pk for one in again]
    assert Match.objects.count() == 4


def test_the_same_key_draws_once_and_is_logged_once() -> None:
    event = Directed(names=EIGHT)
    for _ in range(2):
        draws.draw_make(division=event.division, by=event.director, key="one")
    assert EventStep.objects.filter(event=event.event, kind="draw").count() == 1


def test_the_same_field_and_seed_give_the_same_draw() -> None:
    one = Directed(evenings.club("one"), EIGHT)
    two = Directed(evenings.club("two"), EIGHT)
    drawn = [draws.draw_make(division=event.division, by=event.director) for event in (one, two)]
    assert pairs(drawn[0]) == pairs(drawn[1])


def test_drawing_again_takes_another_seed_and_says_so() -> None:
    event = Directed(names=EIGHT, params={"inside": "random"})
    first = draws.draw_make(division=event.division, by=event.director)
    seed, before = first[0].seed, pairs(first)
    second = draws.draw_again(division=event.division, by=event.director)
    assert (second[0].attempt, second[0].seed) == (2, seed[:-1] + "2")
    assert pairs(second) != before


def test_of_two_directors_at_once_the_second_looks_again() -> None:
    event = Directed(names=EIGHT)
    version = event.event.version
    draws.draw_make(division=event.division, by=event.director, version=version)
    with pytest.raises(EventConflict, match="Somebody was faster"):
        draws.draw_again(division=event.division, by=event.director, version=version)
    assert event.division.rounds.get().attempt == 1


def test_a_draft_is_confirmed_before_it_is_released_and_then_stays() -> None:
    event = Directed(names=EIGHT)
    draws.draw_make(division=event.division, by=event.director)
    with pytest.raises(EventRefused, match="Confirm the draw"):
        draws.draw_release(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director)
    with pytest.raises(EventRefused, match="no draft"):
        draws.draw_again(division=event.division, by=event.director)
    draws.draw_release(division=event.division, by=event.director)
    event.event.refresh_from_db()
    assert event.event.status == Event.Status.RUNNING
    assert sorted(Match.objects.values_list("board", flat=True)) == [1, 2, 3, 4]


def test_a_swiss_round_waits_for_the_results_of_the_one_before() -> None:
    event = Directed(names=EIGHT)
    event.next_round()
    event.win(event.open()[0], 0)
    with pytest.raises(EventConflict, match="results are missing, 3 of them"):
        draws.draw_make(division=event.division, by=event.director)


def test_swapping_two_by_hand_warns_of_a_rematch_and_needs_a_second_yes() -> None:
    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 3})
    event.next_round()
    event.play_all()
    draws.draw_make(division=event.division, by=event.director)
    (first,) = Match.objects.filter(round__number=1, position=1)
    draft = event.division.rounds.get(number=2)
    mate = next(
        one
        for match in draft.matches.all()
        for one in (match.first, match.second)
        if match.first_id == first.first_id or match.second_id == first.first_id
        if one.pk != first.first_id
    )
    draws.draw_swap(
        division=event.division,
        by=event.director,
        first=event.entry(mate.name),
        second=event.entry(first.second.name),
    )
    draft.refresh_from_db()
    assert {one["code"] for one in draft.remarks} == {"rematch"}
    with pytest.raises(EventConflict, match="have met before"):
        draws.draw_confirm(division=event.division, by=event.director)
    draws.draw_confirm(division=event.division, by=event.director, in_spite=True)
    draft.refresh_from_db()
    assert draft.state == Round.State.CONFIRMED


def test_a_forbidden_pair_does_not_meet_while_that_can_be_avoided() -> None:
    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 2}, seeding="entry")
    for other in ("Cid", "Dee"):
        entries.pair_forbid(
            division=event.division,
            by=event.director,
            first=event.entry("Ann"),
            second=event.entry(other),
        )
    drawn = draws.draw_make(division=event.division, by=event.director)
    assert {"Ann", "Bob"} in [set(two) for two in pairs(drawn)]


def test_the_last_of_an_odd_field_has_the_bye_and_a_win() -> None:
    event = Directed(names="Ann Bob Cid", params={"rounds": 2}, seeding="entry")
    event.next_round()
    bye = Match.objects.get(outcome="bye")
    assert (bye.first.name, bye.winner, bye.state) == ("Cid", 0, "settled")


def test_nobody_has_a_second_bye_while_others_had_none() -> None:
    event = Directed(names="Ann Bob Cid Dee Eve", params={"rounds": 4})
    for _ in range(4):
        event.next_round()
        event.play_all()
    byes = Match.objects.filter(outcome="bye").values_list("first__name", flat=True)
    assert len(set(byes)) == 4


def test_late_entries_take_part_from_the_next_round() -> None:
    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 3})
    event.next_round()
    late = event.enter("Eve")[0]
    assert late.from_round == 2
    event.play_all()
    event.next_round()
    assert "Eve" in {name for two in pairs([event.division.rounds.get(number=2)]) for name in two}


def test_a_late_drop_leaves_an_odd_field_that_is_drawn_all_the_same() -> None:
    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 3})
    event.next_round()
    event.play_all()
    entries.entry_withdraw(entry=event.entry("Dee"), by=event.director)
    event.next_round()
    names = {name for two in pairs([event.division.rounds.get(number=2)]) for name in two}
    assert names == {"Ann", "Bob", "Cid", "-"}


def test_who_withdraws_in_a_round_forfeits_his_open_match() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    event.next_round()
    entries.entry_withdraw(entry=event.entry("Bob"), by=event.director)
    match = event.match("Ann", "Bob")
    winner = match.first if match.winner == 0 else match.second
    assert (match.outcome, winner.name, match.is_rated) == ("forfeit", "Ann", False)


def test_when_everybody_withdraws_the_draw_says_that_nobody_is_there() -> None:
    event = Directed(names="Ann Bob Cid", params={"rounds": 3})
    for name in ("Ann", "Bob", "Cid"):
        entries.entry_withdraw(entry=event.entry(name), by=event.director)
    with pytest.raises(EventRefused, match="at least 2 players"):
        draws.draw_make(division=event.division, by=event.director)
    events.event_cancel(event=event.event, by=event.director)


def test_a_player_is_entered_once() -> None:
    event = Directed(names="Ann Bob")
    with pytest.raises(EventRefused, match="Ann is entered already"):
        event.enter("Cid", "Ann")
    assert event.division.entries.count() == 2


def test_a_draw_interrupted_half_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = Directed(names=EIGHT)

    def interrupted(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(drawing, "_matches", interrupted)
    with pytest.raises(KeyboardInterrupt):
        draws.draw_make(division=event.division, by=event.director)
    assert not Round.objects.exists()
    monkeypatch.undo()
    assert len(draws.draw_make(division=event.division, by=event.director)) == 1


def test_with_few_tables_later_matches_wait_and_get_the_next_free_one() -> None:
    event = Directed(names=EIGHT, event_fields={"tables": 2})
    event.next_round()
    waiting = [one for one in event.open() if one.board is None]
    assert len(waiting) == 2
    seated = next(one for one in event.open() if one.board == 1)
    event.win(seated, 0)
    waiting[0].refresh_from_db()
    assert waiting[0].board == 1


def test_a_draw_is_thrown_away_only_before_a_result() -> None:
    event = Directed(names=EIGHT)
    event.next_round()
    draws.draw_discard(division=event.division, by=event.director)
    assert not Round.objects.exists()
    event.next_round()
    event.win(event.open()[0], 0)
    with pytest.raises(EventRefused, match="this draw stays"):
        draws.draw_discard(division=event.division, by=event.director)


@pytest.mark.parametrize("role", ["scorer", "player"])
def test_only_directors_draw(role: str) -> None:
    event = Directed(names=EIGHT)
    somebody = evenings.member(event.club, "Mia", role)
    with pytest.raises(ServiceError):
        draws.draw_make(division=event.division, by=somebody)
    with pytest.raises(ServiceError):
        entries.entry_withdraw(entry=event.entry("Ann"), by=somebody)
    with pytest.raises(ServiceError):
        events.event_finish(event=event.event, by=somebody)
    assert not Round.objects.exists()


def test_a_finished_event_takes_no_draw_until_it_is_opened_again() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 2})
    event.next_round()
    with pytest.raises(EventConflict, match="still being played: 1"):
        events.event_finish(event=event.event, by=event.director)
    event.play_all()
    events.event_finish(event=event.event, by=event.director)
    with pytest.raises(EventConflict, match="not running"):
        draws.draw_make(division=event.division, by=event.director)
    events.event_reopen(event=event.event, by=event.director)
    assert draws.draw_make(division=event.division, by=event.director)


def test_a_result_for_a_round_that_is_not_released_is_refused() -> None:
    event = Directed(names="Ann Bob")
    draws.draw_make(division=event.division, by=event.director)
    match = Match.objects.get()
    with pytest.raises(EventRefused, match="not been released"):
        event.win(match, 0)


def test_a_score_that_cannot_be_final_is_refused() -> None:
    event = Directed(names="Ann Bob", match_length=5)
    event.next_round()
    for points in ((4, 3), (5, 5), (-1, 5)):
        with pytest.raises(EventRefused):
            results.match_report(
                match=event.open()[0], by=event.director, points=points, version=0, key=key()
            )
    assert Match.objects.get().state == "open"


def test_a_stranger_enters_no_result() -> None:
    event = Directed(names="Ann Bob")
    event.next_round()
    with pytest.raises(EventNotAllowed, match="Only the two players"):
        results.match_report(
            match=event.open()[0],
            by=evenings.member(event.club, "Mia"),
            points=(7, 0),
            version=0,
            key=key(),
        )


def test_a_draw_of_the_program_is_said_to_break_rules_only_where_it_does() -> None:
    cup = Playing()
    confirmed = EventStep.objects.get(event=cup.cup.event, kind="draw_confirm")
    assert confirmed.payload["in_spite"] is False
