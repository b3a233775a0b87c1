"""What the scorer sees of the phones: on their page, and on the table while somebody waits."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.clubs.services.clubs import club_create
from games.models import Club, Pass, Player, Presence, Session, User
from games.record.services.actions import record_action
from games.rules.chouette.actions import Leave
from games.sessions.actors import pass_opened, pass_sealed
from games.sessions.services.sessions import session_end
from games.table.presenters.html import table_html
from games.table.presenters.parts import SWAP
from games.table.presenters.reading import table_page
from games.table.presenters.values import Audience
from games.table.services.passes import claim_refuse, join_open, pass_claim, pass_revoke
from games.table.services.proxies import proxy_set
from games.web.input import Input
from tests.games.table.conftest import Mobile

LetIn = Callable[..., Pass]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def here(session: Session) -> str:
    """Where everything about the table is."""
    return f"/sessions/{session.public_id}/"


@pytest.fixture
def claim(code: str, bob: str) -> Pass:
    """Bob's phone, which waits."""
    return pass_claim(code=code, player=bob, device="Safari · iPhone")


def shown(client: Client, here: str) -> str:
    answer = client.get(here + "phones/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_was_struck_before_the_first_line_is_not_offered_as_a_phone_s_player(
    client: Client, here: str, session: Session, organizer: User
) -> None:
    client.force_login(organizer)
    assert "Dee" in shown(client, here)
    dee = session.club.players.get(name="Dee")
    record_action(
        session=session,
        actions=[Leave(dee.public_id)],
        version=session.version,
        key="struck",
        sender=organizer,
    )
    assert "Dee" not in shown(client, here).partition("Who sits here")[2]


# -- who sees it


@pytest.mark.parametrize("role", ["owner", "organizer", "director", "scorer"])
def test_who_may_let_in_sees_the_phones(
    client: Client, here: str, member: Callable[[str], User], role: str
) -> None:
    client.force_login(member(role))

    assert "Who sits here" in shown(client, here)


@pytest.mark.parametrize("role", ["player", "seated", "anonymous", "stranger"])
def test_nobody_else_does(
    client: Client,
    here: str,
    member: Callable[[str], User],
    players: dict[str, Player],
    role: str,
) -> None:
    if role in {"player", "seated"}:
        user = member("player")
        client.force_login(user)
        if role == "seated":
            Player.objects.filter(pk=players["Bob"].pk).update(user=user)
    elif role == "stranger":
        client.force_login(User.objects.create_user("s@example.org", name="S"))
    status = 403 if role in {"player", "seated"} else 404

    assert client.get(here + "phones/").status_code == status
    for where in ("phones/open/", "phones/close/", "phones/links/", "phones/speak/"):
        assert client.post(here + where, {"role": "scorer"}).status_code == status, where
    assert not Pass.objects.exists()


def test_a_guest_of_a_public_club_lets_nobody_in(client: Client, here: str, public: Club) -> None:
    assert client.get(here + "phones/").status_code == 403
    assert client.post(here + "phones/open/").status_code == 403


def test_a_tablet_lets_in_too(mobile: Mobile, let_in: LetIn, claim: Pass, here: str) -> None:
    mobile.open(let_in("scorer"))

    assert "A phone says it is Bob." in shown(mobile.client, here)
    mobile.client.post(f"{here}claims/{claim.public_id}/yes/", {"back": "phones"})
    claim.refresh_from_db()
    assert claim.is_granted


def test_a_player_s_phone_does_not(
    mobile: Mobile, let_in: LetIn, claim: Pass, here: str, bob: str
) -> None:
    mobile.open(let_in("player", bob))

    assert mobile.client.get(here + "phones/").status_code == 403
    assert mobile.client.post(f"{here}claims/{claim.public_id}/yes/").status_code == 403


# -- the code


def test_the_code_is_shown_when_it_is_asked_for(olga: Client, here: str, session: Session) -> None:
    assert "Show the table's code" in shown(olga, here)
    assert olga.post(here + "phones/open/")["Location"] == here + "phones/"
    session.refresh_from_db()
    assert session.join_code is not None
    page = shown(olga, here)
    assert f">{session.join_code}</p>" in page
    assert "<svg" in page
    assert "testserver/join" in page

    olga.post(here + "phones/close/")
    assert session.join_code not in shown(olga, here)


def test_an_address_that_no_phone_reaches_is_pointed_out(olga: Client, here: str) -> None:
    assert "No phone finds this yet" not in shown(olga, here)
    page = olga.get(here + "phones/", headers={"Host": "localhost"}).content.decode()
    assert "No phone finds this yet: localhost" in page


# -- claims


