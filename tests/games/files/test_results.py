"""Past results become sessions in the same log, marked as entered afterwards."""

from games.models import Action, Club, Job, Player, Session
from games.record.log.checking import session_check
from tests.games.files.conftest import Send

TABLE = """date;session;box;captain;Ann;Bob;Cid;Dee
2026-03-03;Spring;Ann;Bob;4;-2;-2;
2026-03-03;Spring;Ann;Cid;-3,5;1,5;1;1
2026-03-10;;Dee;Ann;0;;0;0
"""


def totals(session: Session) -> dict[str, int]:
    found: dict[str, int] = {}
    for game in session.games.prefetch_related("scores__player"):
        for score in game.scores.all():
            found[score.player.name] = found.get(score.player.name, 0) + score.points
    return found


def test_rows_become_ended_sessions_that_pass_the_check(send: Send, club: Club) -> None:
    job = send("results", TABLE.encode())
    assert job.message == "3 games entered. 2 evenings were made."
    spring, other = Session.objects.order_by("pk")
    assert (spring.title, spring.played_on.isoformat(), spring.status) == (
        "Spring",
        "2026-03-03",
        "ended",
    )
    assert spring.entered_afterwards
    assert totals(spring) == {"Ann": 50, "Bob": -50, "Cid": -100, "Dee": 100}
    assert totals(other) == {"Ann": 0, "Cid": 0, "Dee": 0}
    for session in (spring, other):
        assert session_check(session=session).differences == []


def test_the_line_is_as_the_row_says(send: Send, club: Club) -> None:
    send("results", TABLE.encode())
    game = Session.objects.order_by("pk")[0].games.get(number=2)
    assert (game.box.name, game.captain.name) == ("Ann", "Cid")
    assert game.by_hand
    assert game.ending == "points"


def test_columns_set_by_hand_decide(send: Send, club: Club) -> None:
    data = "when,who,A,B,C\n03/04/2026,A,2,-1,-1\n".encode("utf-16")
    job = send("results", data, columns=["date", "box", "points", "points", "points"], order="mdy")
    assert job.state == Job.State.DONE
    assert Session.objects.get().played_on.isoformat() == "2026-03-04"


def test_players_are_those_of_the_club_by_name_and_by_choice(
    send: Send, club: Club, players: dict[str, Player]
) -> None:
    data = TABLE.replace("Bob", "BOB").replace("Dee", "Deedee")
    send("results", data.encode())
    assert list(club.players.order_by("pk").values_list("name", flat=True)) == [
        "Ann", "Bob", "Cid", "Dee", "Deedee",
    ]  # fmt: skip


def test_one_wrong_number_and_nothing_is_written(send: Send, club: Club) -> None:
    job = send("results", TABLE.replace("1,5;1;1", "1,5;1;2").encode())
    assert job.message == "Row 3: the points sum to +1, not to 0."
    job = send("results", TABLE.replace("4;-2;-2", "4;-2;two").encode())
    assert job.message.startswith("Row 2, column “Cid”: “two” is no number")
    assert not Session.objects.exists()
    assert not Player.objects.exists()
    assert not Action.objects.exists()


def test_house_rules_that_ask_for_a_partner_do_not_stand_in_the_way(send: Send, club: Club) -> None:
    club.default_rules = "canberra; partner_required_from=3"
    club.save()
    assert send("results", TABLE.encode()).state == Job.State.DONE
