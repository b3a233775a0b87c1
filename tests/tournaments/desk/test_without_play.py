"""Matches that end without play, in every format: what is said before, and what becomes of it."""

import datetime
import re

import pytest
from django.utils import timezone

from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.directing import names_of
from tournaments.desk.selectors import division_directed
from tournaments.formats import EVENT_FORMATS
from tournaments.models import Division, Entry, Match, Round
from tournaments.pages.presenters.events_standings import stand_tables
from tournaments.pages.presenters.events_words import clock_time
from tournaments.record.selectors.results import standings_of
from tournaments.record.selectors.situations import format_of, situation_of
from tournaments.record.selectors.times import times_of

pytestmark = pytest.mark.django_db

FOUR = {"names": "Ann Bob Cid Dee", "seeding": "entry"}
GROUPS = {"groups": 1, "qualifiers": 2}

LOST = "{loser}: a loss."
NOTHING = "Nobody gets a win for this match."
NOBODYS = "It is nobody’s win and nobody’s loss, and neither gets points for it."
CONSEQUENCES = {
    ("swiss", "forfeit"): ["{winner}: a win.", LOST],
    ("swiss", "no_show"): [NOBODYS],
    ("keizer", "forfeit"): ["{winner}: a win.", LOST],
    ("keizer", "no_show"): [NOBODYS],
    ("free", "forfeit"): ["{winner}: a win.", LOST],
    ("free", "no_show"): ["{winner}: a loss.", LOST, NOTHING],
    ("round_robin", "forfeit"): ["{winner}: a win.", LOST],
    ("round_robin", "no_show"): [NOBODYS],
    ("all_play_all", "forfeit"): ["{winner}: 3 points.", "{loser}: 0 points."],
    ("all_play_all", "no_show"): [NOBODYS],
    ("groups_knockout", "forfeit"): ["{winner}: a win.", LOST, "the standings of the group"],
    ("groups_knockout", "no_show"): [NOBODYS, "the standings of the group"],
    ("single", "forfeit"): [
        "{winner} goes on: Main bracket · Final.",
        "{loser} is out: place 3–4.",
    ],
    ("single", "no_show"): [
        "{winner} is out: place 2–4.",
        "{loser} is out: place 2–4.",
        "Whoever comes to Main bracket · Final goes on without playing.",
    ],
    ("progressive", "forfeit"): [
        "{winner} goes on: Main bracket · Final.",
        "{loser} goes on: Consolation · Final.",
    ],
    ("progressive", "no_show"): [
        "{winner} is out: place 2–4.",
        "Whoever comes to Main bracket · Final goes on without playing.",
        "Whoever comes to Consolation · Final goes on without playing.",
    ],
    ("double", "forfeit"): [
        "{winner} goes on: Main bracket · Final.",
        "{loser} goes on: Lower bracket · Round 1.",
    ],
    ("double", "no_show"): [
        "{winner} is out: place 3–4.",
        "Whoever comes to Main bracket · Final goes on without playing.",
        "Whoever comes to Lower bracket · Round 1 goes on without playing.",
    ],
}
"""Each format and each way to end a match without play, with what the director reads before."""


def test_every_format_of_matches_is_in_the_table() -> None:
    codes = [one.code for one in EVENT_FORMATS if not one.is_chouette]
    ways = {(code, do) for code in codes for do in ("forfeit", "no_show")}
    assert CONSEQUENCES.keys() == ways


def first_match(olga: Desk) -> Match:
    olga.directed.next_round()
    return olga.directed.open()[0]


def asked(page: str) -> str:
    """The question that the desk asks, as it is read."""
    found = re.search(r'<section class="card question.*?</section>', page, re.DOTALL)
    assert found, "nothing was asked"
    return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())


def ending(match: Match, **fields: object) -> dict[str, object]:
    sent = {"match": match.public_id, "version": match.version, "side": 1, "reason": "did not come"}
    return {**sent, **fields}


