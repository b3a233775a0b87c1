"""Links, claims, codes and proxies: what the services allow, and what they announce."""

import datetime
import uuid

import pytest
from django.utils import timezone

from games.clubs.services.clubs import club_create
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import players_merge
from games.errors import Conflict, NotAllowed, NotFound, Refused
from games.models import Pass, Presence, Proxy, Session
from games.models.ids import ALPHABET
from games.permissions import Capability, permitted
from games.record.services.newcomers import newcomer_join
from games.sessions.actors import pass_opened, pass_sealed
from games.sessions.services.sessions import session_create, session_end, session_reopen
from games.table.services import passes
from games.table.services.proxies import proxy_drop, proxy_set
from games.tasks import old_traces_delete


def beat(session):
    return Session.objects.values_list("beat", flat=True).get(pk=session.pk)


def end(session, by):
    session.refresh_from_db()
    session_end(session=session, by=by, version=session.version, key=uuid.uuid4().hex)


# -- links


def test_a_link_is_for_one_player_and_is_the_same_the_next_time(session, organizer, bob, let_in):
    made = let_in("player", bob)

    assert (made.role, made.player, made.state) == ("player", bob, "granted")
    assert made.created_by == organizer
    assert let_in("player", bob) == made
    assert pass_opened(pass_sealed(made)) == made


def test_a_withdrawn_link_opens_nothing_and_the_next_is_another(organizer, bob, let_in):
    made = let_in("player", bob)
    sealed = pass_sealed(made)
    passes.pass_revoke(holder=made, by=organizer)

    assert pass_opened(sealed) is None
    assert let_in("player", bob) != made


@pytest.mark.parametrize(("role", "player"), [("owner", ""), ("", ""), ("player", "nobody")])
def test_there_are_links_for_who_sits_here_only(session, organizer, role, player):
    with pytest.raises(Refused):
        passes.pass_create(session=session, by=organizer, role=role, player=player)


def test_a_link_without_a_player_names_none(session, organizer, bob):
    made = passes.pass_create(session=session, by=organizer, role="scorer", player=bob)

    assert made.player == ""


def test_a_tablet_lets_others_in_at_its_own_table_alone(club, session, organizer, players, let_in):
    tablet, bob = let_in("scorer"), players["Bob"].public_id
    other = session_create(club=club, by=organizer, players=list(players.values()))

    assert passes.pass_create(session=session, by=tablet, role="player", player=bob)
    with pytest.raises(NotAllowed):
        passes.pass_create(session=other, by=tablet, role="scorer")
    with pytest.raises(NotAllowed):
        passes.wall_pass_create(club=club, by=tablet)


@pytest.mark.parametrize("role", ["player", "onlooker"])
def test_a_phone_lets_nobody_in(session, organizer, bob, players, let_in, role):
    phone, cid = let_in(role, bob), players["Cid"].public_id
    claim = passes.pass_claim(
        code=passes.join_open(session=session, by=organizer), player=bob, device=""
    )
    for do in (
        lambda: passes.pass_create(session=session, by=phone, role="scorer"),
        lambda: passes.pass_revoke(holder=phone, by=phone),
        lambda: passes.join_open(session=session, by=phone),
        lambda: passes.join_close(session=session, by=phone),
        lambda: passes.claim_grant(claim=claim, by=phone),
        lambda: passes.claim_refuse(claim=claim, by=phone),
        lambda: proxy_set(session=session, by=phone, player=cid),
        lambda: proxy_drop(session=session, by=phone, player=cid),
    ):
        with pytest.raises(NotAllowed):
            do()


def test_a_player_hands_their_own_decisions_over_and_takes_them_back(session, bob, players, let_in):
    phone, cid = let_in("player", bob), players["Cid"].public_id
    proxy_set(session=session, by=phone, player=bob, speaker=cid)
    assert session.proxies.get().speaker == cid
    proxy_set(session=session, by=phone, player=bob)
    assert session.proxies.get().speaker == ""
    proxy_drop(session=session, by=phone, player=bob)
    assert not session.proxies.exists()
    with pytest.raises(NotAllowed):
        proxy_set(session=session, by=let_in("onlooker"), player=bob)


def test_nobody_is_let_in_after_the_end(session, organizer, let_in, bob):
    end(session, organizer)
    for do in (
        lambda: let_in("scorer"),
        lambda: passes.join_open(session=session, by=organizer),
        lambda: proxy_set(session=session, by=organizer, player=bob),
    ):
        with pytest.raises(Conflict):
            do()


# -- the short code


def test_a_code_is_short_stays_while_the_table_is_open_and_goes(session, organizer, code):
    assert len(code) == 6
    assert set(code) <= set(ALPHABET)
    assert passes.join_open(session=session, by=organizer) == code

    passes.join_close(session=session, by=organizer)
    session.refresh_from_db()
    assert session.join_code is None
    with pytest.raises(NotFound):
        passes.pass_claim(code=code, player="", device="")
    assert passes.join_open(session=session, by=organizer) != code


