"""The director's pages: what they say is next, and what their buttons do, without a browser."""

import datetime
import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.models import Club, User
from tests import evenings
from tests.tournaments.events.directing import Directed, key, names_of
from tournaments.models import Entry, Event, EventTable, Match, Round

pytestmark = pytest.mark.django_db

EIGHT = "Ann Bob Cid Dee Eva Fay Gil Hal"


class Desk:
    """A director with the desk of an event open."""

    def __init__(self, directed: Directed, user: User | None = None) -> None:
        self.directed = directed
        self.client = Client()
        self.client.force_login(user or directed.director)

    @property
    def url(self) -> str:
        """Where the desk is."""
        return f"/events/{self.directed.event.public_id}/direct/"

    def show(self, **asked: Any) -> str:
        """The page."""
        answer = self.client.get(self.url, asked)
        assert answer.status_code == 200, answer.content
        return text_of(answer)

    def do(self, do: str, status: int = 200, **fields: Any) -> str:
        """Press a button as htmx does, and read what comes back."""
        sent = {"do": do, "key": key(), "division": self.directed.division.public_id, **fields}
        answer = self.client.post(f"{self.url}act/", sent, headers={"HX-Request": "true"})
        assert answer.status_code == status, text_of(answer)
        return text_of(answer)

    def step(self, **asked: Any) -> str:
        """The words of what is next."""
        found = re.search(r'<section class="step".*?</section>', self.show(**asked), re.DOTALL)
        assert found
        return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())

    def quick(self, match: Match, winner: int = 0, points: int = 3, **fields: Any) -> str:
        """Tap the winner, then the loser's points."""
        sent = {"match": match.public_id, "version": match.version, **fields}
        return self.do("quick", winner=winner, loser_points=points, **sent)


def text_of(answer: HttpResponse) -> str:
    """The page as people read it."""
    return unescape(answer.content.decode())


def desk(names: str = EIGHT, **fields: Any) -> Desk:
    """The desk of a Swiss event of three rounds, unless something else is said."""
    fields.setdefault("params", {"rounds": 3} if fields.get("format", "swiss") == "swiss" else {})
    return Desk(Directed(None, names, **fields))


def form(**fields: Any) -> dict[str, Any]:
    """What the form for a new event sends when only the essentials were typed."""
    return {
        "key": key(),
        "title": "Open",
        "names": "1. Ann\n2. Bob\n\n- Cid\nDee",
        "format": "swiss",
        "swiss-rounds": "3",
        "swiss-inside": "fold",
        "match_length": "5",
        "season": "auto",
        "seeding": "draw",
        "is_rated": "1",
        **fields,
    }


def announce(club: Club, **fields: Any) -> HttpResponse:
    """Send the form for a new event."""
    client = Client()
    client.force_login(evenings.user("Olga"))
    return client.post(f"/clubs/{club.slug}/events/new/", form(**fields))


# --- the list and the form


def test_an_empty_club_is_told_what_events_are() -> None:
    club = evenings.club()
    client = Client()
    client.force_login(evenings.user("Olga"))
    page = text_of(client.get(f"/clubs/{club.slug}/events/"))
    assert "Announce the first event" in page
    assert f"/clubs/{club.slug}/events/new/" in page


def test_one_short_form_announces_an_event_and_makes_its_players() -> None:
    club = evenings.club()
    club.players.create(name="ann")
    answer = announce(club)
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/events/{event.public_id}/direct/"
    division = event.divisions.get()
    assert (division.format, division.match_length, division.params["rounds"]) == ("swiss", 5, 3)
    names = Entry.objects.order_by("number").values_list("player__name", flat=True)
    assert list(names) == ["ann", "Bob", "Cid", "Dee"]
    assert event.is_rated
    assert not event.self_reports


def test_the_form_sent_twice_makes_one_event() -> None:
    club = evenings.club()
    again = form()
    client = Client()
    client.force_login(evenings.user("Olga"))
    for _ in range(2):
        assert client.post(f"/clubs/{club.slug}/events/new/", again).status_code == 302
    assert Event.objects.count() == 1


