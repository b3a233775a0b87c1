"""Still more of the small things that players and directors found in seasons of their own."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, days, long_ago, proposed
from tests.tournaments.leagues.test_small_faults import read
from tests.tournaments.leagues.test_undoing import undo
from tests.tournaments.leagues.test_who_plays import division
from tournaments.events.services.events import division_change, event_finish
from tournaments.events.services.result_files import results_file
from tournaments.leagues.services import absences, fixtures, seasons
from tournaments.leagues.services.replacing import division_split
from tournaments.models import Entry, Event, Match
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def reported(of: Running) -> Match:
    """Ann has reported that she has won 11 : 2 against Bob."""
    match = of.match("Ann", "Bob")
    points = (11, 2) if str(match.first) == "Ann" else (2, 11)
    return results.match_report(
        match=match, by=of.account("Ann"), points=points, version=match.version, key=key()
    )


def test_who_has_reported_a_result_takes_it_back_or_corrects_it_in_words_of_their_own() -> None:
    of = Running("Ann Bob Cid")
    match = reported(of)
    of.account("Bob")
    path = f"/matches/{match.public_id}/"
    own, others = read(of, path, "Ann"), read(of, path, "Bob")
    for word in ("No, it is wrong", 'id="undo"'):
        assert word not in own
    assert "No, it is wrong" in others
    for word in ("Take my report back", "Correct my report"):
        assert word in own
        assert word not in others
    german = read(of, path, "Ann", "de")
    for word in ("Meine Meldung zurücknehmen", "Meine Meldung berichtigen"):
        assert word in german

    ann = Client()
    ann.force_login(of.account("Ann"))
    winner = 0 if str(match.first) == "Ann" else 1
    sent = {"do": "report", "winner": winner, "loser_points": 5, "version": match.version}
    ann.post(f"{path}act/", {**sent, "key": key()})
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    assert "Ann wins 11 : 5" in read(of, path, "Bob")
    ann.post(f"{path}act/", {"do": "reject", "version": match.version, "key": key()})
    match.refresh_from_db()
    assert match.state == Match.State.OPEN


@pytest.mark.parametrize(
    ("language", "word", "told"),
    [
        ("en", "Block the link", "Then Ann needs a new link."),
        ("de", "Link sperren", "Dann braucht Ann einen neuen Link."),
    ],
)
def test_a_link_is_blocked_once_it_was_said_what_that_does(
    language: str, word: str, told: str
) -> None:
    of = Running("Ann Bob Cid")
    holder = pass_create(event=of.season.event, player=of.player("Ann"), by=of.director).holder
    page = read(of, f"/events/{of.season.event.public_id}/phones/", language=language)
    fold = page[page.index(f'<details class="fold" id="fold-{holder.public_id}">') :]
    fold = fold[: fold.index("</details>")]
    asks, _, acts = fold.partition("<form")
    assert asks.count(word) == 2, "said and read out"
    assert f"/phones/{holder.public_id}/revoke/" in acts
    assert told in acts
    assert page.count("/revoke/") == 1, "no button does it at once"


def test_who_was_slower_with_a_date_reads_what_is_true_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = Running("Ann Bob Cid")
    match, theirs, (first,) = proposed(of, 2)
    (second,) = days(3)
    mine = fixtures.fixture_propose(match=match, by=of.account("Bob"), times=[second], key=key())
    path = f"/fixtures/{match.public_id}/"
    assert "You both have proposed dates; yours came last" in read(of, path, "Bob")
    assert "Ihr habt beide Termine vorgeschlagen, deine zuletzt" in read(of, path, "Bob", "de")
    accept = fixtures.fixture_accept

    def slower(**sent: Any) -> Any:
        """Ann accepts Bob's date in the moment in which he accepts hers."""
        said = {"match": match, "proposal": mine.pk, "at": second, "key": key()}
        accept(by=of.account("Ann"), **said)
        return accept(**sent)

    monkeypatch.setattr(fixtures, "fixture_accept", slower)
    bob = Client()
    bob.force_login(of.account("Bob"))
    sent = {"do": "accept", "proposal": theirs.pk, "at": first.isoformat(), "once": key()}
    answer = bob.post(path, sent)
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "A date is agreed" in shown
    assert "have proposed dates" not in shown


