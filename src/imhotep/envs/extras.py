"""Packages that environments need and the rest of imhotep does not."""

INSTALL = "pip install 'imhotep[envs]'"
PACKAGES = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "pyspiel": "open_spiel", "PIL": "pillow"}  # by module


def missing(error: ImportError) -> ImportError:
    """What to say if one of them is not there; anything else that went wrong stays as it is."""
    package = PACKAGES.get((error.name or "").partition(".")[0])
    if package is None:
        return error
    return ImportError(f"this needs the package {package}, which is not installed: {INSTALL}", name=error.name)
