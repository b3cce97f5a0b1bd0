"""The lab: figures that an independent count agrees with, the same for any number of jobs, tables, pages, errors."""

import doctest
import json
import math
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from statistics import mean, pstdev, stdev
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
import typer

from imhotep import Game, ImhotepError, SetupError, new_game
from imhotep.bots import bot_types, make_bot
from imhotep.cli import lab as cli
from imhotep.cli.watching import Watcher
from imhotep.editions import __path__ as edition_folders
from imhotep.lab.matches import survey as survey_module
from imhotep.lab.matches.distribution import mean_of, slope, spread
from imhotep.lab.matches.game_stats import GameStats
from imhotep.lab.matches.intervals import student
from imhotep.lab.matches.journal import Outcome
from imhotep.lab.matches.statistics import Finished, Statistics, statistics
from imhotep.lab.matches.survey import Survey, SurveyResult, run_survey
from imhotep.lab.matches.verdict import verdict
from imhotep.lab.reports import svg as svg_module
from imhotep.lab.reports.survey_page import page
from imhotep.lab.reports.survey_pictures import pictures, poster
from imhotep.lab.reports.svg import COLORS, Drawing, Scale, round_up
from imhotep.table.games import RULES, rules_of
from imhotep.table.rules import GameRules, Piece, Progress

STUMBLING = """
from imhotep.bots import RandomBot

class Stumbling(RandomBot):
    name = "stumbling"
    def choose(self, question):
        if question.seat == 1 and self.random.random() < 0.01:
            raise ZeroDivisionError("over a stone")
        return super().choose(question)

class Falling(RandomBot):
    name = "falling"
    def choose(self, question):
        raise ZeroDivisionError
"""


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "imhotep", "lab", *map(str, arguments)]


def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=120, **options)


# --- figures, against games that are played again here


def replayed(survey: Survey, deal: int) -> tuple[Game, list[Counter[str]]]:
    """A game of a survey to its end, and which cards each seat played."""
    spec = survey.match(deal)
    variants: dict[str, Any] = {**spec.variants}
    game = new_game(
        spec.game,
        spec.players,
        spec.sides,
        seed=int(spec.seed, 16),
        first=spec.first,
        house_rules=spec.rules,
        **variants,
    )
    bots = [make_bot(bot, seed) for bot, seed in zip(spec.bots, spec.bot_seeds, strict=True)]
    cards: list[Counter[str]] = [Counter() for _ in bots]
    while (seat := game.decider) is not None:
        move = game.play(bots[seat].choose(game.ask()))
        if move.verb == "play":
            cards[seat][str(move.card or move.token)] += 1
    return game, cards


def found(result: SurveyResult) -> Statistics:
    assert result.statistics is not None
    return result.statistics


def check_figures(survey: Survey, result: SurveyResult, games: list[Game]) -> None:
    """All that a finished game says without its events."""
    numbers, players = found(result), survey.series.setup.players
    assert result.games == len(games)
    for place in numbers.places:
        seats = [(game.setup.first + place.number - 1) % players for game in games]
        shares = [(seat in game.winners()) / len(game.winners()) for game, seat in zip(games, seats, strict=True)]
        scores = [game.scores()[seat] for game, seat in zip(games, seats, strict=True)]
        assert place.wins == pytest.approx(sum(shares))
        assert place.win_rate == pytest.approx(mean(shares))
        assert place.interval[0] < place.win_rate < place.interval[1] or place.win_rate in (0, 1)
        assert place.score.mean == pytest.approx(mean(scores))
        assert place.score.deviation == pytest.approx(pstdev(scores))
    for seat in numbers.seats:
        assert seat.wins == pytest.approx(sum((seat.number in g.winners()) / len(g.winners()) for g in games))
        others = [max(score for at, score in enumerate(g.scores()) if at != seat.number) for g in games]
        assert seat.mean_margin == pytest.approx(mean(g.scores()[seat.number] for g in games) - mean(others))
    total = sum(sum(game.scores()) for game in games)
    for source in numbers.sources:
        points = [game.breakdown(seat)[source.id] for game in games for seat in range(players)]
        won = [mean(game.breakdown(seat)[source.id] for seat in game.winners()) for game in games]
        lost = [mean(game.breakdown(s)[source.id] for s in range(players) if s not in game.winners()) for game in games]
        assert source.share == pytest.approx(sum(points) / total)
        assert source.points.mean == pytest.approx(mean(points))
        assert (source.points.lowest, source.points.highest) == (min(points), max(points))
        assert source.excess is not None
        assert source.excess.value == pytest.approx(mean(won) - mean(lost))
    assert sum(source.share for source in numbers.sources) == pytest.approx(1)
    assert numbers.length.decisions.mean == pytest.approx(mean(game.ply for game in games))
    tops = [sorted(game.scores())[-2:] for game in games]
    assert numbers.closeness.margin.mean == pytest.approx(mean(high - low for low, high in tops))


