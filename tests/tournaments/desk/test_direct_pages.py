"""The director's pages: who may open them, entries, clock, log, paper and settings."""

import csv
import io
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests import evenings
from tests.tournaments.desk.desk import Desk, desk, form, text_of, version
from tests.tournaments.directing import Directed, key
from tournaments.models import Round

pytestmark = pytest.mark.django_db

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
        olga.do(do, sure="1", entry=ann.public_id)
        ann.refresh_from_db()
        assert ann.state == state


def test_levels_fees_and_prizes_are_written_down() -> None:
    olga = desk("Ann Bob", event_fields={"fee": "10", "prizes": [60, 40], "currency": "EUR"})
    ann = olga.directed.entry("Ann")
    sent = {"level": "2", "fees_paid": "1", "prize": "7,50"}
    page = olga.do("entry_change", entry=ann.public_id, view="entries", **sent)
    ann.refresh_from_db()
    assert (ann.level, ann.fees_paid, str(ann.prize)) == (2, 1, "7.500")
    assert page.count("fee open") == 1
    purse = unescape(olga.show(view="money")).replace("\N{NO-BREAK SPACE}", " ")
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


def test_an_old_round_takes_its_clock_along() -> None:
    olga = desk("Ann Bob", params={"rounds": 1}, event_fields={"round_minutes": 45})
    olga.directed.next_round()
    olga.do("clock_start", value=Round.objects.get().public_id)
    everybody = f"/events/{olga.directed.event.public_id}/"
    assert 'class="card clock"' in olga.show()
    assert "data-ends-at" in olga.client.get(everybody).content.decode()
    olga.quick(olga.directed.open()[0])
    assert 'class="card clock"' not in olga.show()
    assert "data-ends-at" not in olga.client.get(everybody).content.decode()


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
    olga.do("withdraw", sure="1", entry=olga.directed.entry("Bob").public_id)
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
    olga.client.post(url, form(about="new", division_name="Side", format="single", names=""))
    side = olga.directed.event.divisions.get(name="Side")
    first = olga.directed.division
    olga.directed.next_round()
    olga.directed.division = side
    olga.directed.enter("Cid", "Dee")
    olga.directed.next_round()
    olga.directed.division = first
    olga.quick(olga.directed.open()[0])
    step = olga.step()
    assert "Everything here is decided" in step
    assert "In another division 1 result is missing." in step
    assert "event is over" not in olga.do("finish", status=409)
    olga.directed.division = side
    olga.quick(olga.directed.open()[0])
    olga.do("finish", sure="1")
    assert "This event is over" in olga.step(division=first.public_id)


def test_an_event_is_called_off_and_opened_again() -> None:
    olga = desk("Ann Bob")
    asked = olga.do("cancel", version=version(olga))
    assert "Call the event off?" in asked
    olga.do("cancel", version=version(olga), sure="1")
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


@pytest.mark.parametrize("view", ["play", "entries", "standings", "event"])
def test_the_desk_speaks_german(view: str) -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    headers = {"Accept-Language": "de"}
    page = text_of(olga.client.get(olga.url, {"view": view}, headers=headers))
    assert "1 Ergebnis fehlt." in page


def test_an_unknown_button_is_told() -> None:
    assert "That button is not known here." in desk("Ann Bob").do("fly", status=422)


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


def test_print_outs_name_rounds_of_a_bracket_switch_divisions_and_write_a_bye_out() -> None:
    olga = desk("Ann Bob Cid Dee Eva", format="single", seeding="entry")
    event = olga.directed.event
    olga.client.post(
        f"/events/{event.public_id}/settings/",
        form(about="new", division_name="Beginners", names=""),
    )
    olga.directed.next_round()
    url = f"/events/{event.public_id}/slips/"
    slips = text_of(olga.client.get(url))
    assert "Quarter-finals" in slips
    assert "Round 2" not in slips
    main, beginners = event.divisions.order_by("position")
    assert f'href="{url}?division={beginners.public_id}&what=slips"' in slips
    assert f" · {main.name}</span>" in slips
    assert "Report the result here" in slips
    where = text_of(olga.client.get(url, {"what": "where"}))
    assert "<td>bye</td>" in where
    assert "–" not in where[where.index("<tbody>") :]
    pairings = text_of(olga.client.get(url, {"what": "pairings"}))
    assert "<td>bye</td>" in pairings
    assert "<td>–</td>" not in pairings


def test_the_standings_of_a_bracket_are_one_table_with_a_number_to_sort_by() -> None:
    olga = desk("Ann Bob Cid Dee Eva Fay Gil Hal", format="progressive", seeding="entry")
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    answer = olga.client.get(f"/events/{olga.directed.event.public_id}/standings.csv")
    head, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert head[:4] == ["division", "bracket", "place", "name"]
    assert {len(row) for row in rows} == {len(head)}
    assert {"Main bracket", "Consolation"} <= {row[1] for row in rows}
    assert all(row[2].isdigit() for row in rows)
    assert [row[2] for row in rows if row[1] == "Main bracket"][:4] == ["1", "2", "3", "3"]


def test_a_draw_is_shown_from_whatever_part_of_the_desk_it_is_made() -> None:
    olga = desk("Ann Bob Cid Dee")
    page = olga.do("draw", view="entries")
    assert 'id="view-play"' in page
    assert page.index('aria-current="page"') < page.index('id="view-entries"')
    assert "Look at the draw" in page
