"""The page of an analysis in a real browser: what stands there can be read without scrolling sideways."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

import imhotep
from imhotep.bots import make_bot
from imhotep.lab.analysis.game_analysis import analyze
from imhotep.lab.reports.analysis_page import page


@pytest.mark.parametrize("width", [*(pytest.param(width, marks=pytest.mark.slow) for width in (1280, 1440)), 360])
def test_four_players_fit(chromium: Browser, tmp_path: Path, width: int) -> None:
    """The moves with everybody's chances are the widest; on a phone that table alone may be scrolled."""
    game, bot = imhotep.new_game("builder", 4, "DDCCD", seed=7, cards="dynasty", prophecies=True), make_bot("random", 1)
    for _ in range(30):
        game.play(bot.choose(game.ask()))
    file = tmp_path / "game.html"
    file.write_text(page(analyze(game, sims=40)), encoding="utf-8")
    view = chromium.new_page(viewport={"width": width, "height": 900})
    view.goto(file.as_uri())
    assert view.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    fits = "[...document.querySelectorAll('.scroll')].filter(one => one.clientWidth)"
    fits += ".map(one => one.scrollWidth <= one.clientWidth)"
    shown = []
    for _ in range(30):
        shown += view.evaluate(fits)
        view.keyboard.press("ArrowRight")
    assert len(shown) > 20
    assert width < 1000 or all(shown)
    view.close()
