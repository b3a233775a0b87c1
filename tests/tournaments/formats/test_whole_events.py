"""Whole events by the formats alone, from the first draw to the winners, with games at random."""

import hashlib
import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.played import balances_of, draw_of, finish_of, places_of, seats
from tournaments.formats import (
    FORMATS_OF_CHOUETTES,
    AnyChouetteFormat,
    Finish,
    Parameters,
    PlayedGame,
    TableResult,
)

MINUTES_OF_A_GAME = 12
ROUNDS_AT_MOST = 12
GAMES_AT_MOST = 400

SETTINGS: dict[str, dict[str, object]] = {
    "club_night": {"rounds": 3},
    "bank": {"re_entry_through": 0},
    "freeze_out": {"chips": 20, "level_minutes": 24},
}


@dataclass
class Event:
    """An event that is being played; `dice` decide every game."""

    form: AnyChouetteFormat
    params: Parameters
    players: list[str]
    dice: random.Random
    seed: str
    results: list[TableResult] = field(default_factory=list)

    def play(self) -> Finish:
        for round_number in range(1, ROUNDS_AT_MOST):
            drawn = draw_of(
                self.form,
                seats(self.players),
                self.results,
                self.params,
                seed=self.seed,
                round_number=round_number,
            )
            if drawn is None or not drawn.tables:
                break
            seated = [player for table in drawn.tables for player in table]
            assert len(set(seated)) == len(seated)
            earlier = self.results
            for number, table in enumerate(drawn.tables, start=1):
                self.results = [*self.results, TableResult(round_number, number, table)]
            for index in range(len(earlier), len(self.results)):
                self.play_table(index)
            if self.finish().is_over:
                break
        return self.finish()

    def finish(self) -> Finish:
        return finish_of(self.form, self.results, self.params, seed=self.seed)

    def play_table(self, index: int) -> None:
        for played in range(GAMES_AT_MOST):
            table, minutes = self.results[index], played * MINUTES_OF_A_GAME
            line = self.line(table, minutes)
            if played == 15 and not self.form.has_bank:
                break
            if line is None or self.form.is_table_over(self.params, table, minutes=minutes):
                break
            game = self.game(table, line, minutes)
            self.results[index] = replace(table, games=(*table.games, game))
        self.results[index] = replace(self.results[index], is_over=True)

    def line(self, table: TableResult, minutes: int) -> tuple[str, ...] | None:
        if self.form.code == "fixed":
            return self.form.lineup(self.params, table.players, table.games, seed=self.seed)
        balance = balances_of(self.form, self.results, self.params)
        who = self.form.eligible(self.params, balance, table, minutes=minutes)
        if len(who.box) < 2:
            return None
        box, captain = self.dice.sample(who.box, 2)
        crew = [
            player
            for player in table.players
            if player not in (box, captain) and (not balance or balance[player] > 0)
        ]
        return (box, captain, *crew)

    def game(self, table: TableResult, line: tuple[str, ...], minutes: int) -> PlayedGame:
        rules = self.form.rules(self.params, table.round, table, minutes=minutes)
        cube = int(rules.get("starting_cube", "1"))
        box_wins = self.dice.random() < 0.5
        owed = []
        for player in line[1:]:
            amount = 100 * cube * self.dice.choice((1, 1, 2, 2, 4, 8))
            drops = self.dice.random() < 0.2
            owed.append(
                (player, line[0], amount) if box_wins or drops else (line[0], player, amount)
            )
        points = dict.fromkeys(line, 0)
        for payer, receiver, amount in owed:
            points[payer] -= amount
            points[receiver] += amount
        game = PlayedGame(len(table.games) + 1, line[0], line[1], line, tuple(owed), points, cube)
        if not self.form.has_bank:
            return game
        balance = balances_of(self.form, self.results, self.params)
        payment = self.form.pay(balance, game, self.params)
        assert min(payment.balance.values()) >= 0
        assert sum(payment.balance.values()) == sum(balance.values())
        return replace(game, paid=payment.transfers)


def event_of(code: str, number: int, seed: int) -> Event:
    form = FORMATS_OF_CHOUETTES[code]
    params = form.parse(SETTINGS.get(code, {}))
    players = [f"p{index:02d}" for index in range(number)]
    return Event(form, params, players, random.Random(seed), str(seed))


GOLDEN = {
    "club_night": "0910756c3a64292f",
    "fixed": "fd273287fe6dec96",
    "bank": "c03d137f354e1f62",
    "freeze_out": "e50fcb740a01ff26",
    "groups": "d355a7089cc33895",
    "timed": "6dadc2353478e170",
}


@pytest.mark.parametrize("code", FORMATS_OF_CHOUETTES)
def test_the_same_seed_gives_the_event_that_it_always_gave(code: str) -> None:
    """Tables, games, what they really paid, places, who goes on and their shares of the pot."""
    event = event_of(code, 13, 7)
    finish = event.play()
    standings = places_of(event.form, event.results, event.params)
    text = repr((event.results, finish, standings))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == GOLDEN[code], text[:300]


@pytest.mark.parametrize("code", FORMATS_OF_CHOUETTES)
@settings(deadline=None, max_examples=12)
@given(number=st.integers(3, 26), seed=st.integers(0, 10**6))
def test_an_event_ends_with_winners_and_a_place_for_everyone_who_played(
    code: str, number: int, seed: int
) -> None:
    event = event_of(code, number, seed)
    finish = event.play()
    assert finish.is_over
    assert finish.winners
    played = {player for result in event.results for player in result.players}
    standings = places_of(event.form, event.results, event.params)
    assert {line.player for line in standings.lines} == played
    assert {line.player for line in standings.lines if line.place == 1} >= set(finish.winners)
    places = [line.place for line in standings.lines]
    assert places == sorted(places)
    assert sum(finish.prizes.values()) <= 10_000


@pytest.mark.thorough
@pytest.mark.parametrize("code", ["bank", "freeze_out", "groups"])
@settings(deadline=None, max_examples=12)
@given(number=st.integers(3, 26), seed=st.integers(0, 10**6))
def test_no_chip_is_lost_or_doubled_in_a_whole_event(code: str, number: int, seed: int) -> None:
    event = event_of(code, number, seed)
    event.play()
    start = event.form.start_balance(event.params)
    assert start is not None
    balance = balances_of(event.form, event.results, event.params)
    assert sum(balance.values()) == start * len(balance)
    assert min(balance.values()) >= 0


@settings(deadline=None, max_examples=12)
@given(number=st.integers(3, 26), seed=st.integers(0, 10**6))
def test_the_final_of_a_freeze_out_leaves_one_with_everything(number: int, seed: int) -> None:
    event = event_of("freeze_out", number, seed)
    finish = event.play()
    [winner] = finish.winners
    final = [result for result in event.results if result.round == event.results[-1].round]
    assert len(final) == 1
    balance = balances_of(event.form, event.results, event.params)
    assert balance[winner] == 2000 * len(final[0].players)


def test_the_same_event_played_again_is_the_same() -> None:
    one, other = (event_of("groups", 17, 4) for _ in range(2))
    assert one.play() == other.play()
    assert one.results == other.results
