"""The director's desk: rounds from the draw to the end, in every format, without a browser."""

import re

import pytest

from tests import evenings
from tests.tournaments.desk.desk import EIGHT, Desk, desk, version
from tests.tournaments.directing import agreed, names_of
from tournaments.models import Division, EventTable, Match, Round
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_desk_leads_through_a_whole_swiss() -> None:
    olga = desk()
    for number in (1, 2, 3):
        assert f"Draw round {number}" in olga.step()
        olga.do("draw", version=version(olga))
        assert "Confirm" in olga.step()
        olga.do("confirm", version=version(olga), in_spite="1")
        assert "Release" in olga.step()
        olga.do("release", version=version(olga))
        assert "4 results are missing." in olga.step()
        for match in olga.directed.open():
            olga.quick(match)
    assert "Finish the event" in olga.step()
    asked = olga.do("finish", version=version(olga))
    assert "Finish the event?" in asked
    assert "The standings are final, and no result can be entered." in asked
    assert olga.directed.event.status == "running"
    olga.do("finish", version=version(olga), sure="1")
    olga.directed.event.refresh_from_db()
    assert olga.directed.event.status == "finished"
    assert "This event is over" in olga.step()
    assert olga.show(view="standings").count('<th scope="row">') == 8


def test_the_draft_is_explained_line_by_line_with_its_seed() -> None:
    olga = desk("Ann Bob Cid")
    page = olga.do("draw")
    round = Round.objects.get()
    assert round.seed in page
    assert "has the bye: lowest score without a bye so far." in page
    assert "(fold)" in page


def test_drawing_twice_changes_nothing_and_drawing_again_is_another_attempt() -> None:
    olga = desk()
    olga.do("draw")
    before = list(Match.objects.values_list("first", "second"))
    olga.do("draw")
    assert list(Match.objects.values_list("first", "second")) == before
    assert "attempt 2" in olga.do("draw_again")


def test_a_swap_that_brings_a_rematch_is_warned_of_before_it_is_confirmed() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    met = [set(one) for one in names_of(olga.directed.open())]
    olga.directed.play_all()
    olga.do("draw")
    ann, other = next(pair for pair in drafted() if "Ann" in pair)
    if ann != "Ann":
        ann, other = other, ann
    [partner] = next(pair for pair in met if "Ann" in pair) - {"Ann"}
    page = olga.do(
        "swap",
        first=olga.directed.entry(other).public_id,
        second=olga.directed.entry(partner).public_id,
    )
    assert {"Ann", partner} in [set(pair) for pair in drafted()]
    assert "have met before." in page
    assert "Confirm in spite of that" in page
    assert "have met before." in olga.do("confirm", status=409)
    olga.do("confirm", in_spite="1")
    assert Round.objects.get(number=2).state == "confirmed"


def drafted() -> list[tuple[str, str]]:
    """Who meets whom in the draft."""
    return names_of(list(Match.objects.filter(round__state="draft").order_by("position")))


def test_a_round_that_is_not_over_names_what_is_missing() -> None:
    olga = desk()
    olga.directed.next_round()
    page = olga.do("draw", status=409)
    assert "Round 1 is not over: results are missing, 4 of them." in page


def test_too_few_players_lead_to_the_list_of_entries() -> None:
    olga = desk("Ann")
    assert "at least 2 players" in olga.step()
    assert "view=entries" in olga.show()


def test_everyone_withdraws_and_the_desk_still_says_what_is_possible() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    for name in ("Ann", "Bob", "Cid", "Dee"):
        olga.do("withdraw", sure="1", entry=olga.directed.entry(name).public_id)
    assert not olga.directed.open()
    assert "Too few are left" in olga.step()
    assert "Finish the event" in olga.step()


def test_an_odd_field_after_a_late_drop_gets_a_bye() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    olga.directed.play_all()
    olga.do("withdraw", sure="1", entry=olga.directed.entry("Dee").public_id)
    page = olga.do("draw")
    assert "has the bye" in page
    assert Match.objects.filter(round__number=2).count() == 2