def test_a_name_that_stands_twice_in_the_list_is_named_and_nothing_is_made() -> None:
    club = evenings.club()
    answer = announce(club, names="Ann\nBob\nann")
    assert answer.status_code == 422
    assert "ann is named twice." in text_of(answer)
    assert "Bob" in text_of(answer)
    assert not Event.objects.exists()
    assert not club.players.exists()


def test_a_parameter_that_is_no_number_is_refused_and_what_was_typed_stays() -> None:
    answer = announce(evenings.club(), **{"swiss-rounds": "many"})
    assert answer.status_code == 422
    assert 'value="many"' in text_of(answer)


def test_a_blank_title_becomes_format_and_day() -> None:
    announce(evenings.club(), title=" ")
    assert Event.objects.get().title.startswith("Swiss system ")


def test_a_seed_agreed_upon_in_public_is_kept() -> None:
    announce(evenings.club(), seed="lotto 3 7 12")
    assert Event.objects.get().seed == "lotto 3 7 12"


def test_a_template_is_kept_and_a_new_event_is_made_from_it() -> None:
    club = evenings.club()
    announce(club, names="", is_template="1", title="Tuesday")
    template = Event.objects.get()
    assert template.status == "template"
    announce(club, **{"from": template.public_id, "title": "", "names": "Ann\nBob"})
    made = Event.objects.exclude(pk=template.pk).get()
    assert (made.title, made.status) == ("Tuesday", "planned")
    assert made.divisions.get().match_length == 5
    assert Entry.objects.filter(division__event=made).count() == 2


def test_money_and_shares_are_kept_as_a_record() -> None:
    announce(evenings.club(), fee="10", prizes="50, 30; 20 %", currency="EUR")
    event = Event.objects.get()
    assert (str(event.fee), event.prizes) == ("10.00", [50, 30, 20])


@pytest.mark.parametrize(
    ("field", "typed"),
    [("fee", "ten"), ("prizes", "half"), ("starts_on", "soon"), ("tables", "-1"), ("fee", "NaN")],
)
def test_a_field_that_cannot_be_read_is_refused(field: str, typed: str) -> None:
    assert announce(evenings.club(), **{field: typed}).status_code == 422
    assert not Event.objects.exists()


# --- who may


@pytest.mark.parametrize("place", ["direct/", "settings/", "log/", "slips/"])
def test_only_directors_see_the_desk(place: str) -> None:
    directed = Directed(None, "Ann Bob")
    url = f"/events/{directed.event.public_id}/{place}"
    assert Client().get(url).status_code == 302
    stranger, player = Client(), Client()
    stranger.force_login(evenings.user("Xaver"))
    assert stranger.get(url).status_code == 404
    player.force_login(evenings.member(directed.club, "Pia"))
    assert player.get(url).status_code == 403
    assert player.post(f"/events/{directed.event.public_id}/direct/act/").status_code == 403
    director = Client()
    director.force_login(evenings.member(directed.club, "Dora", "director"))
    assert director.get(url).status_code == 200


def test_an_unknown_event_is_not_found() -> None:
    client = Client()
    client.force_login(evenings.user("Olga"))
    assert client.get("/events/nowhere/direct/").status_code == 404


def test_a_player_finds_the_events_of_his_club_and_no_template() -> None:
    club = evenings.club()
    announce(club, title="Open")
    announce(club, names="", is_template="1", title="Our pattern")
    player = Client()
    player.force_login(evenings.member(club, "Pia"))
    page = text_of(player.get(f"/clubs/{club.slug}/events/"))
    event = Event.objects.get(title="Open")
    assert f'href="/events/{event.public_id}/"' in page
    assert "Our pattern" not in page
    assert "New event" not in page
    assert player.get(f"/clubs/{club.slug}/events/new/").status_code == 403


# --- a Swiss from the draw to the end


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
    olga.do("finish", version=version(olga))
    olga.directed.event.refresh_from_db()
    assert olga.directed.event.status == "finished"
    assert "This event is over" in olga.step()
    assert olga.show(view="standings").count('<th scope="row">') == 8


