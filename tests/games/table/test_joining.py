"""A phone comes to a table: by a link, by the code, and with a scorer who says yes or no."""

import datetime
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Club, Pass, Player, Session, User
from games.permissions import READ_AFTERWARDS
from games.sessions.actors import pass_sealed
from games.sessions.services.sessions import session_create, session_end
from games.table.services.passes import (
    claim_grant,
    claim_refuse,
    join_close,
    join_open,
    pass_revoke,
    wall_pass_create,
)
from games.table.views import join
from games.table.views.join import join_address
from games.web.codes import WRONG_CODES
from tests.games.conftest import Scorer
from tests.games.table.conftest import Mobile

LetIn = Callable[..., Pass]


def end(session: Session, by: User) -> None:
    session.refresh_from_db()
    session_end(session=session, by=by, version=session.version, key=uuid.uuid4().hex)


# -- links


@pytest.mark.parametrize("role", ["scorer", "player", "onlooker"])
def test_a_link_is_swapped_for_a_cookie_and_leads_to_the_table(
    mobile: Mobile, let_in: LetIn, bob: str, role: str
) -> None:
    answer = mobile.open(let_in(role, bob))

    assert answer.status_code == 302
    assert answer["Location"] == mobile.here + "table/"
    assert mobile.table().status_code == 200


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_for_this_table_and_for_no_script(
    settings: Any, mobile: Mobile, let_in: LetIn, bob: str, https: bool
) -> None:
    settings.SESSION_COOKIE_SECURE = https
    answer = mobile.open(let_in("player", bob))
    cookie, typing = answer.cookies.values()

    assert (typing.key, typing["path"]) == (f"join-{mobile.session.public_id}", "/join/")
    assert cookie.key == f"table-{mobile.session.public_id}"
    assert cookie["path"] == mobile.here
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 24 * 60 * 60
    assert bool(cookie["secure"]) is https


def test_nobody_is_told_of_a_link_and_no_cache_keeps_it(
    mobile: Mobile, let_in: LetIn, bob: str
) -> None:
    answer = mobile.open(let_in("player", bob))

    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_preview_of_a_link_writes_nothing_and_uses_nothing_up(
    mobile: Mobile, let_in: LetIn, bob: str, method: str
) -> None:
    link = f"/t/{pass_sealed(let_in('player', bob))}/"
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            assert getattr(Client(), method)(link).status_code == 302
        assert asked.captured_queries
        assert all(one["sql"].startswith("SELECT") for one in asked.captured_queries)
    mobile.client.get(link)

    assert mobile.table().status_code == 200


def test_a_link_is_never_posted_to(mobile: Mobile, let_in: LetIn) -> None:
    assert mobile.client.post(f"/t/{pass_sealed(let_in('scorer'))}/").status_code == 405


def test_one_link_opened_on_two_phones_plays_on_both(
    mobiles: Callable[[], Mobile], let_in: LetIn, bob: str
) -> None:
    link, first, second = let_in("player", bob), mobiles(), mobiles()
    first.open(link)
    second.open(link)

    assert [one.table().status_code for one in (first, second)] == [200, 200]


@pytest.mark.parametrize("text", ["", "x", "a:b:c", "%00", "🎲", "a" * 500])
def test_what_is_no_link_says_so_calmly(mobile: Mobile, text: str, db: None) -> None:
    answer = mobile.client.get(f"/t/{text or 'x'}/")

    assert answer.status_code == 410
    assert "This link opens nothing any more" in answer.content.decode()
    assert not any(name.startswith(("table-", "wall-")) for name in answer.cookies)


def test_a_link_that_was_changed_opens_nothing(mobile: Mobile, let_in: LetIn) -> None:
    sealed = pass_sealed(let_in("onlooker"))
    changed = ("A" if sealed[0] != "A" else "B") + sealed[1:]

    assert mobile.client.get(f"/t/{changed}/").status_code == 410


def test_a_withdrawn_link_parts_every_phone_that_used_it(
    mobiles: Callable[[], Mobile], let_in: LetIn, bob: str, organizer: User
) -> None:
    link, first, second = let_in("player", bob), mobiles(), mobiles()
    sealed = pass_sealed(link)
    for one in (first, second):
        one.open(link)
    pass_revoke(holder=link, by=organizer)

    for one in (first, second):
        answer = one.table()
        assert answer.status_code == 403
        assert "no longer let in at this table" in answer.content.decode()
        assert "/join/" in answer.content.decode()
        swapped = one.table(headers={"HX-Request": "true"})
        assert "no longer let in" in swapped.content.decode()
    assert first.client.get(f"/t/{sealed}/").status_code == 410


