"""The server speaks every language there is."""

import pytest

from imhotep.server.services import read_editions
from imhotep.table.catalogue import Catalogue, catalogue, languages
from imhotep.table.games import RULES
from tests.support.server import Browser, Server


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_server_speaks_every_language(server: Server) -> None:
    merit = Browser(server)
    for game in RULES:
        assert merit.get(f"/api/games/{game}/words") == merit.get(f"/api/games/{game}/words?language=en")
        for language in languages():
            words = merit.get(f"/api/games/{game}/words?language={language}")
            assert words["language"] == language
            assert words["title"] == catalogue(game, language).title
            assert words["rules"].keys() == catalogue(game).rules.keys()
    for language in ("xx", "DE", "", "../en"):
        answer = merit.http.get("/api/games/duel/words", params={"language": language})
        assert answer.status_code == 400
        assert "language" in answer.text
    assert merit.http.get("/api/games/chess/words?language=de").status_code == 404


def test_all_catalogues_are_read_before_there_are_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[tuple[str, str]] = set()

    def note(game: str, language: str) -> Catalogue:
        read.add((game, language))
        return catalogue(game, language)

    monkeypatch.setattr("imhotep.server.services.catalogue", note)
    read_editions()
    assert read == {(game, language) for game in RULES for language in languages()}
