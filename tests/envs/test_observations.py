"""Observations tell what a seat may know, and nothing else; `features` says what stands where."""

import hashlib
import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from numpy.typing import NDArray

import imhotep
from imhotep import Game, SetupError
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.temple import KEEP
from imhotep.engine.builder.vocabulary import EMPTY, Step
from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.sites import ObeliskB
from imhotep.engine.duel.vocabulary import Site, Token
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.envs.features import documentation
from imhotep.envs.memory import byte_memory
from imhotep.envs.observation import Encoder, Feature, actions, features, observer_of, scales, size
from imhotep.table.builder.words import CARD_COLORS, CARD_IDS, SITE_IDS
from imhotep.table.editions import built_in_text
from imhotep.table.games import RULES
from tests.support.builder import BLACK, BROWN, WHITE
from tests.support.duel import tokens_of
from tests.support.dynasty import cargo, dynasty
from tests.support.editions import changed
from tests.support.paths import ROOT
from tests.support.play_digest import setup_of
from tests.support.scale import COMPILED, scaled
from tests.support.setups import agenda

GAMES = scaled(sample=24, test=100, all=300, soak=3000)
Row = NDArray[Any]


def played(game: str, number: int, every: int = 1) -> Iterator[Position]:
    """The positions of a random game, its end among them."""
    position = imhotep.new_game(**setup_of(game, number)).raw
    position.journal = None
    chance, options = Random(number), Actions()
    for ply in itertools.count():
        if ply % every == number % every or position.is_over():
            yield position
        if position.is_over():
            return
        position.legal(options)
        position.apply(options.pick(chance))


def named(game: str, row: Row) -> dict[str, Any]:
    """An observation by its features, each in its shape."""
    return {
        feature.name: row[feature.offset : feature.offset + feature.length].reshape(feature.shape)
        for feature in features(game)
    }


def where(game: str, one: Row, other: Row) -> list[str]:
    """The features in which two observations differ."""
    ours, theirs = named(game, one), named(game, other)
    return [name for name in ours if (ours[name] != theirs[name]).any()]


# --- the table of features


@pytest.mark.parametrize("game", RULES)
def test_features_fill_an_observation_without_gap_or_overlap(game: str) -> None:
    at = 0
    for feature in features(game):
        assert feature.offset == at, feature.name
        assert feature.scale > 0
        assert feature.meaning
        at += feature.length
    assert at == size(game)
    assert len({feature.name for feature in features(game)}) == len(features(game))


def test_sizes_are_those_of_the_documentation() -> None:
    assert {game: (size(game), actions(game)) for game in RULES} == {"builder": (1483, 264), "duel": (861, 57)}


def test_the_documentation_is_current() -> None:
    text = (ROOT / "docs" / "observations.md").read_text(encoding="utf-8")
    for game in RULES:
        assert documentation(game) in text, "python tools/build_observations.py writes it"


def test_a_feature_knows_its_length() -> None:
    assert Feature("ship_stones", 0, (4, 4, 4), 1, "").length == 64


# --- what it is worth