@pytest.mark.slow
@pytest.mark.parametrize(("code", "do"), list(CONSEQUENCES))
def test_a_director_reads_what_it_means_and_then_the_event_is_played_to_its_end(
    code: str, do: str
) -> None:
    params = GROUPS if code == "groups_knockout" else {}
    params = {"rounds": 2} if code in {"swiss", "keizer"} else params
    params = {"most": 2} if code == "free" else params
    olga = desk(format=code, params=params, **FOUR)
    match = first_match(olga)
    [(winner, loser)] = names_of([match])

    question = asked(olga.do(do, **ending(match)))
    for sentence in CONSEQUENCES[code, do]:
        assert sentence.format(winner=winner, loser=loser) in question
    assert "The match is not rated." in question
    match.refresh_from_db()
    assert match.state == "open", "nothing is done before the answer"

    olga.do(do, **ending(match, sure="1"))
    match.refresh_from_db()
    assert (match.state, match.outcome) == ("settled", do)
    assert match.winner == (0 if do == "forfeit" else None)
    assert not match.is_rated
    assert is_over(olga)


def is_over(olga: Desk) -> bool:
    """Play all that is left; tell whether the format has come to its end."""
    division = Division.objects.get()
    for _round in range(9):
        olga.directed.play_all()
        step = format_of(division).next_step(situation_of(division))
        if step == "over":
            return True
        if step == "release":
            olga.do("release")
        else:
            olga.directed.next_round()
        division.refresh_from_db()
    return False


@pytest.mark.parametrize("do", ["forfeit", "no_show"])
@pytest.mark.parametrize("code", ["swiss", "all_play_all", "round_robin", "free"])
@pytest.mark.parametrize(
    "ties", [["wins"], ["walkovers"], ["points_difference"], ["wins", "walkovers", "head_to_head"]]
)
def test_what_is_said_of_the_tie_breaks_is_what_the_table_has(
    ties: list[str], code: str, do: str
) -> None:
    olga = desk(format=code, tie_breaks=ties, params={}, **FOUR)
    match = first_match(olga)
    [(winner, loser)] = names_of([match])
    question = asked(olga.do(do, **ending(match)))
    olga.do(do, **ending(match, sure="1"))
    [table] = standings_of(Division.objects.get())
    number = {one.player.name: one.number for one in Entry.objects.all()}
    values = {line.key: {one.name: one for one in line.values} for line in table.lines}
    for tie, said in (
        ("wins", f"“Wins” counts it as a match that {winner} has won."),
        ("walkovers", f"“Walkovers” counts it against {winner}."),
    ):
        counted = values[number[winner]].get(tie)
        is_counted = counted is not None and counted.text == "1"
        assert (said in question) == (is_counted and do == "forfeit")
        assert loser not in said


def test_neither_gets_anything_in_the_standings() -> None:
    olga = desk("Ann Bob", format="round_robin")
    match = first_match(olga)
    olga.do("no_show", **ending(match, sure="1"))
    directed = division_directed(olga.directed.event)
    [table] = stand_tables(directed.field)
    assert [line.figures[:2] for line in table.lines] == [("0", "0–0"), ("0", "0–0")]


def test_who_waits_for_two_who_do_not_come_goes_on_without_playing() -> None:
    olga = desk(format="single", **FOUR)
    first = first_match(olga)
    second = olga.directed.open()[1]
    olga.directed.win(second, 0)
    second.refresh_from_db()
    winner = second.first
    assert winner is not None
    question = asked(olga.do("no_show", **ending(first)))
    assert f"{winner.name} goes on without playing: Main bracket · Final." in question
    olga.do("no_show", **ending(first, sure="1"))
    final = Match.objects.get(round__number=2)
    assert (final.state, final.outcome) == ("settled", "bye")
    assert "Everything is decided" in olga.step()
    assert f">{winner.name}<" in olga.show(view="standings")


