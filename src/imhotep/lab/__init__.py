"""Research: arenas in which bots are compared.

>>> from imhotep.lab.matches.arena import run_arena
>>> result = run_arena(["greedy", "random"], game="duel", games=4, seed=1)
>>> result.games, [bot.spec for bot in result.results]
(4, ['greedy', 'random'])
"""
