"""Rows written without a query set: they are what Django itself would have written."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.fast.rows import AT_ONCE, row_change, rows_insert
from games.models import Action, Origin, Session, Transfer, User
from games.models.ids import public_id

pytestmark = pytest.mark.django_db


def written(session: Session, sequence: int, **values: object) -> Action:
    known = {"kind": Action.Kind.NOTE, "payload": {"text": "ä\u2028'\""}, "step": 1, "version": 1}
    return Action(session=session, sequence=sequence, **{**known, **values})


def columns(row: Action | Origin) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_rows_are_those_that_bulk_create_writes(session: Session, organizer: User) -> None:
    first = session.length + 1
    rows = [written(session, first, sender=organizer), written(session, first + 1, key="k")]
    rows_insert(rows)
    plain = Action.objects.bulk_create([written(session, first + 2, sender=organizer)])
    for row in (*rows, *plain):
        assert not row._state.adding
        assert row._state.db == connection.alias
        found = Action.objects.get(pk=row.pk)
        assert columns(found) == columns(row)
        assert found.payload == row.payload


def test_an_address_is_written_as_its_field_writes_it(session: Session) -> None:
    action = written(session, session.length + 1)
    rows_insert([action])
    origin = Origin(action=action, address="2001:0db8::0001", device="phone")
    rows_insert([origin])
    assert Origin.objects.get(pk=origin.pk).address == "2001:db8::1"


def test_more_rows_than_fit_into_one_statement_keep_their_order(session: Session) -> None:
    rows = [written(session, session.length + 1 + at) for at in range(2 * AT_ONCE + 1)]
    rows_insert(rows)
    found = Action.objects.in_bulk([row.pk for row in rows])
    assert [found[row.pk].sequence for row in rows] == [row.sequence for row in rows]


def test_no_rows_are_no_query(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        rows_insert(list[Transfer]())
    assert not Transfer.objects.exists()


def test_a_constraint_refuses_a_row(session: Session) -> None:
    rows_insert([written(session, session.length + 1)])
    with pytest.raises(IntegrityError), transaction.atomic():
        rows_insert([written(session, session.length + 1)])


def test_a_row_is_changed_only_where_it_still_says_so(session: Session) -> None:
    session.refresh_from_db()
    beat, snapshot = session.beat, {"a": [1, None, "ü"]}
    values = {"version": 9, "snapshot": snapshot, "question": None}
    where = {"id": session.pk, "version": session.version}
    assert row_change(Session, where=where, values=values, counted_up=("beat",))
    assert not row_change(Session, where=where, values={"version": 10}, counted_up=("beat",))
    found = Session.objects.get(pk=session.pk)
    assert (found.version, found.snapshot, found.question) == (9, snapshot, None)
    assert found.beat == beat + 1


def test_nothing_stands_for_null_and_not_for_the_null_of_json(session: Session) -> None:
    row_change(Session, where={"id": session.pk}, values={"question": {"number": 1}})
    row_change(Session, where={"id": session.pk}, values={"question": None})
    assert Session.objects.filter(pk=session.pk, question__isnull=True).exists()


def test_other_rows_are_left_alone(session: Session) -> None:
    session_id = session.pk
    session.pk, session.public_id = None, public_id()
    session.save()
    row_change(Session, where={"id": session_id}, values={"title": "The long one"})
    assert Session.objects.get(pk=session.pk).title == session.title
