"""Tables of people as federations send them: a heading in any language and order, or none."""

from decimal import Decimal
from itertools import permutations

import pytest

from games.names import heads
from games.names.lists import Listed, read_list

KINDS = (
    heads.LAST_NAME,
    heads.FIRST_NAME,
    heads.FEDERATION_NUMBER,
    heads.RATING,
    heads.HOME_CLUB,
    heads.COUNTRY,
)
HEADS = {
    "en": ("Surname", "First name", "Federation number", "Rating", "Club", "Country"),
    "de": ("Nachname", "Vorname", "Mitglieds-Nr.", "Wertungszahl", "Verein", "Land"),
    "de, name": ("Name", "Vorname", "Spieler-ID", "ELO", "Klub", "Nation"),
    "fr": ("Nom", "Prénom", "N° de licence", "Classement Elo", "Club", "Pays"),
    "it": ("Cognome", "Nome", "Tessera", "Punteggio", "Circolo", "Nazione"),
    "es": ("Apellidos", "Nombre", "Licencia", "Elo", "Club", "País"),
    "nl": ("Achternaam", "Voornaam", "Bondsnummer", "Rating", "Vereniging", "Nationaliteit"),
    "da": ("Efternavn", "Fornavn", "Medlemsnummer", "Rating", "Klub", "Land"),
    "chess": ("FAMILY NAME", "Given Name", "FIDE-ID", "Rtg", "Club/City", "FED"),
    "dated": ("last name", "first_name", "USBGF ID", "Rating 11/2026", "Home Club", "Country code"),
}
ROWS = (
    ("Berg", "Ann", "10412", "1650", "BC Ulm", "GER"),
    ("Cox", "Bob Lee", "20713", "1580", "BC Ulm", "GER"),
    ("García", "José", "30999", "1712", "Paris BG", "FRA"),
    ("von der Heide", "Jo", "41234", "1490", "Kiel 04", "GER"),
    ("Müller-Lüdenscheidt", "Anna", "52001", "1333", "Kiel 04", "GER"),
)
ORDERS = {
    "as named": (0, 1, 2, 3, 4, 5),
    "backwards": (5, 4, 3, 2, 1, 0),
    "number first": (2, 0, 1, 5, 4, 3),
    "rating first": (3, 4, 0, 1, 5, 2),
}
SEPARATORS = (",", ";", "\t", "|")


def text_of(rows: tuple[tuple[str, ...], ...], order: tuple[int, ...], separator: str) -> str:
    return "\n".join(separator.join(row[place] for place in order) for row in rows)


def wanted() -> list[tuple[object, ...]]:
    return [
        (f"{first} {last}", Decimal(rating), club, number, country)
        for last, first, number, rating, club, country in ROWS
    ]


def found_of(listed: Listed) -> tuple[object, ...]:
    return listed.name, listed.rating, listed.home_club, listed.federation_number, listed.country


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("language", HEADS)
def test_a_heading_says_what_the_columns_hold(language: str, order: str, separator: str) -> None:
    found = read_list(text_of((HEADS[language], *ROWS), ORDERS[order], separator))
    assert list(map(found_of, found.people)) == wanted()
    assert (found.read, found.rows, found.unread, found.skipped) == (5, 5, (), ())
    assert found.kinds == tuple(KINDS[place] for place in ORDERS[order])


# Without a heading the surname stands before the first name; all else may stand anywhere.
BARE = [one for one in permutations(range(6)) if one.index(1) == one.index(0) + 1]
BARE = [one for one in BARE if one.index(0) < one.index(4)]


@pytest.mark.parametrize("separator", SEPARATORS)
def test_without_a_heading_the_cells_say_it_in_every_order(separator: str) -> None:
    assert len(BARE) == 60
    for order in BARE:
        found = read_list(text_of(ROWS, order, separator))
        assert list(map(found_of, found.people)) == wanted(), order
        assert (found.read, found.skipped) == (5, ())


