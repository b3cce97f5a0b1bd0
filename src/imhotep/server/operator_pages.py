"""What whoever runs a server says of it: who that is, and what becomes of people's data. Plain text from own files.

A folder has `privacy.txt` and `contact.txt`, or one for a language, such as `privacy.de.txt`; the plain one is for all
languages that have none of their own. A paragraph ends with an empty line, a line that begins with # is a heading.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

from imhotep.table.catalogue import Language
from imhotep.table.errors import SetupError

PageName = Literal["contact", "privacy"]
PAGES: tuple[PageName, ...] = get_args(PageName)
LANGUAGES: tuple[Language, ...] = get_args(Language)
LONGEST = 100_000  # bytes

OperatorPages = Mapping[PageName, Mapping[Language, str]]  # of those that exist, the text in every language


def read_pages(folder: str) -> OperatorPages:
    """Once, when a server starts: what is wrong is told then. Empty: there are none."""
    if not folder:
        return {}
    if not Path(folder).is_dir():
        raise SetupError(f"pages is a folder with privacy.txt and the like; there is no folder {folder}")
    found: dict[PageName, Mapping[Language, str]] = {}
    for page in PAGES:
        if texts := _in_all_languages(Path(folder), page):
            found[page] = texts
    return found


def _in_all_languages(folder: Path, page: PageName) -> dict[Language, str]:
    """Where a language has none, the one for all of them, or else the first that there is."""
    own = {language: _text(folder / f"{page}.{language}.txt") for language in LANGUAGES}
    plain = _text(folder / f"{page}.txt") or next(filter(None, own.values()), None)
    return {language: own[language] or plain for language in LANGUAGES} if plain else {}


def _text(file: Path) -> str | None:
    if not file.exists():
        return None
    try:
        content = file.read_bytes()
        text = content.decode("utf-8").strip()
    except OSError as error:
        raise SetupError(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SetupError(f"{file} isn't UTF-8") from None
    if not text or len(content) > LONGEST:
        raise SetupError(f"{file} has to have a text, of at most {LONGEST} bytes")
    return text
