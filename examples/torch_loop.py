"""PyTorch on a batch of games: tensors that share the memory of the batch, and a network that learns.

python examples/torch_loop.py [GAME] [UPDATES]

Needs PyTorch: pip install 'sandmandala[torch]'. The network plays both seats. It learns to predict the
result, and to choose moves that turn out better than predicted (actor-critic).
"""

import sys
import time

import torch

from sandmandala.envs.batch import Batch

GAMES = 256
STEPS = 32
HIDDEN = 64


def main(game: str, updates: int) -> None:
    batch = Batch(game, GAMES, seed=1)
    # No copies: the batch updates these tensors at each step.
    seen = torch.from_numpy(batch.observations)
    masks = torch.from_numpy(batch.masks).view(torch.bool)
    to_move, rewards, done = map(torch.from_numpy, (batch.to_move, batch.rewards, batch.done))
    assert seen.data_ptr() == batch.observations.ctypes.data

    torch.manual_seed(1)
    body = torch.nn.Sequential(torch.nn.Linear(seen.shape[1], HIDDEN), torch.nn.ReLU())
    actor, critic = torch.nn.Linear(HIDDEN, masks.shape[1]), torch.nn.Linear(HIDDEN, 1)
    parameters = [*body.parameters(), *actor.parameters(), *critic.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=1e-3)
    games = torch.arange(GAMES)
    for update in range(1, updates + 1):
        began = time.perf_counter()
        moves = []
        for _ in range(STEPS):
            hidden = body(seen.clone())  # the next step overwrites `seen`
            choice = torch.distributions.Categorical(logits=actor(hidden).masked_fill(~masks, -1e9))
            actions = choice.sample()
            mover = to_move.long()
            batch.step(actions.numpy())
            moves.append(
                (choice.log_prob(actions), critic(hidden)[:, 0], mover, rewards.clone(), done.clone())
            )
        # Backwards from the current prediction: the expected result of each seat, or the real one if a game
        # ended.
        with torch.no_grad():
            hope = torch.zeros_like(rewards)
            now = critic(body(seen))[:, 0]
            hope[games, to_move.long()] = now
            hope[games, 1 - to_move.long()] = -now
        loss = torch.zeros(())
        for log_chance, foreseen, mover, gained, ended in reversed(moves):
            hope = torch.where(ended[:, None], gained, hope)
            better = hope[games, mover] - foreseen
            loss = loss - (log_chance * better.detach()).mean() + (better**2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        speed = GAMES * STEPS / (time.perf_counter() - began)
        print(f"update {update}: loss {loss.item() / STEPS:.3f}, {speed:,.0f} steps a second")


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else "patterns"
    main(game, int(sys.argv[2]) if len(sys.argv) > 2 else 20)