def version(of: Desk) -> int:
    """The version of the event as the page has it."""
    of.directed.event.refresh_from_db()
    return of.directed.event.version


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
        olga.do("withdraw", entry=olga.directed.entry(name).public_id)
    assert not olga.directed.open()
    assert "Too few are left" in olga.step()
    assert "Finish the event" in olga.step()


def test_an_odd_field_after_a_late_drop_gets_a_bye() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    olga.directed.play_all()
    olga.do("withdraw", entry=olga.directed.entry("Dee").public_id)
    page = olga.do("draw")
    assert "has the bye" in page
    assert Match.objects.filter(round__number=2).count() == 2


# --- results


def test_two_taps_enter_a_result_and_standings_are_right_at_once() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    olga.quick(match, winner=1, points=4)
    match.refresh_from_db()
    assert (match.first_points, match.second_points, match.winner) == (4, 7, 1)
    assert match.second is not None
    standings = olga.show(view="standings")
    first = standings.index(f">{match.second.name}</a>")
    assert match.first is not None
    assert first < standings.index(f">{match.first.name}</a>")


def test_the_same_tap_sent_twice_is_one_result() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    olga.quick(match, key="tap-1")
    olga.quick(match, key="tap-1")
    assert match.log.count() == 1


def test_of_two_directors_the_slower_one_is_told_and_nothing_is_lost() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    dora = Desk(olga.directed, evenings.member(olga.directed.club, "Dora", "director"))
    match = olga.directed.open()[0]
    olga.quick(match, winner=0, points=2)
    sent = {"match": match.public_id, "version": match.version, "winner": 1, "loser_points": 5}
    page = dora.do("quick", status=409, **sent)
    assert "Somebody was faster: this match has changed." in page
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (7, 2)
    seen = version(olga)
    olga.do("draw", version=seen)
    assert "Somebody was faster: the event has changed." in dora.do("draw", 409, version=seen)
    assert Round.objects.count() == 2


def test_a_result_without_a_winner_asks_for_one() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version}
    assert "Tap who has won." in olga.do("quick", status=422, loser_points=3, **sent)
    assert "How many points has the loser?" in olga.do("quick", status=422, winner=0, **sent)


def test_a_result_that_cannot_be_is_refused_in_a_sentence() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version}
    page = olga.do("result", status=400, first_points=7, second_points=7, **sent)
    assert 'id="problem"' in page
    match.refresh_from_db()
    assert match.state == "open"


def test_a_result_for_a_round_that_is_not_released_is_refused() -> None:
    olga = desk("Ann Bob")
    olga.do("draw")
    match = Match.objects.get()
    sent = {"match": match.public_id, "version": match.version, "winner": 0, "loser_points": 1}
    assert "This round has not been released yet." in olga.do("quick", status=400, **sent)


def test_a_match_of_another_event_is_not_found() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    other = Desk(Directed(olga.directed.club, "Ann Bob"))
    match = olga.directed.open()[0]
    other.do("quick", status=404, match=match.public_id, version=0, winner=0, loser_points=1)


def test_a_reported_result_waits_for_the_director_who_confirms_all_he_sees() -> None:
    from tournaments.services.results import match_report

    olga = desk("Ann Bob")
    account = evenings.member(olga.directed.club, "Ann")
    player = olga.directed.player("Ann")
    player.user = account
    player.save()
    olga.directed.next_round()
    match = olga.directed.open()[0]
    side = 0 if match.first == player else 1
    points = (7, 1) if side == 0 else (1, 7)
    match_report(match=match, by=account, points=points, version=match.version, key=key())
    page = olga.show()
    assert "reported by Ann" in page
    assert "Confirm 1 reported result" in olga.step()
    match.refresh_from_db()
    olga.do("confirm_all", shown=f"{match.public_id}:{match.version}")
    match.refresh_from_db()
    assert match.is_settled
    history = olga.show(sheet=match.public_id)
    assert "entered the result" in history
    assert "confirmed the result" in history


def test_a_forfeit_needs_a_reason_and_is_not_rated() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version, "side": 1}
    assert "Say why: the reason is kept." in olga.do("forfeit", status=400, **sent)
    olga.do("forfeit", reason="did not come", **sent)
    match.refresh_from_db()
    assert (match.winner, match.outcome, match.is_rated) == (0, "forfeit", False)
    assert "did not come" in olga.show(sheet=match.public_id)


