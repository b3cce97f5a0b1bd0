"""The account page in a real browser: second factor, devices, reports, the end of it all."""

import time
import zipfile
from pathlib import Path

from imhotep.server.people.second_factor import STEP, code_at
from tests.support.browser import PHONE, NewVisitor

PASSWORD = "sand and stone"


def test_an_account_is_set_up_used_and_left(visit: NewVisitor, tmp_path: Path) -> None:
    merit = visit("Merit Ptah")
    merit.post("/api/account", {"name": "Merit Ptah", "password": PASSWORD, "mail": "merit@example.org"})
    merit.go("/account")
    page = merit.page
    page.wait_for_selector("text=merit@example.org")

    # a second factor
    page.locator("section:has(h2) form:has(input[type=password])").nth(1).locator("input").fill(PASSWORD)
    page.locator("section:has(h2) form:has(input[type=password])").nth(1).locator("button").click()
    page.wait_for_selector("svg.qr")
    secret = page.locator("input[readonly]").input_value()
    page.locator("input[autocomplete=one-time-code]").fill(code_at(secret, time.time_ns() // 1_000_000 // STEP))
    page.locator("form:has(input[autocomplete=one-time-code]) button").click()
    page.wait_for_selector("ul.codes li")
    codes = page.locator("ul.codes li").all_inner_texts()
    assert len(codes) == 10

    # on another device a code is asked for
    other = visit("", size=PHONE)
    other.go("/account")
    with other.excused():
        other.page.locator("input[autocomplete=username]").fill("Merit Ptah")
        other.page.locator("input[autocomplete=current-password]").fill(PASSWORD)
        other.page.locator("form button").click()
        other.page.wait_for_selector("input[autocomplete=one-time-code]")
    other.page.locator("input[autocomplete=one-time-code]").fill(codes[0])
    other.page.locator("form button").click()
    other.page.wait_for_selector("h2:has-text('Merit Ptah')")
    other.page.wait_for_selector("section:has(h2) ul.rows li + li")  # both devices

    # all that is stored
    with page.expect_download() as download:
        page.locator("a[href='/api/me/export']").click()
    download.value.save_as(tmp_path / "own.zip")
    assert "account.json" in zipfile.ZipFile(tmp_path / "own.zip").namelist()

    # the end, with the password
    page.on("dialog", lambda dialog: dialog.accept())
    last = page.locator("section").last
    last.locator("input").fill(PASSWORD)
    with other.excused():
        last.locator("button").click()
        page.wait_for_url(f"{merit.address}/")
        other.page.wait_for_selector("input[autocomplete=username]")  # signed out there, too


def test_somebody_is_reported_and_blocked_from_the_chat(visit: NewVisitor) -> None:
    merit, nofret = visit("Merit"), visit("Nofret", size=PHONE)
    table = merit.new_table("me", "open", game="duel")
    nofret.post(f"/api/tables/{table}/join", {})
    nofret.post(f"/api/tables/{table}/chat", {"text": "something rude"})
    person = nofret.get("/api/me")["id"]

    merit.go(f"/people/{person}")
    merit.page.get_by_role("button", name="Report", exact=True).click()
    merit.page.get_by_role("button", name="Send report").click()
    merit.page.wait_for_selector("text=Thank you.")

    merit.go(f"/tables/{table}")
    chat = merit.page.get_by_role("button", name="Nofret: block or report")
    if not chat.is_visible():
        merit.page.get_by_role("button", name="Chat").first.click()
    chat.click()
    merit.page.get_by_role("button", name="Report", exact=True).click()
    assert "something rude" in merit.page.locator("form.report").inner_text()
    merit.page.get_by_role("button", name="Send report").click()
    merit.page.wait_for_selector("text=Thank you.")
    chat.click()
    chat.click()
    merit.page.get_by_role("button", name="Block", exact=True).click()
    chat.wait_for(state="detached")
    assert [each["id"] for each in merit.get("/api/me/blocks")] == [person]
