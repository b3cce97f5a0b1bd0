"""The network, the search that it guides, its files, and the bot `learned`."""

import math
import random
from array import array
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep._pure import engine_is_compiled
from imhotep.bots import LearnedBot, MctsBot, make_bot
from imhotep.bots import learned as learned_module
from imhotep.bots.learned import LearnedOptions, guided_tree
from imhotep.bots.weights import NetworkFile, WeightsError, network_for, read, to_bytes, weights_of
from imhotep.cli.bots import show_bots
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.observer import zeros
from imhotep.engine.search.evaluator import TO_THE_END, Mixture, Playouts
from imhotep.engine.search.network import UNIT
from imhotep.engine.search.puct import MOST_PRIORS, NOT_JUDGED, ONE, PuctTree
from imhotep.engine.search.tree import MOST_NODES
from imhotep.table.games import rules_of
from tests.support.networks import HIDDEN, INNER, some_network

EVERYTHING: dict[str, Any] = {"cards": "dynasty", "prophecies": True, "wrath": True, "face_down": True}
TABLES: list[tuple[str, int, str, dict[str, Any]]] = [
    ("builder", 2, "AAAAA", {}),
    ("builder", 3, "BBBBB", {}),
    ("builder", 4, "CDCDC", EVERYTHING),
    ("builder", 2, "DCDCD", EVERYTHING),
    ("duel", 2, "ABAB", {}),
]
DECISIONS = (0, 9, 24, 41)


def question_of(table: tuple[str, int, str, dict[str, Any]], decisions: int) -> imhotep.bots.Question:
    name, players, sides, variants = table
    game = imhotep.new_game(name, players, sides, seed=3, variants=variants)
    chance = random.Random(decisions)
    for _ in range(decisions):
        game.play(chance.choice(game.legal_moves()))
    return game.ask()


def legal(position: Position) -> Actions:
    actions = Actions()
    position.legal(actions)
    position.distinct(actions)
    return actions


def tree_of(
    table: tuple[str, int, str, dict[str, Any]], decisions: int = 0, **options: Any
) -> tuple[PuctTree, Position]:
    question = question_of(table, decisions)
    position, network, rules = question.position(), some_network(table[0]), question.rules
    tree = guided_tree(position, network, weights_of(network), LearnedOptions(**options), rules, question.out)
    return tree, position


# --- the network


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("decisions", DECISIONS)
def test_it_says_what_its_weights_say(table: tuple[str, int, str, dict[str, Any]], decisions: int) -> None:
    """Worked out here without packed numbers, from the decider's observation."""
    network = some_network(table[0])
    question = question_of(table, decisions)
    position, seat, seats = question.position(), question.seat, question.players
    observer = rules_of(table[0]).observer()
    evaluator = network_for(network, weights_of(network), observer, position, 0.5, 3, 0)
    actions = legal(position)
    for _ in range(2):  # the first look leaves nothing behind
        evaluator.judge(position, actions, Random(1))

    row = zeros(observer.size)
    observer.frame(position, row, 0)
    observer.observe(position, seat, row, 0)
    first, sums = array("h", network.first), list(array("h", network.first_bias))
    for column in range(network.columns):
        for unit in range(HIDDEN):
            sums[unit] += int(row[column]) * first[column * HIDDEN + unit]
    hidden = [max(0, number) / int(UNIT) for number in sums]
    second, biases = array("f", network.second), array("f", network.second_bias)
    inner = [max(0.0, biases[i] + dot(hidden, second[i * HIDDEN : (i + 1) * HIDDEN])) for i in range(INNER)]
    last, biases = array("f", network.outputs), array("f", network.output_bias)
    outputs = [biases[i] + dot(inner, last[i * INNER : (i + 1) * INNER]) for i in range(8)]
    win = shares(outputs[:seats])
    margin = [1 / (1 + math.exp(-logit)) for logit in outputs[4 : 4 + seats]]
    for turn in range(seats):
        other = (seat + turn) % seats
        assert evaluator.win[other] == pytest.approx(win[turn])
        assert evaluator.margin[other] == pytest.approx(margin[turn])
        assert evaluator.rewards[other] == pytest.approx(0.5 * win[turn] + 0.5 * margin[turn])
    policy, biases = array("f", network.policy), array("f", network.policy_bias)
    logits = [biases[code] + dot(hidden, policy[code * HIDDEN : (code + 1) * HIDDEN]) for code in actions.to_list()]
    assert [evaluator.priors[i] for i in range(actions.count)] == pytest.approx(shares(logits))


def dot(values: list[float], weights: Any) -> float:
    return float(sum(value * weight for value, weight in zip(values, weights, strict=True)))


def shares(logits: list[float]) -> list[float]:
    total = sum(map(math.exp, logits))
    return [math.exp(logit) / total for logit in logits]


