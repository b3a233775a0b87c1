"""Queries that are written once: they give what the query sets themselves would give."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from games.fast.queries import Prepared
from games.models import Action, Club, Player, Seat, Session, User
from games.record.services.actions import record_action
from games.rules.chouette import SetOrder

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(players: dict[str, Player]) -> list[Player]:
    """The club's players."""
    return list(players.values())


@pytest.fixture
def played(session: Session, organizer: User, people: list[Player]) -> Session:
    line = SetOrder(tuple(player.public_id for player in people))
    record_action(session=session, actions=[line], version=1, key="order", sender=organizer)
    return session


def test_a_model_comes_with_all_its_columns_and_what_hangs_on_it(played: Session) -> None:
    prepared = Prepared(
        lambda pk: Session.objects.filter(pk=pk).order_by().select_related("club", "season")
    )
    for _ in range(2):  # as it is written, and as it is asked again
        found = prepared.first(played.pk)
        assert found is not None
        plain = Session.objects.get(pk=played.pk)
        names = [field.attname for field in Session._meta.concrete_fields]
        assert [getattr(found, name) for name in names] == [getattr(plain, name) for name in names]
        assert Session.club.is_cached(found)
        assert found.club == played.club
        assert found.season is None
        assert not found._state.adding


def test_times_and_json_are_what_they_are(played: Session) -> None:
    prepared = Prepared(
        lambda pk, after: (
            Action.objects.filter(session=pk, sequence__gt=after, kind="play")
            .order_by("sequence")
            .values_list("payload", "created_at")
        )
    )
    plain = Action.objects.filter(session=played, kind="play").order_by("sequence")
    assert prepared(played.pk, 0) == list(plain.values_list("payload", "created_at"))
    assert prepared(played.pk, played.length) == []


def test_the_same_value_may_stand_at_several_places_and_others_elsewhere(
    club: Club, people: list[Player]
) -> None:
    prepared = Prepared(
        lambda club, name: (
            Player.objects.filter(club=club, name=name)
            .exclude(club__pk=club, name="")
            .order_by()
            .values_list("pk")
        )
    )
    for player in people:
        assert prepared(club.pk, player.name) == [(player.pk,)]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_number_of_keys_may_be_asked_for(
    people: list[Player], count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    prepared = Prepared(lambda keys: Player.objects.filter(pk__in=keys).order_by("pk"))
    keys = [player.pk for player in people[:count]]
    with django_assert_num_queries(1):
        assert prepared(keys) == sorted(people[:count], key=lambda player: player.pk)


def test_no_keys_need_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    prepared = Prepared(lambda keys: Player.objects.filter(pk__in=keys))
    with django_assert_num_queries(0):
        assert prepared([]) == []


def test_a_text_is_never_part_of_the_query(club: Club) -> None:
    prepared = Prepared(lambda slug: Club.objects.filter(slug=slug).order_by())
    assert prepared.first("' OR '1'='1") is None
    assert prepared.first(club.slug) == club


def test_a_value_that_the_query_does_not_ask_for_is_a_mistake() -> None:
    make: Callable[[int], object] = lambda pk: Seat.objects.all()  # noqa: E731
    with pytest.raises(ValueError, match="not among its parameters"):
        Prepared(make)(1)  # type: ignore[arg-type]
