"""Networks: colour symmetry, bit-identical results, invalid files, honest bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bots import network_samples
from bots.network_samples import (
    CASES,
    LEARNERS,
    every_case,
    every_learner,
    network,
    one_learner,
    random_bot,
    random_weights,
    samples,
    save_positions,
    thoughts,
)
from bots.random_positions import positions

from sandmandala import Game, UnreadableError
from sandmandala.bots import Budget, Knowledge, NetBot, check_game, explain, read_bot
from sandmandala.bots.networks import arithmetic, weights_file
from sandmandala.bots.networks.arithmetic import add_product, add_products, padded
from sandmandala.bots.networks.weights_file import load_weights, save_weights, shipped_weights
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States, compiled, scratch_layout
from sandmandala.games.flowers import rules as flowers
from sandmandala.games.flowers.actions import ACTIONS as FLOWERS_ACTIONS
from sandmandala.games.mandala.actions import ACTIONS as MANDALA_ACTIONS
from sandmandala.games.rules import rules_of
from sandmandala.games.sand_colours import COLOURS

# --- colour symmetry


def new_order(name: str, luck: np.random.Generator) -> np.ndarray:
    """Another name for each colour. In Flowers, tiles of a colour have a dark or a light back."""
    if name != "flowers":
        return luck.permutation(COLOURS)
    order = np.arange(COLOURS)
    for back in (flowers.DARK, flowers.LIGHT):
        alike = np.flatnonzero(back == flowers.BACK_OF)
        order[alike] = luck.permutation(alike)
    return order


def recoloured(state: States, order: np.ndarray) -> States:
    """The same position with colour c renamed to order[c]."""
    other, fields = state.copy(), state.dtype.names or ()
    for field in fields:
        values = state[field]
        if values.ndim > 1 and values.shape[-1] == COLOURS:
            other[field][..., order] = values
    for field in {"swap_tile", "left_over"} & set(fields):  # of Patterns: colours, not counts by colour
        other[field] = np.where(state[field] >= 0, order[state[field]], -1)
    if "tile" in fields:  # of Flowers: tiles are numbers, and what a mandala shows is a set of bits
        tiles = np.arange(flowers.TILES)
        renamed = order[tiles // 6] * 6 + tiles % 6
        other["place"][:, renamed] = state["place"]
        other["tile"] = np.where(state["tile"] >= 0, renamed[state["tile"]], flowers.NOBODY)
        other["shown"] = sum((state["shown"] >> colour & 1) << order[colour] for colour in range(COLOURS))
    return other


def recoloured_action(name: str, action: int, order: np.ndarray) -> int:
    """The same action after renaming. In Patterns, actions are fields; left-over tiles keep their places."""
    actions: Any = {"mandala": MANDALA_ACTIONS, "flowers": FLOWERS_ACTIONS}.get(name)
    if actions is None or actions[action].colour < 0:
        return action
    given = actions[action]
    return int(actions.index(given._replace(colour=int(order[given.colour]))))


@one_learner
def test_a_network_treats_all_colours_alike(name: str) -> None:
    luck, weights, unlike = np.random.default_rng(1), random_weights(name), 0
    for state in positions(name, 2, 2, seed=7):
        order = new_order(name, luck)
        before, priors = thoughts(name, 2, state, weights)
        after, priors_after = thoughts(name, 2, recoloured(state, order), weights)
        np.testing.assert_array_equal(before["colours"][0], after["colours"][0][order])
        if not np.array_equal(before["features"], after["features"]):
            continue  # the evaluation decides ties between colours by their order
        np.testing.assert_allclose(before["table"], after["table"], atol=1e-5)
        np.testing.assert_allclose(before["win"], after["win"], atol=1e-5)
        np.testing.assert_allclose(before["margin"], after["margin"], atol=1e-4)
        for action, prior in priors.items():
            renamed = recoloured_action(name, action, order)
            assert priors_after[renamed] == pytest.approx(prior, abs=1e-5)
        unlike += max(priors.values()) > 2 * min(priors.values())
    assert unlike > 40, "priors differ, or there is nothing to compare"


@every_case
def test_priors_and_wins_are_shares(name: str, seats: int) -> None:
    for state in positions(name, seats, 1, seed=8):
        scratch, priors = thoughts(name, seats, state, random_weights(name))
        assert sum(priors.values()) == pytest.approx(1)
        assert scratch["win"].sum() == pytest.approx(1)


@every_case
def test_a_network_without_weights_agrees_with_the_evaluation(name: str, seats: int) -> None:
    for state in positions(name, seats, 1, seed=9):
        scratch, priors = thoughts(name, seats, state, network(name).new_weights())
        mover = entry_points.to_move(state, 0)
        by_place = [scratch["win"][0, (mover + place) % seats] for place in range(seats)]
        expected = np.exp(scratch["formula"][0, :seats] - scratch["formula"][0, :seats].max())
        np.testing.assert_allclose(by_place, expected / expected.sum(), rtol=1e-9)
        np.testing.assert_allclose(list(priors.values()), 1 / len(priors))


# --- bit-identical results


def test_exp_and_tanh() -> None:
    for x in np.linspace(-30, 30, 1001):
        assert arithmetic.exp(x) == pytest.approx(np.exp(x), rel=1e-14)
        assert arithmetic.tanh(x) == pytest.approx(np.tanh(x), rel=1e-12, abs=1e-14)
    assert arithmetic.exp(-1e9) > 0
    assert arithmetic.exp(1e9) < np.inf


@compiled
def _multiply(numbers: Any) -> None:
    add_products(numbers.rows, numbers.matrix, numbers.products, 5)
    add_product(numbers.row, numbers.matrix, numbers.product)


@pytest.mark.parametrize("width", [8, 40, 72, 136])
def test_products_of_every_width_add_up_in_the_same_order(width: int) -> None:
    luck, depth, rows = np.random.default_rng(width), 7, padded(5)
    numbers = np.zeros(
        1,
        scratch_layout(
            [
                ("rows", "f4", (rows, depth)),
                ("row", "f4", (depth,)),
                ("matrix", "f4", (depth, width)),
                ("products", "f4", (rows, width)),
                ("product", "f4", (width,)),
            ]
        ),
    )
    for name in numbers.dtype.names or ():
        numbers[name] = luck.normal(size=numbers[name].shape)
    expected = numbers.copy()
    for i in range(depth):
        expected["products"][0] += np.outer(numbers["rows"][0, :, i], numbers["matrix"][0, i])
        expected["product"][0] += numbers["row"][0, i] * numbers["matrix"][0, i]
    _multiply(numbers[0])
    np.testing.assert_array_equal(numbers["products"], expected["products"])
    np.testing.assert_array_equal(numbers["product"], expected["product"])


def run_elsewhere(folder: Path, *deciding: str, **settings: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, network_samples.__file__, str(folder), *deciding],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    for case in CASES:
        save_positions(*case, tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.thorough
def test_interpreted_code_gives_the_same_to_the_last_bit(saved: Path) -> None:
    assert run_elsewhere(saved, *LEARNERS, NUMBA_DISABLE_JIT="1") == samples(saved, LEARNERS)


@pytest.mark.slow
@pytest.mark.thorough
def test_a_processor_without_avx_and_fma_gives_the_same_to_the_last_bit(saved: Path) -> None:
    # Compiling takes most of the time. The search has the same code for all games, so one decides.
    other = run_elsewhere(saved, "patterns", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert other == samples(saved, ["patterns"])


# --- files


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "weights.npz"
    save_weights(path, network("mandala"), random_weights("mandala"), {"generation": 7})
    return path


def test_weights_come_back_as_they_were_saved(file: Path) -> None:
    trained = load_weights(file, "mandala")
    assert trained.weights.tobytes() == random_weights("mandala").tobytes()
    assert trained.about["generation"] == 7
    assert trained.about["licence"] == "CC0-1.0"
    saved = file.read_bytes()
    save_weights(file, network("mandala"), random_weights("mandala"), {"generation": 7})
    assert file.read_bytes() == saved, "the same weights give the same file"


def change(file: Path, about: dict[str, Any] | None = None, **arrays: Any) -> None:
    """Rewrite a file with changes; None leaves an array out."""
    with np.load(file) as opened:
        found = {name: opened[name] for name in opened.files}
    found["about"] = np.frombuffer(
        json.dumps({**json.loads(bytes(found["about"])), **(about or {})}).encode(), np.uint8
    )
    found = {name: array for name, array in {**found, **arrays}.items() if array is not None}
    np.savez_compressed(file, **found)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"about": {"game": "patterns"}}, "has weights for patterns, not for mandala"),
        ({"about": {"layout": 99}}, "layout 99 .* has layout 1"),
        ({"about": {"format": 99}}, "not a file with weights of format 1"),
        ({"about": {"sha256": "0" * 64}}, "checksum is wrong"),
        ({"policy": None}, "lacks weights"),
        ({"more": np.zeros(1, np.float32)}, "too many"),
        ({"policy": np.zeros(31, np.float32)}, r"'policy' are not \(32,\) finite float32"),
        ({"policy": np.zeros(32)}, r"'policy' are not \(32,\) finite float32"),
        ({"policy": np.full(32, np.nan, np.float32)}, r"'policy' are not \(32,\) finite float32"),
        ({"policy": np.ones(32, np.float32)}, "checksum is wrong"),
        ({"policy": np.array([{}] * 32)}, "not a file with weights"),
    ],
)
def test_files_that_do_not_fit_are_refused(file: Path, changes: dict[str, Any], reason: str) -> None:
    change(file, **changes)
    with pytest.raises(UnreadableError, match=reason):
        load_weights(file, "mandala")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 and no more"])
def test_files_of_another_kind_are_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(UnreadableError, match="not a file with weights"):
        load_weights(file, "mandala")


def test_a_file_cut_short_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1000])
    with pytest.raises(UnreadableError, match="not a file with weights"):
        load_weights(file, "mandala")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"There is no file .*nothing"):
        check_game(NetBot(weights=tmp_path / "nothing.npz"), rules_of("mandala"))


def test_a_bot_without_weights_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(weights_file, "SHIPPED", tmp_path)
    shipped_weights.cache_clear()
    try:
        with pytest.raises(UnreadableError, match="has not learned Mandala yet: there are no weights"):
            check_game(NetBot(), rules_of("mandala"))
    finally:
        shipped_weights.cache_clear()


def test_shipped_weights_say_how_they_were_trained() -> None:
    shipped = sorted(weights_file.SHIPPED.glob("*.npz"))
    assert shipped
    assert sum(path.stat().st_size for path in shipped) < 1_000_000
    for path in shipped:
        about = shipped_weights(path.stem).about
        assert about["generation"] > 0
        assert {"learned_from", "loss", "seed", "games_in_all", "elo"} <= set(about)
        assert about["licence"] == "CC0-1.0"


# --- bots


def test_nets_by_name(file: Path) -> None:
    assert read_bot("net:250", "mandala") == (NetBot(), Budget(simulations=250))
    assert read_bot("net:0.1s", "mandala") == (NetBot(), Budget(seconds=0.1))
    assert read_bot(f"net@{file}:250", "mandala") == (NetBot(weights=file), Budget(simulations=250))


@every_case
def test_states_alike_to_the_seat_give_the_same_decision(name: str, seats: int, tmp_path: Path) -> None:
    rules, bot, different = rules_of(name), random_bot(name, tmp_path), 0
    for number, state in enumerate(positions(name, seats, 1, seed=2)):
        other = state.copy()
        seat = entry_points.to_move(state, 0)
        entry_points.resample_state(other, 0, seat, stream_from_seed(number))
        different += other.tobytes() != state.tobytes()
        decisions = [
            bot.decide(Knowledge.of_state(rules, one), Budget(simulations=40), stream_from_seed(number))
            for one in (state, other)
        ]
        assert decisions[0] == decisions[1], f"position {number}"
    assert different > 20 or not rules.has_hidden_information


@every_case
def test_a_net_gives_its_reasons(name: str, seats: int, tmp_path: Path) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    before = game.state_bytes()
    decision = random_bot(name, tmp_path).decide(
        Knowledge.of(game), Budget(simulations=300), stream_from_seed(1)
    )
    assert game.state_bytes() == before
    assert decision.simulations == sum(one.visits for one in decision.candidates)
    assert decision.move == decision.line[0] == decision.candidates[0].move
    assert {one.move for one in decision.candidates} <= set(game.legal_moves())
    assert all(one.visits > 0 and 0 <= one.win <= 1 for one in decision.candidates)
    assert explain(decision).startswith(f"{decision.move} wins about ")


@every_learner
def test_a_full_tree_still_gives_a_decision(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandmandala.bots.net_bot.MOST_NODES", 200)
    knowledge = Knowledge.of(Game.new(name, secret=bytes(32)))
    decision = random_bot(name, tmp_path).decide(knowledge, Budget(simulations=400), stream_from_seed(1))
    assert decision.action in knowledge.legal_actions()
