"""Learns The Duel by playing against itself: proximal policy optimisation with masked actions, in NumPy alone.

python examples/train_ppo.py [ROUNDS]
"""

import sys

import numpy as np

from imhotep.envs.vector import VectorGames

GAMES, STEPS, HIDDEN = 64, 48, 64  # games at once, decisions of each in a round, neurons
EPOCHS, BATCH, CLIP, LAMBDA, RATE, ENTROPY = 3, 512, 0.2, 0.95, 2e-3, 0.01
POINTS = 20.0  # a margin of so many points is a reward of 1


class Net:
    """One layer of neurons, from which both the policy and the value of a position follow."""

    def __init__(self, inputs, codes, chance):
        self.weights = [
            chance.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)),
            np.zeros(HIDDEN),
            chance.normal(0, 0.01, (HIDDEN, codes)),
            np.zeros(codes),
            chance.normal(0, 0.1, (HIDDEN, 1)),
            np.zeros(1),
        ]
        self.weights = [weight.astype(np.float32) for weight in self.weights]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def forward(self, seen, masks):
        """Neurons, probabilities of the legal codes, and values."""
        w1, b1, wp, bp, wv, bv = self.weights
        neurons = np.tanh(seen @ w1 + b1)
        logits = np.where(masks, neurons @ wp + bp, -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return neurons, odds / odds.sum(axis=1, keepdims=True), (neurons @ wv + bv)[:, 0]

    def update(self, gradients):
        """Adam."""
        self.updates += 1
        for weight, (mean, square), gradient in zip(self.weights, self.moments, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)
            weight -= RATE * step


def choose(odds, chance):
    """A code for each game, by its odds."""
    return (odds.cumsum(axis=1) > chance.random((len(odds), 1)) * odds.sum(axis=1, keepdims=True)).argmax(axis=1)


def collect(games, net, chance):
    """Some decisions of every game, each with how much better than expected it turned out."""
    rows = []
    state, every = games.state, np.arange(GAMES)
    for _ in range(STEPS):
        seen, masks, players = state.observations.copy(), state.masks.astype(bool), state.players.copy()
        _, odds, values = net.forward(seen, masks)
        codes = choose(odds, chance)
        state = games.step(codes)
        rewards, ended = state.rewards / POINTS, state.terminations.copy()
        rows.append((seen, masks, codes, odds[every, codes], values, players, rewards, ended))
    reward, later, advantage = (np.zeros((GAMES, 2)) for _ in range(3))  # of each seat's next decision, going back
    later[every, state.players] = net.forward(state.observations, state.masks.astype(bool))[2]
    advantages = np.zeros((STEPS, GAMES), np.float32)
    for step in reversed(range(STEPS)):
        *_, values, players, rewards, ended = rows[step]
        reward[ended], later[ended], advantage[ended] = rewards[ended], 0, 0
        surprise = reward[every, players] + later[every, players] - values
        advantage[every, players] = surprise + LAMBDA * advantage[every, players]
        advantages[step] = advantage[every, players]
        reward[every, players], later[every, players] = 0, values
    seen, masks, codes, old, values = (np.concatenate([row[part] for row in rows]) for part in range(5))
    return seen, masks, codes, old, advantages.reshape(-1), advantages.reshape(-1) + values


def learn(net, batch, chance):
    """The mean squared error of the values before this round's updates."""
    seen, masks, codes, old, advantages, returns = batch
    error = float(np.mean((net.forward(seen, masks)[2] - returns) ** 2))
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(chance.permutation(len(codes)), len(codes) // BATCH):
            net.update(gradients(net, seen[part], masks[part], codes[part], old[part], advantages[part], returns[part]))
    return error


def gradients(net, seen, masks, codes, old, advantages, returns):
    """Of the clipped objective, the error of the values, and the entropy."""
    count = len(codes)
    neurons, odds, values = net.forward(seen, masks)
    chosen = odds[np.arange(count), codes]
    ratio = chosen / old
    free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)  # beyond, nothing more is to be gained
    one_hot = np.zeros_like(odds)
    one_hot[np.arange(count), codes] = 1
    to_logits = -(free * ratio * advantages)[:, None] * (one_hot - odds)
    logs = np.log(np.maximum(odds, 1e-12))
    to_logits += ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
    to_logits = np.where(masks, to_logits, 0) / count
    to_values = (values - returns)[:, None] / count
    _, _, wp, _, wv, _ = net.weights
    to_neurons = (to_logits @ wp.T + to_values @ wv.T) * (1 - neurons**2)
    return [
        seen.T @ to_neurons,
        to_neurons.sum(axis=0),
        neurons.T @ to_logits,
        to_logits.sum(axis=0),
        neurons.T @ to_values,
        to_values.sum(axis=0),
    ]


def wins_against_random(net, chance, games=100):
    """The share of games that it wins, from both seats in turn."""
    table = VectorGames("duel", count=games, seed=12345, dtype=np.float32)
    state, mine, won, playing = table.state, np.arange(games) % 2, 0.0, np.ones(games, bool)
    while playing.any():
        codes = choose(net.forward(state.observations, state.masks.astype(bool))[1], chance)
        state = table.step(np.where(state.players == mine, codes, table.random_actions()))
        ended = playing & state.terminations
        won += state.rewards[ended, mine[ended]].sum()
        playing &= ~state.terminations
    return won / games


def main(rounds=40):
    chance = np.random.default_rng(1)
    games = VectorGames("duel", count=GAMES, seed=1, reward="margin", dtype=np.float32)
    net = Net(games.state.observations.shape[1], games.state.masks.shape[1], chance)
    before = wins_against_random(net, chance)
    print(f"wins against random before: {before:.0%}")
    for number in range(rounds):
        error = learn(net, collect(games, net, chance), chance)
        if number % 5 == 0:
            print(f"round {number}: error of values {error:.3f}", flush=True)
    after = wins_against_random(net, chance)
    print(f"wins against random after {rounds * GAMES * STEPS:,} decisions: {after:.0%}")
    return before, after


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
