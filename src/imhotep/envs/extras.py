"""Packages that environments need and imhotep does not."""

INSTALL = "pip install 'imhotep[envs]'"


def missing(what: str, error: ImportError) -> ImportError:
    """What to say if a package is not there; if it is another one's own fault, that."""
    if error.name is None or error.name.partition(".")[0] != what:
        return error
    return ImportError(f"this needs the package {what}, which is not installed: {INSTALL}", name=what)
