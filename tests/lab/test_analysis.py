"""Analysis: explanations that add up, costs that are right, and nothing that the player could not know."""

import doctest
import io
import json
import os
import random
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from html.parser import HTMLParser
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import msgspec
import pytest
from rich.console import Console

import imhotep
from imhotep import Game, ImhotepError
from imhotep._pure import engine_is_compiled
from imhotep.bots import learned as learned_module
from imhotep.bots.players import MctsOptions, different, search_tree
from imhotep.bots.search_table import search_table
from imhotep.bots.weights import weights_of
from imhotep.cli.main import app
from imhotep.engine.kernel import Random
from imhotep.engine.search.puct import PuctTree
from imhotep.engine.search.tree import Tree
from imhotep.lab.analysis.decisions import GRADES, Decision, SearchSettings, _DecisionSearch, standing
from imhotep.lab.analysis.expectations import CLEAR, Choice, Explanation, Part, explain
from imhotep.lab.analysis.forecasts import Forecasts
from imhotep.lab.analysis.game_analysis import Analysis, TurningPoint, analyze, analyze_ply, course, stand_in
from imhotep.lab.analysis.hints import hint
from imhotep.lab.analysis.search import Budget, Search, StoppedError, check_budget
from imhotep.lab.analysis.words import headline, why_in_words
from imhotep.lab.reports import html_elements
from imhotep.lab.reports.analysis_page import page
from imhotep.table.catalogue import catalogue
from imhotep.table.editions import built_in_text
from imhotep.table.moves import Move
from imhotep.terminal.analysis import Sitting, detail, report
from tests.support import command
from tests.support.networks import some_network
from tests.support.scale import scaled
from tests.support.waiting import wait_for

COMPILED = engine_is_compiled()
FEW = 60 if COMPILED else 4  # simulations where any number shows it


def played(game: Game, decisions: int, seed: int = 1) -> Game:
    """With so many random decisions more."""
    chance = random.Random(seed)
    for _ in range(decisions):
        game.play(chance.choice(game.legal_moves()))
    assert not game.is_over
    return game


def finished(game: Game, seed: int) -> Game:
    chance = random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game


def decisions_of(game: Game, plies: list[int], **work: Any) -> list[Decision]:
    return [analyze_ply(game, ply, **work) for ply in plies]


# --- explanations add up