WHOLE_NAMES = {
    "Name;Rating;Club\nAnn Berg;1650;Ulm": "Ann Berg · 1650 · Ulm",
    "Name,Rating,Club\nAnn Berg,1650,Ulm": "Ann Berg · 1650 · Ulm",
    "Name,Rating\nBerg, Ann,1650": "Berg, Ann · 1650",  # its own comma has cut it
    "Name,Club\nBerg, Ann,Ulm": "Berg, Ann · Ulm",
    '"Name, Vorname";DWZ;ZPS\n"Berg, Ann";1650;X': "Berg, Ann · 1650",
    "Name, Vorname\nBerg, Ann": "Ann Berg",
    "Player;Federation;Country\nAnn Berg;DBGV;GER": "Ann Berg · GER",
    "Spieler;Verband\nAnn Berg;GER": "Ann Berg · GER",
    "ID;Name\n1;Ann Berg\n2;Bob Cox": "Ann Berg",  # it only counts
    "Federation number;Name\n20300;Ann Berg\n20301;Bob Cox": "Ann Berg · 20300",
    "WBGF ID;Name\n20301;Ann Berg\n20300;Bob Cox": "Ann Berg · 20301",
    "ID;Name\n10412;Ann Berg\n20713;Bob Cox": "Ann Berg · 10412",
    "Name;GoR\nAnn Berg;2104.361": "Ann Berg · 2104.36",
    "Name;Rtg\nAnn Berg;0": "Ann Berg",  # unrated
    'Name;Club\nAnn Berg;"Backgammon\nUlm"': "Ann Berg · Backgammon Ulm",
    "Nr.;Nom complet;Cote\n1;Ann Berg;1650": "Ann Berg · 1650",
    "氏名,レーティング,国\n山田 太郎,1650,JPN": "山田 太郎 · 1650 · JPN",
    "DE-1041;Ann Berg\nDE-2071;Bob Cox": "Ann Berg · DE-1041",
}


@pytest.mark.parametrize("text", WHOLE_NAMES)
def test_whole_names_stand_beside_anything(text: str) -> None:
    assert read_list(text).people[0].said() == WHOLE_NAMES[text]


def test_what_is_left_out_is_named() -> None:
    found = read_list("Name;Born;Rating;Club;X\nAnn;1980;1650;Ulm;a;b\nBob;1990;1500;Kiel;;")
    assert found.skipped == ("Born", "X", "F")
    assert found.left_out(heads.OF_PLAYERS) == ("Born", "X", "F", "Rating", "Club")
    found = read_list("Name;Rating\nAnn;12345\nBob;strong\nCid;-")
    assert [(one.line, one.text) for one in found.doubtful] == [(2, "12345"), (3, "strong")]


def test_two_lists_with_two_heads_are_each_read_by_their_own() -> None:
    text = "Name;Rating;Club\nAnn;1650;Ulm\n\nClub,Surname,First name,Elo\nKiel,Cox,Bob,1500"
    found = read_list(text)
    assert [one.said() for one in found.people] == ["Ann · 1650 · Ulm", "Bob Cox · 1500 · Kiel"]
    assert (found.head_line, found.more_heads, found.rows, found.read) == (1, (4,), 2, 2)
    again = read_list("Name;Rating\nAnn;1650\nName;Rating\nBob;1500")
    assert (len(again.people), again.more_heads) == (2, ())


@pytest.mark.parametrize("name", ["Peter Land", "Anna Spieler", "Nom Player", "Club", "Elo Rating"])
def test_a_person_who_is_called_like_a_heading_is_not_lost(name: str) -> None:
    first, _blank, last = name.partition(" ")
    found = read_list(f"Surname;First name;Rating\nBerg;Ann;1650\n{last};{first};1500")
    assert len(found.people) == 2
    assert found.more_heads == ()


def test_six_hundred_rows_with_thirty_doubles_lose_nobody() -> None:
    rows = [f"B{chr(97 + n % 26)}rg{chr(97 + n // 26)};Ann;{10_000 + n}" for n in range(570)]
    found = read_list("\n".join(["Surname;First name;Federation number", *rows, *rows[:30]]))
    assert (found.read, found.rows, len(found.twice), found.namesakes) == (600, 600, 30, ())
    assert [one.line for one in found.twice] == list(range(572, 602))


def test_two_of_one_name_with_two_numbers_are_two_people() -> None:
    found = read_list("Name;ID\nAnn Berg;10412\nBob;10413\nBerg, Ann;20713")
    [(one, other)] = found.namesakes
    assert (one.federation_number, other.federation_number) == ("10412", "20713")
