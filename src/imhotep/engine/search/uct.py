"""Upper confidence bounds: every move is tried once, then those that did well or were tried seldom."""

from math import log, sqrt
from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import Position, Random
from imhotep.engine.search.evaluator import Evaluator
from imhotep.engine.search.tree import LONGEST, MOST_NODES, Tree


@final
@mypyc_attr(acyclic=True)
class UctTree(Tree):
    """A simulation adds one node. The evaluator judges; its priors are not asked for."""

    def __init__(self, scratch: Position, evaluator: Evaluator, exploration: float) -> None:
        super().__init__(scratch, evaluator, exploration)
        self.chances = vec[i64]()  # how often each node was among the legal ones
        self.clear()

    def add_details(self, node: i64, is_new: bool) -> None:
        if is_new:
            self.chances = append(self.chances, i64(1))
        else:
            self.chances[node] = 1

    def move_details(self, node: i64, to: i64) -> None:
        self.chances[to] = self.chances[node]

    def descend(self, random: Random) -> i64:
        """To a new node, which is added, or to the end."""
        position, path, actions, evaluator = self.scratch, self.path, self.actions, self.evaluator
        node, length = self.root, i64(1)
        path[0] = node
        while position.depth > 0 and length < LONGEST:
            if length == 1 and self.forced >= 0:
                node = self.forced_child()
            else:
                position.legal(actions)
                position.distinct(actions)
                node = self.choose(node, position.decider(), random)
                if node == 0:
                    break
            position.apply(self.code[node])
            path[length] = node
            length += 1
            if self.visits[node] == 0:
                break
        if position.depth == 0:
            evaluator.reward(position)
        else:
            evaluator.evaluate(position, random)
        return length

    def choose(self, node: i64, mover: i64, random: Random) -> i64:
        """The child to go to: a new one while there are moves not tried, else by upper confidence; 0 if none fits."""
        children, actions, codes = self.children, self.actions, self.actions.codes
        code, following, visits, value, chances = self.code, self.next, self.visits, self.value, self.chances
        child = self.first[node]
        while child != 0:
            children[code[child]] = child
            child = following[child]
        best, best_value, untried, fresh, exploration = i64(0), -1.0, i64(0), i64(-1), self.exploration
        for i in range(actions.count):
            child = children[codes[i]]
            if child == 0:
                untried += 1
                if random.below(untried) == 0:
                    fresh = codes[i]
            else:
                chances[child] += 1
                if untried == 0:
                    count = float(visits[child])
                    bound = value[child] / count + exploration * sqrt(log(float(chances[child])) / count)
                    if bound > best_value:
                        best, best_value = child, bound
        child = self.first[node]
        while child != 0:
            children[code[child]] = 0
            child = following[child]
        if untried == 0:
            return best
        if self.count >= MOST_NODES:
            return 0
        return self.add_child(node, fresh, mover)
