"""What an event's stream tells its pages: that they have to ask again, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.signals import topics_changed
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import signed_in
from tournaments import live
from tournaments.models import Event

pytestmark = pytest.mark.django_db

STREAM = {"Accept": "text/event-stream"}


def topic_of(event: Event) -> str:
    return f"event:{event.pk}"


def test_an_event_streams_its_beat_and_nothing_else(
    open_event: Directed, olga: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = open_event.event
    answer = olga.get(f"/events/{event.public_id}/live/", headers=STREAM)
    beat = Event.objects.get().beat
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["X-Live-Topic"] == topic_of(event)
    assert answer["X-Live-Beat"] == str(beat)
    guest = ("", answer["X-Live-Audience"], "")
    with django_assert_num_queries(1):
        assert live.look(topic_of(event), {guest}) == (beat, {guest})
    with django_assert_num_queries(0):
        assert live.fragment(topic_of(event), "", beat) == (beat, str(beat))


def test_who_may_not_see_the_event_is_told_nothing_of_it(open_event: Directed) -> None:
    path = f"/events/{open_event.event.public_id}/live/"
    assert Client().get(path, headers=STREAM).status_code == 404


def test_an_event_that_is_gone_has_no_news() -> None:
    topic = "event:0"
    assert live.beats([topic]) == {}
    assert live.look(topic, {("", "", "")})[0] is None
    assert live.fragment(topic, "") is None


@pytest.mark.parametrize("what", ["a step of the event", "a result"])
def test_whatever_changes_an_event_wakes_its_pages(
    open_event: Directed, what: str, django_capture_on_commit_callbacks: Any
) -> None:
    woken: list[str] = []

    def hear(*, topics: list[str], **rest: object) -> None:
        woken.extend(topics)

    if what == "a result":
        open_event.next_round()
    topics_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            if what == "a result":
                open_event.win(open_event.open()[0], 0)
            else:
                open_event.enter("Eve")
    finally:
        topics_changed.disconnect(hear)
    assert set(woken) == {topic_of(open_event.event)}


def test_tables_and_boards_are_asked_about_as_ever(open_event: Directed) -> None:
    """Topics of both kinds come at once, as the hub asks for all that is looked at."""
    club, topic = f"club:{open_event.club.pk}", topic_of(open_event.event)
    assert set(live.beats([club, topic, "session:0"])) == {club, topic}
    looker = ("", "wall|en", "")
    asked = {(topic, ("", "", "")), (club, looker)}
    assert (topic, ("", "", "")) in live.still(asked)
    assert live.pace(topic) > live.pace("session:0")


@pytest.mark.parametrize("place", ["", "wall/", "direct/", "phones/"])
def test_every_page_of_an_event_hears_its_news(
    open_event: Directed, olga: Client, place: str
) -> None:
    public_id = open_event.event.public_id
    page = olga.get(f"/events/{public_id}/{place}").content.decode()
    assert f'data-news="/events/{public_id}/live/"' in page


def test_a_match_hears_the_news_of_its_event(open_event: Directed) -> None:
    open_event.next_round()
    match = open_event.open()[0]
    page = signed_in(open_event.director).get(f"/matches/{match.public_id}/").content.decode()
    assert f'data-news="/events/{open_event.event.public_id}/live/"' in page
    assert 'hx-trigger="look"' in page
