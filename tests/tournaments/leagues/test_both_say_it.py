"""Two say of each other that they did not come, and a director takes a decision on it back."""

import datetime

import pytest
from django.utils import timezone

from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_every_shape import SHAPES, all_agreed, event_in, of_shape
from tests.tournaments.leagues.test_league_archives import copied
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.leagues.selectors.fixtures import FixtureShown, fixture_of, strikes_of
from tournaments.leagues.selectors.progress import directors_waiting
from tournaments.leagues.services import absences
from tournaments.models import Cup, EventStep, Fixture, FixtureNote, LeagueSeason
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


class Claimed:
    """Two who agreed on a date that is over; `one` says first that `other` did not come."""

    def __init__(self, shape: str) -> None:
        self.of, self.match, self.direct, self.me = of_shape(shape)
        all_agreed(self.of, self.match, 60)
        day = Fixture.objects.get(match=self.match).agreed_at
        assert day is not None
        FixtureNote.objects.filter(kind="accepted").update(times=[day.isoformat()])
        self.one, self.other = str(self.match.first), str(self.match.second)
        self.path = f"/fixtures/{self.match.public_id}/"
        self.says(self.one, "I sat there from 12 to 14.")

    @property
    def dated(self) -> LeagueSeason | Cup:
        return self.of.cup if isinstance(self.of, Playing) else self.of.season

    def says(self, name: str, text: str, how: str = "page") -> None:
        user = self.of.account(name)
        if how == "page":
            sent = {"do": "absent", "text": text, "once": key()}
            assert client_of(user).post(self.path, sent).status_code == 302
        elif how == "api":
            path = f"/api/v1{self.path}absent/".removesuffix("/")
            sent = {"text": text, "key": key()}
            answer = client_of(user).post(path, sent, content_type="application/json")
            assert answer.status_code in (200, 201), answer.content
        else:
            absences.fixture_absent(match=self.match, by=user, text=text, key=key())

    def recant(self, name: str) -> None:
        absences.fixture_recant(match=self.match, by=self.of.account(name), key=key())

    def decide(self, how: str, absent: int | None = None) -> None:
        by = self.of.director
        absences.fixture_decide(match=self.match, by=by, absent=absent, how=how, key=key())

    def undecide(self) -> None:
        absences.fixture_undecide(match=self.match, by=self.of.director, key=key())

    def shown(self) -> FixtureShown:
        found = fixture_of(self.dated, self.match.public_id)
        assert found is not None
        return found

    def strikes(self) -> dict[str, int]:
        two = {one.pk: str(one) for one in (self.match.first, self.match.second) if one}
        return {two[pk]: number for pk, number in strikes_of(self.dated).items()}

    def waits(self) -> bool:
        number = directors_waiting(self.of.club).get(event_in(self.of).pk, (0, 0))[0]
        assert number == (self.shown().absence is not None)
        return bool(number)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("how", ["page", "api", "service"])
def test_who_says_the_same_of_the_other_answers_the_first_claim(how: str, shape: str) -> None:
    if how == "api" and shape != "swiss":
        how = "service"
    two = Claimed(shape)
    two.says(two.other, "I was there and saw nobody.", how)
    page = shown_to(two.of, two.direct)
    assert f"{two.one} says that {two.other} did not come." in page
    assert f"{two.other} says that it was {two.one} who did not come." in page
    assert f"<b>{two.other}:</b> I was there and saw nobody." in page
    assert "has not answered yet" not in page
    for name in (two.one, two.other):
        assert f"{name} wins by walkover" in page
        assert f"New date, a strike for {name}" in page
        mine = shown_to(two.of, two.path, name)
        assert "Each of you says that the other did not come: the director decides" in mine
        assert "Your opponent says that you did not come" not in mine
        assert "Take back that your opponent did not come" in mine
    assert "Walkover, or neither came" in page
    assert two.waits()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("first", [True, False])