def test_no_two_tables_have_one_code(club, session, organizer, players, code, monkeypatch):
    other = session_create(club=club, by=organizer, players=list(players.values()))
    letters = iter(code + "zzzzzz")
    monkeypatch.setattr(passes.secrets, "choice", lambda _of: next(letters))

    assert passes.join_open(session=other, by=organizer) == "zzzzzz"


# -- claims


def test_a_claim_waits_for_a_yes_and_then_plays(session, organizer, bob, code):
    claim = passes.pass_claim(code=code, player=bob, device="Safari · iPhone")
    assert (claim.state, claim.role, claim.device) == ("waiting", "player", "Safari · iPhone")
    assert not permitted(claim, Capability.VIEW_CLUB, session.club, session)

    granted = passes.claim_grant(claim=claim, by=organizer)
    assert permitted(granted, Capability.PLAY, session.club, session)
    with pytest.raises(Conflict):
        passes.claim_refuse(claim=claim, by=organizer)


def test_who_only_watches_gets_no_seat(session, organizer, code):
    claim = passes.claim_grant(
        claim=passes.pass_claim(code=code, player="", device=""), by=organizer
    )

    assert permitted(claim, Capability.VIEW_CLUB, session.club, session)
    assert not permitted(claim, Capability.PLAY, session.club, session)


def test_a_no_is_a_no(session, organizer, bob, code):
    claim = passes.claim_refuse(
        claim=passes.pass_claim(code=code, player=bob, device=""), by=organizer
    )

    assert not permitted(claim, Capability.VIEW_CLUB, session.club, session)
    with pytest.raises(Conflict):
        passes.claim_grant(claim=claim, by=organizer)


def test_a_phone_that_asks_twice_asks_once(session, players, code):
    bob, cid = players["Bob"].public_id, players["Cid"].public_id
    first = passes.pass_claim(code=code, player=bob, device="")
    again = passes.pass_claim(code=code, player=bob, device="", earlier=first)
    other = passes.pass_claim(code=code, player=cid, device="", earlier=first)

    assert again == first
    assert list(session.passes.all()) == [other]


def test_an_answered_claim_is_not_taken_back_by_asking_again(session, organizer, players, code):
    bob, cid = players["Bob"].public_id, players["Cid"].public_id
    first = passes.claim_grant(
        claim=passes.pass_claim(code=code, player=bob, device=""), by=organizer
    )
    passes.pass_claim(code=code, player=cid, device="", earlier=first)

    assert sorted(session.passes.values_list("state", flat=True)) == ["granted", "waiting"]


def test_only_so_many_wait_at_a_time(session, code, bob):
    for _ in range(passes.MOST_WAITING):
        passes.pass_claim(code=code, player=bob, device="")

    with pytest.raises(Refused, match="12 phones"):
        passes.pass_claim(code=code, player=bob, device="")


def test_nobody_claims_to_be_who_does_not_sit_here(code):
    with pytest.raises(Refused):
        passes.pass_claim(code=code, player="nobody", device="")


def test_a_claim_can_be_withdrawn_until_it_is_answered(session, organizer, bob, code):
    passes.claim_withdraw(claim=passes.pass_claim(code=code, player=bob, device=""))
    assert not session.passes.exists()

    claim = passes.claim_grant(
        claim=passes.pass_claim(code=code, player=bob, device=""), by=organizer
    )
    passes.claim_withdraw(claim=claim)
    assert session.passes.get() == claim


# -- what the page of the table hears


def test_everything_about_phones_wakes_the_table(session, organizer, bob, code, let_in):
    def claim():
        return passes.pass_claim(code=code, player=bob, device="")

    seen = beat(session)
    for do in (
        claim,
        lambda: passes.claim_withdraw(claim=claim()),
        lambda: passes.claim_grant(claim=claim(), by=organizer),
        lambda: passes.claim_refuse(claim=claim(), by=organizer),
        lambda: passes.pass_revoke(holder=let_in("scorer"), by=organizer),
        lambda: proxy_set(session=session, by=organizer, player=bob),
        lambda: proxy_drop(session=session, by=organizer, player=bob),
        lambda: passes.join_close(session=session, by=organizer),
    ):
        do()
        assert beat(session) > seen
        seen = beat(session)


# -- who speaks for whom


def test_somebody_speaks_for_the_absent(session, organizer, players):
    bob, cid = players["Bob"].public_id, players["Cid"].public_id
    proxy_set(session=session, by=organizer, player=bob, speaker=cid)
    proxy_set(session=session, by=organizer, player=bob)
    assert list(Proxy.objects.values_list("player", "speaker")) == [(bob, "")]

    proxy_drop(session=session, by=organizer, player=bob)
    assert not Proxy.objects.exists()


def test_nobody_speaks_for_himself_or_for_strangers(session, organizer, bob):
    for player, speaker in ((bob, bob), (bob, "nobody"), ("nobody", bob), ("", bob), ("", "")):
        with pytest.raises(Refused):
            proxy_set(session=session, by=organizer, player=player, speaker=speaker)