@pytest.mark.slow
@pytest.mark.parametrize("form_", ["single", "double", "progressive", "round_robin"])
def test_every_format_of_matches_is_directed_from_the_desk(form_: str) -> None:
    olga = desk("Ann Bob Cid Dee Eva", format=form_)
    olga.do("draw")
    olga.do("confirm", in_spite="1")
    for _ in range(40):
        if "Release round" in olga.step() or "Release" in olga.step().split():
            olga.do("release")
        waiting = olga.directed.open()
        if not waiting:
            break
        olga.quick(waiting[0])
    assert "Finish the event" in olga.step()


@pytest.mark.slow
def test_groups_lead_into_a_knockout() -> None:
    olga = desk(EIGHT, format="groups_knockout", params={"groups": 2, "qualifiers": 2})
    assert "Draw the groups" in olga.step()
    for _ in range(2):
        olga.do("draw")
        olga.do("confirm", in_spite="1")
        for _ in range(4):
            if "Release" in olga.step():
                olga.do("release")
            olga.directed.play_all()
    assert "Finish the event" in olga.step()
    assert "Group A" in olga.show(view="standings")


# --- chouettes


@pytest.mark.slow
def test_a_club_night_is_directed_from_the_draw_of_its_tables_to_the_standings() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay Gil", format="club_night")
    assert "Draw the tables of round 1" in olga.step()
    page = olga.do("draw")
    assert "was drawn at random." in page
    olga.do("confirm")
    page = olga.do("release")
    assert page.count("Keep the score") == 2
    assert "2 tables are still playing." in page
    tables = list(EventTable.objects.order_by("number"))
    sheet = olga.show(sheet=tables[0].public_id)
    assert "Next: game 1" in sheet
    assert "Start this game at the table" in sheet
    page = olga.do("add", names="Hal", view="entries", seat="1")
    assert olga.directed.entry("Hal").seats.count() == 1
    for table in tables:
        table.refresh_from_db()
        assert table.session is not None
        table.session.refresh_from_db()
        olga.do("table_finish", table=table.public_id, version=table.session.version)
    assert "Draw the tables of round 2" in olga.step()
    assert "Finish the event" in olga.step()
    assert "Score sheet" in olga.show()


def test_a_table_whose_version_has_gone_on_is_not_finished() -> None:
    olga = desk("Ann Bob Cid", format="club_night")
    olga.directed.next_round()
    table = EventTable.objects.get()
    assert "Somebody was faster" in olga.do(
        "table_finish", status=409, table=table.public_id, version=99
    )


def test_too_few_for_a_table_are_told_how_many_are_needed() -> None:
    assert "at least 3 players" in desk("Ann Bob", format="club_night").step()


def pressed(olga: Desk, page: str, button: str) -> str:
    """Press a button of the step on a page, with all that its form sends besides."""
    form = re.search(r'<form class="step__acts".*?</form>', page, re.DOTALL)
    assert form
    assert f'value="{button}"' in form.group()
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form.group())
    return olga.do(button, **{name: text for name, text in hidden if name not in {"key", "do"}})


@pytest.mark.slow
@pytest.mark.parametrize("looked_at", [None, 1])
def test_what_was_drawn_is_what_one_looks_at_in_every_round(looked_at: int | None) -> None:
    olga = desk(params={"rounds": 4})
    asked = {} if looked_at is None else {"round": looked_at}
    for number in (1, 2, 3, 4):
        page = pressed(olga, olga.show(**asked), "draw")
        assert re.search(rf'<h2 id="draft-\w+">Round {number} <span class="tag">draft', page)
        page = pressed(olga, page, "confirm")
        assert re.search(rf'<h2 id="draft-\w+">Round {number} <span class="tag">confirmed', page)
        pressed(olga, page, "release")
        for match in olga.directed.open():
            olga.quick(match)


def test_a_draft_is_not_confirmed_from_the_page_of_another_round() -> None:
    olga = desk(params={"rounds": 4})
    olga.directed.next_round()
    olga.directed.play_all()
    olga.do("draw")
    page = olga.show(round=1)
    assert 'value="confirm"' not in page
    assert "Show the draft" in page
    assert 'value="confirm"' in olga.show()


def test_a_draw_that_is_out_is_taken_back_after_one_question_that_says_what_goes() -> None:
    olga = desk(params={"rounds": 4})
    olga.do("draw")
    olga.do("discard")  # a draft is thrown away at once
    assert not Round.objects.exists()
    olga.directed.next_round()
    seen = version(olga)
    page = olga.do("discard", version=seen)
    assert "Take the draw back?" in page
    assert "Round 1: 4 matches, which players see already, are gone." in page
    assert Round.objects.count() == 1
    olga.do("discard", version=seen, sure="1")
    assert not Round.objects.exists()