def test_figures_of_builder_are_what_its_games_say() -> None:
    survey = Survey(
        "random",
        players=3,
        sides="DBCBA",
        cards="dynasty",
        prophecies=True,
        wrath=True,
        face_down=True,
        games=6,
        seed=3,
    )
    result = survey.run(jobs=2)
    again = [replayed(survey, deal) for deal in range(6)]
    games = [game for game, _ in again]
    check_figures(survey, result, games)
    held: Counter[str] = Counter()
    for game, played in again:  # with the cards of A New Dynasty red ones are kept too
        for seat in range(3):
            held += Counter(game.view(seat).seats[seat].hand) + played[seat]
    assert {card.id: round(card.taken * 6) for card in found(result).cards if card.taken} == dict(held)
    statues = next(card for card in found(result).cards if card.id == "statue")
    points = sum(game.breakdown(seat)["statues"] for game in games for seat in range(3))
    assert statues.points_each == pytest.approx(points / held["statue"])
    assert statues.shared_with == []
    decorations = [card for card in found(result).cards if card.source == "decorations"]
    assert len(decorations) == 4
    assert len({card.points_each for card in decorations}) == 1
    assert (found(result).length.unit, found(result).length.units) == ("round", 6)


def test_figures_of_the_duel_are_what_its_games_say() -> None:
    survey = Survey("random", game="duel", sides="BAAB", games=8, seed=2)
    result = survey.run(jobs=2)
    again = [replayed(survey, deal) for deal in range(8)]
    check_figures(survey, result, [game for game, _ in again])
    held: Counter[str] = Counter()
    for game, played in again:
        for seat, own in enumerate(game.view().seats):
            held["obelisk"] += own.obelisk.tokens
            held["light_pyramid"] += own.pyramids.light
            held["dark_pyramid"] += own.pyramids.dark
            held.update({f"temple_{symbols}": count for symbols, count in own.temple.tokens.items()})
            held.update(f"tomb_{number}" for number in own.tomb.numbers)
            held += Counter(own.actions) + played[seat]
    assert {card.id: round(card.taken * 8) for card in found(result).cards} == dict(held)
    tombs = [card for card in found(result).cards if card.source == "tomb"]
    assert len(tombs) == 12
    points = sum(game.breakdown(seat)["tomb"] for game, _ in again for seat in (0, 1))
    assert tombs[0].points_each == pytest.approx(points / sum(held[card.id] for card in tombs))


@pytest.mark.parametrize("rules", RULES.values(), ids=lambda rules: rules.id)
def test_every_game_says_what_can_be_taken(rules: GameRules) -> None:
    assert rules.takings
    assert rules.takings <= rules.words.events.keys()
    pieces = rules.pieces(new_game(rules.id, seed=1).setup)
    assert len({piece.id for piece in pieces}) == len(pieces) > 0
    assert {piece.source for piece in pieces} <= {*rules.sources, None}


# --- figures, against games made up here


def made_up(
    scores: list[int], *, first: int = 0, taken: list[int] | None = None, places: list[int] | None = None
) -> Finished:
    ranks = places or [1 + sum(other > score for other in scores) for score in scores]
    outcome = Outcome(
        deal=0, seating=0, places=ranks, scores=scores, moves=[5] * len(scores), seconds=[0.0] * len(scores)
    )
    held = [{"ankh": count} if count else {} for count in taken or [0] * len(scores)]
    return Finished(outcome, GameStats(first=first, points=[[score] for score in scores], taken=held, turns=7))


