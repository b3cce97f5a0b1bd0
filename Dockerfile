# The server in a container: docker build --tag imhotep . ; docs/install-server.md says how it is run.
# tools/try_dockerfile.py carries out these very lines in an empty Debian, without Docker.

# --- the wheel, with the compiled engine and the browser client, in an environment with all that it needs
FROM debian:trixie-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev python3-dev python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
ENV PIP_CONSTRAINT=/source/constraints.txt PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY pyproject.toml constraints.txt ./
COPY tools/requirements.py tools/
RUN python3 -m venv /opt/imhotep \
    && /opt/imhotep/bin/pip install $(python3 tools/requirements.py core app postgresql redis)
RUN python3 -m venv /build \
    && /build/bin/pip install $(python3 tools/requirements.py build client)
COPY . .
RUN /build/bin/python tools/build_web.py \
    && /build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/imhotep/bin/pip install --no-deps /wheels/*.whl \
    && /opt/imhotep/bin/imhotep --version | grep "compiled engine"

# --- what runs: Python, the environment, PostgreSQL's programs for backups, and a user who may do nothing else
FROM debian:trixie-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates postgresql-client python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 900 --user-group --home-dir /var/lib/imhotep --shell /usr/sbin/nologin imhotep \
    && install --directory --owner=imhotep --group=imhotep --mode=0700 /var/lib/imhotep /var/backups/imhotep
COPY --from=build /opt/imhotep /opt/imhotep
ENV PATH=/opt/imhotep/bin:/usr/local/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1
ENV IMHOTEP_HOST=0.0.0.0 IMHOTEP_DATABASE=sqlite:////var/lib/imhotep/imhotep.db
USER imhotep
WORKDIR /var/lib/imhotep
VOLUME ["/var/lib/imhotep", "/var/backups/imhotep"]
EXPOSE 8468
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8468/healthz', timeout=4)"]
ENTRYPOINT ["imhotep"]
CMD ["serve"]