BUILDER_MIXES = ["".join("ABCD"[(number + site * (number // 4)) % 4] for site in range(5)) for number in range(20)]
DUEL_MIXES = ["AAAA", "BBBB", "ABAB", "BABA"]
POSITIONS = [("builder", 2 + number % 3, mix) for number, mix in enumerate(BUILDER_MIXES)]
POSITIONS += [("duel", 2, mix) for mix in DUEL_MIXES]


def test_the_positions_have_all_sides() -> None:
    for mixes, sites, letters in ((BUILDER_MIXES, 5, "ABCD"), (DUEL_MIXES, 4, "AB")):
        assert {(site, mix[site]) for mix in mixes for site in range(sites)} == {
            (site, letter) for site in range(sites) for letter in letters
        }


@pytest.mark.parametrize(("kind", "players", "sides"), POSITIONS)
def test_the_parts_add_up_to_the_difference_in_expected_score(kind: str, players: int, sides: str) -> None:
    """The scores are those of the finished positions themselves, added up here."""
    variants: dict[str, Any] = {"prophecies": True, "wrath": True, "cards": "dynasty"} if kind == "builder" else {}
    game = played(imhotep.new_game(kind, players, sides, seed=11, **variants), 12)
    seat, position = game.decider, game.raw
    assert seat is not None
    one, *_, other = different(position)
    chance = Random(7)
    sums = {code: [0] * players for code in (one, other)}
    code = one

    def run(tree: Tree, sims: int) -> None:
        for _ in range(sims):
            tree.search(position, seat, 1, chance)
            for owner in range(players):
                sums[code][owner] += int(tree.scratch.score(owner))

    forecasts = Forecasts(position, game.rules.sources, 3, FEW, lambda: search_tree(position, MctsOptions()), run)
    choices = []
    for code in sums:
        for _ in range(FEW // forecasts.size):
            forecasts.add(code)
        choices.append(
            Choice(
                move=game.rules.move(position, game.setup, code),
                expected=forecasts.expectation(code),
                value=0.5,
                value_error=0.1,
                lead_error=1.0,
                share=0.5,
            )
        )
    differences = [(a - b) / FEW for a, b in zip(sums[one], sums[other], strict=True)]
    others = [differences[owner] for owner in range(players) if owner != seat]
    check_sums(explain(seat, *choices), differences, differences[seat] - sum(others) / len(others))

    found = hint(game, sims=FEW, move=game.rules.move(position, game.setup, other).text)
    if found.why is not None:
        assert found.asked is not None
        check_sums(found.why, found.why.score, found.best.expected.lead(seat) - found.asked.expected.lead(seat))


def check_sums(why: Explanation, scores: list[float], lead: float) -> None:
    for owner, score in enumerate(scores):
        assert sum(part.points for part in why.parts if part.seat == owner) == pytest.approx(score, abs=1e-9)
    assert why.score == pytest.approx(scores)
    assert sum(part.counts for part in why.parts) == pytest.approx(lead, abs=1e-9)
    assert why.lead == pytest.approx(lead)
    weights = [abs(part.counts) for part in why.parts]
    assert weights == sorted(weights, reverse=True)


# --- the same for the same


def as_json(found: msgspec.Struct) -> str:
    return json.dumps(msgspec.to_builtins(found))


def test_the_same_sims_and_seed_give_the_same_whoever_does_the_work() -> None:
    game = played(imhotep.new_game("builder", 3, "BDABC", seed=2, names=["A", "B", "C"]), 6)
    told: list[int] = []
    once = analyze(game, sims=FEW, seed=2**100 + 3, on_decision=lambda decision: told.append(decision.ply))
    assert sorted(told) == [1, 2, 3, 4, 5, 6]
    assert as_json(once) == as_json(analyze(game, sims=FEW, seed=2**100 + 3))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert as_json(once) == as_json(analyze(game, sims=FEW, seed=2**100 + 3, executor=executor))
    with pytest.raises(ImhotepError, match="takes no more work"):
        analyze(game, sims=FEW, executor=executor)
    assert as_json(once) != as_json(analyze(game, sims=FEW, seed=4))
    assert as_json(msgspec.convert(json.loads(as_json(once)), Analysis)) == as_json(once)


def test_a_running_game_is_analyzed_as_far_as_it_came() -> None:
    game = played(imhotep.new_game("duel", sides="BBBB", seed=3), 9)
    whole = analyze(game, sims=FEW)
    part = analyze(game.after(5), sims=FEW)
    assert part.decisions == whole.decisions[:5]
    assert part.result is None
    assert headline(part) == "The game is not over"
    assert [len(moment.win) for moment in course(part)] == [2] * 6
    now = hint(game.after(5), sims=FEW, move=game.entries[5].text)
    then = whole.decisions[5]
    assert (now.best, now.asked, now.why, now.alternatives) == (then.best, then.played, then.why, then.alternatives)
    one = analyze_ply(game, 6, sims=FEW)
    assert len(one.alternatives) >= len(then.alternatives)
    assert msgspec.structs.replace(one, alternatives=then.alternatives) == then


def test_what_was_taken_back_is_no_decision() -> None:
    straight = imhotep.new_game("builder", 2, seed=6, undo="free")
    detour = imhotep.new_game("builder", 2, seed=6, undo="free")
    for number, move in enumerate(["get stones", "load 1 1", "load 2 1"]):
        if number == 1:
            detour.play("get stones")
            detour.play("load 3 1")
            detour.undo()
            detour.undo()
        straight.play(move)
        detour.play(move)
    found, expected = analyze(detour, sims=FEW).decisions, analyze(straight, sims=FEW).decisions
    assert [decision.entry for decision in found] == [1, 6, 7]
    assert [decision.ply for decision in found] == [1, 2, 3]
    assert [msgspec.structs.replace(decision, entry=0) for decision in found] == [
        msgspec.structs.replace(decision, entry=0) for decision in expected
    ]


def test_what_is_decided_for_who_has_left_is_not_their_doing() -> None:
    game = imhotep.new_game("builder", 3, seed=8)
    played(game, 6)
    before = analyze(game, sims=FEW).players
    game.resign(1)
    played(game, 6, seed=2)
    after = analyze(game, sims=FEW).players
    assert (after[1].decisions, after[1].accuracy) == (before[1].decisions, before[1].accuracy)
    assert (after[1].grades, after[1].lead_lost) == (before[1].grades, before[1].lead_lost)
    assert after[0].decisions > before[0].decisions


def test_decisions_are_told_under_the_name_of_who_made_them(tmp_path: Path) -> None:
    """Also what the bot did wrong that stood in for somebody who left."""
    game = imhotep.new_game("builder", 3, seed=8, names=["Ani", "Bek", "Cat"])
    played(game, 6)
    game.resign(1)
    game.take_over(1, "Stand-in")
    played(game, 6, seed=2)
    game.take_over(2, "Dedi")  # did not leave: sits at the table for Cat from now on
    found = analyze(game, sims=FEW)
    assert [decision.names for decision in found.decisions] == [["Ani", "Bek", "Cat"]] * 6 + [
        ["Ani", "Stand-in", "Cat"]
    ] * 6
    assert [player.name for player in found.players] == ["Ani", "Bek", "Dedi"]
    assert headline(found) == "The game is not over. Bek resigned"
    names = ["" if decision.seat == 0 else decision.names[decision.seat] for decision in found.decisions]
    assert [stand_in(found, decision) for decision in found.decisions] == [name.replace("Bek", "") for name in names]

    at = next(at for at, decision in enumerate(found.decisions) if decision.names[decision.seat] == "Stand-in")
    decision = found.decisions[at]
    why = explain(1, decision.best, decision.played)
    found.decisions[at] = wrong = msgspec.structs.replace(decision, grade="blunder", why=why)
    turn = TurningPoint(ply=wrong.ply, cause="decision", seat=1, win=[0.2, -0.2, 0.0])
    found = msgspec.structs.replace(found, turning_points=[turn])
    reader = Reader(page(found))
    assert f" Stand-in: {wrong.played.move.text}" in reader.text
    assert f"{wrong.played.move.text} ?? by Stand-in: Ani +20" in reader.text
    assert any(f"{wrong.ply} Stand-in: {wrong.played.move.text}" in title for title in reader.all("title"))
    assert any(f"{wrong.ply}  Stand-in: {wrong.played.move.text}" in tip for tip in reader.all("data-tip"))
    screen = Console(width=80, record=True, file=io.StringIO())
    for part in report(found, catalogue("builder"), show_all=True):
        screen.print(part)
    text = screen.export_text()
    assert f"{wrong.played.move.text} ?? by Stand-in: Ani +20" in text
    assert f"round {wrong.progress.at}, by Stand-in" in text
    game.save(tmp_path / "game.imh")
    assert (
        f"Stand-in: {wrong.played.move.text}"
        in run("analyze", str(tmp_path / "game.imh"), "--ply", str(wrong.ply), "--sims", "4").stdout
    )


def test_who_left_the_game_has_no_chance_and_leaving_is_no_luck() -> None:
    game = imhotep.new_game("builder", 3, seed=8)
    played(game, 3)
    game.resign(1)
    played(game, 3, seed=2)
    before = analyze(game, sims=FEW)
    game.time_out(0)
    found = analyze(game, sims=FEW)
    assert found.decisions == before.decisions
    assert found.turning_points == before.turning_points
    assert [player.left for player in found.players] == ["runs out of time", "resigns", None]
    score = " : ".join(map(str, game.scores()))
    assert headline(found) == f"{game.names[2]} wins, {score}. Black ran out of time. White resigned"
    chances = [choice.expected.win[1] for decision in found.decisions[3:] for choice in decision.alternatives]
    assert set(chances) == {0.0}
    assert max(decision.best.expected.win[1] for decision in found.decisions[:3]) > 0
    assert all(sum(decision.best.expected.win) == pytest.approx(1) for decision in found.decisions)
    assert course(found)[-1].win == [0.0, 0.0, 1.0]
    assert course(found)[-1].score == found.decisions[-1].played.expected.score


def test_a_game_without_decisions_and_one_set_up_by_hand() -> None:
    empty = analyze(imhotep.new_game(seed=1), sims=FEW)
    assert (empty.decisions, empty.turning_points, empty.result) == ([], [], None)
    assert [player.accuracy for player in empty.players] == [None, None]
    assert course(empty) == []
    ships: list[dict[str, Any]] = [{"size": 3, "stones": [0, 1, 1]}]
    ships += [{"size": 2, "site": site} for site in ("market", "temple", "pyramids")]
    game = imhotep.new_game("builder", 2, seed=1, position={"round": 6, "turn": 0, "ships": ships})
    game.play("sail 1 obelisks")
    (decision,) = analyze(game, sims=FEW).decisions
    assert decision.progress == ("round", 6, 6)
    assert decision.best.move.text == "sail 1 burial chamber" or decision.why is None


def test_an_only_move_is_no_merit() -> None:
    game, ply = next(filter(None, map(only_move, range(50))))
    decision = analyze_ply(game, ply, sims=FEW)
    assert (decision.grade, decision.options, decision.why, decision.loss) == ("only", 1, None, 0.0)
    assert decision.played == decision.best


def only_move(seed: int) -> tuple[Game, int] | None:
    game = finished(imhotep.new_game("builder", 2, seed=seed), seed)
    plies = range(1, len(standing(game)) + 1)
    return next(((game, ply) for ply in plies if len(moves_before(game, ply)) == 1), None)


def moves_before(game: Game, ply: int) -> list[Move]:
    return game.after(standing(game)[ply - 1].number - 1).legal_moves()


def test_the_move_played_is_told_as_it_was_played() -> None:
    """Ships that are alike are one move to the search, but not to the reader."""
    game = imhotep.new_game("builder", 2, seed=next(seed for seed in range(99) if alike(seed)))
    ship = [ship.size for ship in game.view(None).ships].index(first_pair(game)) + 1
    last = len(game.view(None).ships) - [s.size for s in reversed(game.view(None).ships)].index(first_pair(game))
    assert ship != last
    game.play(f"load {last} 1")
    decision = analyze_ply(game, 1, sims=FEW)
    assert decision.played.move.text == f"load {last} 1"
    assert decision.options < len(moves_before(game, 1))


def first_pair(game: Game) -> int:
    sizes = [ship.size for ship in game.view(None).ships]
    return next((size for size in sizes if sizes.count(size) > 1), 0)


def alike(seed: int) -> bool:
    return bool(first_pair(imhotep.new_game("builder", 2, seed=seed)))


# --- what it costs


@pytest.mark.parametrize(("kind", "players", "seed"), [("builder", 2, 48), ("builder", 3, 19), ("duel", 2, 222)])
def test_a_blunder_at_the_end_costs_what_it_costs(kind: str, players: int, seed: int) -> None:
    """At the last decision every move ends the game, so that its worth is known."""
    game = finished(imhotep.new_game(kind, players, seed=seed), seed)
    last = game.after(len(game.entries) - 1)
    seat = last.decider
    assert seat is not None
    wins, leads = {}, {}
    for move in last.legal_moves():
        end = imhotep.load(last.record())
        end.play(move)
        assert end.is_over
        winners, scores = end.winners(), end.scores()
        wins[move.text] = (seat in winners) / len(winners)
        leads[move.text] = scores[seat] - (sum(scores) - scores[seat]) / (players - 1)
    best = max(wins, key=lambda text: (wins[text], leads[text]))
    worst = min(wins, key=lambda text: (wins[text], leads[text]))
    for text in (best, worst):
        end = imhotep.load(last.record())
        end.play(text)
        found = analyze_ply(end, last.ply + 1, sims=80)
        assert wins[found.best.move.text] == wins[best]
        assert leads[found.best.move.text] == leads[best]
        assert found.win_cost == pytest.approx(wins[best] - wins[text])
        assert found.lead_cost == pytest.approx(leads[best] - leads[text])
        assert found.played.expected.score == end.scores()
        assert found.grade == ("best" if text == best else "blunder")
        assert found.luck is None
    whole = analyze(end, sims=1)
    assert course(whole)[-1].score == end.scores()


# --- no label contradicts its numbers


def contradictions(decision: Decision) -> list[str]:
    """What a reader could not make sense of."""
    found, why, grade = [], decision.why, decision.grade
    costs = decision.win_cost, decision.lead_cost
    worst = next((name for name, win, points in GRADES if costs[0] >= win or costs[1] >= points), "")
    if (grade == "only") != (decision.options == 1):
        found.append("only")
    if (why is None) != (decision.played.move.text == decision.best.move.text):
        found.append("an explanation of nothing, or none")
    if why is None:
        if grade not in ("only", "best") or any(costs):
            found.append("costs of the best move")
        return found
    if grade == "equal" and (why.clear or any(costs)):
        found.append("equal, but clearly worse, or with costs")
    if grade != "equal" and not why.clear:
        found.append(f"{grade}, but not clearly worse")
    if grade not in ("equal", worst or "good"):
        found.append(f"{grade}, but costs that say {worst or 'good'}")
    best, played, seat = decision.best, decision.played, decision.seat
    if grade == "equal" and best.value > played.value:
        shown = (why.win[seat], why.win_error), (why.lead, why.lead_error)
        sure = {difference > 0 for difference, error in shown if abs(difference) > CLEAR * error}
        if sure == {True}:
            found.append("equal, but what is shown is clearly worse")
    if decision.win_cost and best.expected.win[seat] - played.expected.win[seat] < CLEAR * why.win_error:
        found.append("a loss of chances that may be noise")
    if decision.lead_cost and best.expected.lead(seat) - played.expected.lead(seat) < CLEAR * why.lead_error:
        found.append("a loss of points that may be noise")
    if why.clear and played.value >= best.value:
        found.append("clearly worse, but worth as much")
    if decision.alternatives[0] != best:
        found.append("something stands above the best")
    certain = [choice.value - CLEAR * choice.value_error for choice in decision.alternatives[1:]]
    if certain != sorted(certain, reverse=True):
        found.append("the order is not that of what moves are worth")
    return found


LAW_TABLES = [("builder", 2, "AAAAA"), ("builder", 4, "DBCAD"), ("duel", 2, "ABAB"), ("builder", 3, "CDDCB")]


@pytest.mark.parametrize("table", LAW_TABLES, ids=lambda table: "-".join(map(str, table)))
def test_no_label_contradicts_its_numbers(table: tuple[str, int, str]) -> None:
    """2,000 decisions in make soak, over all tables and three budgets."""
    kind, players, sides = table
    wanted = scaled(sample=3, test=8, all=500, soak=500)
    grades: set[str] = set()
    done = number = 0
    while done < wanted:
        game = finished(imhotep.new_game(kind, players, sides, seed=number), number)
        sims = (1000, 40, 300)[number % 3] if COMPILED else 4
        plies = random.Random(number).sample(range(1, len(standing(game)) + 1), 12)
        for decision in decisions_of(game, plies[: wanted - done], sims=sims):
            assert contradictions(decision) == [], (number, decision.ply, decision.grade)
            grades.add(decision.grade)
            done += 1
        number += 1
    if wanted >= 100:
        assert {"best", "equal", "good", "mistake"} <= grades


# --- the search that plays is the one that judges


@pytest.fixture
def with_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network is installed, and the table says that it plays best."""
    monkeypatch.setattr(learned_module, "built_in", lambda game: (some_network(game), weights_of(some_network(game))))
    table = search_table()
    learned = [
        msgspec.structs.replace(cell, search="learned", match="benchmarks/gates/results/x.json") for cell in table.cells
    ]
    monkeypatch.setattr(learned_module, "search_table", lambda: msgspec.structs.replace(table, cells=learned))


def search_of(game: Game, sims: int, seed: int = 0) -> Search:
    assert game.decider is not None
    settings = SearchSettings(budget=Budget(sims=sims, seed=seed))
    return settings.search(game, game.decider, 0, lambda: False)


@pytest.mark.usefixtures("with_network")
@pytest.mark.parametrize("kind", ["builder", "duel"])
def test_a_network_chooses_and_playouts_explain(kind: str) -> None:
    game = played(imhotep.new_game(kind, seed=5), 7)
    assert isinstance(search_of(game, FEW)._tree, PuctTree)
    found = hint(game, sims=FEW)
    assert as_json(hint(game, sims=FEW)) == as_json(found)
    for choice in found.alternatives:
        assert sum(choice.expected.win) == pytest.approx(1)
        for seat in range(game.players):  # points at the end of whole games
            assert sum(choice.expected.points[seat].values()) == pytest.approx(choice.expected.score[seat])
    assert analyze(game, sims=1).decisions[0].best.expected.simulations > 0


def test_the_duel_is_searched_as_its_bot_searches() -> None:
    """Playouts of the search that chooses are broken off there; what explains is played to the end all the same."""
    game = played(imhotep.new_game("duel", seed=5), 7)
    position, seat = game.ask().position(), game.decider
    assert seat is not None
    search = search_of(game, 10 * FEW)
    search.look()
    bot = search_tree(position, MctsOptions())
    bot.search(game.raw, seat, 10 * FEW, Random(search._seed))
    assert search._tree.tried(position) == bot.tried(position)
    expected = search.choice(search.best()).expected
    assert min(expected.score) > 10


@pytest.mark.skipif(not COMPILED, reason="needs many simulations")
def test_a_search_tells_how_sure_it_is() -> None:
    """Of the same moves it says about as much as other seeds make of them; and more simulations make it surer."""
    game = played(imhotep.new_game("builder", 2, seed=3), 20)
    seeds = 12
    values: dict[int, list[float]] = {}
    errors: dict[int, list[float]] = {}
    for seed in range(seeds):
        search = search_of(game, 400, seed)
        search.look()
        for code in different(game.raw):
            search.add(code, 200)
            values.setdefault(code, []).append(search.value(code))
            errors.setdefault(code, []).append(search.value_error(code))
    seen = mean(pstdev(found) ** 2 for found in values.values()) ** 0.5
    told = mean(mean(found) ** 2 for found in errors.values()) ** 0.5
    assert 0.3 < seen / told < 1.2
    few, many = search_of(game, 100), search_of(game, 3000)
    few.look()
    many.look()
    assert many.value_error(many.best()) < few.value_error(few.best())


@pytest.mark.skipif(not COMPILED, reason="needs many simulations")
def test_a_search_goes_deeper_where_the_choice_is_open_and_stops_where_it_is_clear() -> None:
    """In each position of some games it spends less where one move stands out."""
    spent: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(6):
        game = played(imhotep.new_game("duel", seed=seed), 10 + 5 * seed, seed)
        if len(different(game.raw)) == 1:
            continue
        search = search_of(game, 400)
        search.look()
        search.settle()
        first, second, *_ = sorted(different(game.raw), key=lambda code: -search.count(code))
        gap = abs(search.value(first) - search.value(second))
        clear = gap > CLEAR * (search.value_error(first) ** 2 + search.value_error(second) ** 2) ** 0.5
        spent[clear].append(search.spent)
        assert 400 <= search.spent <= 400 * 5
    assert max(spent[False], default=0) == 2000
    assert min(spent[True], default=0) < 2000


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="needs many simulations")
def test_another_seed_explains_alike() -> None:
    game = played(imhotep.new_game("builder", 2, seed=3), 30)
    one, other = search_of(game, 4000).judge()
    assert one != other
    parts: dict[tuple[int, str], list[float]] = {}
    for seed in range(10):
        search = search_of(game, 4000, seed)
        search.look()
        search.settle(other)
        search.explain(one, other)
        ours, theirs = search.choice(one).expected.points, search.choice(other).expected.points
        for seat in range(2):
            for source in game.rules.sources:
                parts.setdefault((seat, source), []).append(ours[seat].get(source, 0.0) - theirs[seat].get(source, 0.0))
    assert max(map(pstdev, parts.values())) < 0.2


# --- only what the seat could know


@pytest.mark.parametrize(
    ("kind", "players", "sides", "variants"),
    [
        ("builder", 2, "AAAAA", {}),
        ("builder", 3, "BCBDB", {"face_down": True}),
        ("builder", 2, "DDCAA", {"cards": "dynasty"}),
        ("duel", 2, "ABBA", {}),
    ],
)
def test_what_the_seat_cannot_know_changes_nothing(
    kind: str, players: int, sides: str, variants: dict[str, Any]
) -> None:
    game = played(imhotep.new_game(kind, players, sides, seed=4, **variants), 20)
    seat = game.decider
    assert seat is not None
    honest, knowing = as_json(hint(game, sims=FEW)), {as_json(hint(game, sims=FEW, all_knowing=True))}
    truths = {tuple(game.raw.numbers())}
    for deal in range(4):
        other = imhotep.load(game.record())
        other.raw.redeal(seat, Random(deal))
        truths.add(tuple(other.raw.numbers()))
        assert as_json(hint(other, sims=FEW)) == honest
        knowing.add(as_json(hint(other, sims=FEW, all_knowing=True)))
    assert len(truths) > 1
    assert len(knowing) > 1


# --- luck


def test_luck_is_where_something_was_revealed() -> None:
    """With A sides that is when the ships and cards of the next round are dealt."""
    game = finished(imhotep.new_game("builder", 2, "AAAAA", seed=3), 3)
    progress = [game.after(decision.number - 1).round for decision in standing(game)]
    ends = [ply for ply, (now, then) in enumerate(pairwise(progress), 1) if now != then]
    assert len(ends) == 5
    for decision in decisions_of(game, [1, 2, ends[0], ends[0] + 1, ends[-1], len(progress)], sims=FEW):
        assert (decision.luck is not None) == (decision.ply in ends)
        if decision.luck is not None:
            assert sum(decision.luck.win) == pytest.approx(0)
            assert sum(decision.luck.lead) == pytest.approx(0)
        assert analyze_ply(game, decision.ply, sims=1, all_knowing=True).luck is None


def test_what_the_seat_saw_before_is_no_luck() -> None:
    """Keeping one of two cards shows nothing to who keeps it: it saw both when it looked."""
    game, look = next(filter(None, map(look_and_keep, range(50))))
    looked, kept = decisions_of(game, [look, look + 1], sims=FEW)
    assert (looked.played.move.verb, kept.played.move.verb) == ("look", "keep")
    assert game.after(kept.entry).last_revealed
    assert looked.luck is not None
    assert kept.luck is None


def look_and_keep(seed: int) -> tuple[Game, int] | None:
    """A game in which a seat looked at two cards and kept one, and the round went on."""
    game = finished(imhotep.new_game("builder", 2, "BAAAA", seed=seed), seed)
    made = standing(game)
    for ply, (one, two) in enumerate(pairwise(made), 1):
        if (one.entry.text.split()[0], two.entry.text.split()[0]) == ("look", "keep") and ply + 2 <= len(made):
            if game.after(two.number - 1).round == game.after(two.number).round:
                return game, ply
    return None


@pytest.mark.skipif(not COMPILED, reason="needs many simulations")
def test_luck_is_fair() -> None:
    """Over all that may come to light, good and bad luck cancel out; in each case there is some."""
    game = imhotep.new_game("duel", sides="AAAA", seed=9)
    for move in ("place 1 1", "place 1 2", "place 1 3", "place 2 1"):
        game.play(move)
    ply, settings = game.ply + 1, SearchSettings(budget=check_budget(400, 0))
    record, seat = game.record(), game.decider
    assert seat is not None
    game.play("unload row 1")
    lucks = []
    for deal in range(40):
        other = imhotep.load(record)
        other.raw.redeal(seat, Random(deal))
        searched = _DecisionSearch(other, ply, standing(game)[-1], settings, lambda: False)
        other.play("unload row 1")
        luck = searched.luck(other)
        assert luck is not None
        lucks.append(luck.lead[seat])
    assert pstdev(lucks) > 0.3
    assert abs(mean(lucks)) < 3 * pstdev(lucks) / len(lucks) ** 0.5 + 0.3


# --- the whole


def test_players_and_turning_points_follow_from_the_decisions() -> None:
    game = played(imhotep.new_game("duel", sides="ABAB", seed=5), 14, seed=5)
    found = analyze(game, sims=4 * FEW)
    for player in found.players:
        own = [decision for decision in found.decisions if decision.seat == player.seat]
        assert sum(player.grades.values()) == len(own)
        assert player.decisions == len(own) - player.grades["only"]
        assert player.win_lost == pytest.approx(sum(decision.win_cost for decision in own))
        assert player.accuracy is not None
        assert 0 <= player.accuracy <= 100
    assert sum(player.lead_by_luck for player in found.players) == pytest.approx(0)
    for turn in found.turning_points:
        decision = found.decisions[turn.ply - 1]
        assert max(map(abs, turn.win)) >= 0.1
        assert turn.seat == decision.seat
        if turn.cause == "decision":
            assert decision.why is not None
            assert turn.win == [-win for win in decision.why.win]
    largest = [max(map(abs, turn.win)) for turn in found.turning_points]
    assert largest == sorted(largest, reverse=True)


def test_it_stops_when_it_is_told_to() -> None:
    game = played(imhotep.new_game("duel", seed=1), 3)
    for executor in (None, ProcessPoolExecutor(1, mp_context=get_context("spawn"))):
        with pytest.raises(StoppedError):
            analyze(game, sims=FEW, executor=executor, stopped=lambda: True)
        if executor is not None:
            executor.shutdown(cancel_futures=True)
    with pytest.raises(StoppedError):
        hint(game, stopped=lambda: True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"sims": 0}, "the number of simulations is 1 to"),
        ({"sims": 1.5}, "the number of simulations is 1 to"),
        ({"sims": True}, "the number of simulations is 1 to"),
        ({"seed": -1}, "a seed is"),
        ({"seed": "x"}, "a seed is"),
        ({"move": "load 9 9"}, "ships are numbered"),
        ({"move": "sail 1 temple"}, "fewer stones"),
        ({"move": "fly"}, "fly"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ImhotepError, match=reason):
        hint(imhotep.new_game(seed=1), **arguments)


# --- in words


def why(*parts: tuple[int, str, float], players: int = 2) -> Explanation:
    found = [
        Part(seat=seat, source=source, points=points, counts=points if seat == 0 else -points / (players - 1))
        for seat, source, points in parts
    ]
    found.sort(key=lambda part: -abs(part.counts))
    lead = sum(part.counts for part in found)
    return Explanation(
        seat=0,
        better="a",
        than="b",
        win=[],
        score=[],
        lead=lead,
        win_error=0.01,
        lead_error=0.1,
        clear=True,
        parts=found,
    )


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (
            [(0, "temple", 2.1), (1, "pyramids", -1.3)],
            "expects 2.1 more at the temple and takes 1.3 from White at the pyramids",
        ),
        (
            [(0, "temple", 2.1), (0, "statues", -1.0), (1, "pyramids", -1.3), (1, "obelisks", -1.1)],
            "expects 2.1 more at the temple and 1.0 less from statues, "
            "takes 1.3 from White at the pyramids and 1.1 at the obelisks",
        ),
        ([(1, "wrath", 5.0)], "gives White 5.0 from the Wrath of the Pharaoh"),
        (
            [(0, "market", 3.0), (0, "temple", 0.2), (1, "temple", -0.1), (1, "market", 0.02)],
            "expects 3.0 more at the market; other differences +0.3",
        ),
        ([(0, "market", 0.04)], "expects the same points"),
        ([], "expects the same points"),
        (
            [(0, source, 0.09) for source in ("market", "temple", "pyramids", "obelisks")],
            "expects 0.4 more overall",
        ),
    ],
)
def test_reasons_in_words(parts: list[tuple[int, str, float]], text: str) -> None:
    assert why_in_words(why(*parts), catalogue("builder"), ["Black", "White"]) == text


def test_with_more_players_each_opponent_has_a_clause() -> None:
    parts = [(0, "temple", 1.0), (1, "temple", -2.0), (2, "market", 3.0)]
    text = why_in_words(why(*parts, players=3), catalogue("builder"), ["Black", "White", "Gray"])
    assert text == "expects 1.0 more at the temple, takes 2.0 from White at the temple and gives Gray 3.0 at the market"


# --- the page


def test_markup_is_as_its_examples_say() -> None:
    tried = doctest.testmod(html_elements)
    assert (tried.attempted, tried.failed) == (2, 0)


class Reader(HTMLParser):
    """What the page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.depth: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "br"):
            self.depth.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.depth.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if self.depth[-1:] not in (["style"], ["script"]) else ""

    def all(self, name: str) -> list[str]:
        return [value for _, attributes in self.tags if (value := attributes.get(name)) is not None]


EVIL = "<script>alert('&\")</script>"


def test_the_page_needs_nothing_and_trusts_no_name() -> None:
    game = imhotep.new_game("builder", 3, "DABCB", seed=5, names=[EVIL, '" onload="x', "--><b>"], cards="dynasty")
    found = analyze(played(game, 16), sims=4 * FEW)
    text = page(found)
    reader = Reader(text)
    assert reader.depth == []
    assert [tag for tag, _ in reader.tags].count("script") == 1
    assert EVIL not in text
    assert EVIL in reader.text
    assert not [name for _, attributes in reader.tags for name in attributes if name.startswith("on")]
    assert not reader.all("src")
    assert not re.search(r"url\((?!#)|@import|https?://", text.replace("http://www.w3.org/2000/svg", ""))
    ids = set(reader.all("id"))
    for target in reader.all("href"):
        assert target.startswith("#")
        assert target[1:] in ids
    assert {f"d{decision.ply}" for decision in found.decisions} <= ids
    assert len([tag for tag, attributes in reader.tags if attributes.get("data-ply")]) == len(found.decisions)
    for decision in found.decisions:
        assert decision.played.move.text in reader.text
        if decision.why is not None:
            said = why_in_words(decision.why, catalogue("builder"), game.names) in reader.text
            assert said == decision.why.clear
    assert {decision.why.clear for decision in found.decisions if decision.why is not None} == {False, True}


def test_a_move_about_as_good_costs_nothing_and_is_told_so() -> None:
    game = played(imhotep.new_game("duel", seed=5), 14, seed=5)
    found = analyze(game, sims=4)
    equal = [decision for decision in found.decisions if decision.grade == "equal"]
    assert 0 < len(equal) <= len(found.decisions)
    assert Reader(page(found)).text.count("About as good as the best move.") == len(equal)
    seats = [Sitting(player.name, player.color) for player in found.players]
    for decision in found.decisions:
        told = " ".join(map(str, detail(decision, catalogue("duel"), seats, len(found.decisions))))
        assert ("About as good: " in told) == (decision.grade == "equal")
        assert ("costs" in told) == (decision.grade not in ("equal", "best", "only"))


def test_the_page_of_a_game_without_decisions() -> None:
    reader = Reader(page(analyze(imhotep.new_game(seed=1), sims=FEW)))
    assert reader.depth == []
    assert "No decisions were made" in reader.text
    assert "None" not in reader.text


# --- the command line


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command.run(*arguments, COLUMNS="80")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Of a running game with values of its own."""
    edition = built_in_text("builder").replace('name = "builder"', 'name = "home"', 1)
    file = tmp_path / "edition.toml"
    file.write_text(edition, encoding="utf-8")
    game = imhotep.new_game("builder", 2, "ABABA", seed=5, names=[EVIL, "[bold]Hapu[/]"], edition=file)
    played(game, 5).save(tmp_path / "game.imh")
    return tmp_path / "game.imh"


def test_analyze_on_the_command_line(record: Path, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    settings = ["--sims", str(FEW), "--seed", "7"]
    done = run("analyze", str(record), "--json", "--html", str(html), "--jobs", "2", *settings)
    assert (done.returncode, done.stderr) == (0, "")
    expected = analyze(imhotep.load(record.read_text(encoding="utf-8")), sims=FEW, seed=7)
    assert done.stdout == as_json(expected) + "\n"
    assert html.read_text(encoding="utf-8") == page(expected)
    done = run("analyze", str(record), "--all", *settings)
    assert done.returncode == 0
    assert "<script>" in done.stdout
    assert "[bold]Hapu[/]" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    done = run("analyze", str(record), "--ply", "3", *settings)
    assert done.returncode == 0
    assert f"Decision 3 of {len(expected.decisions)}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    done = run("analyze", str(record), "--ply", "3", "--json", *settings)
    assert json.loads(done.stdout)["played"] == msgspec.to_builtins(expected.decisions[2].played)


def test_hint_on_the_command_line(record: Path) -> None:
    game = imhotep.load(record.read_text(encoding="utf-8"))
    move = game.legal_moves()[-1].text
    done = run("hint", str(record), "--sims", str(FEW), "--json", "--move", move)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == as_json(hint(game, sims=FEW, move=move)) + "\n"
    why = hint(game, sims=FEW).why
    assert why is not None
    assert not why.clear
    done = run("hint", str(record), "--sims", str(FEW))
    assert f"Best: {why.better}" in done.stdout
    assert f"About as good: {why.than}" in done.stdout
    for asked in ([], ["--move", move]):
        done = run("hint", str(record), "--sims", str(FEW), *asked)
        assert done.returncode == 0
        assert "Best: " in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 80


def test_bad_input_is_one_line_and_comes_before_the_work(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over = tmp_path / "over.imh"
    finished(imhotep.new_game("duel", seed=5), 5).save(over)
    cut = tmp_path / "cut.imh"
    cut.write_text(record.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    endless = ["--sims", "10000000"]
    for arguments, reason in (
        (["analyze", str(tmp_path / "none.imh")], "No such file"),
        (["analyze", str(tmp_path)], "directory"),
        (["analyze", str(tmp_path / "edition.toml")], "not a record"),
        (["analyze", str(cut)], "cut off"),
        (["analyze", str(record), "--sims", "0"], "the number of simulations is"),
        (["analyze", str(record), "--seed", "-1"], "a seed is"),
        (["analyze", str(record), "--jobs", "0", *endless], "number of jobs is"),
        (["analyze", str(record), "--ply", "6", *endless], "has 5 decisions"),
        (["analyze", str(record), "--ply", "0", *endless], "has 5 decisions"),
        (["analyze", str(record), "--html", str(tmp_path / "no" / "page.html"), *endless], "No such file"),
        (["analyze", str(record), "--html", str(tmp_path), *endless], "Is a directory"),
        (["analyze", str(record), "--html", str(record), *endless], "the record itself"),
        (["analyze", str(record), "--html", "x.html", "--ply", "1", *endless], "leave out --ply"),
        (["hint", str(over), *endless], "the game is over"),
        (["hint", str(record), "--move", "fly", *endless], "fly"),
        (["hint", str(record), "--move", "sail 1 nowhere", *endless], "nowhere"),
    ):
        with pytest.raises(ImhotepError, match=reason):
            app(arguments, standalone_mode=False)
    assert capsys.readouterr().out == ""
    done = run("hint", str(over))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "imhotep: the game is over: there is nothing to decide\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal as Unix has them")
@pytest.mark.parametrize("after", [0.0, 0.05, 1.0])  # before, while and after the workers begin, if they begin at once
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_progress_is_shown_and_ctrl_c_ends_it_at_once(record: Path, jobs: str, after: float) -> None:
    pexpect: Any = pytest.importorskip("pexpect")
    arguments = ["-m", "imhotep", "analyze", str(record), "--sims", "10000000", "--jobs", jobs]
    child = pexpect.spawn(sys.executable, arguments, timeout=60, encoding="utf-8", dimensions=(24, 80))
    child.expect("analyzing.*0/5")
    time.sleep(after)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")
def test_workers_end_with_the_command_that_is_killed(record: Path) -> None:
    arguments = [sys.executable, "-m", "imhotep", "analyze", str(record), "--sims", "10000000", "--jobs", "2"]
    with subprocess.Popen(arguments) as command:
        children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
        wait_for(lambda: len(children.read_text().split()) == 2)
        workers = children.read_text().split()
        wait_for(lambda: min(map(worked, workers)) > 0)
        command.kill()
    wait_for(lambda: not any(map(is_alive, workers)))


def state(process: str) -> list[str]:
    """Its fields from the third on, as proc(5) tells them."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["X"]


def is_alive(process: str) -> bool:
    return state(process)[0] not in "XZ"


def worked(process: str) -> int:
    """Seconds of processor time: so much that it must be searching."""
    return int(state(process)[11]) // os.sysconf("SC_CLK_TCK")
