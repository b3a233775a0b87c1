"""Events with banks through the services: all-in, out, in again, and who may be box."""

import datetime
from copy import deepcopy

import pytest
from django.utils import timezone

from games.record.selectors.sessions import table_of
from games.record.services.amend import game_amend
from games.rules.chouette import EndGame, EnterPoints
from games.sessions.services.sessions import session_reopen
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables, told
from tests.worlds import built_once
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import draws, entries
from tournaments.models import Round, TableSeat
from tournaments.tables.selectors import (
    balances_of,
    finish_of,
    table_results,
    table_standings,
    tables_of,
)
from tournaments.tables.services.tables import table_next

pytestmark = pytest.mark.django_db


def line(event: Tables, number: int = 1) -> tuple[str, list[str]]:
    """Start a game; the names of box and team."""
    session = event.start(event.table(number))
    game = table_of(session).game
    assert game is not None, "it has just begun"
    names = {event.player(name).public_id: name for name in event.names_at(event.table(number))}
    return names[game.box], [names[one] for one in game.team]


def lose(event: Tables, points: int, number: int = 1) -> tuple[str, list[str]]:
    """A game in which the box loses so many points to the captain and nothing to the others."""
    box, team = line(event, number)
    event.enter_points(event.table(number).session, **{team[0]: points})
    return box, team


@pytest.fixture(scope="module")
def bank_built(django_db_setup, django_db_blocker):
    """Four with banks of ten points, the first session released."""
    with built_once(django_db_blocker):
        event = Tables(
            evenings.club("built"), names="Ann Bob Cid Dee", format="bank", params={"bank": 10}
        )
        event.next_round()
        yield event


@pytest.fixture
def bank(bank_built, db):
    return deepcopy(bank_built)


def test_a_game_is_paid_as_far_as_the_bank_reaches_and_both_are_kept(bank):
    box, team = lose(bank, 25)
    seats = bank.seats()
    assert (seats[box].opening, seats[team[0]].opening) == (1000, 1000)
    # By the rules 25 points; the box had ten.
    assert (seats[box].points, seats[team[0]].points) == (-2500, 2500)
    assert (seats[box].paid, seats[team[0]].paid) == (-1000, 1000)
    [row] = bank.table().payments
    payer, receiver = bank.number(box), bank.number(team[0])
    assert row["paid"] == [[payer, receiver, 1000]]
    assert row["unpaid"] == [[payer, receiver, 1500]]
    assert row["all_in"] == [payer]
    assert row["out"] == [payer]
    balance = balances_of(bank.division)
    assert (balance[payer], balance[receiver]) == (0, 2000)
    views = tables_of(bank.table().round)[0].seats
    assert {one.name: one.bank for one in views} == {
        box: 0,
        team[0]: 2000,
        team[1]: 1000,
        team[2]: 1000,
    }


def test_who_is_all_in_wins_no_more_than_he_had(bank):
    box, _team = lose(bank, 9)
    # The old box has one point left, plays in the crew, wins five, and gets one.
    _, members = line(bank)
    assert box in members[1:]
    bank.enter_points(bank.table().session, **{box: 5})
    assert balances_of(bank.division)[bank.number(box)] == 200


def test_who_cannot_cover_the_starting_cube_is_neither_box_nor_captain(bank):
    box, _team = lose(bank, 8)
    coming = table_next(bank.table())
    poor = bank.number(box)
    assert poor not in coming.eligible.box
    assert poor not in coming.eligible.captain
    assert poor in coming.staying
    assert [one.code for one in coming.remarks] == ["cannot_cover"]
    for _ in range(3):
        now, members = line(bank)
        assert box not in (now, members[0])
        bank.enter_points(bank.table().session, **{members[0]: 1})


def test_who_is_out_leaves_the_table_before_the_next_game(bank):
    box, _team = lose(bank, 10)
    coming = table_next(bank.table())
    assert bank.number(box) not in coming.staying
    now, members = line(bank)
    assert box not in (now, *members)
    assert len(members) == 2