def test_a_match_left_unfinished_is_half_a_win_for_each() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version, "reason": "time was over"}
    olga.do("unfinished", **sent)
    assert olga.show(view="standings").count("<td>½</td>") >= 2


def test_lateness_gives_the_opponent_points_and_the_undo_takes_them_back() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version}
    olga.do("penalise", side=0, points=2, **sent)
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (0, 2)
    assert "penalty 0 : 2" in olga.show()
    olga.do("undo", match=match.public_id, version=match.version)
    match.refresh_from_db()
    assert match.second_points == 0


def test_a_match_can_be_taken_out_of_the_ratings() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    olga.do("rate", match=match.public_id, version=match.version, reason="a friendly")
    match.refresh_from_db()
    assert (match.is_rated, match.unrated_reason) == (False, "a friendly")


def test_a_correction_that_reaches_further_lists_what_it_changes_before_it_is_done() -> None:
    olga = desk("Ann Bob Cid Dee", format="single")
    olga.directed.next_round()
    semi, other = olga.directed.open()
    olga.quick(semi)
    olga.quick(other)
    final = olga.directed.open()[0]
    olga.quick(final, points=6)
    semi.refresh_from_db()
    final.refresh_from_db()
    sent = {"match": semi.public_id, "version": semi.version}
    points = {"first_points": 2, "second_points": 7}
    page = olga.do("result", status=409, **sent, **points)
    assert "This changes 1 later matches." in page
    assert f'name="seen" value="{final.public_id}"' in page
    semi.refresh_from_db()
    assert semi.winner == 0
    olga.do("result", **sent, **points, seen=final.public_id)
    semi.refresh_from_db()
    final.refresh_from_db()
    assert (semi.winner, final.state) == (1, "open")
    assert "the result was cleared" in olga.show(sheet=final.public_id)


# --- entries


def test_somebody_comes_late_by_name_and_plays_from_the_next_round() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    page = olga.do("add", names="Zoë", view="entries")
    assert "from round 2" in page
    assert olga.directed.entry("Zoë").from_round == 2


def test_a_player_entered_twice_is_named() -> None:
    olga = desk("Ann Bob")
    assert "Ann is entered already." in olga.do("add", status=400, names="Ann")
    assert olga.directed.division.entries.count() == 2


def test_everyone_is_here_with_one_tap() -> None:
    olga = desk("Ann Bob Cid")
    olga.do("pause", entry=olga.directed.entry("Cid").public_id)
    olga.do("all_here", view="entries")
    states = dict(olga.directed.division.entries.values_list("player__name", "state"))
    assert states == {"Ann": "present", "Bob": "present", "Cid": "paused"}


def test_an_entry_is_checked_in_paused_and_comes_back() -> None:
    olga = desk("Ann Bob")
    ann = olga.directed.entry("Ann")
    for do, state in (
        ("check_in", "present"),
        ("check_out", "entered"),
        ("pause", "paused"),
        ("resume", "present"),
        ("withdraw", "withdrawn"),
        ("resume", "present"),
    ):
        olga.do(do, entry=ann.public_id)
        ann.refresh_from_db()
        assert ann.state == state


def test_levels_fees_and_prizes_are_written_down() -> None:
    olga = desk("Ann Bob", event_fields={"fee": "10", "prizes": [60, 40], "currency": "EUR"})
    ann = olga.directed.entry("Ann")
    sent = {"level": "2", "fees_paid": "1", "prize": "7,50"}
    page = olga.do("entry_change", entry=ann.public_id, view="entries", **sent)
    ann.refresh_from_db()
    assert (ann.level, ann.fees_paid, str(ann.prize)) == (2, 1, "7.50")
    assert page.count("fee open") == 1
    purse = olga.show(view="event")
    assert "10.00 EUR" in purse
    assert "6.00 EUR" in purse


