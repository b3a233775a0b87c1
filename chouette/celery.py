"""The Celery app; tasks live in the apps."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")

app = Celery("chouette")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
