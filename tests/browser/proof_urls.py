"""The project's addresses, and a page with the proof of some dice."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from chouette.urls import urlpatterns as all_others
from tests.games.boards.proofs import page_of, restarts


def proof(request: HttpRequest) -> HttpResponse:
    page = page_of(restarts=restarts(), luck=[0.1] * 60)
    return render(request, "boards/proof.html", {"page": page, "offline_url": "/proof.html"})


urlpatterns = [path("proof/", proof), *all_others]