def with_a_link(of: Running, name: str) -> None:
    of.club.players.filter(name=name).update(user=None)
    pass_create(event=of.season.event, player=of.player(name), by=of.director)


def test_who_has_a_link_and_no_account_is_asked_on_their_phone_whether_they_came() -> None:
    of = Running()
    long_ago(agreed(of), 20)
    absences.fixture_absent(match=of.match("Ann", "Bob"), by=of.account("Ann"), key=key())
    with_a_link(of, "Bob")
    path = f"/leagues/{of.league.public_id}/direct/"
    page = read(of, path)
    assert "call them" not in page
    assert "The other has not answered yet, and is asked until" in page
    assert (
        "They have no account: their phone asks them as soon as they look at their matches." in page
    )
    assert "Ihr Handy fragt sie, sobald sie ihre Matches ansieht." in read(of, path, language="de")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 of them has no account: call them. 1 of them has no account, but a link: their"),
        ("de", "1 davon hat kein Konto: Ruf an. 1 davon hat kein Konto, aber einen Link: Das"),
    ],
)
def test_after_reminding_who_has_a_link_is_not_to_be_called(
    settings: Any, language: str, said: str
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    of = Running("Ann Bob Cid")
    of.account("Ann")
    with_a_link(of, "Bob")
    of.director.language = language
    of.director.save()
    olga = Client(headers={"accept-language": language})
    olga.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"
    assert said in olga.post(path, {"do": "nudge", "once": key()}, follow=True).text


def replacing(of: Running, language: str = "en") -> str:
    """What is asked before Zoe takes over from Ann."""
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Zoe"}
    return asked(of, f"/leagues/{of.league.public_id}/direct/", language, **sent)


def asked(of: Running, path: str, language: str = "en", **sent: str) -> str:
    of.director.language = language
    of.director.save()
    olga = Client(headers={"accept-language": language})
    olga.force_login(of.director)
    page = olga.post(path, {**sent, "once": key(), "key": key()}).content.decode()
    return " ".join(html.unescape(page).replace("\xa0", " ").split())


def test_before_somebody_takes_over_it_is_said_in_words_that_they_come_new() -> None:
    of = Running("Ann Bob Cid")
    of.win(of.match("Ann", "Bob"), 0)
    page = replacing(of)
    assert re.search(r"Zoe is new in the table: place =?\d, Points: 0", page)
    assert "place –" not in page
    assert "Who comes new" not in page
    assert "Zoe steht neu in der Tabelle: Platz" in replacing(of, "de")


def test_before_somebody_takes_over_it_is_said_that_they_owe_the_fee() -> None:
    of = Running("Ann Bob Cid", of=evenings.club(currency="EUR", time_zone="Europe/Berlin"))
    assert "owes the whole fee" not in replacing(of)
    division_change(division=of.season.event.divisions.get(), by=of.director, fee="20")
    assert re.search(r"Zoe owes the whole fee, 20(\.00)? EUR\.", replacing(of))
    assert "What Ann has paid" not in replacing(of)
    Entry.objects.filter(pk=of.entry("Ann").pk).update(fees_paid=1)
    assert "What Ann has paid stays with Ann." in replacing(of)
    german = replacing(of, "de")
    assert "Zoe schuldet das ganze Startgeld, 20" in german
    assert "Was Ann bezahlt hat, bleibt bei Ann." in german


def merging(of: Running, language: str = "en") -> str:
    """What is asked before Anna becomes Ann."""
    anna, ann = of.player("Anna"), of.player("Ann")
    path = f"/clubs/{of.club.slug}/players/{anna.public_id}/merge/"
    return asked(of, path, language, into=str(ann.pk), reason="")


@pytest.mark.parametrize(
    ("language", "both", "one"),
    [
        ("en", "Both have paid: 2 fees stand at Ann then.", "What Anna has paid as a fee goes"),
        ("de", "Beide haben bezahlt: Bei Ann stehen dann 2", "Was Anna an Startgeld bezahlt hat,"),
    ],
)
def test_before_two_entries_become_one_it_is_said_what_becomes_of_their_fees(
    language: str, both: str, one: str
) -> None:
    of = Running("Ann Anna Bob Cid")
    entries = Entry.objects.filter(division__event=of.season.event)
    for said in (both, one):
        assert said not in merging(of, language)
    entries.update(fees_paid=1)
    assert one in merging(of, language)
    match = of.match("Anna", "Cid")
    of.win(match, 0 if str(match.first) == "Anna" else 1)
    assert both in merging(of, language)
    entries.filter(player__name="Ann").update(fees_paid=0)
    assert both not in merging(of, language)


def test_before_prizes_are_replaced_it_is_said_who_gets_one_instead() -> None:
    of = Running("Ann Bob Cid", of=evenings.club(currency="EUR", time_zone="Europe/Berlin"))
    division = of.close_with_pool()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    sent = {"do": "prizes_write", "division": division.public_id}
    assert "Replace the prizes" not in asked(of, act, **sent), "none was written down"
    for other in ("Bob", "Cid"):
        match = of.match("Ann", other)
        points = (4, 11) if str(match.first) == "Ann" else (11, 4)
        said = {"reason": "Slip", "version": match.version, "key": key()}
        results.match_correct(match=match, by=of.director, points=points, **said)
    page = asked(of, act, **sent)
    assert "Replace the prizes that were written down?" in page
    assert re.search(r"Ann: \D*30\S* \S+ becomes nothing\.", page)
    assert re.search(r"Bob: nothing becomes \D*30", page)
    assert re.search(r"Bob: aus nichts wird \D*30", asked(of, act, "de", **sent))


@pytest.mark.parametrize(
    ("language", "walkover", "unplayed"),
    [
        ("en", "entered already, a walkover for Ann.", "entered already, not played."),
        ("de", "schon eingetragen, kampflos für Ann.", "schon eingetragen, nicht gespielt."),
    ],
)
def test_a_file_of_fixtures_that_is_read_again_calls_walkovers_so(
    language: str, walkover: str, unplayed: str
) -> None:
    of = Running("Ann Bob Cid")
    decided = {"by": of.director, "reason": "Ill", "version": 0}
    match = of.match("Ann", "Bob")
    loser = 1 if str(match.first) == "Ann" else 0
    results.match_forfeit(match=match, loser=loser, key=key(), **decided)
    results.match_no_show(match=of.match("Ann", "Cid"), key=key(), **decided)
    olga = Client()
    olga.force_login(of.director)
    file = olga.get(f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv").content
    sent = {"event": of.season.event, "by": of.director, "data": file, "key": key()}
    with translation.override(language):
        found = results_file(**sent, dry_run=True)
    assert sorted(one.text.partition(": ")[2] for one in found.lines) == [walkover, unplayed]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "1 message to read"), ("de", "1 Nachricht zu lesen")]
)
def test_messages_of_a_cup_that_is_over_are_counted_on_play_until_they_are_read(
    language: str, said: str
) -> None:
    of = Playing()
    match = of.meeting("Ann")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="My knee!", key=key())
    of.play()
    event_finish(event=of.cup.event, by=of.director)
    of.again()
    of.director.language = language
    of.director.save()
    olga = Client(headers={"accept-language": language})
    olga.force_login(of.director)
    play, direct = f"/clubs/{of.club.slug}/", f"/cups/{of.cup.event.public_id}/direct/"
    shown = olga.get(play).text
    assert said in shown
    assert f'href="{direct}' in shown
    assert "My knee!" in olga.get(direct).text
    olga.post(direct, {"do": "read", "up_to": "999999", "once": key()})
    assert said not in olga.get(play).text