def test_of_two_claims_each_is_taken_back_alone(first: bool, shape: str) -> None:
    two = Claimed(shape)
    two.says(two.other, "I saw nobody.")
    gone, stays = (two.one, two.other) if first else (two.other, two.one)
    two.recant(gone)
    page = shown_to(two.of, two.direct)
    assert f"{stays} says that {gone} did not come." in page
    assert "says that it was" not in page
    assert "Your opponent says that you did not come" in shown_to(two.of, two.path, gone)
    assert two.waits()
    two.recant(stays)
    assert not two.waits()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("absent", [0, 1])
@pytest.mark.parametrize("how", ["walkover", "date", "nothing"])
def test_where_both_say_it_the_director_decides_for_either(
    how: str, absent: int, shape: str
) -> None:
    two = Claimed(shape)
    two.says(two.other, "I saw nobody.")
    if how != "nothing":
        with pytest.raises(EventRefused, match="Both say it of each other"):
            two.decide(how)
    sent = {"do": "decide", "how": f"{how}-{absent}", "match": two.match.public_id}
    client = client_of(two.of.director)
    assert client.post(two.direct, {**sent, "once": key()}).status_code == 302
    name = (two.one, two.other)[absent]
    assert two.strikes() == ({} if how == "nothing" else {name: 1})
    two.match.refresh_from_db()
    assert two.match.winner == (1 - absent if how == "walkover" else None)
    assert not two.waits()


def test_a_button_of_a_page_that_knows_one_claim_only_never_decides_for_another() -> None:
    two = Claimed("swiss")
    with pytest.raises(EventRefused, match="Nobody has said"):
        two.decide("walkover", 0)
    two.says(two.other, "I saw nobody.")
    two.recant(two.one)
    with pytest.raises(EventRefused, match="Nobody has said"):
        two.decide("walkover", 1)


def test_who_says_it_again_keeps_their_turn_and_the_answer_of_the_other() -> None:
    two = Claimed("swiss")
    two.says(two.other, "I saw nobody.")
    two.says(two.one, "I was there until 15.", "service")
    page = shown_to(two.of, two.direct)
    assert f"{two.one} says that {two.other} did not come." in page
    assert f"<b>{two.other}:</b> I saw nobody." in page
    assert f"<b>{two.one}:</b> I was there until 15." in page


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("how", "kind"), [("date", "struck"), ("nothing", "excused")])
def test_a_decision_is_taken_back_and_the_claim_waits_again(
    how: str, kind: str, shape: str
) -> None:
    two = Claimed(shape)
    day = Fixture.objects.get(match=two.match).agreed_at
    page = shown_to(two.of, two.direct)
    assert f"New date, a strike for {two.other}" in page
    client = client_of(two.of.director)
    sent = {"do": "decide", "how": f"{how}-1", "match": two.match.public_id, "once": key()}
    page = client.post(two.direct, sent, follow=True).content.decode()
    assert f'<a href="{two.path}">' in page
    assert two.strikes() == ({two.other: 1} if how == "date" else {})
    back = "Take back the decision on who did not come"
    assert back in shown_to(two.of, two.path)
    assert back not in shown_to(two.of, two.path, two.one)
    assert client.post(two.path, {"do": "undecide", "once": key()}).status_code == 302
    assert two.strikes() == {}
    assert two.waits()
    assert Fixture.objects.get(match=two.match).agreed_at == day
    page = shown_to(two.of, two.path)
    assert back not in page
    assert "the director took back what was decided on who did not come" in page
    asks = shown_to(two.of, two.path, two.other)
    assert "Your opponent says that you did not come" in asks
    log = shown_to(two.of, f"/events/{event_in(two.of).public_id}/log/")
    assert "took back a decision on who did not come" in log
    assert EventStep.objects.filter(kind=f"fixture_{kind}").count() == 1
    two.decide("date")
    assert two.strikes() == {two.other: 1}