@pytest.mark.parametrize(("word", "state"), [("yes", "granted"), ("no", "refused")])
def test_a_claim_is_answered_on_the_page(
    olga: Client, here: str, claim: Pass, word: str, state: str
) -> None:
    assert "A phone says it is Bob." in shown(olga, here)
    answer = olga.post(f"{here}claims/{claim.public_id}/{word}/", {"back": "phones"})

    assert answer["Location"] == here + "phones/"
    claim.refresh_from_db()
    assert claim.state == state
    assert "A phone says it is Bob." not in shown(olga, here)


def test_a_claim_shows_on_the_table_above_the_thumb_and_is_answered_there(
    olga: Client, here: str, claim: Pass
) -> None:
    page = olga.get(here + "table/").content.decode()
    assert page.index("A phone says it is Bob.") < page.index('id="thumb"')

    where = f"{here}claims/{claim.public_id}/yes/"
    answer = olga.post(where, headers=HTMX)
    assert answer.status_code == 200
    assert 'id="table"' in answer.content.decode()
    assert "A phone says it is Bob." not in answer.content.decode()
    claim.refresh_from_db()
    assert claim.is_granted


def test_without_htmx_the_answer_leads_back_to_the_table(
    olga: Client, here: str, claim: Pass
) -> None:
    answer = olga.post(f"{here}claims/{claim.public_id}/no/")

    assert answer["Location"] == here + "table/"


def test_what_is_broadcast_says_who_waits_to_the_scorer_alone_and_holds_no_token(
    session: Session, claim: Pass, bob: str, rf: Any
) -> None:
    def sent(audience: Audience) -> str:
        session.refresh_from_db()
        page = table_page(session, audience, Input(), broadcast=True)
        return table_html(SWAP, page)

    scorer = sent(Audience(may_score=True))
    assert "A phone says it is Bob." in scorer
    assert "csrf" not in scorer
    for audience in (Audience(), Audience(player=bob), Audience(signed_in=True)):
        assert "A phone says it is" not in sent(audience)


def test_a_claim_that_somebody_else_answered_says_so(
    olga: Client, here: str, claim: Pass, organizer: User
) -> None:
    claim_refuse(claim=claim, by=organizer)
    where = f"{here}claims/{claim.public_id}/yes/"

    assert "This has been answered already" in olga.post(where, headers=HTMX).content.decode()
    claim.delete()
    assert "This has been answered already" in olga.post(where, headers=HTMX).content.decode()
    page = olga.post(where, {"back": "phones"}, follow=True).content.decode()
    assert "This has been answered already" in page


def test_a_claim_at_another_table_is_not_answered_here(
    client: Client, here: str, claim: Pass
) -> None:
    other = User.objects.create_user("o@example.org", name="O")
    club_create(by=other, name="Other")
    client.force_login(other)
    client.post(f"{here}claims/{claim.public_id}/yes/")
    claim.refresh_from_db()

    assert claim.state == "waiting"


def test_many_who_wait_do_not_cover_the_table(
    olga: Client, here: str, code: str, players: dict[str, Player]
) -> None:
    for player in players.values():
        pass_claim(code=code, player=player.public_id, device="")
    page = olga.get(here + "table/").content.decode()

    assert page.count("A phone says it is") == 2
    assert "All who wait" in page
    assert shown(olga, here).count("A phone says it is") == 4


# -- links


@pytest.mark.parametrize("role", ["player", "scorer", "onlooker"])
def test_a_link_is_made_and_shown_as_a_qr_code(
    olga: Client, here: str, bob: str, role: str
) -> None:
    made = olga.post(here + "phones/links/", {"role": role, "player": bob}, follow=True)
    page = made.content.decode()

    assert "<svg" in page
    link = re.search(r'value="http://testserver/t/([^/"]+)/"', page)
    assert link is not None
    holder = pass_opened(link[1])
    assert holder is not None
    assert holder.role == role
    assert Pass.objects.get() == holder


def test_a_link_for_nobody_is_not_made(olga: Client, here: str) -> None:
    for data in ({}, {"role": "owner"}, {"role": "player", "player": "nobody"}):
        assert olga.post(here + "phones/links/", data)["Location"] == here + "phones/"
    assert not Pass.objects.exists()


def test_links_stand_on_no_other_page(
    olga: Client, here: str, let_in: LetIn, bob: str, session: Session
) -> None:
    link = let_in("player", bob)
    for page in ("", "table/", "phones/", "wall/"):
        assert "/t/" not in olga.get(here + page).content.decode()
    mobile = Mobile(session)
    mobile.open(link)
    assert mobile.client.get(f"{here}phones/{link.public_id}/").status_code == 403


