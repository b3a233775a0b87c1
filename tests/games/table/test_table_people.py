"""Who comes, goes, sits out or plays along with the box."""

import re

from games.models import Session
from games.sessions.selectors.sheets import sheet_get
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


def test_the_box_plays_on_without_a_partner_when_fewer_play(phone: Phone) -> None:
    phone = phone.elsewhere("partner_required_from=4")
    phone.tap("set_order", line=list(phone.ids.values()))
    phone.tap("name_partner", player=phone.ids["Cid"], percent="50")
    assert 'id="b-release"' not in phone.show("between-more")
    phone.tap("leave", player=phone.ids["Dee"])
    assert "Play without the partner Cid" in phone.show("between-more")
    phone.tap("release_partner", player=phone.ids["Cid"])
    assert phone.table.line is not None
    assert phone.table.line.partner is None
    assert "Cid is the box’s partner no longer" in phone.show().replace("&#x27;", "’").replace(
        "&#39;", "’"
    )


def test_who_joined_by_mistake_is_taken_off_however_much_was_played_since(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(ORDER + "game\n")
    phone.tap("", where="newcomer", name="Eve")
    phone.tap("end_game", winner="team", level="1")
    eve = phone.session.club.players.get(name="Eve").public_id
    page = phone.show("people")
    assert re.search(rf'id="leave-{eve}">\s*Take Eve off', page)
    assert re.search(rf'id="leave-{phone.ids["Bob"]}">\s*Bob leaves', page)
    phone.tap("leave", player=eve)
    assert eve not in phone.table.present
    sheet = sheet_get(Session.objects.get(pk=phone.session.pk))
    assert [column.player.name for column in sheet.columns] == ["Ann", "Bob", "Cid", "Dee"]


def test_who_comes_and_goes_again_during_a_game_is_not_announced(
    phone: Phone, scorer: Scorer
) -> None:
    scorer.play(ORDER + "game\n")
    phone.tap("", where="newcomer", name="Eve")
    assert "Eve joins after this game" in phone.show()
    eve = phone.session.club.players.get(name="Eve").public_id
    for player in (eve, phone.ids["Bob"]):
        phone.tap("leave", player=player)
    page = phone.show()
    assert "Eve joins after this game" not in page
    assert "Eve leaves after this game" not in page
    assert "Bob leaves after this game" in page