def test_whoever_has_left_the_game_wins_nothing() -> None:
    network = some_network("builder")
    position = question_of(TABLES[2], 9).position()
    evaluator = network_for(network, weights_of(network), rules_of("builder").observer(), position, 1.0, 3, 0)
    evaluator.evaluate(position, Random(1))
    before = [evaluator.win[seat] for seat in range(4)]
    evaluator.out = 0b0010
    evaluator.evaluate(position, Random(1))
    assert evaluator.rewards[1] == 0.0
    left = sum(before[seat] for seat in (0, 2, 3))
    assert [evaluator.rewards[seat] for seat in (0, 2, 3)] == pytest.approx([before[seat] / left for seat in (0, 2, 3)])


def test_with_steps_it_judges_what_comes_a_few_decisions_later() -> None:
    network, position = some_network("duel"), question_of(TABLES[4], 9).position()
    evaluator = network_for(network, weights_of(network), rules_of("duel").observer(), position, 0.5, 0, 6)
    scratch, expected = position.blank(), position.blank()
    scratch.copy_from(position)
    evaluator.evaluate(scratch, Random(5))
    expected.copy_from(position)
    chance, actions = Random(5), Actions()
    for _ in range(6):
        expected.legal(actions)
        expected.apply(actions.pick(chance))
    assert scratch.numbers() == expected.numbers()
    found = [evaluator.rewards[seat] for seat in range(2)]
    evaluator.steps = 0
    evaluator.evaluate(expected, Random(5))
    assert found == [evaluator.rewards[seat] for seat in range(2)]


def test_a_mixture_weighs_both() -> None:
    network, position = some_network("builder"), question_of(TABLES[0], 9).position()
    one = network_for(network, weights_of(network), rules_of("builder").observer(), position, 0.5, 3, 0)
    other = Playouts(2, 20.0, 0.5, 3, TO_THE_END)
    mixture, scratch, actions = Mixture(one, other, 0.25), position.blank(), legal(position)
    scratch.copy_from(position)
    mixture.judge(scratch, actions, Random(2))
    assert scratch.is_over()
    for seat in range(2):
        assert mixture.rewards[seat] == pytest.approx(0.75 * one.rewards[seat] + 0.25 * other.rewards[seat])
    assert [mixture.priors[i] for i in range(actions.count)] == [one.priors[i] for i in range(actions.count)]


# --- the search


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("options", [{"playouts": 0.0}, {"playouts": 0.3}, {"playouts": 0.0, "steps": 4}], ids=str)
def test_the_tree_s_numbers_add_up(table: tuple[str, int, str, dict[str, Any]], options: dict[str, Any]) -> None:
    sims = 300 if engine_is_compiled() else 40
    tree, position = tree_of(table, 24, **options)
    before = position.numbers()
    tree.search(position, position.decider(), sims, Random(3))
    assert position.numbers() == before
    tried = tree.tried(position)
    assert tree.visits[tree.root] == sims
    assert sum(visits for _, visits, _ in tried) == sims - 1  # the first one judged the root
    assert all(0.0 <= mean <= 1.0 for _, _, mean in tried)
    assert tried[0][0] == tree.best(position)
    for node in range(int(tree.count)):
        kept = [int(tree.prior[int(tree.start[node]) + i]) for i in range(int(tree.options[node]))]
        if tree.start[node] != NOT_JUDGED:
            assert min(kept) >= 1
    root = [int(tree.prior[int(tree.start[tree.root]) + i]) for i in range(int(tree.options[tree.root]))]
    assert sum(root) == pytest.approx(ONE, rel=0.01)


def test_what_looks_good_is_tried_first() -> None:
    tree, position = tree_of(TABLES[0], 9, playouts=0.0)
    actions = legal(position)
    tree.evaluator.weigh(position, actions)
    priors = {actions.codes[i]: tree.evaluator.priors[i] for i in range(actions.count)}
    tree.search(position, position.decider(), 2, Random(1))
    assert tree.tried(position)[0][0] == max(priors, key=lambda code: priors[code])


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_tree_that_is_tidied_knows_what_it_knew(table: tuple[str, int, str, dict[str, Any]]) -> None:
    tree, position = tree_of(table, 9, playouts=0.0)
    tree.search(position, position.decider(), 400 if engine_is_compiled() else 60, Random(3))
    best = int(tree.best(position))
    tree.root = tree.child(tree.root, best)
    before = below(tree, int(tree.root))
    tree.tidy()
    assert tree.root == 0
    assert below(tree, 0) == before
    assert tree.count == len(before)
    assert tree.priors == sum(len(priors) for _, _, priors in before.values())


def below(tree: PuctTree, top: int) -> dict[tuple[int, ...], Any]:
    """Visits, value and priors of each node, by the codes that lead to it."""
    found: dict[tuple[int, ...], Any] = {}

    def walk(node: int, path: tuple[int, ...]) -> None:
        start = int(tree.start[node])
        count = 0 if start == NOT_JUDGED else int(tree.options[node])
        priors = [(int(tree.prior_code[start + i]), int(tree.prior[start + i])) for i in range(count)]
        found[path] = int(tree.visits[node]), float(tree.value[node]), priors
        child = int(tree.first[node])
        while child:
            walk(child, (*path, int(tree.code[child])))
            child = int(tree.next[child])

    walk(top, ())
    return found