def test_a_link_is_withdrawn_and_its_page_is_gone(
    olga: Client, here: str, let_in: LetIn, mobile: Mobile
) -> None:
    link = let_in("onlooker")
    mobile.open(link)
    where = f"{here}phones/{link.public_id}/"
    assert olga.get(where).status_code == 200
    page = olga.post(where + "revoke/", follow=True).content.decode()

    assert "no longer at the table" in page
    assert olga.get(where).status_code == 404
    assert mobile.table().status_code == 403


def test_passes_of_other_tables_are_not_shown_here(
    olga: Client, here: str, club: Club, organizer: User, let_in: LetIn
) -> None:
    from games.table.services.passes import wall_pass_create

    screen = wall_pass_create(club=club, by=organizer)
    assert olga.get(f"{here}phones/{screen.public_id}/").status_code == 404
    assert olga.post(f"{here}phones/{screen.public_id}/revoke/").status_code == 404
    assert olga.get(f"/clubs/{club.slug}/screens/{let_in('scorer').public_id}/").status_code == 404


# -- who is connected, who speaks


def test_the_page_says_who_is_connected(
    olga: Client,
    here: str,
    session: Session,
    players: dict[str, Player],
    member: Callable[[str], User],
    let_in: LetIn,
    organizer: User,
) -> None:
    cid = member("player")
    Player.objects.filter(pk=players["Cid"].pk).update(user=cid)
    bob, tablet = let_in("player", players["Bob"].public_id), let_in("scorer")
    long_ago = timezone.now() - timezone.timedelta(seconds=80)
    for number, row in enumerate(
        (
            {"holder": bob},
            {"holder": bob},
            {"holder": tablet},
            {"user": cid},
            {"user": organizer},
            {"holder": let_in("player", players["Dee"].public_id), "seen_at": long_ago},
        )
    ):
        Presence.objects.create(session=session, connection=f"c{number}", **row)
    page = shown(olga, here)

    def seen(name: str) -> str:
        found = re.search(rf'id="seen-{players[name].public_id}">([^<]*)<', page)
        assert found is not None
        return found[1]

    assert [seen(name) for name in ("Ann", "Bob", "Cid", "Dee")] == [
        "no phone",
        "2 phones connected",
        "connected",
        "no phone",
    ]
    assert "Also connected: Olga, tablet" in page


def test_it_follows_by_itself_and_is_silent_while_nothing_is_new(
    olga: Client, here: str, session: Session, bob: str, code: str, organizer: User
) -> None:
    def have(page: str) -> str:
        found = re.search(r"have=(\w+)", page)
        assert found is not None
        return found[1]

    known = have(shown(olga, here))
    assert olga.get(here + "phones/", {"have": known}, headers=HTMX).status_code == 204

    pass_claim(code=code, player=bob, device="")
    news = olga.get(here + "phones/", {"have": known}, headers=HTMX).content.decode()
    assert "A phone says it is Bob." in news
    assert "<select" not in news  # what somebody is choosing just now stays as it is
    Presence.objects.create(session=session, user=organizer, connection="c")
    later = olga.get(here + "phones/", {"have": have(news)}, headers=HTMX).content.decode()
    assert "Also connected: Olga" in later
    assert 'hx-swap-oob="true"' in later


def test_somebody_is_named_to_speak_for_the_absent(
    olga: Client, here: str, session: Session, players: dict[str, Player]
) -> None:
    bob, cid = players["Bob"].public_id, players["Cid"].public_id

    def speak(speaker: str) -> dict[str, str]:
        olga.post(here + "phones/speak/", {"player": bob, "speaker": speaker})
        return dict(session.proxies.values_list("player", "speaker"))

    assert speak(cid) == {bob: cid}
    assert "Cid speaks for them" in shown(olga, here)
    assert speak("captain") == {bob: ""}
    assert "the captain speaks for them</small>" in shown(olga, here)
    assert speak("nobody") == speak("") == speak(bob) == {bob: ""}
    olga.post(here + "phones/speak/", {"player": "\0", "speaker": "themselves"})
    assert speak("themselves") == {}


def test_the_page_takes_as_many_queries_however_many_phones_there_are(
    olga: Client,
    here: str,
    session: Session,
    code: str,
    players: dict[str, Player],
    let_in: LetIn,
    organizer: User,
) -> None:
    shown(olga, here)
    with CaptureQueriesContext(connection) as before:
        alone = shown(olga, here)
    for number, player in enumerate(players.values()):
        pass_claim(code=code, player=player.public_id, device="x")
        link = let_in("player", player.public_id)
        Presence.objects.create(session=session, holder=link, connection=f"h{number}")
        Presence.objects.create(session=session, user=organizer, connection=f"u{number}")
        proxy_set(session=session, by=organizer, player=player.public_id)
    with CaptureQueriesContext(connection) as after:
        together = shown(olga, here)

    assert together.count("</form>") > alone.count("</form>")
    assert len(before.captured_queries) == len(after.captured_queries) <= 12