def test_in_again_through_the_fourth_session(bank):
    box, team = lose(bank, 10)
    with pytest.raises(EventRefused) as caught:
        entries.entry_reenter(entry=bank.entry(team[0]), by=bank.director)
    assert caught.value.code == "reentry_not_out"
    bank.finish(bank.table())
    entries.entry_reenter(entry=bank.entry(box), by=bank.director)
    assert balances_of(bank.division)[bank.number(box)] == 1000
    with pytest.raises(EventRefused) as again:
        entries.entry_reenter(entry=bank.entry(box), by=bank.director)
    assert again.value.code == "reentry_not_out"
    bank.next_round()
    assert bank.seats()[box].opening == 1000
    assert bank.seats()[team[0]].opening == 2000
    # The second session begins on 2.
    assert table_next(bank.table()).starting_cube == 2


def test_after_the_fourth_session_nobody_comes_back(bank):
    for _ in range(3):
        bank.finish(bank.table())
        bank.next_round()
    box, _ = lose(bank, 10)
    bank.finish(bank.table())
    with pytest.raises(EventRefused) as caught:
        entries.entry_reenter(entry=bank.entry(box), by=bank.director)
    assert caught.value.code == "reentry_closed"


def test_who_is_out_is_not_drawn(bank):
    _box, team = lose(bank, 10)
    bank.finish(bank.table())
    bank.next_round()
    assert set(bank.names_at(bank.table())) == set(team)


def test_an_amended_game_moves_the_banks_of_later_sessions(bank):
    box, team = lose(bank, 4)
    session = bank.table().session
    bank.finish(bank.table())
    bank.next_round()
    before = bank.seats()
    assert (before[box].opening, before[team[0]].opening) == (600, 1400)
    second, _crew = lose(bank, 3)
    session.refresh_from_db()
    with told():
        session_reopen(session=session, by=bank.director, version=session.version, key=key())
    session.refresh_from_db()
    captain, *others = (bank.player(name).public_id for name in team)
    with told():
        game_amend(
            session=session,
            game=1,
            actions=[EnterPoints(((captain, 700), *((one, 0) for one in others)))],
            version=session.version,
            key=key(),
            sender=bank.director,
        )
    after = bank.seats()
    assert (after[box].opening, after[team[0]].opening) == (300, 1700)
    assert after[second].paid == -min(300, after[second].opening)
    banks = balances_of(bank.division)
    assert sum(banks.values()) == 4000
    assert banks == {
        bank.number(name): seat.opening + seat.paid for name, seat in bank.seats().items()
    }


def test_the_event_is_over_after_the_last_session():
    event = Tables(names="Ann Bob Cid", format="bank", params={"bank": 10, "cubes": [1, 2]})
    for _ in range(2):
        event.next_round()
        lose(event, 2)
        event.finish(event.table())
    finish = finish_of(event.division)
    assert finish.is_over
    assert len(finish.winners) >= 1
    assert table_standings(event.division).basis == "bank"
    with pytest.raises(EventRefused) as caught:
        draws.draw_make(division=event.division, by=event.director)
    assert caught.value.code == "rounds_over"


def test_a_box_who_is_all_in_pays_the_captain_first_and_then_in_order():
    event = Tables(names="Ann Bob Cid Dee", format="freeze_out", params={"chips": 5})
    event.next_round()
    box, team = line(event)
    # The box has five chips and owes 4, 2 and 2: the captain gets 4, the next 1, the last nothing.
    event.enter_points(event.table().session, **{team[0]: 4, team[1]: 2, team[2]: 2})
    seats = event.seats()
    assert [seats[name].paid for name in (box, *team)] == [-500, 400, 100, 0]
    assert [seats[name].points for name in (box, *team)] == [-800, 400, 200, 200]
    assert balances_of(event.division)[event.number(box)] == 0


