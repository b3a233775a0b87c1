"""Who comes, goes, sits out or plays along with the box."""

from tests.games.conftest import Scorer
from tests.games.phone import Phone

ORDER = "order Ann, Bob, Cid, Dee\n"


def test_who_sits_out_leaves_and_joins_again_in_one_step(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    cid = phone.ids["Cid"]
    assert "Play game 1 without Cid" in phone.show("people", sit_out=cid)
    answer = phone.tap(
        "", where="newcomer", name="Fay", sit_out=cid, headers={"HX-Request": "true"}
    )
    assert "Play game 1 without Cid" in answer.content.decode()
    phone.tap("", where="undo")
    phone.tap("sit_out", sit_out=cid)
    assert "undo “Cid sits out, game started”" in phone.show()
    assert phone.table.game is not None
    assert cid not in phone.table.game.team
    assert cid in phone.table.present
    phone.tap("", where="undo")
    assert phone.table.game is None
    assert cid in phone.table.order


def test_somebody_new_joins_by_name(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("", where="newcomer", name=" Eve  Ó'Hara ")
    assert phone.session.club.players.filter(name="Eve Ó'Hara").exists()
    assert len(phone.table.order) == 5


def test_a_name_that_deceives_is_refused_and_kept(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    answer = phone.tap("", where="newcomer", pane="people", name="\u202eEve")
    assert answer.status_code == 400
    assert "\u202eEve" in answer.content.decode()
    assert len(phone.table.order) == 4


def test_a_club_player_joins_and_another_leaves(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("leave", player=phone.ids["Dee"])
    assert len(phone.table.order) == 3
    assert "Dee" in phone.show("people")
    phone.tap("join", player=phone.ids["Dee"])
    assert len(phone.table.order) == 4


def test_the_box_takes_a_partner(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    answer = phone.tap("name_partner", pane="partner")
    assert "Tap who becomes" in answer.content.decode()
    phone.tap("name_partner", player=phone.ids["Cid"], percent="25")
    assert phone.table.line is not None
    assert phone.table.line.partner == phone.ids["Cid"]
    phone.tap("start_game", line=list(phone.table.order))
    assert "Partner" in phone.show()


def test_who_was_undone_is_still_called_by_name(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    phone.tap("", where="newcomer", name="Eve")
    page = phone.tap("", where="undo").content.decode()
    assert "Eve joins" in page


def test_a_newcomer_without_a_name_is_asked_for_one(phone: Phone, scorer: Scorer) -> None:
    scorer.play(ORDER)
    answer = phone.tap("", where="newcomer", pane="people", name="  ")
    assert answer.status_code == 422
    assert "Tap who joins, or type a name." in answer.content.decode()
