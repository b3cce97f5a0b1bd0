"""The line that `imhotep --version` prints."""

import imhotep
from imhotep._pure import engine_is_compiled


def version_line() -> str:
    return f"imhotep {imhotep.__version__} ({'compiled' if engine_is_compiled() else 'pure'} engine)"
