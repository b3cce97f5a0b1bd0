"""HTML written from Python: texts are escaped, whatever they contain; only what was made here is not.

>>> str(element("a", "1 < 2", href="#d1", class_="move"))
'<a href="#d1" class="move">1 &lt; 2</a>'
>>> str(element("p", element("b", "Ada"), " wins"))
'<p><b>Ada</b> wins</p>'
"""

from collections.abc import Iterable
from html import escape

EMPTY = frozenset(("br", "input", "use", "path", "rect", "circle", "line"))


class Html:
    """Markup that is safe to insert."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


Child = Html | str | None


def element(tag: str, *children: Child, **attributes: str | float | bool | None) -> Html:
    """Attributes that are None or False are left out; `class_` is class, `aria_label` is aria-label."""
    given = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in EMPTY:
        return Html(f"<{tag}{given}/>")
    return Html(f"<{tag}{given}>{joined(children)}</{tag}>")


def joined(children: Iterable[Child]) -> Html:
    return Html("".join(escape(child) if isinstance(child, str) else str(child or "") for child in children))


def _attribute(name: str, value: str | float | bool | None) -> str:
    name = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    text = value if isinstance(value, str) else f"{value:.6g}"
    return f' {name}="{escape(text)}"'
