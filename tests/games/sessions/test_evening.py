"""How an ended evening tells its winner, its ranking and who pays whom."""

from decimal import Decimal

from django.test import Client

from games.models import Session, User
from games.permissions import Reader
from games.rules.chouette.actions import EndGame, TeamReplies
from games.sessions.presenters.sheets import sheet_page
from games.sessions.selectors.amendment import game_text
from games.sessions.services.sessions import session_end
from tests.games.conftest import Scorer

PLAYED = "order Ann, Bob, Cid, Dee\ngame\nall double\nbox takes all\nbox wins\n"


def ended(session: Session, by: User) -> Session:
    session.refresh_from_db()
    session_end(session=session, by=by, version=session.version, key="end")
    session.refresh_from_db()
    return session


def test_it_names_the_winner_and_ranks_everybody(
    session: Session, scorer: Scorer, organizer: User
) -> None:
    scorer.play(PLAYED)
    reader = Reader.of(organizer, session.club, session)
    found = sheet_page(ended(session, organizer), reader).evening
    assert found is not None
    assert found.headline == "Ann wins the evening"
    assert [(one.place, one.name) for one in found.ranking] == [
        (1, "Ann"),
        (2, "Bob"),
        (2, "Cid"),
        (2, "Dee"),
    ]
    assert "1. Ann +6\n2. Bob −2" in found.text


def test_who_share_the_first_place_are_named_as_in_a_sentence(
    session: Session, scorer: Scorer, organizer: User
) -> None:
    scorer.play(PLAYED.replace("box wins", "team wins"))
    reader = Reader.of(organizer, session.club, session)
    found = sheet_page(ended(session, organizer), reader).evening
    assert found is not None
    assert found.headline == "Bob, Cid and Dee share first place"


def test_a_correction_calls_a_raccoon_a_raccoon(
    client: Client, session: Session, scorer: Scorer, organizer: User
) -> None:
    scorer.play(
        "order Ann, Bob, Cid, Dee\ngame\nbox doubles Bob\nBob beavers\nbox raccoons Bob\n"
        "Bob accepts\nteam wins\n"
    )
    client.force_login(organizer)
    page = client.get(f"/sessions/{session.public_id}/games/1/amend/").content.decode()
    assert "The box answers the beaver" in page
    assert "The team answers the raccoon" in page
    assert "The team answers the beaver" not in page


def test_a_round_answered_in_pieces_keeps_all_answers_when_something_else_changes(
    session: Session, scorer: Scorer
) -> None:
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox doubles all\nBob drops\n")
    scorer.play("Cid beavers\nDee drops\nbox accepts Cid\nteam wins\n")
    before = game_text(session, 1)
    answers = TeamReplies((("Bob", "drop"), ("Cid", "beaver"), ("Dee", "drop")))
    assert before.actions[1] == answers

    draft = before.fitted([*before.actions[:-1], EndGame("box", 1)])

    assert draft.steps == (*before.actions[:-1], EndGame("box", 1))


def test_the_text_says_who_pays_whom_to_those_whom_money_concerns(
    session: Session, scorer: Scorer, organizer: User
) -> None:
    session.stake_amount, session.currency = Decimal("0.50"), "EUR"
    session.save()
    scorer.play(PLAYED)
    done = ended(session, organizer)
    told = sheet_page(done, Reader.of(organizer, session.club, session)).evening
    assert told is not None
    assert "Bob pays Ann 1.00\u00a0EUR" in told.text
    public = sheet_page(done).evening
    assert public is not None
    assert "EUR" not in public.text


def test_a_running_evening_has_no_winner_yet(
    session: Session, scorer: Scorer, client: Client, organizer: User
) -> None:
    scorer.play(PLAYED)
    client.force_login(organizer)
    where = f"/sessions/{session.public_id}/"
    assert "data-finish" not in client.get(where).content.decode()
    ended(session, organizer)
    page = client.get(where).content.decode()
    assert "Ann wins the evening" in page
    assert "data-share" in page


def test_who_left_early_is_ranked_and_pays_and_is_marked(
    client: Client, session: Session, scorer: Scorer, organizer: User
) -> None:
    # Bob -2, Cid -2, Dee -2, and Bob goes; then Dee and Ann play on with Cid, 1 each.
    scorer.play(PLAYED + "Bob leaves\ngame\nbox wins\n")
    reader = Reader.of(organizer, session.club, session)
    found = sheet_page(ended(session, organizer), reader)
    assert [(one.name, one.points, one.has_left) for one in found.evening.ranking] == [
        ("Ann", 800, False),
        ("Bob", -200, True),
        ("Cid", -300, False),
        ("Dee", -300, False),
    ]
    assert ("Bob", Decimal(2)) in [
        (one.debtor.name, one.amount) for one in found.settlement.payments
    ]
    client.force_login(organizer)
    page = client.get(f"/sessions/{session.public_id}/").content.decode()
    assert page.count("has left") == 2  # in the ranking and above the column
