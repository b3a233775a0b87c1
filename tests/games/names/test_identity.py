"""One person, however their name is typed."""

import unicodedata

import pytest

from games.names.identity import ByName, called, fitting, has_part, identity, is_one, spelled

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


UMLAUTS = [
    ("Jürgen Groß", "Juergen Gross", True),
    ("Jürgen Groß", "JUERGEN GROSS", True),
    ("Juergen Müller", "Jürgen Mueller", True),
    (unicodedata.normalize("NFD", "Jürgen Groß"), "Gross, Juergen", True),
    ("Søren Ågård", "Soeren Aagaard", True),
    ("Jürgen", "Jurgen", True),
    ("Juergen", "Jurgen", False),
    ("Michael", "Michal", False),
    ("Joe", "Jo", False),
]


@pytest.mark.parametrize(("one", "other", "are_one"), UMLAUTS)
def test_umlauts_are_found_written_out_and_letters_without_them_stay_others(
    one: str, other: str, *, are_one: bool
) -> None:
    assert is_one(one, other) == is_one(other, one) == are_one
    assert (other in ByName([(one, 1)])) == are_one
    assert ByName([(one, 1)]).fitting(other) == ([1] if are_one else [])


def test_the_closest_spelling_comes_before_one_written_out() -> None:
    there = ByName((name, name) for name in ("Jürgen", "Jurgen", "Juergen"))
    for name in ("Jürgen", "Jurgen", "Juergen"):
        assert there.fitting(name) == [name]
    assert ByName([("Jürgen", 1), ("Jurgen", 2)]).fitting("juergen") == [1]


def test_a_part_of_a_name_is_found_with_umlauts_written_out() -> None:
    assert has_part("Jürgen Groß", "juerg")
    assert has_part("Jürgen Groß", "jurg")
    assert has_part("Jürgen Groß", "Gross")
    assert not has_part("Michal", "michae")


APOSTROPHES = "'’‘ʼʹ′´`ʻ＇‛"
HYPHENS = "-‐‑–—−－"
UNSEEN = ["\u200b", "\u200c", "\u200d", "\u2060", "\u00ad", "\ufeff", "\u202e", "\u200e", "\x07"]


@pytest.mark.parametrize("sign", APOSTROPHES)
def test_every_apostrophe_is_one(sign: str) -> None:
    assert identity(f"Pat O{sign}Brien") == identity("Pat O'Brien")
    assert identity(f"Pat O{sign}Brien") != identity("Pat OBrien")


@pytest.mark.parametrize("sign", HYPHENS)
def test_every_hyphen_is_one(sign: str) -> None:
    assert identity(f"Ann{sign}Maria") == identity("Ann-Maria") != identity("Ann Maria")


@pytest.mark.parametrize("sign", UNSEEN)
@pytest.mark.parametrize("typed", ["{}Ann Berg", "An{}n Berg", "Ann{} Berg", "Ann Berg{}"])
def test_a_sign_that_nobody_sees_makes_nobody_else(sign: str, typed: str) -> None:
    assert identity(typed.format(sign)) == identity("Ann Berg")


@pytest.mark.parametrize("sign", ["\u200b", "\u2060", "\u00ad", "\ufeff", "\u200e"])
def test_what_comes_in_with_a_pasted_name_is_not_kept(sign: str) -> None:
    assert spelled(f"{sign}An{sign}n Berg{sign}") == "Ann Berg"
    assert spelled(sign) == ""


def test_joiners_stay_that_scripts_need_and_controls_for_who_refuses_them() -> None:
    for name in ("علی\u200cرضا", "👩\u200d🎤", "Ann\x07", "\u202eAnn"):
        assert spelled(name) == name
    assert spelled("\u200d") == ""


def test_a_name_is_kept_in_one_piece_as_it_was_typed() -> None:
    assert spelled(" Jose\u0301  GARCÍA") == "Jos\u00e9 GARCÍA"


def test_of_several_who_differ_in_accents_the_closest_is_meant() -> None:
    rows = [("Ann", 1), ("ann", 2), ("Änn", 3)]
    assert fitting("Ann", rows) == [1]
    assert fitting("A\u0308nn", rows) == [3]
    assert fitting("ANN", rows) == [1, 2]
    assert fitting("ÁNN", rows) == [1, 2, 3]
    assert fitting("Bob", rows) == []


def test_whole_words_of_a_name_win_over_parts_of_others() -> None:
    rows = [({one}, one) for one in ("Ina Jung", "Nina Ott", "Karl-Heinz Bär", "Jürgen Weiß")]
    assert called("ina", rows) == ["Ina Jung"]
    assert called("nin", rows) == ["Nina Ott"]
    assert called("in", rows) == ["Ina Jung", "Nina Ott", "Karl-Heinz Bär"]
    assert called("Juergen", rows) == ["Jürgen Weiß"]
    assert called("Baer", rows) == ["Karl-Heinz Bär"]
    assert called("Jung, Ina", rows) == ["Ina Jung"]
    assert called("Xaver", rows) == []