def test_taking_tables_back_says_so_too() -> None:
    olga = desk("Ann Bob Cid Dee", format="club_night")
    olga.directed.next_round()
    page = olga.do("discard")
    assert "Round 1: 1 table, which players see already, is void." in page
    olga.do("discard", sure="1")
    assert not EventTable.objects.exists()


def test_a_bracket_is_drawn_at_the_desk_before_and_after_anybody_else_sees_it() -> None:
    olga = desk("Ann Bob Cid Dee", format="single")
    olga.do("draw")

    page = olga.show()
    picture = page[page.index('<svg class="bracket"') :].split("</svg>")[0]
    assert all(name in picture for name in ("Ann", "Bob", "Cid", "Dee"))
    olga.do("confirm")
    olga.do("release")
    assert '<svg class="bracket"' in olga.show()


def test_who_withdraws_loses_what_is_open_and_that_is_asked_first() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    match = next(one for one in olga.directed.open() if "Ann" in (one.first.name, one.second.name))
    ann = olga.directed.entry("Ann")
    asked = olga.do("withdraw", entry=ann.public_id)
    assert "Withdraw Ann?" in asked
    assert f"{match.first.name} – {match.second.name}: Ann loses it without play." in asked
    ann.refresh_from_db()
    assert ann.state == "entered"
    olga.do("withdraw", sure="1", entry=ann.public_id)
    ann.refresh_from_db()
    assert ann.state == "withdrawn"


@pytest.mark.parametrize(
    ("withdrawn", "opponents", "counts"),
    [
        ("half", "Bob", False),
        ("half", "Bob Cid", True),
        ("kept", "Bob", True),
        ("kept", "", None),
        ("half", "", None),
        ("removed", "", None),
        ("removed", "Bob Cid Dee", False),
    ],
)
def test_what_becomes_of_results_in_a_withdrawal_is_said_as_it_is_set(
    withdrawn: str, opponents: str, counts: bool | None
) -> None:
    olga = desk("Ann Bob Cid Dee", format="all_play_all", params={"withdrawn": withdrawn})
    olga.directed.next_round()
    for other in opponents.split():
        match = olga.directed.match("Ann", other)
        olga.directed.win(match, 0)
    asked = olga.do("withdraw", entry=olga.directed.entry("Ann").public_id)
    assert ("What was played stays." in asked) is (counts is True)
    assert ("None of their results counts any more" in asked) is (counts is False)
    assert ("They have no result here yet." in asked) is (counts is None)


def test_a_match_goes_to_another_table_and_who_plays_there_comes_to_its_own() -> None:
    olga = desk("Ann Bob Cid Dee Eve Fay")
    olga.directed.next_round()
    first, second, _third = olga.directed.open()
    assert (first.board, second.board) == (1, 2)
    olga.do("match_move", match=first.public_id, board="2")
    assert [one.board for one in olga.directed.open()] == [2, 1, 3]
    olga.do("match_move", match=first.public_id, board="9")
    assert [one.board for one in olga.directed.open()] == [9, 1, 3]
    refused = olga.do("match_move", 400, match=first.public_id, board="0")
    assert "The tables have numbers from 1 to 999." in refused
    olga.quick(first)
    refused = olga.do("match_move", 400, match=first.public_id, board="4")
    assert "Only a match that is to be played now is moved to another table." in refused


def test_a_round_becomes_longer_but_for_matches_that_have_begun() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    done, left = olga.directed.open()
    olga.quick(done)
    one = Round.objects.get()
    sent = {f"length-{one.public_id}": "5", f"was-{one.public_id}": str(left.length)}
    page = olga.do("lengths", **sent)
    assert f'name="was-{one.public_id}" value="5"' in page
    assert Match.objects.get(pk=left.pk).length == 5
    assert Match.objects.get(pk=done.pk).length == done.length
    refused = olga.do("lengths", 400, **{**sent, f"length-{one.public_id}": "0"})
    assert "Say to how many points a match is, from 1 to" in refused
    olga.directed.play_all()
    refused = olga.do("lengths", 400, **sent)
    assert "All matches of this round have begun" in refused


