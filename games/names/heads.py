"""What a column of a table of people holds, by its heading or by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.names.identity import identity

UNUSED: Final = ""
NAME: Final = "name"
FIRST_NAME: Final = "first_name"
LAST_NAME: Final = "last_name"
RATING: Final = "rating"
HOME_CLUB: Final = "home_club"
FEDERATION_NUMBER: Final = "federation_number"
COUNTRY: Final = "country"
LEVEL: Final = "level"
DIVISION: Final = "division"
ALL: Final = frozenset(
    {NAME, FIRST_NAME, LAST_NAME, RATING, HOME_CLUB, FEDERATION_NUMBER, COUNTRY, LEVEL, DIVISION}
)
OF_PLAYERS: Final = frozenset({NAME, FIRST_NAME, LAST_NAME, FEDERATION_NUMBER, COUNTRY})
"""What a club keeps of its players."""
OF_ENTRIES: Final = OF_PLAYERS | {RATING, HOME_CLUB}
"""What an event keeps of those who are entered in one of its divisions."""
WHO: Final = frozenset({NAME, FIRST_NAME, LAST_NAME})

WORDS: Final[Mapping[str, Sequence[str]]] = {
    NAME: ("name", "player", "full name", "player name", "participant", "spieler", "spielerin",
           "spielername", "teilnehmer", "teilnehmerin", "vor- und nachname", "name, vorname",
           "nachname, vorname", "last name, first name", "surname, first name",
           "joueur", "joueuse", "nom", "nom complet", "nom et prenom", "nom prenom",
           "giocatore", "giocatrice", "nome e cognome", "cognome e nome", "nominativo",
           "jugador", "jugadora", "nombre completo", "nombre y apellidos", "apellidos y nombre",
           "jogador", "nome completo", "speler", "naam", "spelersnaam", "spiller", "navn",
           "spelare", "namn", "zawodnik", "imie i nazwisko", "nazwisko i imie", "hrac",
           "oyuncu", "ad soyad", "isim", "ονοματεπωνυμο", "氏名", "名前"),
    FIRST_NAME: ("first name", "first names", "firstname", "given name", "given names", "forename",
                 "vorname", "vornamen", "rufname", "prenom", "prenoms", "nome", "nombre", "nombres",
                 "voornaam", "fornavn", "fornamn", "imie", "jmeno", "ad", "ονομα", "名"),
    LAST_NAME: ("last name", "lastname", "surname", "family name", "familyname", "nachname",
                "familienname", "zuname", "nom de famille", "cognome", "apellido", "apellidos",
                "apelido", "sobrenome", "achternaam", "familienaam", "etternavn", "efternavn",
                "efternamn", "nazwisko", "prijmeni", "soyad", "soyadi", "επωνυμο", "姓"),
    RATING: ("rating", "rtg", "elo", "elo rating", "rating elo", "current rating", "rating points",
             "wertung", "wertungszahl", "ratingzahl", "elo-zahl", "dwz", "gor",
             "classement", "cote", "classement elo", "punteggio", "punteggio elo",
             "puntuacion", "pontuacao", "styrketal", "puan", "ranking elo", "レーティング"),
    HOME_CLUB: ("club", "home club", "club name", "clubname", "verein", "klub", "heimatverein",
                "heimatclub", "vereinsname", "association", "club/city", "city/club",
                "nom du club", "circolo", "societa",
                "equipo", "clube", "vereniging", "klubb", "kulup", "oddil", "ομιλος",
                "クラブ"),
    FEDERATION_NUMBER: (
        "federation number", "federation no", "federation nr", "federation id", "fed number",
        "fed no", "fed nr", "member number", "member no", "member nr", "member id",
        "membership number", "membership no", "membership id", "player id", "player number",
        "player no", "id number", "id no", "id", "licence", "license", "licence number",
        "licence no", "license number", "license no",
        "mitgliedsnummer", "mitglieds-nr", "mitgliedsnr", "mitglied nr", "mitgl-nr", "lizenz",
        "lizenznummer", "lizenz-nr", "spielernummer", "spieler-nr", "spieler-id", "verbandsnummer",
        "verbands-nr", "passnummer", "pass-nr", "spielerpass", "pkz", "fide-id", "fide id",
        "fide no", "usbgf id", "usbgf number", "wbf id", "wbif id",
        "wbgf id", "wbgf number", "ebgf id", "bgf id", "dbgv-nr", "egd pin", "pin",
        "numero de licence", "n° de licence", "no de licence", "numero federal", "tessera",
        "numero tessera", "n tessera", "licencia", "numero de licencia", "numero de federado",
        "licenca", "lidnummer", "bondsnummer", "licentienummer", "medlemsnummer", "medlemsnr",
        "lisensnummer", "licens", "numer licencji", "nr licencji", "registracni cislo",
        "lisans no", "αριθμος μητρωου", "会員番号"),
    COUNTRY: ("country", "country code", "nation", "nationality", "nat", "land", "staat",
              "nationalität", "laenderkürzel", "länderkürzel", "pays", "nationalite", "paese",
              "nazione", "nazionalita", "pais", "nacionalidad", "nacionalidade", "nationaliteit",
              "nationalitet", "kraj", "zeme", "ulke", "χωρα", "国",
              "federation", "fed", "verband"),
    LEVEL: ("level", "stärke", "spielstärke"),
    DIVISION: ("division", "klasse", "gruppe des turniers", "gruppe", "turnier"),
}  # fmt: skip
"""Headings as they are accepted, in any case and with or without accents: those of the ratings
lists of federations.
"""

_WHOLE_OR_PART: Final = frozenset({"name", "nom", "navn", "namn", "naam", "nome", "nombre"})
"""Headings of the whole name, or of that part of it for which no other column stands there."""
_WEAKER: Final = frozenset({"federation", "fed", "verband", "id", "player", "spieler"})
"""Headings that give way to others of the same kind: `country` beside `federation`."""
OTHERS: Final = frozenset(
    {"no", "nr", "number", "pos", "position", "rank", "rang", "place", "platz", "#", "seed",
     "title", "titel", "tit", "born", "birthday", "b-day", "birth year", "year of birth",
     "date of birth", "geburtsdatum", "jahrgang", "geboren", "sex", "gender", "geschlecht", "sexe",
     "sesso", "mail", "email", "e-mail", "phone", "mobile", "telefon", "handy", "city", "town",
     "ort", "stadt", "wohnort", "plz", "zip", "ville", "citta", "ciudad", "street", "strasse",
     "address", "adresse", "active", "aktiv", "still plays", "state", "status", "experience",
     "erfahrung", "games", "partien", "matches", "points", "punkte", "remarks", "bemerkung",
     "bemerkungen", "comment", "notes", "paid", "bezahlt", "fee", "startgeld", "rang.", "posizione",
     "plaats", "k", "flag", "region", "landesverband", "federation name"}
)  # fmt: skip
"""Headings of which nothing is kept here: a row of nothing else is a heading, too."""


def _plain(heading: str) -> str:
    text = identity(heading.replace(",", " "))
    return " ".join(re.sub(r"[.:_*/°'’\"-]|\([^()]*\)|\[[^\[\]]*\]", " ", text).split())


_KINDS: Final = {_plain(word): kind for kind, words in WORDS.items() for word in words}
_BARE_IDS: Final = frozenset({"id", "id no", "id number"})
_OTHERS: Final = frozenset(map(_plain, OTHERS))


def may_count(heading: str) -> bool:
    """Tell whether a heading can be that of the rows' own numbers: "ID" alone says no more."""
    return _plain(heading) in _BARE_IDS


