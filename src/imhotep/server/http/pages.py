"""The browser client's files, or a page that says that it is missing.

All of them are read once: what is not among them can't be asked for, whatever the path says.
"""

import hashlib
import mimetypes
import os
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from imhotep.server.http.request import Request

CLIENT = Path(__file__).parents[1] / "client"  # put there by setup.py
if os.environ.get("IMHOTEP_CLIENT"):  # another one: while it is worked on, and in tests
    CLIENT = Path(os.environ["IMHOTEP_CLIENT"]).absolute()
START = "index.html"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
NO_PAGES = re.compile(r"(api|schema|assets|healthz|metrics)(/|$)")  # where a missing file is no page of the client's
HASHED = re.compile(r"assets/.*-[0-9A-Za-z_-]{8,}\.[0-9a-z.]+$")  # a changed file has another name
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"

NO_CLIENT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>imhotep</title>
<h1>imhotep</h1>
<p>The game server is running. This installation has no browser client: run <code>make client</code> in a checkout and
install again. To play without one: <code>imhotep terminal</code>.</p>
<p>What programs can ask for: <a href="/schema/openapi.json">the API's document</a>.</p>
</html>
"""

mimetypes.add_type("font/woff2", ".woff2")  # not every system knows it


class File(NamedTuple):
    content: bytes
    type: str
    tag: str
    cached: str
    packed: dict[str, bytes]  # by encoding


@cache
def files_in(folder: Path) -> dict[str, File]:
    """By path, with / and without a beginning one."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    packed = {name + end for name in found for end in ENCODINGS.values()}
    return {name: _read(name, path) for name, path in found.items() if name not in packed}


def _read(name: str, path: Path) -> File:
    content = path.read_bytes()
    beside = {encoding: path.with_name(path.name + end) for encoding, end in ENCODINGS.items()}
    return File(
        content=content,
        type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        tag=f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        cached=FOREVER if HASHED.match(name) else ASK_AGAIN,
        packed={encoding: file.read_bytes() for encoding, file in beside.items() if file.is_file()},
    )


def is_built() -> bool:
    return (CLIENT / START).is_file()


@route("/", http_method=["GET", "HEAD"], include_in_schema=False)
async def first_page(request: Request) -> Response[bytes]:
    return _page(request, START)


@route("/{path:path}", http_method=["GET", "HEAD"], include_in_schema=False)
async def other_pages(request: Request, path: FromPath[str]) -> Response[bytes]:
    """A file, or the client itself, which knows its own addresses."""
    return _page(request, path.lstrip("/"))


PAGES = [first_page, other_pages]


def _page(request: Request, name: str) -> Response[bytes]:
    files = files_in(CLIENT)
    file = files.get(name)
    if file is None and not NO_PAGES.match(name):
        file = files.get(START)
    if file is not None:
        return _answer(request, file)
    if name == START:
        return Response(NO_CLIENT.encode(), media_type="text/html")
    raise NotFoundException


def _answer(request: Request, file: File) -> Response[bytes]:
    headers = {"cache-control": file.cached, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    wanted = request.headers.get("accept-encoding", "")
    for encoding, content in file.packed.items():
        if re.search(rf"(^|[\s,]){encoding}\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))", wanted):
            packed = headers | {"content-encoding": encoding}
            return Response(content, headers=packed, media_type=file.type)
    return Response(file.content, headers=headers, media_type=file.type)
