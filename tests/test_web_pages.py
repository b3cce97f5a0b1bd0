"""Every page of the client, and how it is served."""

import re

import httpx
import pytest
from web_tools import (
    LANGUAGES,
    PHONE,
    NewVisitor,
    Visitor,
    chromium,
    client,
    site,
    visit,
)

__all__ = ["chromium", "client", "site", "visit"]  # fixtures


def pages_of(visitor: Visitor) -> dict[str, str]:
    """Addresses by name, for somebody who has an open, a running and a finished table of each game."""
    waiting = visitor.new_table("me", "open", "link", public=False)
    builder = visitor.new_table("me", "random", "random", "random", sides="ABCDA", public=False)
    duel = visitor.new_table("me", "random", game="duel", public=False)
    over = visitor.new_table("me", "random", public=False)
    visitor.post(f"/api/tables/{over}/commands", {"id": "1", "entries": entries_of(visitor, over), "action": "resign"})
    return {
        "home": "/",
        "new": "/new",
        "games": "/games",
        "learn": "/learn",
        "rules": "/rules",
        "ratings": "/ratings",
        "account": "/account",
        "reset": "/reset",
        "person": f"/people/{visitor.me['id']}",
        "waiting room": f"/tables/{waiting}",
        "builder": f"/tables/{builder}",
        "duel": f"/tables/{duel}",
        "over": f"/tables/{over}",
        "replay": f"/tables/{over}/replay",
        "nowhere": "/no/such/page",
    }


def entries_of(visitor: Visitor, table: str) -> int:
    entries: int = visitor.get(f"/api/tables/{table}/game")["entries"]
    return entries


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_opens(visit: NewVisitor, language: str) -> None:
    """Without an error in the console, a breach of the policy, or a request that fails."""
    visitor = visit(language=language, size=PHONE)
    for address in pages_of(visitor).values():
        visitor.go(address)
        assert visitor.page.locator("h1").count() >= 1, address


def test_the_theme_that_was_chosen_stays(visit: NewVisitor) -> None:
    visitor = visit(theme="light")
    visitor.go("/")
    page = visitor.page
    page.locator("header button[aria-controls=menu]").click()
    page.locator("input[name=theme]").nth(1).check(force=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    visitor.go("/learn")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_language_that_was_chosen_stays(visit: NewVisitor) -> None:
    visitor = visit(language="de")
    visitor.go("/")
    page = visitor.page
    assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("header button[aria-controls=menu]").click()
    page.locator("input[name=language]").nth(2).check(force=True)
    visitor.wait("() => document.documentElement.lang === 'fr'")
    visitor.go("/learn")
    assert page.evaluate("document.documentElement.lang") == "fr"


# --- how it is served


def test_the_first_page_is_never_kept_and_the_rest_for_ever(site: str) -> None:
    with httpx.Client(base_url=site) as http:
        for path in ("/", "/index.html", "/new", "/tables/anything", "/no/such/page"):
            assert http.get(path).headers["cache-control"] == "no-cache", path
        start = http.get("/").text
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', start)
        assert assets
        for path in assets:
            answer = http.get(path, headers={"accept-encoding": "br, gzip"})
            assert answer.status_code == 200
            if len(answer.content) > 1000:  # what is tiny is not packed
                assert answer.headers["content-encoding"] == "br"
            assert "immutable" in answer.headers["cache-control"]


def test_the_content_security_policy_is_strict(site: str) -> None:
    policy = httpx.get(site).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    start = httpx.get(site).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", start)
    assert "<style" not in start
    assert " style=" not in start


def test_a_breach_of_the_policy_would_be_noticed(visit: NewVisitor) -> None:
    """That the other tests can fail."""
    visitor = visit()
    visitor.go("/learn")
    visitor.page.evaluate("document.body.setAttribute('style', 'color: red')")
    visitor.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { text: 'let x = 1' }))"
    )
    visitor.page.wait_for_function("() => true")
    assert any("content security policy" in trouble.lower() for trouble in visitor.troubles)
    visitor.troubles.clear()


def test_a_crooked_page_would_be_noticed(visit: NewVisitor) -> None:
    """That the other tests can fail."""
    visitor = visit(size=PHONE)
    visitor.go("/learn")
    before = visitor.geometry(True)
    wrong = """
        const main = document.querySelector("main");
        const add = (tag, text, style) => {
          const made = document.createElement(tag);
          made.textContent = text;
          Object.assign(made.style, style);
          main.append(made);
          return made;
        };
        add("div", "wide", { width: "600px" });
        add("p", "cut off here", { width: "30px", whiteSpace: "nowrap", overflow: "hidden" });
        add("button", "tiny", { width: "20px", height: "20px" });
        add("button", "under", { width: "80px", height: "60px", display: "block" });
        const above = { marginTop: "-60px", position: "relative" };
        add("button", "over", { width: "80px", height: "60px", display: "block", ...above });
    """
    visitor.page.evaluate(f"() => {{ {wrong} }}")
    found = "\n".join(problem for problem in visitor.geometry(True) if problem not in before)
    for expected in ("px wide on a screen", "beyond the screen", "words cut off", "too small", "pressed together"):
        assert expected in found, found
    assert "something lies over it" in found
