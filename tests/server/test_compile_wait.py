"""The first start: tables wait only for what other processes compile."""

from __future__ import annotations

import asyncio
import gc
import threading
from pathlib import Path

import pytest

from sandmandala.games import compile_state
from sandmandala.server import compile_wait


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_state, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compile_state, "INTERPRETED", False)
    monkeypatch.setattr(compile_wait, "INTERPRETED", False)
    monkeypatch.setattr(compile_wait, "_ready", set())
    monkeypatch.setattr(compile_wait, "_loaded", {"mandala", "patterns", "flowers"})
    monkeypatch.setattr(compile_wait, "_BETWEEN_LOOKS", 0.01)


async def _still_waits(task: asyncio.Task[None]) -> bool:
    done, _ = await asyncio.wait([task], timeout=0.05)
    return not done


def test_a_game_waits_for_its_rules_and_bots_for_their_search() -> None:
    async def work() -> None:
        with compile_state.compile_alone():
            rules = asyncio.create_task(compile_wait.rules_compiled("patterns"))
            bots = asyncio.create_task(compile_wait.bots_compiled("patterns"))
            assert await _still_waits(rules)
            compile_state.mark_compiled("rules patterns")
            await asyncio.wait_for(rules, 5)
            assert await _still_waits(bots)
            compile_state.mark_compiled("bots patterns")
            await asyncio.wait_for(bots, 5)

    asyncio.run(work())


def test_nobody_waits_if_no_process_compiles() -> None:
    async def work() -> None:
        with compile_state.compile_alone():
            waiting = asyncio.create_task(compile_wait.rules_compiled("flowers"))
            assert await _still_waits(waiting)
        await asyncio.wait_for(waiting, 5)
        await asyncio.wait_for(compile_wait.rules_compiled("mandala"), 5)

    asyncio.run(work())


def test_a_game_is_loaded_once_and_not_by_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(compile_wait, "_loaded", set())
    monkeypatch.setattr(
        compile_wait, "rule_steps", lambda game: [lambda: threads.append(threading.current_thread())]
    )
    monkeypatch.setattr(compile_wait, "game_steps", lambda game: [])

    async def work() -> None:
        await asyncio.gather(*(compile_wait.rules_compiled("mandala") for _ in range(3)))
        await compile_wait.rules_compiled("mandala")

    asyncio.run(work())
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


def test_the_garbage_collector_does_not_scan_a_loaded_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the first game creates 60,000 objects; scanning them would block the loop."""
    kept: list[list[int]] = []
    was_enabled: list[bool] = []

    def load() -> None:
        was_enabled.append(gc.isenabled())
        kept.append([1])

    monkeypatch.setattr(compile_wait, "_loaded", set())
    monkeypatch.setattr(compile_wait, "rule_steps", lambda game: [load])
    monkeypatch.setattr(compile_wait, "game_steps", lambda game: [])
    try:
        asyncio.run(compile_wait.rules_compiled("mandala"))
        assert was_enabled == [False]
        assert gc.isenabled()
        assert not any(one is kept[0] for one in gc.get_objects())
    finally:
        gc.unfreeze()