def test_score_rating_and_club_stand_at_the_names() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    ann = olga.directed.entry("Ann")
    olga.do("entry_change", entry=ann.public_id, rating="1650", home_club="Bern")
    assert "1650 · Bern</small>" in olga.show()
    olga.directed.play_all()
    olga.do("draw")
    scores = re.findall(r"score ([01])(?: · 1650 · Bern)?</small>", olga.show())
    assert sorted(scores) == ["0", "1"]


def test_who_has_a_bye_is_named_below_the_matches_of_the_round() -> None:
    olga = desk("Ann Bob Cid")
    olga.directed.next_round()
    free = Match.objects.get(round__division=olga.directed.division, outcome=Match.Outcome.BYE)

    assert f'id="byes">Bye: {free.first.name}</p>' in olga.show()


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (None, ""),
        (4, ""),
        (3, "1 match waits for a table."),
        (1, "3 matches wait for a table."),
    ],
)
@pytest.mark.parametrize("format", ["swiss", "single", "round_robin"])
def test_a_draft_says_how_many_matches_find_no_table(
    format: str, tables: int | None, said: str
) -> None:
    olga = desk(format=format, event_fields={"tables": tables})
    olga.do("draw")
    assert said in olga.step()
    assert ("for a table" in olga.step()) == bool(said)
    olga.do("confirm", in_spite="1")
    olga.do("release")
    waiting = Match.objects.filter(round__number=1, state="open", board=None).count()
    assert waiting == (0 if tables is None else 4 - tables)


def test_a_draft_knows_the_tables_at_which_another_division_plays() -> None:
    olga = desk("Ann Bob Cid Dee", event_fields={"tables": 3})
    other = Division.objects.create(
        event=olga.directed.event, name="B", position=9, format="swiss", params={"rounds": 3}
    )
    olga.directed.next_round()
    olga.directed.division = other
    olga.directed.enter("Eva", "Fay", "Gil", "Hal")
    olga.do("draw")
    assert "1 match waits for a table." in olga.step(division=other.public_id)


def test_who_has_a_bye_in_a_lower_bracket_is_named_whichever_place_is_theirs() -> None:
    olga = desk("Ann Bob Cid Dee Eva", format="double")
    olga.directed.next_round()
    olga.directed.win(olga.directed.open()[0], 0)
    [bye] = Match.objects.filter(outcome="bye", first=None)
    assert bye.second is not None
    assert bye.round is not None
    assert f'id="byes">Bye: {bye.second.name}</p>' in olga.show(round=bye.round.number)


def test_the_list_says_that_matches_of_other_rounds_stand_in_it() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay Gil Hal", format="double")
    olga.directed.next_round()
    assert "matches to play" not in olga.show()
    for match in olga.directed.open()[:2]:
        olga.directed.win(match, 0)
    lower = olga.directed.open()[-1].round
    assert lower is not None
    assert re.search(r"\d matches to play", olga.show(round=lower.number))


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_each_director_is_told_that_a_draft_has_the_wrong_score(is_confirmed: bool) -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    first, second = olga.directed.open()
    olga.directed.win(first, 0)
    olga.directed.win(second, 0)
    olga.do("draw")
    if is_confirmed:
        olga.do("confirm", in_spite="1")
    said = "it was paired with the wrong score"
    assert said not in olga.step()
    first.refresh_from_db()
    agreed(
        results.match_correct,
        match=first,
        by=olga.directed.director,
        points=(3, 7),
        version=first.version,
    )
    other = Desk(olga.directed, evenings.member(olga.directed.club, "Pia", "director"))
    assert said in olga.step()
    assert said in other.step()
    olga.do("discard" if is_confirmed else "draw_again")
    assert said not in other.step()


def test_what_a_director_puts_right_before_the_draw_is_no_wrong_score() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    first, second = olga.directed.open()
    olga.directed.win(first, 0)
    first.refresh_from_db()
    agreed(
        results.match_correct,
        match=first,
        by=olga.directed.director,
        points=(3, 7),
        version=first.version,
    )
    olga.directed.win(second, 0)
    olga.do("draw")
    assert "wrong score" not in olga.step()