@pytest.mark.parametrize("shape", SHAPES)
def test_both_claims_wait_again_once_the_decision_on_them_is_taken_back(shape: str) -> None:
    two = Claimed(shape)
    two.says(two.other, "I saw nobody.")
    two.decide("date", 0)
    two.undecide()
    assert two.shown().counter is not None
    two.decide("date", 1)
    assert two.strikes() == {two.other: 1}
    user = two.of.account(two.one)
    with pytest.raises(EventNotAllowed):
        absences.fixture_undecide(match=two.match, by=user, key=key())


def test_a_decision_is_taken_back_once_and_not_after_a_new_claim() -> None:
    two = Claimed("swiss")
    two.decide("date")
    two.undecide()
    with pytest.raises(EventRefused, match="no decision"):
        two.undecide()
    two.decide("date")
    at = timezone.now() - datetime.timedelta(minutes=30)
    user = two.of.account(two.other)
    absences.fixture_absent(match=two.match, by=user, at=at, key=key())
    with pytest.raises(EventRefused, match="no decision"):
        two.undecide()
    assert two.strikes() == {two.other: 1}


def test_a_strike_is_taken_back_after_the_match_was_played() -> None:
    two = Claimed("swiss")
    two.decide("date")
    two.match.refresh_from_db()
    assert isinstance(two.of, Running)
    two.of.win(two.match, 0)
    two.undecide()
    assert two.strikes() == {}
    assert not two.waits()


def test_a_walkover_for_one_of_two_claims_is_undone_and_both_wait_again() -> None:
    two = Claimed("swiss")
    two.says(two.other, "I saw nobody.")
    two.decide("walkover", 0)
    two.match.refresh_from_db()
    version = two.match.version
    results.match_undo(match=two.match, by=two.of.director, version=version, key=key())
    assert two.shown().counter is not None
    assert two.strikes() == {}


def test_the_talk_says_of_whom_no_strike_is() -> None:
    two = Claimed("swiss")
    two.decide("nothing")
    page = shown_to(two.of, two.path)
    assert f"{two.other} has no strike: a new date is to be found" in page


@pytest.mark.parametrize("is_back", [True, False])
def test_an_archive_keeps_what_was_decided_and_what_was_taken_back(is_back: bool) -> None:
    two = Claimed("swiss")
    two.decide("date")
    if is_back:
        two.undecide()
    assert isinstance(two.of, Running)
    club = copied(two.of)
    season = LeagueSeason.objects.get(league__club=club)
    assert sum(strikes_of(season).values()) == (0 if is_back else 1)


SAID = {
    "nobody": (None, {"one": True, "other": True}),
    "one": ("one", {"one": False, "other": True}),
    "other": ("other", {"one": True, "other": False}),
    "both": ("both", {"one": False, "other": False}),
}
"""Who has said by now that the other did not come, and whether each can say it with a button."""


@pytest.mark.parametrize("is_agreed", [True, False], ids=["agreed here", "agreed elsewhere"])
@pytest.mark.parametrize("said", SAID)
def test_who_is_said_not_to_have_come_can_say_the_same_with_a_button(
    said: str, *, is_agreed: bool
) -> None:
    two = Claimed("all_play_all")
    two.recant(two.one)
    if not is_agreed:
        Fixture.objects.filter(match=two.match).update(agreed_at=None)
    at = (timezone.now() - datetime.timedelta(hours=2)).replace(microsecond=0)
    who, buttons = SAID[said]
    for role in ("one", "other"):
        if who in (role, "both"):
            name = getattr(two, role)
            when = {} if is_agreed or (who == "both" and role == "other") else {"at": at}
            by = two.of.account(name)
            absences.fixture_absent(match=two.match, by=by, text="Alone", **when, key=key())
    for role, can in buttons.items():
        page = shown_to(two.of, two.path, getattr(two, role))
        assert ('value="absent"' in page) is can, role
        assert ('name="absent_at"' in page) is (can and who is None and not is_agreed)
        reads_both = "the director reads both, and decides" in page
        assert reads_both is (can and who is not None)
    assert two.shown().counter is None or who == "both"
