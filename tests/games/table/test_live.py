"""What the live stream shows, to whom, and who is there."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from games.accounts.selectors import device_id
from games.accounts.services.devices import sign_out_everywhere, sign_out_there
from games.models import Club, Pass, Player, Presence, Session, SignIn, User
from games.permissions import Reader, Somebody
from games.sessions.actors import cookie_name, pass_sealed
from games.sessions.services.sessions import session_create, session_end
from games.table.live import source, topics
from games.table.presenters.audience import audience_of
from games.table.selectors.rights import sign_in_of
from games.table.services.passes import pass_create, pass_revoke
from tests.games.conftest import Scorer

GAME = "order Ann, Bob, Cid, Dee\ngame\n"
STREAM = {"Accept": "text/event-stream"}


def address(session: Session) -> str:
    return f"/sessions/{session.public_id}/live/"


def audience(session: Session, somebody: Somebody) -> str:
    return f"{audience_of(Reader.of(somebody, session.club, session)).key}|en"


def looker(session: Session, somebody: Somebody) -> source.Looker:
    return topics.who_is(somebody), audience(session, somebody), sign_in(somebody)


def sign_in(somebody: Somebody) -> str:
    """The sign-in of an account on some device; blank for others."""
    if not isinstance(somebody, User):
        return ""
    key = f"device{somebody.pk}"
    ends = timezone.now() + datetime.timedelta(days=1)
    SignIn.objects.update_or_create(
        session_key=key, defaults={"user": somebody, "session_data": "", "expire_date": ends}
    )
    return sign_in_of(key, somebody)


@pytest.fixture
def topic(session: Session, scorer: Scorer) -> str:
    scorer.play(GAME)
    return topics.topic_of(session)


@pytest.fixture
def make_pass(session: Session, organizer: User) -> Callable[..., Pass]:
    def make(role: str, player: str = "") -> Pass:
        return pass_create(session=session, by=organizer, role=role, player=player)

    return make


def test_the_view_decides_and_leaves_the_streaming_to_others(
    client: Client, session: Session, organizer: User
) -> None:
    client.force_login(organizer)
    session.refresh_from_db()
    answer = client.get(address(session), headers=STREAM)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["X-Live-Topic"] == f"session:{session.pk}"
    assert answer["X-Live-Audience"] == audience(session, organizer)
    assert answer["X-Live-Beat"] == str(session.beat)
    assert answer["X-Live-Who"] == f"user:{organizer.pk}"
    assert answer["X-Live-Acts"] == "1"


def test_a_stranger_cannot_tell_whether_there_is_such_a_table(
    client: Client, session: Session
) -> None:
    assert client.get(address(session), headers=STREAM).status_code == 404
    assert client.get(address(session)).status_code == 404


def test_a_guest_of_a_public_club_looks_on_and_is_not_counted(
    client: Client, session: Session, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)
    answer = client.get(address(session), headers=STREAM)
    assert (answer["X-Live-Who"], answer["X-Live-Acts"]) == ("", "0")


def test_a_player_with_a_pass_is_counted(
    client: Client, session: Session, topic: str, scorer: Scorer, make_pass: Callable[..., Pass]
) -> None:
    ann = scorer.ids()["Ann"]
    holder = make_pass("player", ann)
    client.cookies[cookie_name(session)] = pass_sealed(holder)
    answer = client.get(address(session), headers=STREAM)
    assert answer["X-Live-Audience"] == f"nm.{ann}|en"
    assert (answer["X-Live-Who"], answer["X-Live-Acts"]) == (f"pass:{holder.pk}", "1")


def test_a_claim_that_waits_looks_on_under_its_own_name(
    client: Client, session: Session, club: Club, make_pass: Callable[..., Pass]
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)
    session.refresh_from_db()
    session.club.refresh_from_db()
    holder = make_pass("scorer")
    Pass.objects.filter(pk=holder.pk).update(state=Pass.State.WAITING)
    client.cookies[cookie_name(session)] = pass_sealed(holder)
    answer = client.get(address(session), headers=STREAM)
    waiting = answer["X-Live-Who"], answer["X-Live-Audience"], ""
    assert waiting == (f"pass:{holder.pk}", ".|en", "")
    topic = topics.topic_of(session)
    assert source.look(topic, {waiting})[1] == {waiting}
    Pass.objects.filter(pk=holder.pk).update(state=Pass.State.GRANTED)
    assert source.look(topic, {waiting})[1] == set()


def test_where_no_stream_passes_the_table_comes_with_a_tag(
    client: Client, session: Session, organizer: User, scorer: Scorer
) -> None:
    client.force_login(organizer)
    session.refresh_from_db()
    answer = client.get(address(session))
    assert f'data-beat="{session.beat}"' in answer.content.decode()
    same = client.get(address(session), headers={"If-None-Match": answer["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    scorer.play(GAME)
    other = client.get(address(session), headers={"If-None-Match": answer["ETag"]})
    assert other.status_code == 200
    assert other["ETag"] != answer["ETag"]
    assert "X-Live-Topic" not in other


def test_the_tag_is_another_for_who_may_do_something_else_and_in_another_language(
    client: Client, session: Session, organizer: User, member: Callable[[str], User]
) -> None:
    tags = set()
    for user, language in ((organizer, "en"), (organizer, "de"), (member("player"), "en")):
        client.force_login(user)
        tags.add(client.get(address(session), headers={"Accept-Language": language})["ETag"])
    assert len(tags) == 3


def test_no_token_and_no_key_is_in_what_is_broadcast(topic: str, organizer: User) -> None:
    session = Session.objects.get(pk=int(topic.partition(":")[2]))
    found = source.fragment(topic, audience(session, organizer))
    assert found is not None
    beat, html = found
    assert beat == session.beat
    assert "<form" in html
    assert "csrfmiddlewaretoken" not in html
    assert 'name="key" value=""' in html or 'name="key"' not in html


def test_a_fragment_is_in_the_language_of_its_audience_and_changes_nobody_elses(
    topic: str,
) -> None:
    english, german = source.fragment(topic, ".|en"), source.fragment(topic, ".|de")
    assert english is not None
    assert german is not None
    assert "The line" in english[1]
    assert "The line" not in german[1]
    assert translation.get_language() == "en"


def test_a_fragment_that_two_threads_want_is_rendered_once(
    topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []

    def render(template: str, page: object) -> str:
        rendered.append(template)
        return "<p>"

    monkeypatch.setattr(source, "table_html", render)
    session = Session.objects.select_related("club", "season").get(pk=int(topic.partition(":")[2]))
    guests = audience_of(Reader.of(AnonymousUser(), session.club, session))
    assert [source.table_fragment(session, guests) for _ in range(3)] == [(session.beat, "<p>")] * 3
    assert len(rendered) == 1
    session.beat += 1
    source.table_fragment(session, guests)
    assert len(rendered) == 2


def test_a_second_audience_reads_no_more_than_what_is_its_own(
    topic: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    beat, _allowed = source.look(topic, {("", ".|en", "")})
    with django_assert_num_queries(4):  # the names, the log, its senders as players and accounts
        source.fragment(topic, "n.|en", beat)
    with django_assert_num_queries(0):
        signed_in = source.fragment(topic, "in.|en", beat)
    with django_assert_num_queries(1):  # the phones that wait for the scorer's yes
        scorers = source.fragment(topic, "sn.|en", beat)
    assert signed_in is not None
    assert scorers is not None
    assert "Sign in" not in signed_in[1]
    assert "table_act" not in signed_in[1]
    assert "<form" in scorers[1]
    assert "<form" not in signed_in[1]


def test_names_that_one_audience_may_see_are_not_told_to_the_next(
    topic: str, session: Session
) -> None:
    player = session.seats.select_related("player").get(position=1).player
    player.name, player.shown = "Annabel Lee", "initials"
    player.save()
    beat, _allowed = source.look(topic, {("", ".|en", "")})
    shown, veiled = source.fragment(topic, "in.|en", beat), source.fragment(topic, ".|en", beat)
    assert shown is not None
    assert veiled is not None
    assert "Annabel Lee" in shown[1]
    assert "Annabel Lee" not in veiled[1]
    assert "A. L." in veiled[1]
    again = source.fragment(topic, "i.|en", beat), source.fragment(topic, "sn.|en", beat)
    assert ["Annabel Lee" in found[1] for found in again if found] == [False, True]


def test_what_was_looked_at_is_not_shown_once_there_is_something_newer(
    topic: str, session: Session
) -> None:
    beat, _allowed = source.look(topic, {("", ".|en", "")})
    assert beat is not None
    before = source.fragment(topic, ".|en", beat)
    Session.objects.filter(pk=session.pk).update(beat=beat + 1, title="The last evening")
    after = source.fragment(topic, ".|en", beat + 1)
    assert before is not None
    assert after is not None
    assert (before[0], after[0]) == (beat, beat + 1)
    assert "The last evening" in after[1]


def test_what_is_gone_has_no_fragment_and_no_beat(db: None) -> None:
    assert source.fragment("session:12345", ".|en") is None
    assert source.fragment("club:12345", "wall|en") is None
    assert topics.beats(["session:12345", "club:12345"]) == {}
    assert source.look("session:12345", {("", ".|en", "")}) == (None, set())
    assert source.look("club:12345", {("", "wall|en", "")}) == (None, set())


def test_beats_are_read_in_one_query_for_each_kind(
    topic: str, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    session = club.sessions.get()
    with django_assert_num_queries(2):
        found = topics.beats([topic, f"club:{club.pk}", "session:12345"])
    assert found == {topic: session.beat, f"club:{club.pk}": session.beat + 1}


def test_the_beat_of_a_club_changes_with_each_of_its_tables(
    topic: str, club: Club, scorer: Scorer
) -> None:
    before = topics.beats([f"club:{club.pk}"])
    scorer.play("Bob doubles")
    assert topics.beats([f"club:{club.pk}"]) != before


def test_who_may_look_is_the_same_for_one_and_for_all_at_once(
    topic: str,
    session: Session,
    club: Club,
    organizer: User,
    member: Callable[[str], User],
    make_pass: Callable[..., Pass],
    scorer: Scorer,
) -> None:
    session.refresh_from_db()
    seated = member("player")
    ann, bob = (session.club.players.get(name=name) for name in ("Ann", "Bob"))
    ann.user = seated
    ann.save()
    people: list[Somebody] = [
        organizer,
        seated,
        *(member(role) for role in ("owner", "director", "scorer", "player")),
        User.objects.create_superuser("root@example.org", name="Root"),
        make_pass("scorer"),
        make_pass("player", bob.public_id),
        make_pass("onlooker"),
        AnonymousUser(),
    ]
    for visibility in Club.Visibility.values:
        Club.objects.filter(pk=club.pk).update(visibility=visibility)
        session.club.refresh_from_db()
        lookers = {looker(session, one) for one in people}
        _beat, allowed = source.look(topic, lookers)
        barred = lookers - allowed
        assert barred == (set() if visibility == "public" else {("", ".|en", "")})


def test_looking_costs_six_queries_however_many_look(
    topic: str,
    session: Session,
    organizer: User,
    member: Callable[[str], User],
    make_pass: Callable[..., Pass],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people: list[Somebody] = [organizer, make_pass("scorer"), *(member("player") for _ in "123456")]
    lookers = {looker(session, one) for one in people}
    with django_assert_num_queries(6):
        _beat, allowed = source.look(topic, lookers)
    assert allowed == lookers


def test_who_may_still_look_costs_seven_queries_however_many_look_at_however_many_tables(
    topic: str,
    session: Session,
    club: Club,
    organizer: User,
    players: dict[str, Player],
    member: Callable[[str], User],
    make_pass: Callable[..., Pass],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    other = session_create(club=club, by=organizer, players=list(players.values()))
    people: list[Somebody] = [organizer, make_pass("scorer"), *(member("player") for _ in "123456")]
    lookers = {(topic, looker(session, one)) for one in people}
    lookers |= {
        (topics.topic_of(other), looker(other, one)) for one in people if isinstance(one, User)
    }
    wall = topics.who_is(organizer), "wall-named|en", sign_in(organizer)
    lookers.add((topics.topic_of(club), wall))
    with django_assert_num_queries(7):
        assert source.still(lookers) == lookers
    gone = ("session:12345", wall)
    assert source.still(lookers | {gone}) == lookers


def signed_out(user: User, holder: Pass, club: Club, by: User) -> None:
    sign_out_everywhere(user=user)


def device_signed_out(user: User, holder: Pass, club: Club, by: User) -> None:
    sign_out_there(user=user, device=device_id(user.sign_ins.get().session_key))


def password_changed(user: User, holder: Pass, club: Club, by: User) -> None:
    user.set_password("another-one-9")  # as a command does, which ends no sign-in
    user.save()


def sign_in_expired(user: User, holder: Pass, club: Club, by: User) -> None:
    user.sign_ins.update(expire_date=timezone.now())


def shut_out(user: User, holder: Pass, club: Club, by: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def left(user: User, holder: Pass, club: Club, by: User) -> None:
    user.memberships.all().delete()


def made_private(user: User, holder: Pass, club: Club, by: User) -> None:
    Club.objects.filter(pk=club.pk).update(visibility="members")


def revoked(user: User, holder: Pass, club: Club, by: User) -> None:
    pass_revoke(holder=holder, by=by)


@pytest.mark.parametrize(
    ("ended", "gone"),
    [
        (signed_out, {"member"}),
        (device_signed_out, {"member"}),
        (password_changed, {"member"}),
        (sign_in_expired, {"member"}),
        (shut_out, {"member"}),
        (left, {"member"}),
        (made_private, {"guest"}),
        (revoked, {"phone"}),
    ],
)
def test_a_stream_ends_with_what_it_was_let_in_by(
    topic: str,
    session: Session,
    club: Club,
    organizer: User,
    member: Callable[[str], User],
    make_pass: Callable[..., Pass],
    ended: Callable[[User, Pass, Club, User], None],
    gone: set[str],
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility="public")
    session.refresh_from_db()
    session.club.refresh_from_db()
    user, holder = member("player"), make_pass("onlooker")
    people: dict[str, Somebody] = {"member": user, "phone": holder, "guest": AnonymousUser()}
    lookers = {name: looker(session, one) for name, one in people.items()}
    assert source.still({(topic, one) for one in lookers.values()}) == {
        (topic, one) for one in lookers.values()
    }

    ended(user, holder, club, organizer)

    left_over = source.still({(topic, one) for one in lookers.values()})
    assert {name for name, one in lookers.items() if (topic, one) not in left_over} == gone
    assert source.look(topic, set(lookers.values()))[1] == {one for _topic, one in left_over}


def test_a_sign_in_lets_nobody_else_look(
    topic: str, session: Session, member: Callable[[str], User]
) -> None:
    one, other = member("player"), member("player")
    who, audience, _sign_in = looker(session, one)
    assert source.still({(topic, (who, audience, sign_in(other)))}) == set()
    assert source.still({(topic, (who, audience, ""))}) == set()


def test_the_server_that_streams_is_told_the_sign_in_and_nobody_else(
    client: Client, session: Session, organizer: User
) -> None:
    client.force_login(organizer)
    assert "X-Live-Sign-In" not in client.get(address(session), headers=STREAM)
    served = client.get(address(session), headers=STREAM, **{"asgi.scope": {}})
    key = client.session.session_key or ""
    assert served["X-Live-Sign-In"] == sign_in_of(key, organizer)


def test_who_left_the_club_may_look_no_longer(
    topic: str, session: Session, member: Callable[[str], User]
) -> None:
    user, shut_out = member("player"), member("player")
    lookers = {looker(session, user), looker(session, shut_out)}
    user.memberships.all().delete()
    User.objects.filter(pk=shut_out.pk).update(is_active=False)
    assert source.look(topic, lookers)[1] == set()


def test_a_revoked_pass_and_one_of_an_evening_that_ended_have_to_come_again(
    session: Session, organizer: User, make_pass: Callable[..., Pass]
) -> None:
    topic = topics.topic_of(session)
    revoked, kept = make_pass("onlooker"), make_pass("scorer")
    lookers = {looker(session, revoked), looker(session, kept)}
    pass_revoke(holder=revoked, by=organizer)
    assert source.look(topic, lookers)[1] == {looker(session, kept)}
    session_end(session=session, by=organizer, version=session.version, key="end")
    assert source.look(topic, lookers)[1] == set()


def test_walls_are_looked_at_by_whoever_may_see_the_club(
    topic: str, session: Session, club: Club, member: Callable[[str], User]
) -> None:
    user = member("player")
    lookers = {(topics.who_is(user), "wall-named|en", sign_in(user)), ("", "wall|en", "")}
    for one in (topic, topics.topic_of(club)):
        assert source.look(one, lookers)[1] == {looker for looker in lookers if looker[0]}
        found = source.fragment(one, "wall|de")
        assert found is not None
        assert "Ann" in found[1]


def test_who_is_connected_is_written_refreshed_and_taken_back(
    topic: str, session: Session, organizer: User, make_pass: Callable[..., Pass]
) -> None:
    holder = make_pass("scorer")
    both = [(topic, f"user:{organizer.pk}", "one"), (topic, f"pass:{holder.pk}", "two")]
    source.presence_write(both[:1])
    long_ago = timezone.now() - datetime.timedelta(minutes=1)
    Presence.objects.update(seen_at=long_ago)
    source.presence_write(both)
    found = dict(Presence.objects.values_list("connection", "seen_at"))
    assert set(found) == {"one", "two"}
    assert min(found.values()) > long_ago
    assert Presence.objects.get(connection="one").user == organizer
    assert Presence.objects.get(connection="two").holder == holder
    source.presence_delete(["one"])
    assert [one.connection for one in Presence.objects.all()] == ["two"]


def test_a_presence_that_a_killed_server_left_behind_is_deleted(
    topic: str, session: Session, organizer: User
) -> None:
    source.presence_write([(topic, f"user:{organizer.pk}", "one")])
    Presence.objects.update(seen_at=timezone.now() - datetime.timedelta(hours=1))
    source.presence_write([(topic, f"user:{organizer.pk}", "two")])
    assert [one.connection for one in Presence.objects.all()] == ["two"]


@pytest.mark.django_db(transaction=True)
def test_a_change_is_told_once_it_is_committed(
    session: Session, scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    monkeypatch.setattr("chouette.live.wiring.changed", told.append)
    scorer.play(GAME)
    assert told
    assert set(told[0]) == {f"session:{session.pk}", f"club:{session.club_id}"}