def figures(games: list[Finished]) -> Statistics:
    return statistics(games, {"all": "All of it"}, [Piece("ankh", "Ankh", 9, "all")], Progress("day", 1, 3))


def test_places_shared_wins_and_tie_breaks() -> None:
    games = [
        made_up([10, 20, 15], first=1),
        made_up([30, 30, 12], first=2),
        made_up([8, 8, 2], first=0, places=[2, 1, 3]),
    ]
    numbers = figures(games)
    assert [seat.wins for seat in numbers.seats] == [0.5, 2.5, 0]
    assert [place.wins for place in numbers.places] == [1, 1.5, 0.5]
    assert [place.score.mean for place in numbers.places] == [pytest.approx(n) for n in (40 / 3, 53 / 3, 42 / 3)]
    assert numbers.closeness.margins == {0: 2, 5: 1}
    assert numbers.closeness.shared_wins == pytest.approx(1 / 3)
    assert numbers.closeness.tie_breaks == pytest.approx(1 / 3)
    assert numbers.closeness.within == {
        0: pytest.approx(2 / 3),
        1: pytest.approx(2 / 3),
        3: pytest.approx(2 / 3),
        5: 1,
        10: 1,
    }
    excess = numbers.sources[0].excess
    assert excess is not None
    assert excess.value == pytest.approx(mean([20 - 12.5, 30 - 12, 8 - 5]))


def test_what_goes_with_a_card() -> None:
    games = [
        made_up([20, 14], taken=[1, 0]),
        made_up([18, 10], taken=[2, 1]),
        made_up([9, 12], taken=[1, 0]),
        made_up([50, 10], taken=[1, 1]),  # nothing to compare
    ]
    card = figures(games).cards[0]
    assert card.compared == 3
    assert card.more == pytest.approx(2 / 3)
    assert card.fewer == pytest.approx(1 / 3)
    assert card.taken == pytest.approx(7 / 4)
    assert card.share_of_games == 1
    leads = [6, 8, -3]
    assert card.lead_each is not None
    assert card.lead_each.value == pytest.approx(mean(leads))
    half = student(2, 0.95) * stdev(leads) / math.sqrt(3)
    assert card.lead_each.interval == pytest.approx((mean(leads) - half, mean(leads) + half))
    assert card.points_each == pytest.approx((34 + 28 + 21 + 60) / 7)


def test_two_more_count_twice() -> None:
    lead = figures([made_up([20, 10], taken=[2, 0]), made_up([15, 10], taken=[1, 0])]).cards[0].lead_each
    assert lead is not None
    assert lead.value == pytest.approx(5)
    assert lead.interval == pytest.approx((5, 5))


def test_spreads_and_means() -> None:
    values = [3, 1, 2, 10, 4, 5, 6, 7, 8, 9]
    assert spread(values) == spread(reversed(values))
    ten = spread(values)
    assert (ten.lowest, ten.low, ten.median, ten.high, ten.highest) == (1, 1, 5, 9, 10)
    assert ten.deviation == pytest.approx(pstdev(values))
    estimate = mean_of([2.0, 4.0, 9.0])
    assert estimate is not None
    assert estimate.value == pytest.approx(5)
    assert estimate.interval[1] - 5 == pytest.approx(4.3027 * stdev([2, 4, 9]) / math.sqrt(3), abs=1e-3)
    assert mean_of([5.0]) is None
    assert slope([[(0.0, 1.0)], [(0.0, 2.0)]]) is None


# --- at a glance


def sentence(games: list[Finished], about: str) -> tuple[bool | None, str]:
    finding = next(finding for finding in verdict(figures(games), games) if finding.about == about)
    return finding.sure, finding.text


