"""How mkdocstrings reads our source for the API pages: with what stands in comments and doctests there.

Fields of a class are told by the comments behind them: they become one table. Doctests become blocks of code.
"""

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"(?:^ *>>> .*\n?(?:^ *\S.*\n?)*)+", re.MULTILINE)
MAKERS = {"sorted": "list"} | {name: name for name in ("dict", "int", "list", "object", "set", "str", "tuple")}


class OurDocstrings(griffe.Extension):
    """Registered in mkdocs.yml; griffe calls it for everything that it has read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(fenced, obj.docstring.value)
        if isinstance(obj, griffe.Class):
            tell_fields(obj)


def fenced(doctest: re.Match[str]) -> str:
    return f"\n```pycon\n{doctest[0].rstrip()}\n```\n"


def tell_fields(owner: griffe.Class) -> None:
    """The public fields of a class as a section of its docstring, instead of a heading for each."""
    fields = [field for field in owner.members.values() if isinstance(field, griffe.Attribute) and is_field(field)]
    for field in fields:
        owner.del_member(field.name)
    told = [field for field in fields if field.annotation is not None or comment_of(field)]
    if told:
        lines = [f"    {field.name} ({type_of(field, owner)}): {comment_of(field) or '·'}" for field in told]
        add_section(owner, "Attributes:", lines)


def add_section(owner: griffe.Class, title: str, lines: list[str]) -> None:
    told = owner.docstring.value if owner.docstring is not None else ""
    value = "\n".join([told.rstrip(), "", title, *lines])
    owner.docstring = griffe.Docstring(value.lstrip("\n"), lineno=owner.lineno, parent=owner)


def is_field(field: griffe.Attribute) -> bool:
    """Properties have docstrings of their own."""
    return "property" not in field.labels and not field.name.startswith("_")


def type_of(field: griffe.Attribute, owner: griffe.Class) -> str:
    """As it is declared; or, in `self.seat = seat`, as the parameter is; or what is called to make it."""
    if field.annotation is not None:
        return str(field.annotation)
    start = owner.members.get("__init__")
    if isinstance(start, griffe.Function) and str(field.value) in start.parameters:
        return str(start.parameters[str(field.value)].annotation)
    made_by = str(field.value.function) if isinstance(field.value, griffe.ExprCall) else ""
    return made_by if made_by[:1].isupper() or "[" in made_by else MAKERS.get(made_by, "...")


def comment_of(field: griffe.Attribute) -> str:
    """What stands behind the line that declares it."""
    if field.lineno is None or isinstance(field.filepath, list):
        return ""
    line = field.lines_collection[field.filepath][field.lineno - 1]
    _, mark, comment = line.partition("  # ")
    return "" if not mark or comment.startswith(("noqa", "type:")) else comment.strip()