# -- the end of an evening, and what is left of it


def test_with_the_evening_the_code_and_the_proxies_go(session, organizer, bob, code, let_in):
    proxy_set(session=session, by=organizer, player=bob)
    claim, link = passes.pass_claim(code=code, player=bob, device=""), let_in("player", bob)
    end(session, organizer)
    session.refresh_from_db()

    assert session.join_code is None
    assert not session.proxies.exists()
    claim.refresh_from_db()
    assert claim.state == "refused"
    assert not permitted(link, Capability.PLAY, session.club, session)

    session_reopen(session=session, by=organizer, version=session.version, key="again")
    session.refresh_from_db()
    assert session.join_code is None
    assert permitted(link, Capability.PLAY, session.club, session)


def test_old_traces_of_phones_are_swept(session, organizer, bob, code, let_in, club, scorer):
    scorer.play("order Ann, Bob, Cid, Dee")
    now = timezone.now()
    long_ago = now - datetime.timedelta(days=40)
    acted = passes.claim_grant(
        claim=passes.pass_claim(code=code, player=bob, device="Safari · iPhone"), by=organizer
    )
    newcomer = let_in("scorer")
    session.refresh_from_db()
    newcomer_join(
        session=session, name="Eve", stake=None, version=session.version, key="k", sender=newcomer
    )
    silent = let_in("player", bob)
    passes.pass_claim(code=code, player="", device="")
    screen = passes.wall_pass_create(club=club, by=organizer)
    Presence.objects.create(session=session, user=organizer, connection="c", seen_at=long_ago)
    old_traces_delete()
    assert Pass.objects.count() == 5

    Pass.objects.update(created_at=long_ago)
    Pass.objects.filter(pk=newcomer.pk).update(device="Safari · iPhone")
    Session.objects.update(changed_at=long_ago)
    old_traces_delete()
    session.refresh_from_db()

    assert session.join_code is None
    assert not Presence.objects.exists()
    # Who acted is named by the log; a screen holds until it is withdrawn.
    assert set(Pass.objects.all()) == {newcomer, screen}
    assert not Pass.objects.filter(pk__in=[silent.pk, acted.pk]).exists()
    newcomer.refresh_from_db()
    assert (newcomer.state, newcomer.device) == ("revoked", "?")


def test_a_tablet_lets_somebody_new_sit_down_at_its_table_and_nowhere_else(
    club, session, organizer, players, let_in, scorer
):
    tablet = let_in("scorer")
    scorer.play("order Ann, Bob, Cid, Dee")
    session.refresh_from_db()
    request = {"stake": None, "version": session.version, "sender": tablet}
    newcomer_join(session=session, name="Eve", key="a", **request)
    row = session.log.order_by("-sequence").first()

    assert (row.sender, row.sent_by) == (None, tablet)
    assert club.players.filter(name="Eve").exists()
    other = session_create(club=club, by=organizer, players=list(players.values()))
    with pytest.raises(NotAllowed):
        newcomer_join(session=other, name="Fay", key="b", **request)
    assert not club.players.filter(name="Fay").exists()


@pytest.mark.parametrize("role", ["player", "onlooker"])
def test_a_phone_that_keeps_no_score_lets_nobody_new_sit_down(session, bob, let_in, role):
    phone = let_in(role, bob)
    session.refresh_from_db()

    with pytest.raises(NotAllowed):
        newcomer_join(
            session=session,
            name="Eve",
            stake=None,
            version=session.version,
            key="k",
            sender=phone,
        )


def test_a_merge_leaves_the_phones_where_they_are(session, organizer, players, club, let_in, bob):
    link = let_in("player", bob)
    proxy_set(session=session, by=organizer, player=bob)
    robert = club.players.create(name="Robert")
    players_merge(player=players["Bob"], into=robert, by=organizer)

    assert session.proxies.get().player == bob == link.player
    assert permitted(link, Capability.PLAY, session.club, session)
    assert let_in("player", bob) == link


def test_somebody_who_is_made_nameless_plays_on_with_his_phone(
    session, organizer, players, let_in, bob
):
    link = let_in("player", bob)
    proxy_set(session=session, by=organizer, player=players["Cid"].public_id, speaker=bob)
    player_anonymise(player=players["Bob"], by=organizer)

    assert session.proxies.get().speaker == bob == link.player
    assert permitted(link, Capability.PLAY, session.club, session)


# -- screens


def test_a_screen_is_made_by_who_lets_in_and_shows_that_club_alone(club, organizer, member):
    with pytest.raises(NotAllowed):
        passes.wall_pass_create(club=club, by=member("player"))
    screen = passes.wall_pass_create(club=club, by=member("scorer"))
    other = club_create(by=organizer, name="Other")

    assert permitted(screen, Capability.VIEW_CLUB, club)
    assert not permitted(screen, Capability.VIEW_CLUB, other)
    passes.pass_revoke(holder=screen, by=organizer)
    assert not permitted(screen, Capability.VIEW_CLUB, club)