def test_an_advantage_is_told_and_noise_is_not() -> None:
    first_wins, second_wins = made_up([30, 20], taken=[1, 0]), made_up([20, 30], taken=[0, 0])
    sure, text = sentence([first_wins] * 70 + [second_wins] * 30, "turn order")
    assert sure is True
    assert text.startswith("Whoever starts wins 70.0% (60.")
    assert text.endswith("an advantage. A fair share is 50.0%.")
    sure, text = sentence([first_wins] * 30 + [second_wins] * 70, "turn order")
    assert sure is True
    assert "a disadvantage" in text
    sure, text = sentence([first_wins] * 52 + [second_wins] * 48, "turn order")
    assert sure is False
    assert "balanced within the noise of 100 games: whoever starts wins 52.0%" in text


def test_of_several_places_each_must_be_surer() -> None:
    """58 of 100 is outside of the 95 % interval of a fair share, but three places are three chances to be wrong."""
    games = [made_up([30, 20, 10])] * 43 + [made_up([10, 30, 20])] * 29 + [made_up([10, 20, 30])] * 28
    assert not figures(games).places[0].interval[0] <= 1 / 3 <= figures(games).places[0].interval[1]
    assert sentence(games, "turn order")[0] is False


def test_cards_that_stand_out() -> None:
    won = [made_up([30 + n % 5, 20], taken=[1, 0]) for n in range(40)]
    assert sentence(won, "cards") == (
        True,
        "One more taken goes with the largest change of lead at: Ankh +12.0 points.",
    )
    mixed = [made_up([25 + 5 * (-1) ** n, 25], taken=[1, 0]) for n in range(40)]
    assert sentence(mixed, "cards")[0] is False


def test_few_games_are_called_few() -> None:
    assert sentence([made_up([3, 2])], "number of games")[1].startswith("1 game can only show")
    assert not [
        f for f in verdict(figures([made_up([3, 2])] * 100), [made_up([3, 2])] * 100) if f.about.startswith("number")
    ]


# --- the same games


def test_the_same_whatever_the_number_of_processes() -> None:
    table: dict[str, Any] = {"game": "duel", "sides": "ABAB", "games": 5, "seed": 3}
    one = run_survey("random", **table)
    assert run_survey("random", jobs=2, **table) == one
    with ThreadPoolExecutor(1) as executor:
        assert run_survey("random", executor=executor, **table) == one
    assert run_survey("random", jobs=2, **{**table, "seed": 4}).statistics != one.statistics


def test_another_table_gets_the_same_deals() -> None:
    """So that a house value is compared with the printed one on equal terms."""
    one, two = Survey("random", games=1, seed=5), Survey("random", games=1, seed=5, wrath=True)
    assert one.match(0).seed == two.match(0).seed
    assert one.match(0).seed != one.match(1).seed


def test_an_interrupted_survey_goes_on() -> None:
    survey = Survey("random", game="duel", games=4, seed=1)

    def stop(outcome: Outcome) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey.run(on_game=stop)
    part = survey.result()
    assert (part.games, part.stopped) == (1, "interrupted")
    assert survey.run(jobs=2) == run_survey("random", game="duel", games=4, seed=1)


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    text = (Path(next(iter(edition_folders))) / "duel.toml").read_text(encoding="utf-8")
    file = tmp_path / "rich tombs.toml"
    own = re.sub(r'^edition = "duel"', 'edition = "rich"', text, flags=re.MULTILINE)
    file.write_text(re.sub(r"^group = 4", "group = 40", own, flags=re.MULTILINE), encoding="utf-8")
    table: dict[str, Any] = {"game": "duel", "sides": "AAAB", "games": 2, "seed": 1}
    plain, rich = run_survey("random", **table), run_survey("random", edition=file, **table)
    assert rich.edition == "rich 1"
    tomb, richer = (next(s for s in found(r).sources if s.id == "tomb").points.mean for r in (plain, rich))
    assert richer == pytest.approx(10 * tomb)  # the same deals, and random bots don't look at values
    assert shlex.split(rich.command)[-4:-2] == ["--edition", str(file)]


# --- what people get


def test_tables_for_people() -> None:
    done = run("--bot", "random", "--games", "3", "--game", "duel", env={**os.environ, "COLUMNS": "80"})
    assert done.returncode == 0, done.stderr
    words = ["3 games", "The Duel", "balanced within the noise", "In turn order", "Pyramids", "Tomb 12"]
    for word in [*words, "Closeness and length", "not what causes what", "Again: imhotep lab --bot random"]:
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines()[:-1])) <= 80


