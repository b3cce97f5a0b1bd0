"""Search that is guided by priors (PUCT): what looks good at once is tried first, and often if it turns out so.

A node's priors are of the deal it was first met in; moves that only other deals allow are weighed when they come up.
"""

from math import sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from imhotep.engine.kernel import CODES, Position, Random
from imhotep.engine.search.evaluator import SEATS, Evaluator
from imhotep.engine.search.tree import LONGEST, MOST_NODES, Tree

NOT_JUDGED: Final[i64] = -1  # instead of where a node's priors begin
ONE: Final[float] = 32000.0  # a prior of 1 as it is kept
MOST_PRIORS: Final[i64] = 1 << 23  # about 64 MB with what is needed to tidy them
CAUTION: Final[float] = 0.05  # by how much a move not tried yet is thought to be worse than what was


@final
@mypyc_attr(acyclic=True)
class PuctTree(Tree):
    """A simulation ends at a position that no other has come to, or at the end of the game.

    Moves get a node when they are first tried; until then only their priors are kept, side by side and short.
    """

    def __init__(self, scratch: Position, evaluator: Evaluator, exploration: float) -> None:
        super().__init__(scratch, evaluator, exploration)
        self.start = vec[i64]()  # where each node's priors begin, or NOT_JUDGED
        self.options = vec[i64]()  # how many they are
        self.worth = vec[float]()  # to who decides there, when it was first judged
        self.priors: i64 = 0  # of all nodes
        self.prior_code = vec[i16]()
        self.prior = vec[i16]()
        self.kept_code = vec[i16]()  # scratch, for tidying
        self.kept = vec[i16]()
        self.weights = vec[i64]([0] * CODES)  # scratch: prior by code
        self.chosen: i64 = 0  # scratch: the code that a tree without room has no node for
        self.totals = vec[float]([0.0] * SEATS)  # rewards of each seat, over the simulations since they were set to 0
        self.clear()

    def clear(self) -> None:
        self.priors = 0
        self.count = 0
        self.root = self.add_node(0, 0)

    def add_details(self, node: i64, is_new: bool) -> None:
        if is_new:
            self.start = append(self.start, NOT_JUDGED)
            self.options = append(self.options, i64(0))
            self.worth = append(self.worth, 0.0)
        else:
            self.start[node] = NOT_JUDGED

    def move_details(self, node: i64, to: i64) -> None:
        self.start[to] = self.start[node]
        self.options[to] = self.options[node]
        self.worth[to] = self.worth[node]

    def tidy(self) -> None:
        """Priors of forgotten nodes go, too."""
        self.tidy_nodes()
        kept: i64 = 0
        for node in range(self.count):
            start = self.start[node]
            if start != NOT_JUDGED:
                self.start[node] = kept
                for i in range(start, start + self.options[node]):
                    if kept == i64(len(self.kept)):
                        self.kept_code = append(self.kept_code, self.prior_code[i])
                        self.kept = append(self.kept, self.prior[i])
                    else:
                        self.kept_code[kept] = self.prior_code[i]
                        self.kept[kept] = self.prior[i]
                    kept += 1
        self.priors = kept
        self.prior_code, self.kept_code = self.kept_code, self.prior_code
        self.prior, self.kept = self.kept, self.prior

    # --- searching

    def descend(self, random: Random) -> i64:
        length, totals, rewards = self.walk(random), self.totals, self.evaluator.rewards
        for seat in range(self.evaluator.seats):
            totals[seat] += rewards[seat]
        return length

    def walk(self, random: Random) -> i64:
        position, path, actions, evaluator = self.scratch, self.path, self.actions, self.evaluator
        node, length = self.root, i64(1)
        path[0] = node
        while position.depth > 0 and length < LONGEST:
            if length == 1 and self.forced >= 0:
                node = self.forced_child()
            else:
                position.legal(actions)
                position.distinct(actions)
                mover = position.decider()
                if self.start[node] == NOT_JUDGED:
                    evaluator.judge(position, actions, random)
                    self.keep_priors(node)
                    self.worth[node] = evaluator.rewards[mover]
                    return length
                node = self.choose(node, mover)
                if node == 0:  # no room: judged without being kept
                    position.apply(self.chosen)
                    break
            position.apply(self.code[node])
            path[length] = node
            length += 1
        if position.depth == 0:
            evaluator.reward(position)
        else:
            evaluator.evaluate(position, random)
        return length

    def keep_priors(self, node: i64) -> None:
        """What the evaluator thinks of the actions; nothing if there is no room left."""
        actions, priors = self.actions, self.evaluator.priors
        if self.priors + actions.count > MOST_PRIORS:
            return
        self.start[node] = self.priors
        self.options[node] = actions.count
        for i in range(actions.count):
            self.add_prior(actions.codes[i], max(1, i64(priors[i] * ONE)))

    def add_prior(self, code: i64, prior: i64) -> None:
        at = self.priors
        self.priors = at + 1
        if at == i64(len(self.prior)):
            self.prior_code = append(self.prior_code, i16(code))
            self.prior = append(self.prior, i16(prior))
        else:
            self.prior_code[at] = i16(code)
            self.prior[at] = i16(prior)

    def choose(self, node: i64, mover: i64) -> i64:
        """The legal child with the best mean, plus a bonus for a high prior and for few visits.

        If there is no room for a new one: 0, and its code is `chosen`.
        """
        children, weights, actions, codes = self.children, self.weights, self.actions, self.actions.codes
        visits, value = self.visits, self.value
        start = self.start[node]
        end = start + self.options[node]
        for i in range(start, end):
            weights[i64(self.prior_code[i])] = i64(self.prior[i])
        child = self.first[node]
        while child != 0:
            children[self.code[child]] = child
            child = self.next[child]
        tried, total, sum_weights, missing = i64(0), self.worth[node], i64(0), False
        for i in range(actions.count):
            code = codes[i]
            child = children[code]
            if child != 0:
                tried += visits[child]
                total += value[child]
            weight = weights[code]
            sum_weights += weight
            if weight == 0:
                missing = True
        if missing:
            sum_weights = self.weigh_missing(node)
        fresh = total / float(tried + 1) - CAUTION
        bonus = self.exploration * sqrt(float(tried + 1)) / float(sum_weights)
        best, best_value = i64(0), -1.0e9
        for i in range(actions.count):
            code = codes[i]
            child = children[code]
            mean, count = fresh, i64(0)
            if child != 0:
                count = visits[child]
                if count > 0:
                    mean = value[child] / float(count)
            mean += bonus * float(weights[code]) / float(count + 1)
            if mean > best_value:
                best, best_value = code, mean
        found = children[best]
        for i in range(start, end):
            weights[i64(self.prior_code[i])] = 0
        if missing:
            for i in range(actions.count):
                weights[codes[i]] = 0
        child = self.first[node]
        while child != 0:
            children[self.code[child]] = 0
            child = self.next[child]
        if found == 0:
            if self.count >= MOST_NODES:
                self.chosen = best
                return 0
            found = self.add_child(node, best, mover)
        return found

    def weigh_missing(self, node: i64) -> i64:
        """Priors of moves that are legal in this deal and were not where the node was first met; the sum of all.

        They are kept behind the others, in a new place; the old one is given up until the tree is tidied.
        """
        actions, codes, weights, evaluator = self.actions, self.actions.codes, self.weights, self.evaluator
        evaluator.weigh(self.scratch, actions)
        start, count = self.start[node], self.options[node]
        keeps = self.priors + count + actions.count <= MOST_PRIORS
        if keeps:
            self.start[node] = self.priors
            for i in range(start, start + count):
                self.add_prior(i64(self.prior_code[i]), i64(self.prior[i]))
        total: i64 = 0
        for i in range(actions.count):
            code = codes[i]
            if weights[code] == 0:
                weights[code] = max(1, i64(evaluator.priors[i] * ONE))
                if keeps:
                    self.add_prior(code, weights[code])
                    count += 1
            total += weights[code]
        if keeps:
            self.options[node] = count
        return total

    # --- learning by playing against itself

    def forget_totals(self) -> None:
        for seat in range(SEATS):
            self.totals[seat] = 0.0

    def stir(self, random: Random, share: float) -> None:
        """Mix noise into the priors at the root, which has been judged: most of it goes to few moves."""
        root, total = self.root, 0.0
        start, count = self.start[root], self.options[root]
        noise: list[float] = []
        for _ in range(count):
            x = float(random.below(1 << 20)) / 1048576.0
            noise.append(x * x * x * x * x * x + 1.0e-6)
            total += noise[-1]
        for i in range(count):
            stirred = (1.0 - share) * float(i64(self.prior[start + i])) + share * ONE * noise[i] / total
            self.prior[start + i] = i16(max(1, i64(stirred)))