def test_a_pair_is_forbidden_and_allowed_again() -> None:
    olga = desk("Ann Bob Cid Dee")
    ann, bob = olga.directed.entry("Ann"), olga.directed.entry("Bob")
    olga.do("forbid", first=ann.public_id, second=bob.public_id)
    pair = olga.directed.division.forbidden_pairs.get()
    assert "Ann – Bob" in olga.show(view="entries")
    assert "Two different players" in olga.do(
        "forbid", status=400, first=ann.public_id, second=ann.public_id
    )
    olga.do("allow", value=pair.pk)
    assert not olga.directed.division.forbidden_pairs.exists()


# --- the clock, the beat, the log, paper


def test_the_clock_starts_stops_and_starts_again() -> None:
    olga = desk("Ann Bob", event_fields={"round_minutes": 45})
    olga.directed.next_round()
    round = Round.objects.get()
    assert "Start the clock: 45 minutes" in olga.step()
    page = olga.do("clock_start", value=round.public_id)
    assert "data-ends" in page
    assert "data-ends" not in olga.do("clock_stop", value=round.public_id)
    assert "10 minutes" in olga.do("clock_start", value=round.public_id, minutes="10")


def test_who_has_the_latest_beat_gets_nothing_and_who_has_not_gets_the_desk() -> None:
    olga = desk("Ann Bob")
    olga.directed.event.refresh_from_db()
    beat = olga.directed.event.beat
    headers = {"HX-Request": "true"}
    same = olga.client.get(olga.url, {"beat": beat}, headers=headers)
    assert (same.status_code, same.content) == (204, b"")
    olga.do("add", names="Cid")
    other = olga.client.get(olga.url, {"beat": beat}, headers=headers)
    assert other.status_code == 200
    assert text_of(other).lstrip().startswith('<div class="desk')


def test_the_log_tells_who_did_what() -> None:
    olga = desk("Ann Bob")
    olga.do("withdraw", entry=olga.directed.entry("Bob").public_id)
    page = text_of(olga.client.get(f"/events/{olga.directed.event.public_id}/log/"))
    assert re.search(r"<strong>Olga</strong> withdrew: Bob", page)
    assert re.search(r"<strong>Olga</strong> entered: Ann, Bob", page)


def test_slips_have_names_length_table_and_a_code() -> None:
    olga = desk("Ann Bob Cid")
    olga.directed.next_round()
    url = f"/events/{olga.directed.event.public_id}/slips/"
    page = text_of(olga.client.get(url))
    assert page.count('class="slip"') == 1
    assert "Table 1" in page
    assert "to 7" in page
    assert "<svg" in page
    assert "bye" in text_of(olga.client.get(url, {"what": "pairings"}))
    assert "Buchholz" in text_of(olga.client.get(url, {"what": "standings"}))


# --- settings


def test_settings_are_changed_and_a_drawn_format_stays() -> None:
    olga = desk("Ann Bob Cid Dee")
    url = f"/events/{olga.directed.event.public_id}/settings/"
    sent = form(about="event", version=version(olga), title="Renamed", round_minutes="60")
    assert olga.client.post(url, sent).status_code == 302
    olga.directed.event.refresh_from_db()
    assert (olga.directed.event.title, olga.directed.event.round_minutes) == ("Renamed", 60)
    olga.do("draw")
    division = olga.directed.division
    sent = form(about=division.public_id, version=version(olga), format="double")
    answer = olga.client.post(url, sent)
    assert answer.status_code == 422
    assert "This has been drawn already" in text_of(answer)


def test_a_division_is_added_and_removed() -> None:
    olga = desk("Ann Bob")
    url = f"/events/{olga.directed.event.public_id}/settings/"
    assert olga.client.post(url, form(about="new", division_name="Side")).status_code == 302
    side = olga.directed.event.divisions.get(name="Side")
    assert "Side" in olga.show()
    sent = {"about": side.public_id, "remove": "1", "version": version(olga)}
    assert olga.client.post(url, sent).status_code == 302
    assert olga.directed.event.divisions.count() == 1


