"""Lists and tables in the site as GitHub reads them: no empty line is needed before the first item or row.

Registered in mkdocs.yml; Python-Markdown would take them for part of the paragraph above.
"""

import re
from collections.abc import Iterator

from markdown import Markdown  # type: ignore[import-untyped]
from markdown.extensions import Extension  # type: ignore[import-untyped]
from markdown.preprocessors import Preprocessor  # type: ignore[import-untyped]

FENCE = re.compile(r" *```")
ITEM = re.compile(r"( *)([-*] |1\. |\|)")
ITEMS = re.compile(r" *([-*] |\d+\. |\|)")


class EmptyLines(Preprocessor):  # type: ignore[misc]  # it has no types
    """Adds what is missing, outside blocks of code."""

    def run(self, lines: list[str]) -> list[str]:
        return list(self._filled(lines))

    def _filled(self, lines: list[str]) -> Iterator[str]:
        inside, before = False, ""
        for line in lines:
            if FENCE.match(line):
                inside = not inside
            elif not inside and begins(line, before):
                yield ""
            yield line
            before = line


def begins(line: str, before: str) -> bool:
    """Whether a list or table begins here, right below something else and not inside an item."""
    item = ITEM.match(line)
    if item is None or not before.strip() or ITEMS.match(before):
        return False
    return not before.startswith(" " * (len(item[1]) + 1))


class ListsExtension(Extension):  # type: ignore[misc]
    """Before blocks of code are taken out of the text, at priority 25."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (as Python-Markdown calls it)
        md.preprocessors.register(EmptyLines(md), "empty_lines", 26)


def makeExtension(**options: object) -> ListsExtension:  # noqa: N802
    return ListsExtension(**options)