def test_nobody_wins_a_bracket_to_whose_final_nobody_came_and_it_can_be_put_right() -> None:
    olga = desk("Ann Bob", format="double")
    match = first_match(olga)
    olga.do("no_show", **ending(match, sure="1"))
    assert "Everything is decided" in olga.step()
    olga.do("undo", match=match.public_id, version=match.version + 1)
    match.refresh_from_db()
    assert (match.state, match.outcome) == ("open", "")
    assert olga.directed.play_all() > 0


def test_a_correction_to_neither_came_names_the_results_that_are_lost_by_it() -> None:
    olga = desk(format="single", **FOUR)
    match = first_match(olga)
    olga.directed.play_all()
    match.refresh_from_db()
    page = olga.do("no_show", status=409, **ending(match, sure="1"))
    assert "Change it all the same" in page
    seen = re.findall(r'name="seen" value="([^"]+)"', page)
    assert 'name="sure"' in page, "what was answered is not asked again"
    olga.do("no_show", **ending(match, sure="1", seen=seen))
    match.refresh_from_db()
    assert match.outcome == "no_show"


def test_half_a_win_each_is_said_before_too() -> None:
    olga = desk("Ann Bob")
    match = first_match(olga)
    question = asked(olga.do("unfinished", **ending(match)))
    assert "Ann: half a win." in question
    assert "Bob: half a win." in question


# --- late by the clock, the register, and when it goes on


def late_round(olga: Desk) -> Match:
    """A round whose clock ended twenty minutes ago."""
    match = first_match(olga)
    begun = timezone.now() - datetime.timedelta(minutes=80)
    Round.objects.update(clock_started_at=begun, minutes=60)
    return match


def test_a_match_that_is_not_over_when_the_clock_ends_is_late_and_stands_in_the_register() -> None:
    olga = desk()
    late_round(olga)
    olga.directed.win(olga.directed.open()[1], 0)
    page = olga.show()
    assert page.count('class="bout__late"') == 3
    assert "3 late" in page
    paper = olga.client.get(f"/events/{olga.directed.event.public_id}/slips/", {"what": "open"})
    assert paper.content.decode().count("late since") == 3


def ago(minutes: int) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(minutes=minutes)


def semi_final_after(minutes: int) -> tuple[Desk, Match]:
    """A bracket whose first clock, of 60 minutes, was started 100 minutes ago.

    A semi-final could begin so many minutes ago; two quarter-finals are still played.
    """
    olga = desk(format="single")
    olga.directed.next_round()
    first_two = olga.directed.open()[:2]
    for match in first_two:
        olga.directed.win(match, 0)
    Match.objects.filter(state="settled").update(settled_at=ago(minutes))
    Round.objects.update(released_at=ago(120), minutes=60)
    Round.objects.filter(number=1).update(clock_started_at=ago(100))
    return olga, Match.objects.get(round__number=2, state="open")


def marked(page: str) -> set[str]:
    """The keys of the matches that are marked as late."""
    rows = re.findall(r'<li class="bout.*?</li>', page, re.DOTALL)
    return {re.findall(r'id="m-([^"]+)"', row)[0] for row in rows if "bout__late" in row}


@pytest.mark.parametrize(("minutes", "is_late"), [(90, True), (30, False)])
def test_a_match_of_a_round_beside_the_first_has_its_time_from_when_it_could_begin(
    minutes: int, is_late: bool
) -> None:
    olga, semi_final = semi_final_after(minutes)
    quarters = set(Match.objects.filter(round__number=1, state="open").values_list("public_id"))
    late = {key for (key,) in quarters} | ({semi_final.public_id} if is_late else set())
    assert marked(olga.show()) == late
    sheet = olga.show(sheet=semi_final.public_id)
    assert f"The match could begin {minutes} minutes ago." in sheet


def test_a_round_beside_the_first_can_get_a_clock_of_its_own() -> None:
    olga, semi_final = semi_final_after(90)
    assert "Start the clock of Main bracket · Semi-finals: 60 minutes" in olga.step()
    assert semi_final.round is not None
    page = olga.do("clock_start", value=semi_final.round.public_id)
    assert semi_final.public_id not in marked(page)
    assert page.count('class="card clock"') == 2
    assert "Start the clock" not in olga.step()