def test_after_the_end_the_page_lets_nobody_in(
    olga: Client, here: str, session: Session, organizer: User
) -> None:
    session_end(session=session, by=organizer, version=session.version, key="end")
    page = olga.post(here + "phones/open/", follow=True).content.decode()

    assert "This evening has ended" in page
    session.refresh_from_db()
    assert session.join_code is None


# -- screens of the club


def test_screens_are_made_listed_and_withdrawn(
    olga: Client, club: Club, mobile: Mobile, organizer: User
) -> None:
    where = f"/clubs/{club.slug}/screens/"
    made = olga.post(where, follow=True).content.decode()
    screen = Pass.objects.get()
    link = re.search(r'value="http://testserver(/t/[^"]+)"', made)
    assert link is not None
    assert mobile.client.get(link[1])["Location"] == f"/clubs/{club.slug}/wall/"
    assert mobile.client.get(f"/clubs/{club.slug}/wall/").status_code == 200
    assert mobile.client.get(f"/clubs/{club.slug}/").status_code == 404
    assert mobile.table().status_code == 404
    assert "Olga" in olga.get(where).content.decode()

    olga.post(f"{where}{screen.public_id}/revoke/")
    assert mobile.client.get(f"/clubs/{club.slug}/wall/").status_code == 404
    assert mobile.client.get(link[1]).status_code == 410


@pytest.mark.parametrize(("role", "status"), [("scorer", 200), ("player", 403), ("", 302)])
def test_screens_are_for_who_lets_in(
    client: Client, club: Club, member: Callable[[str], User], role: str, status: int
) -> None:
    if role:
        client.force_login(member(role))
    where = f"/clubs/{club.slug}/screens/"

    assert client.get(where).status_code == status
    assert client.post(where).status_code == (302 if status == 200 else status)
    assert Pass.objects.exists() is (status == 200)


# -- what others see of it


def test_the_log_of_the_api_names_whose_phone_it_was(
    olga: Client, session: Session, mobile: Mobile, let_in: LetIn, organizer: User, bob: str
) -> None:
    mobile.open(let_in("scorer"))
    mobile.client.post(mobile.here + "table/roll/", {"version": 1, "key": "k"})
    row = session.log.order_by("-sequence")[0]
    where = f"/api/v1/sessions/{session.public_id}/actions"
    rows = olga.get(where).json()["results"]
    assert {one["sequence"]: one["sender"] for one in rows} == {1: "Olga", 2: "scorer"}

    Pass.objects.filter(pk=row.sent_by_id).update(role="player", player=bob)
    rows = olga.get(where).json()["results"]
    assert {one["sequence"]: one["sender"] for one in rows} == {1: "Olga", 2: "Bob"}
    with CaptureQueriesContext(connection) as few:
        olga.get(where)
    mobile.client.post(mobile.here + "table/undo/", {"version": 2, "key": "u"})
    with CaptureQueriesContext(connection) as more:
        olga.get(where)
    assert len(few.captured_queries) == len(more.captured_queries)


def test_the_back_office_names_whose_phone_it_was(
    olga: Client, session: Session, mobile: Mobile, let_in: LetIn, bob: str
) -> None:
    mobile.open(let_in("scorer"))
    mobile.client.post(mobile.here + "table/roll/", {"version": 1, "key": "k"})
    page = olga.get("/admin/games/action/").content.decode()
    assert '<td class="field-who">scorer</td>' in page
    assert '<td class="field-who">Olga</td>' in page

    Pass.objects.update(role="player", player=bob)
    assert '<td class="field-who">Bob</td>' in olga.get("/admin/games/action/").content.decode()
    row = session.log.order_by("-sequence")[0]
    assert "Bob" in olga.get(f"/admin/games/action/{row.pk}/change/").content.decode()


def test_a_table_open_for_phones_is_still_closed_to_programs_without_an_account(
    client: Client, session: Session, organizer: User, let_in: LetIn
) -> None:
    join_open(session=session, by=organizer)
    client.cookies[f"table-{session.public_id}"] = pass_sealed(let_in("scorer"))

    assert client.get(f"/api/v1/sessions/{session.public_id}").status_code == 404


def test_who_is_parted_is_no_longer_shown_as_connected(
    olga: Client, here: str, session: Session, let_in: LetIn, bob: str, organizer: User
) -> None:
    link = let_in("player", bob)
    Presence.objects.create(session=session, holder=link, connection="c")
    pass_revoke(holder=link, by=organizer)

    assert not session.presences.exists()
