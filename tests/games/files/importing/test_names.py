"""Similar names may be the same person; one is asked, never overruled."""

import pytest

from games.files.importing.names import Known, matched, resolved

CLUB = [Known("a", "Ann Müller"), Known("b", "Bob Schmidt"), Known("c", "Stefanie Weiß")]


def like(name: str) -> list[str]:
    (person,) = matched([("1", name)], CLUB, {})
    return [known.name for known in person.like]


@pytest.mark.parametrize(
    "name",
    ["ann müller", "Ann Mueller", "Müller, Ann", "Ann Muller", "Ann Müler", "Anne Müller",
     "Ann M.", "Nan Müller"],
)  # fmt: skip
def test_a_similar_name_is_found(name: str) -> None:
    assert like(name) == ["Ann Müller"]


@pytest.mark.parametrize("name", ["Stephanie Weiss", "Stefani Weiß"])
def test_what_sounds_alike_is_found(name: str) -> None:
    assert like(name) == ["Stefanie Weiß"]


@pytest.mark.parametrize("name", ["Ann", "Bob Schulz", "Cid", "李雷"])
def test_other_names_are_other_people(name: str) -> None:
    assert like(name) == []


def test_the_very_same_name_is_the_same_person_without_a_question() -> None:
    (person,) = matched([("1", "Bob Schmidt")], CLUB, {})
    assert person.here == Known("b", "Bob Schmidt")
    assert resolved([person]) == {"1": "b"}


def test_short_names_do_not_resemble_each_other() -> None:
    (person,) = matched([("1", "Bo")], [Known("b", "Bob"), Known("c", "Jo")], {})
    assert person.like == ()


def test_only_spelling_is_taken_for_granted_and_everything_can_be_chosen() -> None:
    def choice(name: str, **choices: str) -> str:
        (person,) = matched([("1", name)], CLUB, {"1": choices["c"]} if choices else {})
        return resolved([person])["1"]

    assert choice("MUELLER Ann") == "a"
    assert choice("MUELLER Ann", c="") == "1"
    assert choice("Anne Müller") == "1"
    assert choice("Anne Müller", c="a") == "a"
    assert choice("Anne Müller", c="b") == "1", "only those who were offered"


def test_names_of_the_file_are_compared_with_each_other() -> None:
    people = matched([("2", "Dee Jones"), ("3", "Dee Jones"), ("4", "Dee Jonas")], [], {"4": "2"})
    assert resolved(people) == {"2": "2", "3": "2", "4": "2"}


def test_who_is_like_somebody_who_is_somebody_else_is_that_one_too() -> None:
    people = matched([("2", "Ann Muller"), ("3", "Ann Muler")], CLUB, {"2": "a", "3": "2"})
    assert resolved(people) == {"2": "a", "3": "a"}


def test_numbers_are_no_slips() -> None:
    people = matched([(str(n), f"Player {n}") for n in range(3000)], [], {})
    assert not any(person.like for person in people)


def test_never_more_than_a_few_are_offered() -> None:
    known = [Known(letter, f"Somebody {letter}") for letter in "abcdefghijkl"]
    (person,) = matched([("1", "Somebody z")], known, {})
    assert 0 < len(person.like) <= 6