def kinds_of(head: Sequence[str]) -> list[str]:
    """Return what each column holds by its heading. Of columns alike the plainest heading counts.

    A heading such as "Name" beside "First name" is that of the surname.
    """
    plain = [_plain(heading) for heading in head]
    wanted = [_KINDS.get(one) or _dated(one) for one in plain]
    for place, one in enumerate(plain):
        if one not in _WHOLE_OR_PART:
            continue
        others = {kind for at, kind in enumerate(wanted) if at != place} & WHO
        wanted[place] = NAME
        if others == {FIRST_NAME}:
            wanted[place] = LAST_NAME
        elif others == {LAST_NAME}:
            wanted[place] = FIRST_NAME
    found = [UNUSED] * len(plain)
    for kind in dict.fromkeys(wanted):
        places = [place for place, one in enumerate(wanted) if one == kind]
        if kind and places:
            best = min(places, key=lambda place: (plain[place] in _WEAKER, place))
            found[best] = kind
    return found


def _dated(heading: str) -> str:
    """Return the kind of a rating with its date: "Elo 11 2026"."""
    kind = _KINDS.get(" ".join(re.sub(r"\d+", " ", heading).split()), UNUSED)
    return kind if kind == RATING else UNUSED


def is_head(cells: Sequence[str]) -> bool:
    """Tell whether a row names columns and is nobody.

    One cell that says "name" is enough; without one, several that say what else is known of people.
    """
    filled = [_plain(cell) for cell in cells if cell.strip()]
    kinds = [_KINDS.get(cell, UNUSED) for cell in filled]
    if WHO & set(kinds):
        return True
    known = [bool(kind) or cell in _OTHERS for cell, kind in zip(filled, kinds, strict=True)]
    return len(kinds) > 1 and all(known)


def is_further_head(cells: Sequence[str]) -> bool:
    """Tell whether a row below the first heading is another one: all that stands there is known."""
    filled = [_plain(cell) for cell in cells if cell.strip()]
    kinds = {_KINDS.get(cell, UNUSED) for cell in filled}
    is_known = all(cell in _KINDS or cell in _OTHERS for cell in filled)
    return bool(filled) and is_known and bool(kinds & WHO) and (len(filled) > 1 or len(cells) == 1)


def unused(head: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the headings of the columns that are not read."""
    return tuple(
        heading.strip() for heading, kind in zip(head, kinds, strict=False)
        if not kind and heading.strip()
    )  # fmt: skip