def test_json_and_its_command_again(tmp_path: Path) -> None:
    html, svg = tmp_path / "lab.html", tmp_path / "lab.svg"
    options = ["--bot", "random", "--games", "3", "--players", "4", "--sides", "ABCDA", "--wrath", "--seed", str(2**70)]
    done = run(*options, "--jobs", "2", "--json", "--html", html, "--svg", svg)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["seed"] == 2**70
    assert set(result) == {field.name for field in msgspec.structs.fields(SurveyResult)}
    assert set(result["statistics"]) == {field.name for field in msgspec.structs.fields(Statistics)}
    assert [place["number"] for place in result["statistics"]["places"]] == [1, 2, 3, 4]
    again = subprocess.run(
        [sys.executable, "-m", *shlex.split(result["command"]), "--json"], capture_output=True, text=True, timeout=60
    )
    assert json.loads(again.stdout) == result
    check_page(html.read_text(encoding="utf-8"))
    ElementTree.fromstring(svg.read_text(encoding="utf-8"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lab.html", "lab.svg"]


class PageReader(HTMLParser):
    """Whether tags are closed in order, and what is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen[tag] += 1
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(text: str) -> None:
    reader = PageReader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert reader.links == []
    assert not reader.seen.keys() & {"script", "link", "img", "iframe", "object"}
    assert "@import" not in text
    assert "url(" not in text
    assert reader.seen["svg"] >= 4
    assert reader.seen["table"] == 5
    ElementTree.fromstring(text.partition("\n")[2])  # also well-formed as XML


@pytest.mark.parametrize("table", [{"game": "duel"}, {"players": 4, "sides": "DDDDD", "cards": "dynasty"}])
@pytest.mark.parametrize("games", [1, 3])
def test_pages_and_pictures_of_any_result(table: dict[str, Any], games: int) -> None:
    result = run_survey("random", games=games, **table)
    check_page(page(result))
    picture = ElementTree.fromstring(poster(result).file())
    words = " ".join(element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}text"))
    rules = rules_of(result.game)
    for source in found(result).sources:
        assert rules.words.sources[source.id].name in words
    assert "nan" not in poster(result).file()
    for drawn in pictures(result):
        assert within(drawn.drawing)


def within(drawing: Drawing) -> bool:
    """Nothing is drawn outside of the picture."""
    root = ElementTree.fromstring(drawing.inline())
    places = [
        (float(element.get(x, 0)), float(element.get(y, 0)))
        for element in root.iter()
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy"))
        if element.get(x) is not None
    ]
    return all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in places)


def test_words_of_others_are_written_as_text() -> None:
    result = msgspec.structs.replace(run_survey("random", game="duel", games=1), bot="<script>&", command="<b>")
    check_page(page(result))
    assert "&lt;script&gt;&amp;" in page(result)
    ElementTree.fromstring(poster(result).file())


def test_colors_by_day_and_by_night() -> None:
    day, night = (set(re.findall(r"(--\w+):", part)) for part in COLORS.split("@media"))
    used = set(re.findall(r"var\((--\w+)\)", page(run_survey("random", game="duel", games=2))))
    assert used <= day == night


def test_scales() -> None:
    across = Scale(0, 10, 100, 300)
    assert across(2.5) == 150
    assert Scale(0.21, 0.47, 0, 1).ticks(4) == [0.3, 0.4]
    assert Scale(-7, 8, 0, 1).ticks(4) == [-5, 0, 5]
    assert Scale(3, 3, 0, 1)(3) == 0  # nothing to divide by
    assert [round_up(0.13, 4), round_up(37, 5), round_up(0)] == pytest.approx([0.15, 40, 0])


@pytest.mark.parametrize("module", [svg_module, survey_module], ids=lambda module: module.__name__)
def test_doctests(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0


# --- what may go wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"games": 0}, "number of games is 1 to"),
        ({"games": True}, "number of games is 1 to"),
        ({"bot": "oracle"}, "oracle"),
        ({"move_limit": 0}, "limit for moves"),
        ({"sides": "AAAAE"}, "sides"),
        ({"game": "chess"}, "chess"),
        ({"players": 7}, "7"),
    ],
)
def test_what_can_not_be(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ImhotepError, match=words):
        Survey(**arguments)


def test_jobs_are_checked() -> None:
    with pytest.raises(SetupError, match="number of jobs is 1 to"):
        run_survey("random", game="duel", games=1, jobs=0)


def test_a_file_that_can_not_be_written_is_refused_before_any_game(tmp_path: Path) -> None:
    for html, svg, words in (
        (tmp_path, None, "Is a directory"),
        (None, tmp_path / "nowhere" / "lab.svg", "No such file"),
        (tmp_path / "one", tmp_path / "one", "each need a file"),
    ):
        with pytest.raises(ImhotepError, match=words):
            cli.run("random", {"games": 1000000}, 1, None, False, html, svg)
    assert list(tmp_path.iterdir()) == []


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    done = run("--games", "1000000", "--html", tmp_path / "nowhere" / "lab.html")
    assert done.returncode == 2
    assert done.stderr == f"imhotep: {tmp_path / 'nowhere' / 'lab.html'}: No such file or directory\n"
    assert done.stdout == ""


@pytest.fixture
def stumbling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Bots of a package that registers them, as other people's packages do."""
    folder = tmp_path / "site"
    about = folder / "lab_test_bots-1.dist-info"
    about.mkdir(parents=True)
    (folder / "lab_test_bots.py").write_text(STUMBLING)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lab_test_bots\nVersion: 1\n")
    names = ["[imhotep.bots]", "stumbling = lab_test_bots:Stumbling", "falling = lab_test_bots:Falling"]
    (about / "entry_points.txt").write_text("\n".join(names) + "\n")
    monkeypatch.syspath_prepend(str(folder))
    bot_types.cache_clear()
    yield folder
    bot_types.cache_clear()
    sys.modules.pop("lab_test_bots", None)


@pytest.mark.usefixtures("stumbling")
def test_games_that_a_bot_forfeits_count_nowhere_else() -> None:
    result = run_survey("stumbling", game="duel", games=12, seed=1, jobs=2)
    (forfeit,) = result.forfeits
    assert (forfeit.bot, forfeit.reason) == ("stumbling", "raised ZeroDivisionError")
    assert "seat 1: over a stone" in forfeit.example
    assert 0 < forfeit.count < 12
    assert result.games == 12 - forfeit.count
    assert result.stopped == "all played"
    assert sum(place.wins for place in found(result).places) == pytest.approx(result.games)


def test_a_bot_that_always_fails(stumbling: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(stumbling), *filter(None, [os.environ.get("PYTHONPATH")])])
    html, svg = tmp_path / "lab.html", tmp_path / "lab.svg"
    options = ["--bot", "falling", "--games", "2", "--game", "duel"]
    done = run(*options, "--html", html, "--svg", svg, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    assert "No game was finished." in done.stdout
    assert "raised ZeroDivisionError" in done.stdout
    assert done.stderr.count("forfeits the game") == 1
    assert "No game was finished." in html.read_text(encoding="utf-8")
    ElementTree.fromstring(svg.read_text(encoding="utf-8"))


def test_ctrl_c_shows_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    noted: list[Outcome] = []

    def note(watcher: Watcher, outcome: Outcome, bots: list[str]) -> None:
        noted.append(outcome)
        if len(noted) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Watcher, "note", note)
    with pytest.raises(typer.Exit) as end:
        cli.run("random", {"game": "duel", "games": 1000000}, 1, None, True, tmp_path / "lab.html", None)
    assert end.value.exit_code == 130
    result = json.loads(capsys.readouterr().out)
    assert list(result) == [
        *("game", "players", "sides", "first", "variants", "rules", "edition", "seed", "engine", "bot"),
        *("games_asked", "games", "stopped", "at_a_glance", "statistics", "forfeits", "command"),
    ]
    assert (result["stopped"], result["games"]) == ("interrupted", 3)
    check_page((tmp_path / "lab.html").read_text(encoding="utf-8"))