def test_a_link_shows_the_end_of_the_evening_and_then_nothing(
    mobile: Mobile, let_in: LetIn, organizer: User, bob: str
) -> None:
    link = let_in("player", bob)
    end(mobile.session, organizer)
    assert mobile.open(link).status_code == 302
    assert "This evening has ended" in mobile.table().content.decode()

    late = timezone.now() - READ_AFTERWARDS - datetime.timedelta(minutes=1)
    Session.objects.update(changed_at=late)
    assert mobile.open(link).status_code == 410
    assert mobile.table().status_code == 403


def test_at_the_end_a_players_phone_reads_who_pays_whom_and_an_onlookers_does_not(
    mobiles: Callable[[], Mobile], let_in: LetIn, organizer: User, bob: str, scorer: Scorer
) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins")
    player, onlooker = mobiles(), mobiles()
    player.open(let_in("player", bob))
    onlooker.open(let_in("onlooker"))
    end(player.session, organizer)

    assert "Bob</strong> pays" in " ".join(player.client.get(player.here).content.decode().split())
    assert "who pays whom" not in onlooker.table().content.decode()
    assert "pays" not in onlooker.client.get(onlooker.here).content.decode()


def test_a_cookie_opens_its_own_table_alone(
    mobile: Mobile, let_in: LetIn, club: Club, organizer: User, players: dict[str, Player]
) -> None:
    other = session_create(club=club, by=organizer, players=list(players.values()))
    link = let_in("scorer")
    mobile.client.cookies[f"table-{other.public_id}"] = pass_sealed(link)

    assert mobile.client.get(f"/sessions/{other.public_id}/table/").status_code in (403, 404)


def test_a_link_for_the_wall_leads_to_the_wall(mobile: Mobile, club: Club, organizer: User) -> None:
    answer = mobile.open(wall_pass_create(club=club, by=organizer))
    (cookie,) = answer.cookies.values()

    assert answer["Location"] == cookie["path"] == f"/clubs/{club.slug}/wall/"
    assert cookie["httponly"]
    assert cookie["max-age"] > 100 * 24 * 60 * 60


# -- what each role does


def tap(mobile: Mobile, scorer: Scorer, where: str = "roll", **extra: Any) -> Any:
    mobile.session.refresh_from_db()
    data = {"version": mobile.session.version, "key": uuid.uuid4().hex, **extra.pop("data", {})}
    return mobile.client.post(f"{mobile.here}table/{where}/", data, **extra)


def test_a_tablet_keeps_the_score_and_the_log_says_so(
    mobile: Mobile, let_in: LetIn, scorer: Scorer, session: Session
) -> None:
    link = let_in("scorer")
    mobile.open(link)

    assert tap(mobile, scorer).status_code == 302
    row = session.log.order_by("-sequence").first()
    assert row is not None
    assert (row.sender, row.sent_by) == (None, link)


@pytest.mark.parametrize("role", ["player", "onlooker"])
def test_another_phone_does_not(
    mobile: Mobile, let_in: LetIn, scorer: Scorer, session: Session, bob: str, role: str
) -> None:
    mobile.open(let_in(role, bob))

    assert tap(mobile, scorer).status_code == 403
    assert tap(mobile, scorer, headers={"HX-Request": "true"}).status_code == 403
    assert session.log.count() == 1


@pytest.mark.parametrize("where", ["claims/2222222222222222/yes/", "phones/open/", "table/roll/"])
def test_a_pass_is_no_way_around_the_token(session: Session, let_in: LetIn, where: str) -> None:
    phone = Mobile(session)
    phone.client = Client(enforce_csrf_checks=True)
    phone.open(let_in("scorer"))

    assert phone.client.post(phone.here + where, {}).status_code == 403
    assert session.log.count() == 1


def test_a_phone_reads_what_belongs_to_its_evening(
    mobile: Mobile, let_in: LetIn, scorer: Scorer, bob: str
) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins")
    mobile.open(let_in("player", bob))

    for page in (
        "",
        "print/",
        "rules/",
        "games/1/",
        "sheet.csv",
        "sheet.xlsx",
        "sheet.json",
        "record.csn",
    ):
        assert mobile.client.get(mobile.here + page).status_code == 200, page
    for page in ("phones/", "games/1/amend/"):
        assert mobile.client.get(mobile.here + page).status_code == 403, page
    assert mobile.client.get(mobile.here + "games/1/note/").status_code == 302


