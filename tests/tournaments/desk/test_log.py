"""The log of an event: who did what in it and in its matches, with filters, on few queries."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.permissions import Reader
from tests import evenings
from tests.tournaments.desk.desk import Desk, desk, text_of
from tournaments.desk.presenters.log import log_page
from tournaments.desk.selectors.log import GROUPS, LINES, Wish, event_done
from tournaments.models import Event, EventStep, Match, MatchStep
from tournaments.results.services.results import match_confirm, match_correct, match_report

pytestmark = pytest.mark.django_db


def played() -> Desk:
    """A round of four in which everything of note has happened."""
    olga = desk("Ann Bob Cid Dee", match_length=5, seeding="entry")
    olga.directed.next_round()
    first, second = olga.directed.open()
    by = olga.directed.director
    match_report(match=first, by=by, points=(5, 2), version=first.version, key="a")
    first.refresh_from_db()
    match_correct(match=first, by=by, points=(2, 5), version=first.version, key="b")
    ann = second.first
    assert ann is not None
    other = evenings.member(olga.directed.club, "Anna", "player")
    ann.user = other
    ann.save(update_fields=["user"])
    match_report(match=second, by=other, points=(5, 0), version=second.version, key="c")
    second.refresh_from_db()
    match_confirm(match=second, by=by, version=second.version, key="d")
    return olga


def log(olga: Desk, **asked: str) -> str:
    answer = olga.client.get(f"/events/{olga.directed.event.public_id}/log/", asked)
    assert answer.status_code == 200
    return text_of(answer).partition('<ol class="history')[2]


SAID = {
    "results": ("entered the result", "confirmed the result"),
    "corrections": ("corrected the result",),
    "draws": ("drew", "released the draw"),
    "entries": ("entered: ", "checked everyone in"),
    "rest": ("announced the event",),
}


def test_everything_that_was_done_is_said_with_who_and_where() -> None:
    olga = played()
    page = log(olga)
    for words in (said for group in ("results", "corrections", "draws") for said in SAID[group]):
        assert words in page
    match = Match.objects.filter(winner=1).get()
    assert f"Round 1, {match.first} – {match.second}, 2 : 5" in page
    assert "<strong>Anna</strong> entered the result" in page


def test_who_looks_for_corrections_finds_wrong_entries_too() -> None:
    kinds, _of_matches = GROUPS["corrections"]
    assert {"entry_remove", "entry_restore"} <= set(kinds)


@pytest.mark.parametrize("group", ["results", "corrections", "draws", "rest"])
def test_a_group_of_steps_is_looked_at_alone(group: str) -> None:
    olga = played()
    event = olga.directed.event
    whole = {(type(one), one.pk) for one in event_done(event, Wish()).steps}
    groups = {
        what: {(type(one), one.pk) for one in event_done(event, Wish(what=what)).steps}
        for what in ("results", "corrections", "draws", "entries", "rest")
    }
    assert set().union(*groups.values()) == whole
    assert sum(map(len, groups.values())) == len(whole)  # each step is in one group
    page = log(olga, what=group)
    for other, words in SAID.items():
        for said in words if other != group else ():
            assert said not in page
    assert group == "rest" or all(said in page for said in SAID[group])


def test_it_is_asked_by_whom_about_whom_which_match_and_since_when() -> None:
    olga = played()
    event = olga.directed.event
    anna = MatchStep.objects.exclude(sender=olga.directed.director).get()
    assert log(olga, who=f"u{anna.sender_id}").count("entered the result") == 1
    assert "Nothing like that was done." in log(olga, who="p1")
    assert "Nothing like that was done." in log(olga, who="program", what="results")
    entry = olga.directed.entry("Ann")
    about = log(olga, player=entry.public_id)
    assert "entered: " in about  # by her entry
    match = Match.objects.filter(first=entry.player_id) | Match.objects.filter(
        second=entry.player_id
    )
    assert about.count("the result") == match.get().log.count()
    assert log(olga, match=anna.match.public_id).count("<strong>") == 1 + anna.match.log.count()
    soon = timezone.localtime(timezone.now() + timedelta(hours=30))
    assert "Nothing like that" in log(olga, since=soon.strftime("%Y-%m-%dT%H:%M"))
    before = timezone.localtime(timezone.now() - timedelta(hours=30))
    assert "entered the result" in log(olga, since=before.strftime("%Y-%m-%dT%H:%M"))
    for wrong in ("soon", "2026-99-99T10:00", "2026-01-01"):
        assert "entered the result" in log(olga, since=wrong, who="x", page="-1", what="?")
    assert event_done(event, Wish(entry="nobody")).steps == ()


def test_the_dice_of_draws_are_told_once_they_may_be_known() -> None:
    olga = desk("Ann Bob Cid Dee", match_length=5)
    Event.objects.update(seed_origin=Event.SeedOrigin.SECRET)
    olga.do("draw")
    hidden = log(olga, what="draws")
    seed = olga.directed.division.rounds.get().seed
    assert "round 1, draw 1, digest of the seed" in hidden
    assert seed not in hidden
    olga.do("draw_again")
    olga.do("confirm")
    olga.do("release")
    shown = log(olga, what="draws")
    assert f"round 1, draw 2, seed {olga.directed.division.rounds.get().seed}" in shown
    assert "round 1, draw 1, digest of the seed" in shown
    Event.objects.update(status=Event.Status.FINISHED)
    assert f"round 1, draw 1, seed {seed}" in log(olga, what="draws")


def test_who_met_then_is_said_where_others_meet_now() -> None:
    olga = played()
    match = Match.objects.filter(winner=1).get()
    two = [match.first_id, match.second_id]
    MatchStep(
        match=match, sequence=match.log.count() + 1, kind="cleared", version=match.version,
        payload={"before": {"players": two, "score": None, "state": "open", "points": [0, 0]}},
    ).save(force_insert=True)  # fmt: skip
    told = f"Round 1, {match.first} – {match.second}, 2 : 5"
    others = list(Match.objects.exclude(pk=match.pk).values_list("first", "second").get())
    Match.objects.exclude(pk=match.pk).update(first=None, second=None)
    Match.objects.filter(pk=match.pk).update(first=others[0], second=others[1])
    assert told in log(olga, match=match.public_id)


def test_it_is_read_in_as_many_queries_however_long_it_is_and_by_pages() -> None:
    olga = played()
    event = olga.directed.event

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            log_page(event, Wish(), Reader.of(olga.directed.director, olga.directed.club))
        return len(seen)

    few = queries()
    last = event.log.order_by("-sequence")[0].sequence
    EventStep.objects.bulk_create(
        EventStep(event=event, sequence=last + n, kind="code", sender=olga.directed.director)
        for n in range(1, LINES + 1)
    )
    assert queries() <= few <= 20
    assert 'id="older"' in log(olga)
    assert "announced the event" not in log(olga)
    assert 'id="newer"' in log(olga, page="2")
    whole = log(olga, whole="1")
    assert whole.count("changed the code for phones") == LINES
    assert 'id="older"' not in whole


def test_only_directors_read_it() -> None:
    olga = played()
    client = Client()
    client.force_login(evenings.member(olga.directed.club, "Mia", "player"))
    assert client.get(f"/events/{olga.directed.event.public_id}/log/").status_code == 403
    assert log_page(olga.directed.event).lines == ()
