"""A small network learns a game by self-play, with NumPy alone; then it plays against a random player.

python examples/self_play.py [GAME] [UPDATES]

It plays many two-player games at once, with the same network on both seats. Moves after which the mover did
better than usual become more likely, others less (REINFORCE). A minute is enough to beat random play.
"""

import sys

import numpy as np

from sandmandala.envs.batch import Batch
from sandmandala.envs.observations import named_parts

HIDDEN = 64
GAMES = 128
STEP = 0.01
CURIOSITY = 0.01
FORESIGHT = 0.95  # the discount per move


class Network:
    """One hidden layer, and a logit for each action."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, actions), np.float32),
            np.zeros(actions, np.float32),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def chances(self, seen, masks):
        """The probability of each action, and the hidden layer."""
        first, bias, second, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        numbers = np.where(masks > 0, hidden @ second + last, -1e9)
        numbers = np.exp(numbers - numbers.max(axis=1, keepdims=True))
        return numbers / numbers.sum(axis=1, keepdims=True), hidden

    def choose(self, seen, masks, rng):
        chances, _ = self.chances(seen, masks)
        return (chances.cumsum(axis=1) < rng.random((len(seen), 1), np.float32) * 0.9999).sum(axis=1)

    def learn(self, seen, masks, actions, worth):
        """Make actions likelier by what they were worth."""
        chances, hidden = self.chances(seen, masks)
        # The gradient of log(probability of the action) times its worth, and of an entropy bonus.
        slope = -chances * worth[:, None]
        slope[np.arange(len(actions)), actions] += worth
        logs = np.log(chances + 1e-9)
        slope -= CURIOSITY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        slope /= len(actions)
        inner = (slope @ self.weights[2].T) * (hidden > 0)
        self._climb([seen.T @ inner, inner.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)])

    def _climb(self, slopes) -> None:
        """One step of Adam."""
        self._updates += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self._means, self._squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            fair_mean = mean / (1 - 0.9**self._updates)
            fair_square = square / (1 - 0.99**self._updates)
            weight += STEP * fair_mean / (np.sqrt(fair_square) + 1e-8)


def play_games(network, batch, rng):
    """Play games to the end. Returns observation, mask, action and worth of each move."""
    moves = []
    ahead = np.zeros_like(batch.rewards)  # of each seat, from the final points
    batch.reset()
    while not batch.done.all():
        live = np.flatnonzero(batch.to_move >= 0)
        seen, masks, movers = batch.observations[live], batch.masks[live], batch.to_move[live]
        actions = np.zeros(batch.count, np.int64)
        actions[live] = network.choose(seen, masks, rng)
        moves.append((seen, masks, actions[live], live, movers))
        batch.step(actions)
        ahead += batch.rewards
    seen, masks, actions, *_ = (np.concatenate(column) for column in zip(*moves, strict=True))
    worth = np.concatenate(worth_of(moves, ahead, batch.rules))
    return seen, masks, actions, (worth - worth.mean()) / worth.std()


def worth_of(moves, ahead, rules):
    """Backwards from the end: the points gained until the mover's next move, plus later ones, discounted."""
    most = next(part.scale for part in rules.observation_parts if part.name == "points")
    later, worth = np.zeros_like(ahead), []
    for seen, _, _, games, movers in reversed(moves):
        points = named_parts(rules, seen)["points"] * most
        lead = points[:, 0] - points[:, 1]
        later[games, movers] = ahead[games, movers] - lead + FORESIGHT * later[games, movers]
        ahead[games, movers] = lead
        worth.append(later[games, movers])
    return worth[::-1]


def share_won(game: str, network: Network, games: int = 400, seed: int = 99) -> float:
    """The share of games that the network wins against a random player; a draw counts half."""
    batch = Batch(game, games, seed=seed, auto_reset=False)
    rng = np.random.default_rng(seed)
    seats = np.arange(games) % 2
    total = np.zeros_like(batch.rewards)
    while not batch.done.all():
        actions = batch.random_actions()
        own = np.flatnonzero(batch.to_move == seats)
        actions[own] = network.choose(batch.observations[own], batch.masks[own], rng)
        batch.step(actions)
        total += batch.rewards
    return float((total[np.arange(games), seats] + 1).mean() / 2)


def learn(game: str, updates: int, seed: int = 1) -> tuple[float, float]:
    """Train, and return the share won before and after."""
    batch = Batch(game, GAMES, seed=seed, reward="margin", auto_reset=False)
    network = Network(batch.observations.shape[1], batch.rules.action_count, seed)
    rng = np.random.default_rng(seed)
    before = share_won(game, network)
    for update in range(1, updates + 1):
        played = play_games(network, batch, rng)
        for some in np.array_split(rng.permutation(len(played[0])), 4):
            network.learn(*(column[some] for column in played))
        if update % 25 == 0:
            print(f"after {update} updates it wins {share_won(game, network):.0%}")
    return before, share_won(game, network)


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else "mandala"
    before, after = learn(game, int(sys.argv[2]) if len(sys.argv) > 2 else 100)
    print(f"{game}: {before:.0%} of games won against random before learning, {after:.0%} after.")
