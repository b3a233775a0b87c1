"""A game that was written down at the wrong evening is moved to the right one."""

import pytest

from games.decisions.services.decisions import game_move_decide
from games.errors import NotAllowed, Refused
from games.models import Decision, Session
from games.record.log.checking import session_check
from games.record.selectors.sessions import names_of, table_of
from games.rules.chouette import BoxReplies, EndGame, NamePartner, TeamDoubles
from tests import evenings
from tests.evenings import WEDNESDAY, Evening


@pytest.fixture
def club(db):
    return evenings.club()


def totals(session: Session) -> dict[str, int]:
    names = names_of(session)
    return {names[one]: points // 100 for one, points in table_of(session).totals.items()}


def moved(game: int, source: Evening, target: Evening, reason: str = "Wrong evening") -> None:
    for evening in (source, target):
        evening.session.refresh_from_db()
    game_move_decide(
        session=source.session, game=game, into=target.session, by=source.organizer, reason=reason
    )
    for evening in (source, target):
        evening.session.refresh_from_db()
        assert session_check(session=evening.session).differences == []


def test_it_is_entered_with_its_points_and_is_void_where_it_stood(club):
    monday = Evening(club, "Ann Bob Cid").game(Bob=-2, Cid=-2)
    monday.game(Bob=1, Cid=-3)  # Ann | Cid Bob: Ann +2
    monday.end()
    wednesday = Evening(club, "Ann Bob Cid", day=WEDNESDAY).game(Bob=-1, Cid=-1)
    wednesday.end()

    moved(2, monday, wednesday)

    assert totals(monday.session) == {"Ann": 4, "Bob": -2, "Cid": -2}
    # Ann +2 -1 -1 of Wednesday's own game, and +2 +1 -3 of the one that came.
    assert totals(wednesday.session) == {"Ann": 4, "Bob": 0, "Cid": -4}
    assert monday.session.games.get(number=2).is_void
    came = wednesday.session.games.get(number=2)
    assert (came.by_hand, came.box.name) == (True, "Ann")
    assert {monday.session.status, wednesday.session.status} == {"ended"}
    decisions = Decision.objects.filter(kind="game_move").order_by("pk")
    assert [(one.session, one.game_number) for one in decisions] == [
        (monday.session, 2),
        (wednesday.session, 2),
    ]


def test_who_was_not_in_it_sits_out_and_who_does_not_sit_there_joins_for_it(club):
    monday = Evening(club, "Ann Bob Dee").game(Bob=-2, Dee=-3)
    wednesday = Evening(club, "Ann Bob Cid", day=WEDNESDAY)

    moved(1, monday, wednesday)

    assert totals(wednesday.session) == {"Ann": 5, "Bob": -2, "Cid": 0, "Dee": -3}
    names = names_of(wednesday.session)
    assert {names[one] for one in table_of(wednesday.session).present} == {"Ann", "Bob", "Cid"}
    assert monday.session.is_open


def test_the_partner_keeps_the_share(club):
    monday = Evening(club, "Ann Bob Cid Dee")
    monday.do(NamePartner(monday.player("Bob").public_id, "25"))
    monday.game(Cid=-4, Dee=-4)  # 8 for the box's side: Bob a quarter, 2, Ann 6
    wednesday = Evening(club, "Cid Ann Bob Dee", day=WEDNESDAY)

    moved(1, monday, wednesday)

    assert totals(wednesday.session) == {"Cid": -4, "Ann": 6, "Bob": 2, "Dee": -4}


def test_a_game_with_cubes_brings_its_points(club):
    monday = Evening(club, "Ann Bob Cid")
    _, team = monday.start()
    monday.do(TeamDoubles(tuple(team)))
    monday.do(BoxReplies(tuple((one, "take") for one in team)))
    monday.do(EndGame("team", 2))  # 2 x 2 each
    wednesday = Evening(club, "Ann Bob Cid", day=WEDNESDAY)
    moved(1, monday, wednesday)
    assert totals(wednesday.session) == {"Ann": -8, "Bob": 4, "Cid": 4}


def test_nothing_is_written_where_the_other_evening_cannot_take_it(club):
    monday = Evening(club, "Ann Bob Cid").game(Bob=-1, Cid=-1)
    wednesday = Evening(club, "Ann Bob Cid", day=WEDNESDAY)
    wednesday.start()
    with pytest.raises(Refused, match="Game 1 is still being played"):
        moved(1, monday, wednesday)
    with pytest.raises(Refused, match="Choose another evening"):
        moved(1, monday, monday)
    with pytest.raises(Refused):
        moved(7, monday, Evening(club, "Ann Bob Cid"))
    assert not monday.session.games.get().is_void
    assert not Decision.objects.exists()
    game = {"session": monday.session, "game": 1, "reason": "Mine"}
    there = Evening(club, "Ann Bob Cid").session
    with pytest.raises(NotAllowed):
        game_move_decide(**game, into=there, by=evenings.member(club, "Sam", "scorer"))


def test_it_is_moved_on_pages_of_the_club_after_a_look(club, client):
    monday = Evening(club, "Ann Bob Cid", title="Monday's").game(Bob=-1, Cid=-1)
    wednesday = Evening(club, "Ann Bob Cid", day=WEDNESDAY, title="Wednesday's")
    client.force_login(monday.organizer)
    here = f"/sessions/{monday.session.public_id}/games/1/"
    assert f"{here}decide/move/" in client.get(here).content.decode()
    page = client.get(f"{here}decide/move/")
    sent = {"into": wednesday.session.pk, "seen": page.context["seen"]}
    page = client.post(f"{here}decide/move/", {**sent, "preview": "1"})
    assert "What would change" in page.content.decode()
    assert not wednesday.session.games.exists()
    sent |= {"shown": page.context["shown"], "reason": "Wrong evening", "do": "1"}
    client.post(f"{here}decide/move/", sent)
    assert wednesday.session.games.count() == 1
