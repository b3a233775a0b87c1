"""A game is put right from its own card, also when the evening is over."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Debt, Membership, Session
from games.record.log.checking import session_check
from games.sessions.services.debts import debts_check
from tests.evenings import Evening, club, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """An ended evening of two games; Bob pays Ann 4."""
    made = Evening(club(), stake="1", currency="EUR").game(Bob=-3, Cid=-1).game(Bob=-1, Cid=1)
    made.end()
    made.session.refresh_from_db()
    return made


def sent(evening: Evening, key: str = "k", do: str = "save") -> dict[str, str]:
    return {
        "version": str(evening.session.version),
        "key": key,
        "text": "points Bob -5, Cid -1, won by box",
        "do": do,
    }


def test_the_card_offers_it_and_saving_keeps_the_evening_over(
    evening: Evening, client: Client
) -> None:
    session = evening.session
    client.force_login(evening.organizer)
    at = reverse("game_amend", args=[session.public_id, 1])
    assert at in client.get(reverse("game_story", args=[session.public_id, 1])).content.decode()
    text = client.get(at).context["page"].text
    form = sent(evening) | {"text": text.replace("-3", "-5")}
    saved = client.post(at, form)
    assert saved.status_code == 302, saved.content.decode()
    assert saved.url == reverse("sheet", args=[session.public_id])
    session.refresh_from_db()
    assert session.status == Session.Status.ENDED
    assert session.games.get(number=1).scores.get(player__name="Bob").points == -500
    assert Debt.objects.get(debtor__name="Bob").amount == 6
    assert debts_check(club=session.club) == []
    assert session_check(session=session).differences == []
    # The same tap once more changes nothing.
    version = session.version
    assert client.post(at, form).status_code == 302
    session.refresh_from_db()
    assert session.version == version


def test_what_came_between_is_seen_first(evening: Evening, client: Client) -> None:
    client.force_login(evening.organizer)
    at = reverse("game_amend", args=[evening.session.public_id, 1])
    text = client.get(at).context["page"].text.replace("-3", "-5")
    first, late = (sent(evening, key) | {"text": text} for key in "ab")
    assert client.post(at, first).status_code == 302
    assert client.post(at, late).status_code == 409


def test_who_only_keeps_the_score_at_the_table_does_not(evening: Evening, client: Client) -> None:
    client.force_login(member(evening.club, "Mia", Membership.Role.PLAYER))
    session = evening.session
    at = reverse("game_amend", args=[session.public_id, 1])
    story = client.get(reverse("game_story", args=[session.public_id, 1])).content.decode()
    assert at not in story
    assert client.post(at, sent(evening)).status_code == 403


def rows_sent(evening: Evening, client: Client, at: str, **said: str) -> dict[str, str]:
    """Return what the rows of a game of points only send, with other points for everybody."""
    [row] = client.get(at).context["page"].rows
    points = {field: "-5" for field, _label, _value in row.figures}
    fields = {"kind-0": row.kind, "sent-0": row.sent, "winner": "", "key": "k"}
    return {"version": str(evening.session.version)} | fields | points | said


def test_a_game_of_points_only_asks_for_nothing_else(evening: Evening, client: Client) -> None:
    client.force_login(evening.organizer)
    at = reverse("game_amend", args=[evening.session.public_id, 1])
    page = client.get(at)
    assert [row.name for row in page.context["page"].ends] == ["winner"]
    html = page.content.decode()
    assert "By the captain&#x27;s points" in html
    assert "All the same" in html
    assert "add-team" not in html
    # Without its row it is a game as any other.
    out = client.post(at, rows_sent(evening, client, at, **{"out-0": "1", "winner": "team"}))
    assert out.context["page"].is_played


def test_who_won_a_game_of_points_only_is_put_right_and_kept(
    evening: Evening, client: Client
) -> None:
    client.force_login(evening.organizer)
    at = reverse("game_amend", args=[evening.session.public_id, 1])
    assert client.post(at, rows_sent(evening, client, at, winner="team", do="save")).url
    [winner] = client.get(at).context["page"].ends
    assert [choice.value for choice in winner.choices if choice.chosen] == ["team"]
    assert "for team" in client.get(at).context["page"].text


@pytest.mark.parametrize("is_text", [False, True])
def test_nothing_is_saved_but_what_was_shown(
    evening: Evening, client: Client, is_text: bool
) -> None:
    client.force_login(evening.organizer)
    session = evening.session
    at = reverse("game_amend", args=[session.public_id, 1])

    def saved(points: str, shown: str, do: str = "save") -> Any:
        text = f"points Bob {points}, Cid {points} for box"
        form = rows_sent(evening, client, at)
        form |= {name: points for name in form if name.startswith("points-")}
        if is_text:
            form = {"version": form["version"], "key": "k", "text": text}
        return client.post(at, form | {"shown": shown, "do": do})

    first = saved("-5", "", "preview").context["page"].digest
    answer = saved("-6", first)
    assert "You changed it after this was shown" in answer.content.decode()
    session.refresh_from_db()
    assert session.games.get(number=1).scores.get(player__name="Bob").points == -300
    assert saved("-6", answer.context["page"].digest).status_code == 302
    assert session.games.get(number=1).scores.get(player__name="Bob").points == -600