def test_a_division_that_is_over_waits_for_the_others() -> None:
    olga = desk("Ann Bob", format="single")
    url = f"/events/{olga.directed.event.public_id}/settings/"
    olga.client.post(url, form(about="new", division_name="Side", format="single"))
    side = olga.directed.event.divisions.get(name="Side")
    first = olga.directed.division
    olga.directed.next_round()
    olga.directed.division = side
    olga.directed.enter("Cid", "Dee")
    olga.directed.next_round()
    olga.directed.division = first
    olga.quick(olga.directed.open()[0])
    step = olga.step()
    assert "Everything here has been played" in step
    assert "In another division 1 result is missing." in step
    assert "event is over" not in olga.do("finish", status=409)
    olga.directed.division = side
    olga.quick(olga.directed.open()[0])
    olga.do("finish")
    assert "This event is over" in olga.step(division=first.public_id)


def test_an_event_is_called_off_and_opened_again() -> None:
    olga = desk("Ann Bob")
    olga.do("cancel", version=version(olga))
    assert "This event was cancelled" in olga.step()
    assert "not running" in olga.do("draw", status=409)
    olga.do("reopen", version=version(olga))
    assert "Draw round 1" in olga.step()


def test_without_scripts_a_button_leads_back_to_the_desk_it_stood_on() -> None:
    olga = desk("Ann Bob")
    sent = {
        "do": "all_here",
        "key": key(),
        "division": olga.directed.division.public_id,
        "view": "entries",
    }
    answer = olga.client.post(f"{olga.url}act/", sent)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(olga.url)
    assert "view=entries" in answer.headers["Location"]
    refused = olga.client.post(f"{olga.url}act/", {**sent, "do": "add", "names": "", "key": key()})
    assert refused.status_code == 422
    assert "Type a name." in text_of(refused)
    assert "<html" in text_of(refused)


def test_going_back_in_the_history_brings_the_whole_page() -> None:
    olga = desk("Ann Bob")
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in text_of(olga.client.get(olga.url, headers=headers))


def test_the_desk_of_a_template_leads_to_a_new_event() -> None:
    club = evenings.club()
    announce(club, names="", is_template="1", title="Tuesday")
    template = Event.objects.get()
    client = Client()
    client.force_login(evenings.user("Olga"))
    for view in ("play", "entries", "standings", "event"):
        page = text_of(client.get(f"/events/{template.public_id}/direct/", {"view": view}))
        assert f"/clubs/tuesday/events/new/?from={template.public_id}" in page
    assert f'/events/{template.public_id}/"' not in page


def test_who_comes_far_too_late_has_lost_by_the_rules_and_the_sheet_says_so() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    assert "The round began 0 minutes ago." in olga.show(sheet=match.public_id)
    Round.objects.update(released_at=timezone.now() - datetime.timedelta(minutes=12))
    page = olga.show(sheet=match.public_id)
    assert "The round began 12 minutes ago." in page
    assert re.search(r'id="late-points"[^>]*value="2"', page)
    Round.objects.update(released_at=timezone.now() - datetime.timedelta(minutes=40))
    assert "has lost by the rules" in olga.show(sheet=match.public_id)


@pytest.mark.parametrize("view", ["play", "entries", "standings", "event"])
def test_the_desk_speaks_german(view: str) -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    headers = {"Accept-Language": "de"}
    page = text_of(olga.client.get(olga.url, {"view": view}, headers=headers))
    assert "1 Ergebnis fehlt." in page


# --- chouettes


def test_a_club_night_is_directed_from_the_draw_of_its_tables_to_the_standings() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay Gil", format="club_night")
    assert "Draw the tables of round 1" in olga.step()
    page = olga.do("draw")
    assert "was drawn at random with the seed" in page
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


def test_an_unknown_button_is_told() -> None:
    assert "That button is not known here." in desk("Ann Bob").do("fly", status=422)


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


def test_the_desk_of_a_large_event_asks_as_many_questions_as_that_of_a_small_one(
    django_assert_max_num_queries: Any,
) -> None:
    small = desk("Ann Bob")
    large = Desk(Directed(evenings.club("large"), " ".join(f"P{n}" for n in range(40))))
    for one in (small, large):
        one.directed.next_round()
    for view in ("play", "entries", "standings", "event"):
        counts = []
        for one in (small, large):
            with django_assert_max_num_queries(100) as seen:
                one.show(view=view)
            counts.append(len(seen))
        assert counts[0] == counts[1], view
        assert counts[1] <= 22, view