def test_who_waits_for_a_table_is_not_late() -> None:
    olga, semi_final = semi_final_after(90)
    Match.objects.filter(pk=semi_final.pk).update(board=None)
    assert semi_final.public_id not in marked(olga.show())


def test_nothing_is_late_where_the_clock_was_stopped() -> None:
    olga, _semi_final = semi_final_after(90)
    olga.do("clock_stop", value=Round.objects.get(number=1).public_id)
    assert marked(olga.show()) == set()


def test_the_tab_of_another_division_says_how_many_are_late_there() -> None:
    olga, _semi_final = semi_final_after(90)
    other = Division.objects.create(
        event=olga.directed.event,
        name="Beginners",
        position=9,
        format="swiss",
        params={"rounds": 3},
    )
    [tab] = re.findall(
        rf'id="division-{olga.directed.division.public_id}".*?</a>',
        olga.show(division=other.public_id),
        re.DOTALL,
    )
    assert "3 late" in tab


def test_walls_and_phones_say_until_when_each_has_time_where_one_clock_does_not_say_it() -> None:
    olga, semi_final = semi_final_after(30)
    [semi_final_ends] = [
        one.ends_at for pk, one in times_of(olga.directed.event).items() if pk == semi_final.pk
    ]
    until = f"until {clock_time(semi_final_ends, olga.directed.club.time_zone)}"
    event = olga.directed.event.public_id
    for address in ("", "wall/"):
        page = olga.client.get(f"/events/{event}/{address}", follow=True).content.decode()
        assert page.count(until) == 1, address
        assert "data-ends-at" not in page, address


def test_the_desk_notices_by_itself_that_a_clock_has_run_out() -> None:
    olga = desk("Ann Bob")
    first_match(olga)
    olga.directed.event.refresh_from_db()
    seen = {"beat": olga.directed.event.beat}
    assert olga.client.get(olga.url, seen).status_code == 204
    begun = timezone.now() - datetime.timedelta(minutes=80)
    Round.objects.update(clock_started_at=begun, minutes=60)
    page = olga.client.get(olga.url, seen)
    assert page.status_code == 200
    [beat] = re.findall(r'data-beat="([^"]+)"', page.content.decode())
    assert olga.client.get(olga.url, {"beat": beat}).status_code == 204


def test_what_was_broken_off_stays_in_the_register() -> None:
    olga = desk("Ann Bob")
    match = first_match(olga)
    olga.do("unfinished", **ending(match, sure="1", reason="time was over"))
    paper = olga.client.get(f"/events/{olga.directed.event.public_id}/slips/", {"what": "open"})
    assert "unfinished: time was over" in paper.content.decode()


@pytest.mark.parametrize("said", [{"next_at": "23:45"}, {"value": "10"}])
def test_walls_and_phones_show_when_the_next_round_starts(said: dict[str, str]) -> None:
    olga = desk("Ann Bob Cid Dee")
    first_match(olga)
    olga.directed.play_all()
    olga.do("next_at", **said)
    [time] = re.findall(r"<strong>(\d\d:\d\d)</strong>", olga.show())
    assert time == said.get("next_at", time)
    said_so = f"The next round starts at {time}."
    event = olga.directed.event.public_id
    ann = olga.directed.player("Ann")
    ann.user = olga.directed.director
    ann.save()
    for address in ("", "wall/", "me/"):
        page = olga.client.get(f"/events/{event}/{address}", follow=True).content.decode()
        assert said_so in page, address
    olga.directed.next_round()
    assert said_so not in olga.client.get(f"/events/{event}/wall/").content.decode()


def test_a_time_that_is_none_is_refused_in_a_sentence() -> None:
    olga = desk("Ann Bob")
    assert "like 14:30" in olga.do("next_at", status=422, next_at="half past")
