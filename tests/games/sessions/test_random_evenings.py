"""Random evenings with undo, redo and amendments: whatever happened, row and log agree."""

import random
import uuid
from itertools import islice

import pytest

from games.clubs.services.clubs import player_create
from games.errors import AmendRefused, Refused
from games.permissions import Reader
from games.record.log.checking import session_check
from games.record.selectors.log import game_actions
from games.record.selectors.sessions import table_of
from games.record.services.actions import order_roll, record_action, redo, undo
from games.record.services.amend import game_amend
from games.rules.chouette import EndGame, Leave, RuleError, StartGame
from games.rules.chouette.notation import parse
from games.sessions.services.csn import csn_export
from games.sessions.services.sessions import session_create

RULES = [
    "canberra",
    "amsterdam; joiner=ahead_of_loser; partner_required_from=4",
    "canberra; extras=on; captain_may_buy=on; jacoby=game",
    "canberra; cubes=team",
]


class Evening:
    """Somebody who taps at random."""

    def __init__(self, session, user, rng):
        self.session, self.user, self.rng = session, user, rng

    def send(self, service, **arguments):
        return service(
            session=self.session,
            version=self.session.version,
            key=uuid.uuid4().hex,
            sender=self.user,
            **arguments,
        )

    def some_action(self, table):
        actions = list(islice(table.legal_actions(), 300))
        rare = [a for a in actions if isinstance(a, Leave)]
        usual = [a for a in actions if a not in rare]
        if rare and len(table.present) > 3 and self.rng.random() < 0.05:
            return self.rng.choice(rare)
        ends = [a for a in usual if isinstance(a, EndGame)]
        return self.rng.choice(ends if ends and self.rng.random() < 0.3 else usual)

    def play(self):
        self.send(record_action, actions=[self.some_action(table_of(self.session))])

    def amend(self):
        number = self.rng.randint(1, self.session.games.count())
        start = game_actions(self.session, number)[0]
        assert isinstance(start, StartGame)
        winner = self.rng.choice(["box", "team"])
        self.send(game_amend, game=number, actions=[EndGame(winner, self.rng.randint(1, 3))])

    def tap(self):
        choice = self.rng.random()
        try:
            if choice < 0.10:
                self.send(undo, steps=self.rng.randint(1, 6))
            elif choice < 0.17:
                self.send(redo, steps=self.rng.randint(1, 3))
            elif choice < 0.22 and self.session.games.exists():
                self.amend()
            elif table_of(self.session).phase == "order":
                self.send(order_roll)
            else:
                self.play()
        except (AmendRefused, Refused, RuleError):
            pass  # nothing to undo, or a later game forbids the amendment


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_row_and_log_agree_after_a_random_evening(club, organizer, rules, seed):
    players = [player_create(club=club, by=organizer, name=name) for name in "ABCDE"]
    session = session_create(
        club=club,
        by=organizer,
        players=players,
        rules=rules,
        stakes={players[0].public_id: 3} if seed else {},
    )
    evening = Evening(session, organizer, random.Random(seed))

    for count in range(90):
        evening.tap()
        if count % 30 == 29:
            assert session_check(session=session).differences == []

    totals = {}
    for game in session.games.prefetch_related("scores__player"):
        for score in game.scores.all():
            totals[score.player.name] = totals.get(score.player.name, 0) + score.points
    wanted = {name: points for name, points in totals.items() if points}
    for private in (True, False):
        exported = parse(
            csn_export(session=session, reader=Reader.system(), with_money=private)
        ).table.totals
        assert {name: points for name, points in exported.items() if points} == wanted
