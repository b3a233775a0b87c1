"""Everything that keeps a form from being saved, at once, each with the name of its field.

The services stop at the first of these; a director should put them all right in one go.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from django.core.exceptions import ValidationError

from games.clubs.selectors.players import Roster
from games.models import Club, Player
from games.names.identity import ByName
from games.rule_texts import Names
from games.rule_texts import sentence as rule_sentence
from games.rules.backgammon.match_score import LONGEST
from games.rules.chouette import ChouetteError, HouseRules
from tournaments.errors import EventRefused, sentence
from tournaments.events.services.events import DIVISION_MONEY, shares_fit
from tournaments.formats import FORMATS
from tournaments.formats.errors import FormatError
from tournaments.models import Division, Event

NUMBERS: Final = frozenset({"places", "first_table", "last_table"})


def event_faults(club: Club, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with the fields of an event."""
    event = Event(club=club, title="-")
    for name, value in fields.items():
        setattr(event, name, value)
    found = _invalid(event, leave={"club", "created_by", "season", "starts_on"})
    if not shares_fit(event.prizes):
        found["prizes"] = str(EventRefused("prizes_wrong"))
    return found


def division_faults(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with the fields of a division; parameters as `format-parameter`."""
    form, params = fields["format"], fields["params"]
    if form not in FORMATS:
        return {"format": str(EventRefused("field_invalid", field="format", reason=form))}
    faults: dict[str, str] = {}
    played_by = FORMATS[form]
    for parameter in played_by.fields:
        try:
            parameter.read(
                params.get(parameter.name, getattr(played_by.parameters(), parameter.name))
            )
        except FormatError as error:
            faults[f"{form}-{parameter.name}"] = sentence(error)
    if not faults:
        try:
            played_by.parse(params)
        except FormatError as error:
            faults["format"] = sentence(error)
    length = fields.get("match_length")
    if length is not None and not 1 <= length <= LONGEST:
        faults["match_length"] = str(EventRefused("match_length_missing", most=LONGEST))
    if played_by.is_chouette and fields["rules"]:
        try:
            HouseRules.parse(fields["rules"])
        except ChouetteError as error:
            faults["rules"] = rule_sentence(error, Names())
    numbers = {name: fields.get(name) for name in NUMBERS}
    faults |= _invalid(Division(**numbers), only=NUMBERS)
    own = {name: fields.get(name) for name in DIVISION_MONEY}
    made = Division(name=fields.get("name") or "-", **own)
    wrong = _invalid(made, only=DIVISION_MONEY.keys() | {"name"})
    if own["prizes"] is not None and not shares_fit(own["prizes"]):
        wrong["prizes"] = str(EventRefused("prizes_wrong"))
    return faults | {f"division_{name}": said for name, said in wrong.items()}


def name_faults(club: Club, names: Sequence[str]) -> dict[str, str]:
    """Return what is wrong with a list of names: each one that stands there twice or cannot be."""
    roster = Roster(club)
    said: list[str] = []
    seen = ByName[str]()
    for name in names:
        twins = seen.alike(name)
        player = roster.called(name)
        if twins and (player is None or player.name != name or name in twins):
            said.append(str(EventRefused("player_twice", name=name)))
        elif player is None:
            wrong = _invalid(Player(club=club, name=name), only={"name"})
            said += [f"{name[:60]}: {one}" for one in wrong.values()]
        seen.add(name, name)
    return {"names": " ".join(dict.fromkeys(said))} if said else {}


def _invalid(
    made: Event | Division | Player,
    leave: AbstractSet[str] = frozenset(),
    only: AbstractSet[str] = frozenset(),
) -> dict[str, str]:
    """Return what the fields of a row that is not saved say about their values."""
    if only:
        leave = {one.name for one in made._meta.fields if one.name not in only}
    try:
        made.clean_fields(exclude=set(leave))
    except ValidationError as error:
        return {name: " ".join(said) for name, said in error.message_dict.items()}
    return {}
