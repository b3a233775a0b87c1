"""Every address of the back office, walked by people who have no business there."""

import datetime

import pytest
from django.contrib import admin
from django.contrib.admin import site
from django.core import serializers
from django.urls import URLPattern, URLResolver, get_resolver

from games.backoffice.scope import ScopedAdmin, ScopedInline
from games.clubs.services.clubs import club_create, player_create
from games.models import Club, Membership, User
from tests.games.backoffice.conftest import SECRET

NOT_OF_A_CLUB = {"games.signin", "games.signinlink"}


def routes(patterns, prefix=""):
    """Every route below the admin, with the name of its address."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.name or ""


def model_at(address):
    """The model whose page an address belongs to, None where it is none's."""
    parts = address.split("/")
    names = {(model._meta.app_label, model._meta.model_name): model for model in site._registry}
    return names.get(tuple(parts[2:4]))


def addresses():
    """Every address of the admin with the keys of rows of the hidden club in it."""
    found = []
    resolver = next(one for one in get_resolver().url_patterns if str(one.pattern) == "admin/")
    for route, name in routes(resolver.url_patterns, "/admin/"):
        if name == "logout":
            continue
        if route.startswith("/admin/r/"):
            found.append("/admin/r/1/1/")
        elif "<path:object_id>" in route or "<id>" in route:
            pk = str(model_at(route)._default_manager.order_by("pk").first().pk)
            found.append(route.replace("<path:object_id>", pk).replace("<id>", pk))
        elif "app_label" in route:
            found.append("/admin/games/")
        elif "(?P<url>" in route:
            found.append("/admin/nothing/here/")
        else:
            found.append(route)
    for model in site._registry:
        pks = ",".join(str(row.pk) for row in model._default_manager.all())
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        found += [f"{base}?q={SECRET[:2]}", f"{base}?season=all", f"{base}?club=1", f"{base}?p=0"]
        page = site._registry[model]
        found += [
            f"{base}decide/{kind.slug}/?rows={pk}"
            for kind in getattr(page, "decisions", ())
            for pk in pks.split(",")
        ]
        found.append(f"{base}?season=e1")
    for model, field in (("player", "club"), ("season", "club"), ("seat", "player")):
        found.append(
            f"/admin/autocomplete/?app_label=games&model_name={model}&field_name={field}"
            f"&term={SECRET[:2]}"
        )
    return found


def everything():
    """All that is stored of the game, as text."""
    from django.apps import apps

    models = [
        model
        for app in ("games", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if model._meta.label_lower not in NOT_OF_A_CLUB and model is not User
    ]
    return {
        model._meta.label: serializers.serialize("json", model._default_manager.order_by("pk"))
        for model in models
    }


def posts(address):
    """What somebody might send there: forms, actions, decisions."""
    model = model_at(address)
    yield {
        "post": "yes",
        "name": "Mole",
        "role": "owner",
        "club": Club.objects.get(name__startswith=SECRET).pk,
    }
    yield {"do": "1", "preview": "1", "reason": "x", "seen": "", "shown": "", "into": "2"}
    if model is not None:
        keys = [str(row.pk) for row in model._default_manager.all()]
        page = site._registry[model]
        names = [f"decide_{kind.slug}" for kind in getattr(page, "decisions", ())]
        names += ["sessions_download", "players_download", "ratings_rebuild", "delete_selected"]
        # Only lists know actions: what other pages make of one, they make of each.
        is_list = len(address.partition("?")[0].strip("/").split("/")) == 3
        for name in names if is_list else names[-1:]:
            yield {"action": name, "_selected_action": keys, "index": "0", "select_across": "1"}


@pytest.fixture
def stranger(hidden):
    """The organizer of another club, which has rows of its own."""
    user = User.objects.create_user("other@example.org", name="Other")
    club = club_create(by=user, name="Other Club")
    player_create(club=club, by=user, name="Pat")
    return user


@pytest.fixture
def player(hidden):
    """Somebody who plays in the hidden club."""
    user = User.objects.create_user("player@example.org", name="Just a player")
    Membership.objects.create(club=hidden, user=user, role="player")
    return user


@pytest.mark.parametrize(
    "who",
    [
        pytest.param("stranger", marks=[pytest.mark.slow, pytest.mark.long]),
        pytest.param("player", marks=pytest.mark.slow),
        pytest.param("anonymous", marks=pytest.mark.slow),
    ],
)
def test_no_address_shows_or_writes_anything_of_another_club(who, request, client, hidden):
    if who != "anonymous":
        client.force_login(request.getfixturevalue(who), backend="games.backends.AccountBackend")
    client.raise_request_exception = False
    before = everything()
    walked = addresses()
    assert len(walked) > 150

    for address in walked:
        for data in (None, *posts(address)):
            answer = client.get(address) if data is None else client.post(address, data)
            assert answer.status_code < 500, address
            text = b"".join(answer).decode(errors="replace")
            assert SECRET not in text, (address, data)
            assert "192.0.2.77" not in text, address
            assert who == "stranger" or answer.status_code in (302, 403, 404, 405), address

    assert everything() == before


def test_a_stranger_sees_his_own_rows_at_these_addresses(client, stranger):
    client.force_login(stranger, backend="games.backends.AccountBackend")
    assert "Pat" in client.get("/admin/games/player/").content.decode()
    assert "Other Club" in client.get("/admin/games/club/").content.decode()


def test_every_page_and_inline_inherits_the_base():
    assert site._registry
    for page in site._registry.values():
        assert isinstance(page, ScopedAdmin)
        assert not page.list_editable
        assert "delete_selected" not in dict(site.actions)
        for inline in page.inlines:
            assert issubclass(inline, ScopedInline)


def test_nothing_of_other_packages_is_in_the_menu(client, superuser):
    client.force_login(superuser, backend="games.backends.AccountBackend")
    page = client.get("/admin/").content.decode()
    assert {model._meta.app_label for model in site._registry} == {"games", "tournaments"}
    assert "axes" not in page.lower()
    assert "/auth/group/" not in page


def test_the_site_passes_over_pages_that_do_not_keep_to_clubs():
    class Loose(admin.ModelAdmin):
        pass

    from games.models import Seat

    site.register(Seat, Loose)
    assert Seat not in site._registry


@pytest.mark.parametrize("model", sorted(site._registry, key=str), ids=str)
def test_no_page_writes_or_deletes_past_a_service(model, rf, superuser, db):
    from django.core.exceptions import PermissionDenied

    page, request = site._registry[model], rf.post("/")
    request.user = superuser
    with pytest.raises(PermissionDenied):
        page.delete_queryset(request, model._default_manager.all())
    with pytest.raises(PermissionDenied):
        page.delete_model(request, model())
    with pytest.raises(PermissionDenied):
        page.save_formset(request, None, None, change=True)
    assert not page.has_delete_permission(request)
    if not (page.changeable or page.addable):
        with pytest.raises(PermissionDenied):
            page.save_model(request, model(), None, change=True)


def test_choices_of_a_form_are_those_of_the_readers_clubs(client, stranger, hidden):
    client.force_login(stranger, backend="games.backends.AccountBackend")
    day = datetime.date(2026, 1, 1)
    answer = client.post(
        "/admin/games/season/add/",
        {"club": hidden.pk, "name": "Mine", "starts_on": day, "ends_on": day},
    )
    assert answer.status_code == 200
    assert "Select a valid choice" in answer.content.decode()
    assert hidden.seasons.count() == 1
