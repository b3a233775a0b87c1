"""Long files that programs have sent: read by the worker, looked at here."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Json, Private, asker
from games.clubs.selectors.clubs import club_seen
from games.errors import NotFound
from games.files.selectors import job_get
from games.files.services.drafts import draft_shown
from games.files.services.jobs import job_look
from games.models import ApiToken, Job


class JobLineSerializer(serializers.Serializer[Json]):
    """What came of one file."""

    name = serializers.CharField()
    text = serializers.CharField(help_text="As a sentence.")
    good = serializers.BooleanField(help_text="Whether it was written.")
    session = serializers.CharField(required=False, help_text="The session that was made of it.")


class JobSerializer(serializers.ModelSerializer[Job]):
    """How far the worker is with a file."""

    id = serializers.CharField(source="public_id")
    done = serializers.IntegerField(help_text="Files or lines that are read.")
    total = serializers.IntegerField(help_text="0 until the worker has begun.")
    message = serializers.CharField(help_text="How it ended, as a sentence.")
    lines = JobLineSerializer(many=True, help_text="The outcome of each file, where it has some.")
    preview = serializers.SerializerMethodField(
        help_text="Of a dry run: `lines`, `problems` and `notes`, or the `trouble` that makes the "
        "file useless; null until the worker has read it."
    )

    class Meta:
        model = Job
        fields = ["id", "kind", "state", "done", "total", "message", "lines", "preview"]
        read_only_fields = fields

    def get_preview(self, _job: Job) -> Json | None:
        """Return what a dry run would write."""
        found: Json | None = self.context["preview"]
        return found


def job_state(job: Job) -> Json:
    """Return a job as programs see it."""
    preview = draft_shown(job).preview if job.state == Job.State.DRAFT else None
    return dict(JobSerializer(job, context={"preview": preview}).data)


def job_answered(job: Job) -> Response:
    """Answer that the worker reads a file."""
    return Response(job_state(job_look(job=job)), status=status.HTTP_202_ACCEPTED)


class JobDetail(Private):
    """A file at the worker's."""

    scope = ApiToken.Scope.ORGANIZE
    signed_in_only = True

    @extend_schema(
        responses=JobSerializer,
        parameters=[OpenApiParameter("public_id", OpenApiTypes.STR, OpenApiParameter.PATH)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Show how far the worker is with a file of one's own; kept for a week."""
        job = job_get(public_id, asker(request))
        if job.club is None:
            raise NotFound
        club_seen(job.club.slug, request.user)  # a token of another club does not see it
        return Response(job_state(job_look(job=job)))
