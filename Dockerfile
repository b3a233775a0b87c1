FROM python:3.11.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONUTF8=1 \
    PYTHONPATH=/app \
    DJANGO_SETTINGS_MODULE=chouette.settings \
    CHOUETTE_DATA=/var/lib/chouette

WORKDIR /app
COPY locks/installer.txt locks/server.txt locks/
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r locks/installer.txt \
    && uv pip install --quiet --system --system-certs --no-cache --compile-bytecode --require-hashes -r locks/server.txt \
    && pip uninstall --yes --quiet uv

COPY . .
# Collecting also compiles the translations. The key made here is thrown away: the running
# containers get theirs from the environment.
RUN useradd --system --home-dir /var/lib/chouette --create-home chouette \
    && django-admin collectstatic --noinput --verbosity 0 \
    && rm -f /var/lib/chouette/secret_key \
    && mkdir -p /var/lib/chouette/jobs /var/lib/chouette/media /var/lib/chouette/backups \
    && chown -R chouette /var/lib/chouette

USER chouette
EXPOSE 8000
CMD ["uvicorn", "chouette.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--lifespan", "off"]
