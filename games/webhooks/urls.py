"""URLs of the pages about webhooks."""

from django.urls import path

from games.webhooks import views

urlpatterns = [
    path("clubs/<slug:slug>/webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<str:public_id>/", views.webhook_log, name="webhook_log"),
    path("webhooks/<str:public_id>/test/", views.webhook_test, name="webhook_test"),
    path("webhooks/<str:public_id>/switch/", views.webhook_switch, name="webhook_switch"),
    path("webhooks/<str:public_id>/delete/", views.webhook_remove, name="webhook_remove"),
    path("deliveries/<str:public_id>/resend/", views.webhook_resend, name="webhook_resend"),
]