@pytest.mark.parametrize("game", RULES)
def test_an_observation_tells_the_points_that_the_view_tells(game: str) -> None:
    """By source and seat, if the game ended now; with cards held face down, of those that the viewer sees."""
    encoder, rules, left_out = Encoder(game), RULES[game], 0
    for number in range(GAMES // 4):
        setup = imhotep.new_game(**setup_of(game, number)).setup
        for position in played(game, number, every=9):
            numbers = position.numbers()
            for seat in range(position.seats):
                seen = named(game, encoder.observe(position, seat))
                worth = rules.worth(position, setup, seat)
                for turn in range(position.seats):
                    points = [*worth[(seat + turn) % position.seats].values()]
                    assert [*seen["points"][turn]] == [max(0, value) for value in points], (number, seat, turn)
                    total, debt = ("final_score", "final_debt") if game == "builder" else ("score", "debt")
                    assert int(seen[total][turn]) - int(seen[debt][turn]) == sum(points)
                left_out += worth != rules.worth(position, setup, None)
                assert (seen["prospects"][: position.seats] == 0).all() == position.is_over()
            assert position.numbers() == numbers, "looking changes nothing"
    assert left_out > 0 or game == "duel"


@pytest.mark.parametrize("game", RULES)
def test_prospects_are_what_the_quick_look_adds(game: str) -> None:
    """Where nothing is hidden, and no round is left whose chance would discount points of the end."""
    encoder, compared = Encoder(game), 0
    for number in range(GAMES // 4):
        for position in played(game, number, every=5):
            hidden = isinstance(position, Builder) and (position.values.face_down or position.rounds_left())
            if position.is_over() or hidden:
                continue
            expected = position_estimate(position)
            seen = named(game, encoder.observe(position, 0))
            total, debt = ("final_score", "final_debt") if game == "builder" else ("score", "debt")
            ended = seen[total].astype(int) - seen[debt]
            for seat in range(position.seats):
                added = min(255, max(0, int((expected[seat] - ended[seat]) * 2 + 40.5)))
                assert abs(int(seen["prospects"][seat]) - added) <= 1
                compared += 1
    assert compared > GAMES


def position_estimate(position: Position) -> list[float]:
    values = vec[float]([0.0] * 4)
    position.estimate(values)
    return [*values]


# --- nothing that a seat can't know


@pytest.mark.parametrize("game", RULES)
def test_what_a_seat_cannot_see_does_not_change_what_it_observes(game: str) -> None:
    encoder, compared = Encoder(game), 0
    for number in range(GAMES):
        chance, copy = Random(number), None
        for position in played(game, number, every=7):
            copy = copy or position.blank()
            for seat in range(position.seats):
                seen, legal = encoder.observe(position, seat), encoder.mask(position)
                copy.copy_from(position)
                copy.redeal(seat, chance)
                assert where(game, seen, encoder.observe(copy, seat)) == [], (number, seat)
                if not position.is_over() and position.decider() == seat:
                    assert (encoder.mask(copy) == legal).all()
                compared += copy.numbers() != position.numbers()
    assert compared > GAMES * 10


def test_others_do_not_see_a_hand_that_is_held_face_down() -> None:
    """Two hands that differ in a hidden card: the owner sees it, the others don't."""
    told = hidden = 0
    encoder = Encoder("builder")
    for number in range(GAMES):
        if not setup_of("builder", number)["face_down"]:
            continue
        for position in played("builder", number, every=5):
            assert isinstance(position, Builder)
            copy = position.blank()
            copy.copy_from(position)
            copy.redeal(0, Random(number))
            assert isinstance(copy, Builder)
            for seat in range(1, int(position.seats)):
                if list(copy.players[seat].hand) != list(position.players[seat].hand):
                    hidden += 1
                    told += bool(where("builder", encoder.observe(position, seat), encoder.observe(copy, seat)))
    assert told == hidden > 0


# --- everything that it should tell


@pytest.mark.parametrize("game", RULES)
def test_every_feature_tells_something(game: str) -> None:
    """None is the same in all positions of a sample of setups."""
    encoder = Encoder(game)
    lowest = np.full(size(game), 255, np.uint8)
    highest = np.zeros(size(game), np.uint8)
    for number in range(max(GAMES, 128)):
        for position in played(game, number, every=11):
            row = encoder.observe(position, number % position.seats)
            np.minimum(lowest, row, out=lowest)
            np.maximum(highest, row, out=highest)
    low, high = named(game, lowest), named(game, highest)
    silent = {name for name in low if (low[name] == high[name]).all()}
    assert silent - RARE == set()
    assert highest.max() < 255, "a byte is enough"


RARE = {"passes"}  # nobody can do anything: see below


def test_a_pass_is_told() -> None:
    game = imhotep.new_game("builder", 2, seed=1)
    position, encoder = game.raw, Encoder("builder")
    assert isinstance(position, Builder)
    before = encoder.observe(game, 0)
    position.passes = 1
    assert where("builder", before, encoder.observe(position, 0)) == ["passes"]


@pytest.mark.parametrize("game", RULES)
def test_every_decision_changes_what_its_seat_observes(game: str) -> None:
    encoder = Encoder(game)
    for number in range(GAMES // 4):
        before: Row | None = None
        for position in played(game, number):
            now = encoder.observe(position, 0)
            assert before is None or (now != before).any()
            before = now


def test_what_builder_shows_is_what_the_view_shows() -> None:
    encoder = Encoder("builder")
    for number in range(GAMES // 3):
        game = imhotep.new_game(**setup_of("builder", number))
        chance = Random(number)
        while True:
            seat = number % game.players
            compare_with_view(game, seat, named("builder", encoder.observe(game, seat)))
            if game.is_over:
                break
            for _ in range(6):
                moves = game.legal_moves()
                if moves:
                    game.play(moves[int(chance.below(len(moves)))])


def cards(counts: Row) -> Counter[str]:
    return Counter({CARD_IDS[kind + 1]: int(count) for kind, count in enumerate(counts) if count})


def owners(stones: Row, seat: int, players: int) -> list[int | None]:
    """Whose stone lies where, from the one-hot form."""
    return [(int(space.argmax()) + seat) % players if space.any() else None for space in stones]


def compare_with_view(game: Game, seat: int, seen: dict[str, Any]) -> None:
    view, players = game.view(seat), game.players
    for i in range(players):
        other = view.seats[(seat + i) % players]
        assert (seen["sled"][i], seen["sled_room"][i], seen["quarry"][i]) == (other.sled, other.room, other.quarry)
        assert cards(seen["hand"][i]) == Counter([*other.hand, *other.remembered])
        assert seen["score"][i] == max(0, other.score)
        assert seen["debt"][i] == max(0, -other.score)
        assert seen["scarabs"][i] == other.scarabs
        assert seen["face_down"][i] >= other.face_down - len(other.remembered)
        assert seen["coins"][i] == (view.market.coins[(seat + i) % players] if view.market.coins else 0)
        built = [getattr(view, site).stones[(seat + i) % players] for site in SITE_IDS[1:]]
        assert [*seen["built"][i]] == built
    for name in ("sled", "quarry", "score", "hand", "built"):
        assert not seen[name][players:].any()
    assert list(seen["players"]) == [players == count for count in (2, 3, 4)]
    assert ["ABCD"[int(side.argmax())] for side in seen["sides"]] == list(view.sides)
    new_cards, prophecies = view.cards == "dynasty", bool(view.prophecies)
    expansion = new_cards or prophecies or bool({*view.sides} & {*"CD"})  # N1
    modules = [new_cards, prophecies, expansion, view.face_down, view.wrath]
    assert [*seen["modules"]] == [*modules, game.setup.house_rules["may_decline_card"]]
    for ship, (size_, minimum, site, stones, free) in zip(
        view.ships,
        zip(*(seen[f"ship_{name}"] for name in ("size", "minimum", "site", "stones", "free")), strict=True),
        strict=True,
    ):
        assert (size_, minimum) == (ship.size, ship.minimum)
        assert (SITE_IDS[int(site.argmax())] if site.any() else None) == ship.site
        assert owners(stones, seat, players)[: ship.size] == ship.spaces
        assert [*free][: ship.size] == [ship.site is None and owner is None for owner in ship.spaces]
        assert not free[ship.size :].any()
    shown = [next(iter(cards(space)), None) for space in seen["market_open"]]
    assert shown[: len(view.market.open)] == view.market.open
    for stack in view.market.stacks:
        assert seen["stack"][stack.space - 1] == stack.count
        assert cards(seen["stack_known"][stack.space - 1]) == Counter(stack.known)
    if view.market.seen is not None:
        known = sum((cards(place) for place in seen["stack_known"]), Counter[str]())
        assert not Counter(view.market.seen) - known
    for place in itertools.chain.from_iterable(group.places for group in view.groups):
        if place.space is not None:
            assert seen["stack_possible"][place.space - 1].any()
    assert seen["draw_pile"] == view.draw_pile
    assert seen["unseen"].sum() >= view.draw_pile
    assert seen["unseen_rounds"].sum() == len(view.unseen_rounds)
    assert seen["over"] == view.is_over
    if not view.is_over:
        assert view.decider == (int(seen["decider"].argmax()) + seat) % players
    assert seen["round"] + seen["rounds_left"] + 1 == view.rounds or view.is_over
    for place, prophecy in enumerate(view.prophecies):
        scarabs = {(scarab.seat - seat) % players: scarab.period for scarab in prophecy.scarabs}
        assert [*seen["prophecy_scarabs"][place]] == [scarabs.get(i, 0) for i in range(4)]
        site = [prophecy.stones == site for site in SITE_IDS]
        color = [prophecy.cards == color for color in CARD_COLORS]
        assert seen["prophecies"][place].tolist() == [prophecy.most, prophecy.at_least, *site, *color]
    compare_monuments(view, seat, players, seen)


def compare_monuments(view: Any, seat: int, players: int, seen: dict[str, Any]) -> None:
    def by_seat(values: Any) -> list[int]:
        return [values[(seat + i) % players] for i in range(players)]

    def stones(feature: str, expected: list[int | None]) -> None:
        """Whose stones lie on these spaces, and that none lies on others."""
        shown = owners(seen[feature], seat, players)
        assert shown == expected + [None] * (len(shown) - len(expected)), feature

    pyramids, temple, chamber, obelisks = view.pyramids, view.temple, view.burial_chamber, view.obelisks
    match view.sides[1]:
        case "A":
            spaces = [space for level in pyramids.parts for space in level]
            free = [space.points for space in spaces if space.owner is None]
            assert [*seen["pyramids_next"]] == [free[0] if free else pyramids.overflow, 0, 0]
            assert seen["pyramids_filled"] == len(spaces) - len(free)
        case "B":
            for pyramid, shown in zip(pyramids.parts, seen["pyramids_b"], strict=False):
                free = [space for space in pyramid if space.owner is None]
                following = [free[0].points, free[0].card, free[0].stones, free[0].load] if free else [0, 0, 0, 0]
                assert [*shown] == [len(pyramid) - len(free), len(free), *following]
        case "C":
            stones("scaffold_stones", [space.owner for space in pyramids.layers[-1]])
            assert [*np.flatnonzero(seen["scaffold_token"]) + 1] == [pyramids.tokens[-1]]
            assert seen["scaffold_unseen"].sum() == len(pyramids.coming)
            free = [space for space in pyramids.layers[-1] if space.owner is None]
            following = [free[0].points, free[0].stones, free[0].card] if free else [pyramids.overflow, 0, 0]
            assert [*seen["pyramids_next"]] == following
        case _:
            assert [*seen["corridor_free"]][: len(pyramids.spaces)] == [
                space.owner is None for space in pyramids.spaces
            ]
            assert [*np.flatnonzero(seen["corridor_imhotep"]) + 1] == [pyramids.imhotep]
            following = pyramids.spaces[pyramids.next - 1].points if pyramids.next else pyramids.overflow
            assert [*seen["pyramids_next"]] == [following, 0, 0]
    if view.sides[2] == "D":
        assert [*seen["chariots"]][:players] == by_seat(temple.chariots)
        filled = sum(temple.stones)
        assert seen["arena_filled"] == filled
        beyond = filled >= len(temple.spaces)
        assert seen["arena_next"] == (temple.beyond if beyond else temple.spaces[filled].arrowheads)
    else:
        stones("temple_stones", [space.owner for space in temple.spaces])
        assert [*np.flatnonzero(seen["temple_next"])] == [sum(temple.stones) % len(temple.spaces)]
    match view.sides[3]:
        case "A":
            stones("chamber_stones", chamber.owners)
            assert seen["chamber_count"] == len(chamber.owners)
        case "B":
            rows = [chamber.owners[row :: chamber.rows] for row in range(chamber.rows)]
            counts = [[row.count((seat + i) % players) for i in range(players)] for row in rows]
            assert seen["chamber_rows"][: chamber.rows, :players].tolist() == counts
            assert seen["chamber_count"] == seen["chamber_rows"].sum() == len(chamber.owners)
        case "C":
            stones("chamber_stones", list(itertools.chain.from_iterable(chamber.levels)))
        case _:
            stones("chamber_stones", chamber.owners)
            assert [*np.flatnonzero(seen["tomb_open"]) + 1] == sorted(chamber.open)
            assert [*np.flatnonzero(seen["tomb_unseen"]) + 1] == chamber.coming
    match view.sides[4]:
        case "B":
            towers = sum(owner is not None for owner in obelisks.towers)
            assert [*seen["obelisk_singles"]][:players] == by_seat(obelisks.singles)
            assert seen["obelisk_towers"] == towers
            assert seen["obelisk_next"] == [*obelisks.points, 0][towers]
        case "C":
            assert seen["path_filled"] == sum(space.owner is not None for space in obelisks.path)
            assert seen["great_obelisks"][:players, : obelisks.width].tolist() == by_seat(obelisks.heights)
            assert seen["great_obelisks"].sum() == sum(map(sum, obelisks.heights))
        case "D":
            stones("alley_stones", [obelisk.owner for obelisk in obelisks.obelisks])
            assert [*seen["alley_heights"]][: len(obelisks.obelisks)] == [each.stones for each in obelisks.obelisks]


def test_what_builder_asks_and_what_comes_after_it_is_what_the_agenda_says() -> None:
    encoder = Encoder("builder")
    asked: set[int] = set()
    waiting: set[int] = set()
    for number in range(GAMES):
        for position in played("builder", number, every=2):
            assert isinstance(position, Builder)
            seat, players = number % int(position.seats), int(position.seats)
            seen = named("builder", encoder.observe(position, seat))
            if position.is_over():
                assert not any(seen[name].any() for name in seen if name.startswith(("question", "pending")))
                continue
            *later, (step, decider, at, what) = agenda(position)
            assert ones(seen["question"]) == [step]
            assert ones(seen["question_site"]) == [at] * (step == Step.CHOOSE)
            assert ones(seen["question_ship"]) == [at] * (step in (Step.SAIL_SHIP, Step.ORDER))
            keeps = step == Step.CHOOSE and position.boards[at].looking_at(what) != EMPTY
            assert seen["question_keep"] == keeps
            assert seen["question_detail"] == (0 if what == KEEP else what)
            assert ones(seen["decider"]) == [(decider - seat) % players]
            assert ones(seen["turn"]) == [(agenda(position)[0][1] - seat) % players]
            steps, sites, drawn = Counter[int](), Counter[int](), Counter[int]()
            for other, _, place, _ in later:
                steps[other if other < Step.END_TURN else 9 + other - int(Step.END_TURN)] += 1
                sites[place] += other in (Step.CHOOSE, Step.DELIVER)
                drawn[place - 1] += other in (Step.DISCARD, Step.GAIN_CARD)
            assert [*seen["pending"]] == [steps[kind] for kind in range(17)]
            assert [*seen["pending_sites"]] == [sites[site] for site in range(5)]
            assert [*seen["pending_cards"]] == [drawn[card] for card in range(17)]
            asked.add(step)
            waiting.update(steps)
    assert {Step.TURN, Step.CHOOSE, Step.LOAD, Step.LOAD_TO_SAIL, Step.SAIL_SHIP, Step.ORDER} <= asked
    assert len(waiting) > 6


def ones(feature: Row) -> list[int]:
    """Where a feature is 1; it is 0 elsewhere."""
    assert feature.max() <= 1
    return [int(place) for place in np.flatnonzero(feature)]


def test_a_seat_observes_which_cards_it_left_in_a_stack_and_others_do_not() -> None:
    game = dynasty(
        3,
        "DAAAA",
        unseen=True,
        ships=cargo(BLACK, WHITE, BROWN),
        market=["hammer", "raft"],
        stacks=[["lever", "loading_plank", "sail"], ["chisel", "statue", "statue"]],
    )
    for move in ("sail 1 market", "look 3", "keep sail", "look 4", "keep chisel"):
        game.play(move)
    left = {BLACK: {3: ["lever", "loading_plank"]}, WHITE: {4: ["statue", "statue"]}, BROWN: {}}
    for seat, known in left.items():
        seen = named("builder", Encoder("builder").observe(game, seat))
        assert [*seen["stack"]] == [0, 0, 2, 2, 0]
        assert [cards(place) for place in seen["stack_known"]] == [Counter(known.get(space)) for space in range(1, 6)]
        assert not seen["stack_possible"].any()


def test_a_single_prophecy_is_told_as_well(tmp_path: Path) -> None:
    text = changed(built_in_text("dynasty"), {'edition = "dynasty"': 'edition = "one_god"', "drawn = 3": "drawn = 1"})
    path = tmp_path / "one_god.toml"
    path.write_text(text, encoding="utf-8")
    position = {"ships": [{"size": 4, "stones": [], "site": None}] * 4, "prophecies": {"horus": [None, 1, None]}}
    game = imhotep.new_game("builder", 3, prophecies=True, edition=path, position=position, seed=1)
    seen = named("builder", Encoder("builder").observe(game, 0))
    assert seen["prophecies"][0].any()
    assert seen["prophecy_scarabs"][0].tolist() == [0, 1, 0, 0]
    assert not seen["prophecies"][1:].any()


@pytest.mark.parametrize("game", RULES)
def test_an_observation_is_the_same_wherever_it_begins(game: str) -> None:
    """Learners have the observations of many games in one long row."""
    encoder, observer, length = Encoder(game), observer_of(game), size(game)
    for number in range(GAMES):
        for position in played(game, number, every=9):
            seat = number % int(position.seats)
            row, found = byte_memory(3 * length)
            observer.frame(position, row, length)
            observer.observe(position, seat, row, length)
            assert where(game, found[length : 2 * length], encoder.observe(position, seat)) == []
            assert not found[:length].any()
            assert not found[2 * length :].any()


def test_what_the_duel_shows_is_what_lies_there() -> None:
    encoder, reached = Encoder("duel"), set()
    for number in range(0, 7 * (GAMES // 3), 7):  # through all mixes of sides
        for position in played("duel", number, every=3):
            assert isinstance(position, Duel)
            for seat in range(2):
                seen = named("duel", encoder.observe(position, seat))
                cargo = [int(space.argmax()) + 1 if space.any() else 0 for space in seen["cargo"].reshape(18, 37)]
                assert cargo == [int(token) for token in position.cargo]
                assert owners(seen["harbour"], seat, 2) == [
                    None if owner < 0 else int(owner) for owner in position.spaces
                ]
                for i in range(2):
                    other = (seat + i) % 2
                    assert seen["meeples"][i] == position.players[other].hand
                    assert [*seen["actions"][i]] == list(position.players[other].actions)
                    assert seen["score"][i] == max(0, position.score(other))
                    assert [*seen["points"][i]] == [max(0, position.points(other, source)) for source in range(6)]
                    assert tokens_of(position, other) == tokens_shown(seen, i)
                first = goal_of(position)
                assert [*seen["first_to_goal"]] == [first == seat, first == 1 - seat]
                reached.add((seat, first))
                unseen = Counter(position.supply.to_list() + position.reserve.to_list())
                assert [*seen["unseen"]] == [unseen[kind] for kind in range(1, 38)]
                assert list(seen["starter"]) == [position.starter == seat, position.starter != seat]
    assert reached == set(itertools.product((0, 1), (None, 0, 1)))


def tokens_shown(seen: dict[str, Any], i: int) -> Counter[int]:
    """All that number `i` from the viewer on has, by token."""
    shown = Counter({int(Token.OBELISK): int(seen["obelisks"][i])})
    for first, feature in (
        (Token.LIGHT_PYRAMID, "pyramids"),
        (Token.TAKE, "actions"),
        (Token.TEMPLE, "temples"),
        (Token.TOMB, "tombs"),
    ):
        shown.update({int(first) + kind: int(count) for kind, count in enumerate(seen[feature][i])})
    return +shown


def goal_of(position: Duel) -> int | None:
    """Who was first to have enough obelisks, on side B."""
    obelisk = position.boards[Site.OBELISK]
    return int(obelisk.first) if isinstance(obelisk, ObeliskB) and obelisk.first >= 0 else None


# --- masks


@pytest.mark.parametrize("game", RULES)
def test_a_mask_shows_the_legal_codes(game: str) -> None:
    encoder, options = Encoder(game), Actions()
    for number in range(GAMES // 3):
        for position in played(game, number, every=3):
            position.legal(options)
            mask = encoder.mask(position)
            assert mask.dtype == np.int8
            assert np.flatnonzero(mask).tolist() == sorted(options.to_list())
            assert mask.max(initial=0) <= 1


def test_nothing_is_legal_when_a_game_is_given_up() -> None:
    game = imhotep.new_game("duel", seed=1)
    game.resign(0)
    assert not Encoder("duel").mask(game).any()


# --- arrays


@pytest.mark.parametrize("game", RULES)
def test_floats_are_bytes_times_their_scale(game: str) -> None:
    one, other = Encoder(game), Encoder(game, np.float32)
    for position in played(game, 5):
        row = other.observe(position, 0)
        assert row.dtype == np.float32
        np.testing.assert_array_equal(row, one.observe(position, 0) * scales(game))
        assert row.max() < 8


def test_an_array_of_ones_own_is_filled_and_nothing_remains_of_what_was_there() -> None:
    encoder = Encoder("builder")
    start, end = list(map(encoder.observe, [imhotep.new_game("builder", seed=s) for s in (1, 2)], (0, 1)))
    game = imhotep.new_game("builder", seed=1)
    for out in (np.full(size("builder"), 77, np.uint8), np.full(size("builder"), 77, np.float32)):
        assert encoder.observe(game, 0, out) is out
        np.testing.assert_array_equal(out, start * scales("builder") if out.dtype == np.float32 else start)
    assert (start != end).any()
    mask = np.full(actions("builder"), 7, np.int8)
    assert encoder.mask(game, mask) is mask
    np.testing.assert_array_equal(mask, encoder.mask(game))


def test_a_seat_may_come_from_an_array() -> None:
    encoder, game = Encoder("duel"), imhotep.new_game("duel", seed=1)
    row = encoder.observe(game, np.int64(1))  # type: ignore[arg-type]
    np.testing.assert_array_equal(row, encoder.observe(game, 1))


def test_a_new_array_each_time() -> None:
    encoder, game = Encoder("duel"), imhotep.new_game("duel", seed=1)
    first = encoder.observe(game, 0)
    kept = first.copy()
    encoder.observe(game, 1)
    np.testing.assert_array_equal(first, kept)


def test_bad_input_is_refused() -> None:
    builder, duel = imhotep.new_game("builder", 3, seed=1), imhotep.new_game("duel", seed=1)
    encoder = Encoder("builder")
    bytes_: Any = np.zeros(264, np.uint8)
    for seat in (-1, 3, True, "0"):
        with pytest.raises(SetupError, match="a seat is a number from 0 to 2"):
            encoder.observe(builder, seat)  # type: ignore[arg-type]
    for position in (duel, duel.raw, None, 5):
        with pytest.raises(SetupError, match="isn't a position of builder"):
            encoder.observe(position, 0)  # type: ignore[arg-type]
        with pytest.raises(SetupError, match="isn't a position of builder"):
            encoder.mask(position)  # type: ignore[arg-type]
    for out in (np.zeros(5, np.uint8), np.zeros(size("builder"), np.int64), np.zeros((1, size("builder")), np.uint8)):
        with pytest.raises(SetupError, match="an observation needs 1483 numbers, uint8 or float32, not"):
            encoder.observe(builder, 0, out)
    with pytest.raises(SetupError, match="a mask needs 264 numbers, int8, not uint8 of shape"):
        encoder.mask(builder, bytes_)
    for wrong in ("float64", "nothing", None, 7):
        with pytest.raises(SetupError, match="observations are uint8 or float32"):
            Encoder("builder", wrong)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="no game is called"):
        Encoder("chess")
    for question in (size, actions, features, scales):
        with pytest.raises(SetupError, match="no game is called"):
            question("chess")


@pytest.mark.parametrize(
    ("box", "sides", "old", "new"),
    [
        ("builder", "AAAAA", "rows = 3", "rows = 7"),
        ("dynasty", "ACAAA", "[{ points = 1 }, { points = 2 },", "[" + "{ points = 1 }, " * 7),
    ],
    ids=["chamber", "scaffold"],
)
def test_an_edition_that_is_too_long_is_refused(box: str, sides: str, old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "longer.toml"
    text = changed(built_in_text(box), {f'edition = "{box}"': 'edition = "longer"', old: new})
    path.write_text(text, encoding="utf-8")
    game = imhotep.new_game("builder", 2, sides, seed=1, edition=path)
    with pytest.raises(SetupError, match="longer than an observation has room for"):
        Encoder("builder").observe(game, 0)


# --- both engines


def digest(game: str, count: int) -> str:
    """Of all observations and masks of some games."""
    encoder, found = Encoder(game), hashlib.sha256()
    for number in range(count):
        for position in played(game, number, every=9):
            for seat in range(position.seats):
                found.update(encoder.observe(position, seat).tobytes())
            found.update(encoder.mask(position).tobytes())
    return found.hexdigest()


@pytest.mark.skipif(not COMPILED, reason="once is enough")
@pytest.mark.parametrize("game", RULES)
def test_both_engines_observe_the_same(game: str) -> None:
    code = f"from tests.envs.test_observations import digest; print(digest({game!r}, 20))"
    environment = {**os.environ, "IMHOTEP_PURE": "1"}
    pure = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert pure.stdout.strip() == digest(game, 20)
