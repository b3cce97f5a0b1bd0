"""Packages that parts of imhotep need and its core does not, and which extra of the installation brings each."""

DISTRIBUTION = "imhotep-game"  # on the package index; the name imhotep belongs to somebody else there

# By the module that is imported. rich comes with envs, too, which draw tables with it.
EXTRAS = {
    "openskill": "cli",
    "platformdirs": "cli",
    "rich": "cli",
    "typer": "cli",
    "alembic": "app",
    "argon2": "app",
    "litestar": "app",
    "prometheus_client": "app",
    "sqlalchemy": "app",
    "uvicorn": "app",
    "psycopg": "postgresql",
    "distributed": "cluster",
    "polars": "dataset",
    "PIL": "envs",
    "gymnasium": "envs",
    "numpy": "envs",
    "pettingzoo": "envs",
    "pyspiel": "envs",
}
PACKAGES = {"PIL": "pillow", "argon2": "argon2-cffi", "prometheus_client": "prometheus-client", "pyspiel": "open_spiel"}


def how_to_install(extra: str) -> str:
    return f"pip install '{DISTRIBUTION}[{extra}]' (in a checkout: pip install '.[{extra}]')"


def missing(error: ImportError, who: str = "this", extra: str = "") -> ImportError:
    """The same error saying what to install, if it is about one of these packages; any other one stays as it is."""
    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        return error
    package = PACKAGES.get(module, module)
    install = how_to_install(extra or EXTRAS[module])
    return ImportError(f"{who} needs the package {package}, which is not installed: {install}", name=error.name)