@pytest.mark.slow
@pytest.mark.skipif(not engine_is_compiled(), reason="takes long without the compiled engine")
def test_a_tree_without_room_goes_on_thinking() -> None:
    tree, position = tree_of(TABLES[3], 0, playouts=0.0)
    while tree.count < MOST_NODES:
        tree.search(position, position.decider(), 10_000, Random(int(tree.count)))
    visits = int(tree.visits[tree.root])
    tree.search(position, position.decider(), 1000, Random(1))
    assert tree.count == MOST_NODES
    assert tree.priors <= MOST_PRIORS
    assert tree.visits[tree.root] == visits + 1000


def test_noise_changes_the_root_s_priors_alone() -> None:
    tree, position = tree_of(TABLES[0], 9, playouts=0.0)
    tree.search(position, position.decider(), 30, Random(3))
    before = below(tree, int(tree.root))
    tree.stir(Random(1), 0.25)
    after = below(tree, int(tree.root))
    assert after.pop(())[2] != before.pop(())[2]
    assert after == before


# --- files


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "some.network"
    path.write_bytes(to_bytes(some_network("duel")))
    assert read(path) == some_network("duel")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: b"", "this is not a network of imhotep"),
        (lambda data: b"PK" + data, "this is not a network of imhotep"),
        (lambda data: data[:1000], "this network is damaged or cut off"),
        (lambda data: data[:-1] + b"\0", "this network is damaged or cut off"),
        (lambda data: to_bytes(some_network("duel", format=2)), "this network has format 2, and this version reads 1"),
        (lambda data: to_bytes(some_network("duel", layout="0")), "made for other observations of duel"),
        (lambda data: to_bytes(some_network("duel", game="builder")), "made for other observations of builder"),
        (lambda data: to_bytes(some_network("duel", game="chess")), "chess"),
        (lambda data: to_bytes(some_network("duel", hidden=7)), "a network of 7 and 4 units can't be used"),
        (lambda data: to_bytes(some_network("duel", first=b"12")), "first has 2 bytes instead of"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_line(tmp_path: Path, spoil: Any, reason: str) -> None:
    path = tmp_path / "some.network"
    path.write_bytes(spoil(to_bytes(some_network("duel"))))
    with pytest.raises(imhotep.ImhotepError, match=reason) as refused:
        read(path)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="No such file"):
        read(tmp_path / "none.network")


# --- the bot


@pytest.fixture
def with_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def built_in(game: str) -> tuple[NetworkFile, Any]:
        network = some_network(game)
        return network, weights_of(network)

    monkeypatch.setattr(learned_module, "built_in", built_in)


@pytest.mark.usefixtures("with_network")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_learned_plays_whole_games_and_the_same_from_the_same_seed(table: tuple[str, int, str, dict[str, Any]]) -> None:
    def play() -> list[str]:
        name, players, sides, variants = table
        game = imhotep.new_game(name, players, sides, seed=3, variants=variants)
        bots = [make_bot("learned:sims=6", seed=seat) for seat in range(players)]
        moves = []
        while game.decider is not None:
            moves.append(bots[game.decider].choose(game.ask()))
            game.play(moves[-1])
        return [move.text for move in moves]

    assert play() == play()


def same_visits(question: imhotep.bots.Question) -> bool:
    learned, mcts = make_bot("learned:sims=40", seed=1), make_bot("mcts:sims=40", seed=1)
    assert isinstance(learned, LearnedBot)
    assert isinstance(mcts, MctsBot)
    position = question.position()
    learned.choose(question)
    mcts.choose(question)
    assert learned._tree is not None
    assert mcts._tree is not None
    return learned._tree.tried(position) == mcts._tree.tried(position)


def test_without_a_network_it_is_mcts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_module, "built_in", lambda game: None)
    assert same_visits(question_of(TABLES[0], 9))


@pytest.mark.usefixtures("with_network")
def test_with_other_values_than_it_has_learned_it_is_mcts(tmp_path: Path) -> None:
    assert not same_visits(question_of(TABLES[0], 9))
    edition = imhotep.table.editions.built_in_text("builder").replace('edition = "builder"', 'edition = "mine"', 1)
    path = tmp_path / "mine.toml"
    path.write_text(edition, encoding="utf-8")
    assert same_visits(imhotep.new_game("builder", 2, seed=3, edition=path).ask())


def test_the_list_of_bots_says_what_has_been_learned(capsys: pytest.CaptureFixture[str]) -> None:
    show_bots(as_json=False)
    said = capsys.readouterr().out
    for game in ("builder", "duel"):
        assert f"{game}: " in said