def test_a_tablet_puts_a_game_right(mobile: Mobile, let_in: LetIn, scorer: Scorer) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins")
    mobile.open(let_in("scorer"))
    where = mobile.here + "games/1/amend/"
    assert mobile.client.get(where).status_code == 200
    mobile.session.refresh_from_db()
    data = {"text": "team wins", "version": mobile.session.version, "key": "k", "do": "save"}

    assert mobile.client.post(where, data).status_code == 302


def test_who_is_signed_in_and_may_more_stays_himself(
    olga: Client, session: Session, let_in: LetIn, scorer: Scorer
) -> None:
    link = let_in("onlooker")
    olga.get(f"/t/{pass_sealed(link)}/")
    data = {"version": session.version, "key": "k"}
    session.refresh_from_db()

    assert olga.post(f"/sessions/{session.public_id}/table/roll/", data).status_code == 302
    row = session.log.order_by("-sequence").first()
    assert row is not None
    assert row.sent_by is None


# -- the code


def test_a_code_leads_to_the_question_who_one_is(mobile: Mobile, code: str) -> None:
    for typed in (code, code.upper(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        answer = mobile.client.post("/join/", {"code": typed})
        mobile.session.refresh_from_db()
        assert answer["Location"] == join_address(mobile.session)
    page = mobile.client.get(answer["Location"]).content.decode()
    assert "Who are you?" in page
    assert all(name in page for name in ("Ann", "Bob", "Cid", "Dee"))


def test_without_a_code_nobody_learns_who_sits_there(mobile: Mobile, session: Session) -> None:
    closed = join_address(session)
    for where in (f"{mobile.here}join/abcdef/", f"{mobile.here}join/None/", closed):
        answer = mobile.client.get(where)
        assert answer.status_code == 422
        assert "No table has this code" in answer.content.decode()
        assert "Bob" not in answer.content.decode()


def same(answer: Any, *others: str) -> str:
    """A page without what is different each time, and without what was asked for."""
    text = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    for other in others:
        text = text.replace(other, "")
    return text


def test_an_address_with_a_code_never_tells_whether_there_is_one(
    mobile: Mobile, code: str, session: Session
) -> None:
    """Codes that were printed before lead to the form, with the code written in."""
    right, wrong = (mobile.client.get(f"/join/{one}/") for one in (code, "abcdef"))
    assert (right.status_code, wrong.status_code) == (200, 200)
    assert f'value="{code}"' in right.content.decode()
    assert same(right, code) == same(wrong, "abcdef")
    known = mobile.client.get(f"{mobile.here}join/{code}/")
    unknown = mobile.client.get(f"/sessions/2222222222222222/join/{code}/")
    assert (known.status_code, unknown.status_code) == (422, 422)
    assert same(known, session.public_id) == same(unknown, "2222222222222222")


def test_the_link_of_one_table_does_not_open_another_nor_one_that_was_closed(
    mobile: Mobile, code: str, club: Club, organizer: User, players: dict[str, Player]
) -> None:
    other = session_create(club=club, by=organizer, players=list(players.values()))
    join_open(session=other, by=organizer)
    secret = mobile.link(code).rstrip("/").rpartition("/")[2]
    assert len(secret) >= 128 / 6
    assert mobile.client.get(f"/sessions/{other.public_id}/join/{secret}/").status_code == 422

    before = mobile.link(code)
    join_close(session=mobile.session, by=organizer)
    assert mobile.client.get(before).status_code == 422
    join_open(session=mobile.session, by=organizer)
    assert mobile.client.get(before).status_code == 422


@pytest.mark.parametrize("typed", ["", "🎲🎲🎲", "\0\0\0", "a" * 5000, "000000"])
def test_nonsense_is_no_code(mobile: Mobile, typed: str, db: None) -> None:
    assert mobile.client.post("/join/", {"code": typed}).status_code == 422


def test_a_claim_waits_and_goes_to_the_table_on_a_yes(
    mobile: Mobile, code: str, bob: str, organizer: User, session: Session
) -> None:
    answer = mobile.claim(code, bob)
    assert answer["Location"] == mobile.here + "waiting/"
    assert answer.cookies[f"table-{session.public_id}"]["httponly"]
    page = mobile.client.get(mobile.here + "waiting/").content.decode()
    assert "Bob" in page
    assert "Waiting for a yes" in page
    assert mobile.poll().status_code == 204
    assert mobile.table().status_code == 404
    claim = session.passes.get()
    assert claim.device == "Safari · iPhone"

    claim_grant(claim=claim, by=organizer)
    assert mobile.poll()["HX-Redirect"] == mobile.here + "table/"
    assert mobile.client.get(mobile.here + "waiting/")["Location"] == mobile.here + "table/"
    assert mobile.table().status_code == 200


def test_a_no_is_said_kindly_and_the_phone_may_ask_again(
    mobile: Mobile, code: str, bob: str, organizer: User, session: Session
) -> None:
    mobile.claim(code, bob)
    claim_refuse(claim=session.passes.get(), by=organizer)

    for answer in (mobile.poll(), mobile.client.get(mobile.here + "waiting/")):
        assert answer.status_code == 200
        assert "said no" in answer.content.decode()
    assert mobile.table().status_code == 404
    assert mobile.claim(code, bob)["Location"] == mobile.here + "waiting/"


def test_who_waits_and_scans_again_waits_on_and_may_choose_again(
    mobile: Mobile, code: str, bob: str, session: Session
) -> None:
    mobile.claim(code, bob)
    assert mobile.client.get(mobile.link(code))["Location"] == mobile.here + "waiting/"

    answer = mobile.client.post(mobile.here + "waiting/stop/")
    assert answer["Location"] == mobile.link(code)
    assert not session.passes.exists()
    assert "Who are you?" in mobile.client.get(answer["Location"]).content.decode()


def test_who_waits_when_the_evening_ends_is_told(
    mobile: Mobile, code: str, bob: str, organizer: User
) -> None:
    mobile.claim(code, bob)
    end(mobile.session, organizer)

    assert "The evening is over" in mobile.poll().content.decode()


def test_nobody_waits_who_never_asked(mobile: Mobile) -> None:
    answer = mobile.client.get(mobile.here + "waiting/")

    assert answer.status_code == 200
    assert "Nobody is waiting here" in answer.content.decode()


@pytest.mark.parametrize("who", ["stranger", "withdrawn", "let in", "refused"])
def test_nobody_who_does_not_wait_is_told_the_way_in(
    mobile: Mobile, code: str, bob: str, let_in: LetIn, organizer: User, who: str
) -> None:
    if who in {"withdrawn", "let in"}:
        link = let_in("player", bob)
        mobile.open(link)
        if who == "withdrawn":
            pass_revoke(holder=link, by=organizer)
    elif who == "refused":
        mobile.claim(code, bob)
        claim_refuse(claim=mobile.session.passes.get(), by=organizer)

    answer = mobile.client.post(mobile.here + "waiting/stop/")

    assert answer.status_code == (404 if who in {"stranger", "withdrawn"} else 302)
    assert code not in str(answer.headers) + answer.content.decode()
    if answer.status_code == 302:
        assert answer["Location"] == mobile.here + "waiting/"


def test_who_is_in_already_goes_straight_to_the_table(
    mobile: Mobile, code: str, bob: str, let_in: LetIn, session: Session
) -> None:
    mobile.open(let_in("player", bob))

    assert mobile.claim(code, bob)["Location"] == mobile.here + "table/"
    assert session.passes.count() == 1


def test_who_is_signed_in_and_sits_here_needs_no_yes(
    mobile: Mobile, code: str, players: dict[str, Player], member: Callable[[str], User]
) -> None:
    user = member("player")
    Player.objects.filter(pk=players["Bob"].pk).update(user=user)
    mobile.client.force_login(user)

    assert mobile.client.get(mobile.link(code))["Location"] == mobile.here + "table/"


def test_a_member_who_does_not_sit_here_may_still_claim_a_seat(
    mobile: Mobile, code: str, bob: str, member: Callable[[str], User], session: Session
) -> None:
    mobile.client.force_login(member("player"))

    assert mobile.claim(code, bob)["Location"] == mobile.here + "waiting/"
    assert mobile.claim(code)["Location"] == mobile.here + "table/"
    assert session.passes.count() == 1


def test_who_may_look_anyway_asks_nobody(
    mobile: Mobile, code: str, public: Club, session: Session
) -> None:
    assert mobile.claim(code)["Location"] == mobile.here + "table/"
    assert mobile.table().status_code == 200
    assert not session.passes.exists()


def test_in_a_members_only_club_watching_needs_a_yes_too(
    mobile: Mobile, code: str, session: Session, organizer: User
) -> None:
    assert mobile.claim(code)["Location"] == mobile.here + "waiting/"
    claim_grant(claim=session.passes.get(), by=organizer)

    page = mobile.table().content.decode()
    assert "You are watching" in page


def test_nobody_claims_a_seat_that_is_not_there(mobile: Mobile, code: str) -> None:
    answer = mobile.claim(code, "nobody")

    assert answer.status_code == 422
    assert "Nobody of this name sits at this table" in answer.content.decode()


# -- patience


def guess(mobile: Mobile, code: str = "abcdef") -> int:
    status: int = mobile.client.post("/join/", {"code": code}).status_code
    return status


def test_wrong_codes_from_one_address_are_refused_after_a_while(
    mobile: Mobile, code: str, mobiles: Callable[[], Mobile]
) -> None:
    assert [guess(mobile) for _ in range(WRONG_CODES)] == [422] * WRONG_CODES

    answer = mobile.client.post("/join/", {"code": code})  # or one would guess until it is right
    assert answer.status_code == 429
    assert "Try again in 10 minutes" in answer.content.decode()
    assert answer["Retry-After"] == "600"
    other = mobiles()
    other.client.defaults["REMOTE_ADDR"] = "10.0.0.9"
    assert guess(other, code) == 302


def test_neither_right_codes_nor_links_nor_addresses_use_patience_up(
    mobile: Mobile, code: str
) -> None:
    for _ in range(WRONG_CODES + 5):
        assert guess(mobile, code) == 302
        assert mobile.client.get("/join/abcdef/").status_code == 200
        assert mobile.client.get(f"{mobile.here}join/wrong/").status_code == 422
    assert guess(mobile) == 422


def test_a_link_opens_while_codes_are_refused(
    mobile: Mobile, code: str, bob: str, session: Session
) -> None:
    link = mobile.link(code)
    for _ in range(WRONG_CODES):
        guess(mobile)
    assert guess(mobile, code) == 429

    assert mobile.client.get(link).status_code == 200
    assert mobile.client.post(link, {"player": bob})["Location"] == mobile.here + "waiting/"


def test_a_phone_that_is_in_is_never_refused(
    mobile: Mobile, mobiles: Callable[[], Mobile], code: str, bob: str, let_in: LetIn
) -> None:
    link = mobile.link(code)
    mobile.open(let_in("player", bob))
    for _ in range(WRONG_CODES):
        guess(mobiles())
    assert guess(mobiles(), code) == 429

    answer = mobile.client.post("/join/", {"code": code}, follow=True)
    assert answer.redirect_chain[-1][0] == mobile.here + "table/"
    assert guess(mobile, "bcdefg") == 429, "it may not guess at other tables"
    join_close(session=mobile.session, by=let_in("scorer"))
    assert mobile.client.get(link)["Location"] == mobile.here + "table/"


@pytest.mark.thorough
def test_wrong_codes_from_everywhere_lock_nobody_out(
    mobiles: Callable[[], Mobile], code: str
) -> None:
    for number in range(320):
        phone = mobiles()
        phone.client.defaults["REMOTE_ADDR"] = f"10.0.{number // 200}.{number % 200}"
        assert guess(phone) == 422
    assert guess(mobiles(), code) == 302


def test_claims_at_one_table_are_counted(
    monkeypatch: pytest.MonkeyPatch, mobiles: Callable[[], Mobile], code: str, bob: str
) -> None:
    monkeypatch.setattr(join, "CLAIMS_AT_A_TABLE", 3)
    for _ in range(3):
        assert mobiles().claim(code, bob).status_code == 302

    answer = mobiles().claim(code, bob)
    assert answer.status_code == 429
    assert "Try again in 10 minutes" in answer.content.decode()


# -- where the code stands, and where not


def test_the_way_in_stands_where_people_without_an_account_look(client: Client, db: None) -> None:
    for page in ("/", "/sign-in/"):
        assert 'href="/join/"' in client.get(page).content.decode()


def test_the_code_is_not_on_the_wall_nor_on_a_table_that_is_watched(
    olga: Client, mobile: Mobile, code: str, bob: str, let_in: LetIn, club: Club
) -> None:
    here = f"/sessions/{mobile.session.public_id}/"
    for page in ("wall/", "table/", ""):
        assert code not in olga.get(here + page).content.decode()
    assert code not in olga.get(f"/clubs/{club.slug}/wall/").content.decode()
    mobile.open(let_in("player", bob))
    for page in ("table/", "wall/", ""):
        assert code not in mobile.client.get(mobile.here + page).content.decode()
