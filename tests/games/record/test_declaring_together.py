"""Several phones at the same moment, on the database as it is: every word counts, and once."""

from collections import Counter

import pytest

from games.errors import Conflict
from games.models import Declaration, Session
from games.record.log.checking import session_check
from games.rules.chouette import BoxDoubles
from tests.games.record.declaring import Phones
from tests.games.record.test_concurrency import together

pytestmark = pytest.mark.django_db(transaction=True)

TEAM = ("Bob", "Cid", "Dee")


@pytest.fixture
def phones(session, scorer, players):
    """The first game is on, and replies are hidden."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    Session.objects.filter(pk=session.pk).update(replies_hidden=True)
    return Phones(session, players)


def test_all_of_the_team_double_at_once_and_all_are_in_the_round(phones):
    together(lambda number: phones.say(TEAM[number], "double", question=1), clients=3)

    assert phones.last()[1] == {"type": "team_doubles", "members": list(TEAM)}
    assert phones.fresh().version == 4
    assert phones.question["number"] == 2


def test_all_answer_at_once_and_it_is_one_step(phones):
    phones.record("Ann", BoxDoubles(tuple(phones.ids[name] for name in TEAM)))
    words = dict(zip(TEAM, ("take", "drop", "beaver"), strict=True))

    together(lambda number: phones.say(TEAM[number], words[TEAM[number]], question=1), clients=3)

    assert phones.last()[1]["replies"] == [list(pair) for pair in words.items()]
    assert session_check(session=phones.fresh()).differences == []


def test_one_thumb_that_taps_twenty_times_says_one_word(phones):
    answers = []

    def tap(number):
        answers.append(phones.say("Cid", "double", question=1, key="the same tap").replayed)

    together(tap)

    assert Counter(answers) == {False: 1, True: 19}
    assert Declaration.objects.count() == 1
    assert phones.fresh().questions == 1


def test_twenty_phones_tap_words_of_three_and_close_and_all_of_it_is_one_round(phones):
    outcome = Counter()

    def tap(number):
        try:
            if number == 0:
                outcome["closed", phones.close("Bob", question=1).is_settled] += 1
            else:
                name = TEAM[number % 3]
                declared = phones.say(name, "double", question=1, key=f"tap {number}")
                outcome["said", declared.is_settled] += 1
        except Conflict as error:
            outcome[error.code] += 1

    together(tap)

    session = phones.fresh()
    steps = session.log.filter(payload__type="team_doubles").count()
    assert steps == outcome["said", True] + outcome["closed", True] == 1
    assert sum(outcome.values()) == 20
    assert session.version == 4
    assert Declaration.objects.filter(step=None).count() == 0
    assert session_check(session=session).differences == []