def test_a_freeze_out_ends_when_one_has_everything_and_its_stake_rises_by_the_clock():
    event = Tables(names="Ann Bob Cid", format="freeze_out", params={"chips": 4})
    event.next_round()
    assert table_next(event.table()).starting_cube == 1
    half_an_hour = timezone.now() - datetime.timedelta(minutes=31)
    Round.objects.update(clock_started_at=half_an_hour)
    assert table_next(event.table()).starting_cube == 2
    box, team = lose(event, 4)
    assert table_of(event.table().session).last.start == 2
    # Two are left, one with eight chips and one with four: their game is for all the second has.
    now, [other] = line(event)
    assert box not in (now, other)
    rich = team[0]
    assert balances_of(event.division)[event.number(rich)] == 800
    event.enter_points(event.table().session, **{other: 8 if rich == other else -8})
    coming = table_next(event.table())
    assert coming.is_over
    with pytest.raises(EventConflict):
        event.start(event.table())
    event.finish(event.table())
    finish = finish_of(event.division)
    assert finish.is_over
    assert len(finish.winners) == 1


@pytest.fixture(scope="module")
def groups_built(django_db_setup, django_db_blocker):
    """Four with thirteen points each, one may come back once."""
    with built_once(django_db_blocker):
        event = Tables(evenings.club("groups"), names="Ann Bob Cid Dee", format="groups")
        event.next_round()
        yield event


@pytest.fixture
def groups(groups_built, db):
    return deepcopy(groups_built)


def test_the_starting_cube_of_a_group_doubles_with_each_elimination(groups):
    assert table_next(groups.table()).starting_cube == 1
    box, _ = lose(groups, 13)
    assert table_next(groups.table()).starting_cube == 2
    now, members = line(groups)
    assert box not in (now, *members)
    groups.do(groups.table().session, EndGame("box"))
    # A single game on 2 against two.
    seats = groups.seats()
    assert seats[now].paid - seats[now].points == 0
    assert table_results(groups.division)[0].games[1].starting_cube == 2


def test_the_credit_limits_what_somebody_may_give(groups):
    coming = table_next(groups.table())
    assert coming.eligible.credit == dict.fromkeys(coming.staying, 1300)
    line(groups)
    session = groups.table().session
    assert session is not None
    game = table_of(session).game
    assert game is not None
    assert dict(game.caps) == dict.fromkeys(game.line.order, 13)


def test_who_is_out_of_a_group_buys_himself_in_at_his_table_once(groups):
    box, _team = lose(groups, 13)
    line(groups)
    groups.enter_points(groups.table().session)
    entries.entry_reenter(entry=groups.entry(box), by=groups.director)
    assert balances_of(groups.division)[groups.number(box)] == 1300
    assert groups.number(box) in table_next(groups.table()).staying
    now, members = line(groups)
    assert box in (now, *members)
    groups.enter_points(groups.table().session)
    assert balances_of(groups.division)[groups.number(box)] == 1300
    assert sum(balances_of(groups.division).values()) == 5 * 1300


def test_prizes_are_a_record_by_the_split_of_the_format(groups):
    names = {"Ann", "Bob", "Cid", "Dee"}
    for _ in range(3):
        box, team = line(groups)
        groups.enter_points(groups.table().session, **{team[0]: 40})
        names.discard(box)
        if table_next(groups.table()).is_over:
            break
    groups.finish(groups.table())
    finish = finish_of(groups.division)
    assert finish.is_over
    # 50, 25, 15 and 10 percent, in hundredths of a percent.
    assert sum(finish.prizes.values()) <= 10_000
    assert max(finish.prizes.values()) == 5000


def test_a_swap_in_a_draft_takes_the_banks_along():
    event = Tables(names="Ann Bob Cid Dee Eve Fay", format="bank", params={"bank": 10})
    event.next_round()
    _box, _team = lose(event, 4)
    event.finish(*event.tables())
    draws.draw_make(division=event.division, by=event.director)
    first, second = event.tables()
    one, other = event.names_at(first)[0], event.names_at(second)[0]
    draws.draw_swap(
        division=event.division,
        by=event.director,
        first=event.entry(one),
        second=event.entry(other),
    )
    banks = balances_of(event.division)
    for seat in TableSeat.objects.filter(round=first.round).select_related("entry"):
        assert seat.opening == banks[str(seat.entry.number)]