def test_before_a_season_is_opened_again_it_is_said_how_the_one_after_it_stands() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    of.close()
    of.draft()
    after = of.follow()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    for status, said, german in (
        ("planned", "Winter 2 is announced meanwhile:", "Winter 2 ist schon angekündigt:"),
        ("running", "Winter 2 goes on meanwhile:", "Winter 2 läuft weiter:"),
        ("finished", "Winter 2, which followed it, is over, too:", "ist auch vorbei:"),
    ):
        Event.objects.filter(pk=after.event_id).update(status=status)
        assert said in asked(of, act, do="reopen")
        assert german in asked(of, act, "de", do="reopen")


NOW = "This match was drawn anew since: here it is as it is now."
NO_MORE = "That match is not played any more: the two do not meet now."
GERMAN = {
    NOW: "Dieses Match wurde seither neu ausgelost: So steht es jetzt.",
    NO_MORE: "Dieses Match wird nicht mehr gespielt: Die beiden treffen jetzt nicht aufeinander.",
}


def splitting(of: Running) -> None:
    division_split(season=of.season, division=division(of, 1), by=of.director, stay=3)
    of.again()


def test_the_old_link_of_a_match_leads_on_after_a_division_was_split_and_put_together() -> None:
    of = Running("Ann Bob Cid Dee Eve Fay")
    stays, parts = of.match("Ann", "Bob"), of.match("Ann", "Fay")
    for name in ("Ann", "Fay"):
        of.account(name)

    def led(match: Match, page: str, name: str = "Ann", language: str = "en") -> tuple[str, str]:
        client = Client(headers={"accept-language": language})
        client.force_login(of.account(name) if name else of.director)
        answer = client.get(f"/{page}/{match.public_id}/", follow=True)
        assert answer.status_code == 200
        return answer.redirect_chain[-1][0], answer.text

    splitting(of)
    own = f"/leagues/{of.league.public_id}/me/"
    for page in ("fixtures", "matches"):
        assert led(stays, page)[0] == f"/fixtures/{of.match('Ann', 'Bob').public_id}/"
        assert NOW in led(stays, page)[1]
        for name in ("Ann", "Fay"):
            where, shown = led(parts, page, name)
            assert where == own
            assert NO_MORE in shown
    assert GERMAN[NOW] in led(stays, "fixtures", language="de")[1]
    assert GERMAN[NO_MORE] in led(parts, "fixtures", language="de")[1]
    assert led(parts, "matches", "")[0] == f"/events/{of.season.event.public_id}/"

    undo(of)
    for match, other in ((stays, "Bob"), (parts, "Fay")):
        where, shown = led(match, "fixtures")
        assert where == f"/fixtures/{of.match('Ann', other).public_id}/"
        assert NOW in shown
    of.win(of.match("Ann", "Fay"), 0)
    where, shown = led(parts, "matches", "Fay")
    assert where == f"/matches/{of.match('Ann', 'Fay').public_id}/"
    assert NOW in shown


def test_strangers_do_not_learn_that_there_was_a_match() -> None:
    of = Running("Ann Bob Cid Dee Eve Fay")
    match = of.match("Ann", "Bob")
    splitting(of)
    for page in ("fixtures", "matches"):
        assert Client().get(f"/{page}/{match.public_id}/").status_code == 404


@pytest.mark.parametrize(("name", "gone"), [("Ann", 1), ("Dee", 0)])
def test_leaving_a_ladder_changes_places_and_no_points(name: str, gone: int) -> None:
    of = Running("Ann Bob Cid Dee Eve", shape="ladder", is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    of.challenge("Bob", "Ann")
    path = f"/leagues/{of.league.public_id}/direct/"
    sent = {"do": "leave", "entry": of.entry(name).public_id, "once": key()}
    page = client_of(of.director).post(path, sent).content.decode()
    assert f"Withdraw {name}?" in page
    assert "Eve: place 5 → 4" in page
    assert "Points" not in page.partition('id="question"')[2].partition("</section>")[0]
    assert ("1 match is not played any more." in page) == bool(gone)
    assert "0 matches" not in page
