"""One person, however their name is typed."""

import unicodedata

import pytest

from games.names.identity import fitting, identity, spelled

FORMS = [
    "José Müller-Løv",
    unicodedata.normalize("NFD", "José Müller-Løv"),
    "JOSÉ MÜLLER-LØV",
    "jose muller-lov",
    " José   Müller-Løv ",
    "Ｊｏｓé Müller-Løv",
    "Müller-Løv, José",
]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_person(form: str) -> None:
    assert identity(form) == identity(FORMS[0])


@pytest.mark.parametrize("other", ["Jose Muller", "Josef Müller-Løv", "Ann, Bob, Cid", ""])
def test_other_people_stay_others(other: str) -> None:
    assert identity(other) != identity(FORMS[0])


def test_a_name_is_kept_in_one_piece_as_it_was_typed() -> None:
    assert spelled(" Jose\u0301  GARCÍA") == "Jos\u00e9 GARCÍA"


def test_of_several_who_differ_in_accents_the_closest_is_meant() -> None:
    rows = [("Ann", 1), ("ann", 2), ("Änn", 3)]
    assert fitting("Ann", rows) == [1]
    assert fitting("A\u0308nn", rows) == [3]
    assert fitting("ANN", rows) == [1, 2]
    assert fitting("ÁNN", rows) == [1, 2, 3]
    assert fitting("Bob", rows) == []
