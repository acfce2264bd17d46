"""Positions with unknown cards: reading, filling, and what each seat can learn from them."""

from __future__ import annotations

import random

import pytest
from records.random_games import CASES, random_game, scaled_count, secret_of
from thorough_cases import more_players_thorough

from sandmandala.bots import Budget, Knowledge
from sandmandala.editor import PositionError, known_game, read_known
from sandmandala.editor.advice import best_move_in
from sandmandala.editor.concealing import known_text
from sandmandala.editor.description import editor_info
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game

every_game = pytest.mark.parametrize("name", all_games())
every_case = pytest.mark.parametrize(("name", "seats"), CASES)
KEYS = [secret_of("filling", number) for number in range(3)]

MANDALA = "mandala1=R1K1/G2/- mandala2=O1Y1/-/P1 hand=R2G1P1/?5 river=-/RG dealt=R1O1/?2 turn=0"
FLOWERS = (
    "seats=3 mandala1=R2/Y4/0/P1:?2/-:-/-:- mandala2=K2/Y5/-/-:-/-:-/-:- mandala3=R7/O4/1/-:-/G1:-/-:- "
    "hand=R2G1P2/K1?4/?7 turn=0"
)


def sampled_positions(name: str, seats: int) -> list[str]:
    """Positions of random games, from the deal to the end."""
    found = []
    for number in range(scaled_count(4)):
        game = random_game(name, seats, number)
        plies = random.Random(number).sample(range(game.ply + 1), min(game.ply, 7))
        found += [game.position(ply) for ply in (*plies, game.ply)]
    return found


@every_case
def test_whole_positions_are_read_and_written_unchanged(name: str, seats: int) -> None:
    for position in sampled_positions(name, seats):
        known = read_known(name, position)
        assert known.text == position
        assert known.completed() == position
        assert (known.seats, known.unknown) == (seats, 0)
        assert known.known_seats == tuple(range(seats))
        assert known.to_move in (None, known.seat)


@pytest.mark.parametrize(("name", "seats"), more_players_thorough(CASES))
def test_what_is_hidden_may_be_unknown(name: str, seats: int) -> None:
    """The seat sees the same as before, byte for byte, however the unknown cards are filled in."""
    for position in sampled_positions(name, seats):
        whole = Game.from_position(name, position, bytes(32))
        for seat in range(seats):
            known = read_known(name, known_text(name, position, seat), seat)
            assert (known.seat, known.to_move) == (seat, whole.to_move)
            assert read_known(name, known.text, seat) == known
            for key in KEYS:
                game = known.played_from(key)
                assert game.view_json(seat) == whole.view_json(seat)
                assert read_known(name, known_text(name, game.position(), seat)).text == known.text


@every_case
def test_the_filling_changes_nothing_that_the_seat_knows(name: str, seats: int) -> None:
    for position in sampled_positions(name, seats):
        known = read_known(name, known_text(name, position, 0), 0)
        if known.to_move == 0:
            worlds = {Knowledge.of(known.played_from(key)).world.tobytes() for key in KEYS}
            assert len(worlds) == 1


@pytest.mark.slow
@every_game
def test_the_best_move_depends_only_on_what_is_known(name: str) -> None:
    start = read_known(name, editor_info(name).start)
    found = [best_move_in(start, stream_from_seed(5), Budget(60)) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].decision.move in start.played_from().legal_moves()
    if start.unknown:
        filled = [read_known(name, start.completed(key)) for key in KEYS]
        assert len({known.text for known in filled}) > 1
        assert all(best_move_in(known, stream_from_seed(5), Budget(60)) == found[0] for known in filled)


@pytest.mark.parametrize(("name", "text"), [("mandala", MANDALA + " claimed=-/?3"), ("flowers", FLOWERS)])
def test_forgotten_cards_are_guessed_several_times(name: str, text: str) -> None:
    known = read_known(name, text)
    assert known.forgotten in (2, 3)
    found = best_move_in(known, stream_from_seed(5), Budget(80))
    assert found.because is None
    assert found == best_move_in(known, stream_from_seed(5), Budget(80))
    assert found.decision.move in known.played_from().legal_moves()
    assert {known.played_from(key).view_json(known.seat) for key in KEYS} == {
        known.played_from().view_json(known.seat)
    }


def test_unknown_cards_are_of_colours_that_fit() -> None:
    for number in range(40):
        key = secret_of("fitting", number)
        game = read_known("mandala", MANDALA + " claimed=-/?3").played_from(key)
        assert set(game.open_view()["players"][1]["cup"]) <= set("ROYGPK")
        claimed = game.position().split("claimed=-/")[1].split()[0]
        assert set(claimed) - set("0123456789") <= set("RG")
        game = read_known("flowers", FLOWERS).played_from(key)
        down = game.open_view()["mandalas"][0]["sides"][0]["face_down_cards"]
        assert set(down) <= set("RYP")
        assert game.open_view()["players"][1]["known"] == {"K": 1}


def test_every_card_that_is_not_seen_is_equally_likely() -> None:
    """18 cards of each colour, less those that are seen."""
    known, draws = read_known("mandala", MANDALA), 3000
    counts = dict.fromkeys("ROYGPK", 0)
    for number in range(draws):
        view = known.played_from(number.to_bytes(4, "big")).open_view()
        for letter, count in view["players"][1]["hand"].items():
            counts[letter] += count
    seen = {"R": 5, "O": 2, "Y": 1, "G": 4, "P": 2, "K": 1}
    unseen = {letter: 18 - count for letter, count in seen.items()}
    for letter, count in counts.items():
        share = unseen[letter] / sum(unseen.values())
        assert abs(count / (5 * draws) - share) < 0.02, letter


def test_the_secret_and_contributions_decide_the_unknown_cards() -> None:
    games = [known_game("mandala", MANDALA, bytes(32), [bytes(16), bytes([n] * 16)]) for n in (0, 0, 1)]
    assert games[0].position() == games[1].position() != games[2].position()
    assert games[0].view(0) == games[2].view(0)
    assert games[0].record().start == games[0].position(0)


@pytest.mark.parametrize(
    ("name", "change", "place", "said"),
    [
        ("mandala", ("hand=R2G1P1/?5", "hand=R2G1P1/R1?5"), "hand/1", "or only how many"),
        ("mandala", ("hand=R2G1P1/?5", "hand=?4/?5"), "hand/0", "Every seat has unknown cards"),
        ("mandala", ("hand=R2G1P1/?5", "hand=R2G1P1/?9"), "hand/1", "at most 8"),
        ("mandala", ("hand=R2G1P1/?5", "hand=R2G1Q1/?5"), "hand/0", "Cannot read 'R2G1Q1' as cards"),
        ("mandala", ("hand=R2G1P1/?5", "hand=R2G1P1"), None, "2 parts"),
        ("mandala", ("mandala2=O1Y1", "mandala2=?2"), "mandala2/0", "lie face up"),
        ("mandala", ("river=-/RG", "river=-/RG claimed=-/?3 memory_aid=on"), "claimed/1", "memory aid"),
        ("mandala", ("river=-/RG", "river=-/- claimed=-/?3"), "claimed/1", "too few that fit"),
        ("mandala", ("turn=0", "turn=2"), "turn", "one of 0, 1"),
        ("mandala", ("turn=0", "turn=0 phase=over"), "hand/1", "game is over"),
        ("mandala", ("turn=0", "turn=0 drawn=R1/-"), None, "Leave out 'drawn'"),
        ("mandala", ("turn=0", "turn=0 idle=99"), "idle", "from 0 to 20"),
        ("mandala", ("turn=0", ""), "turn", "lacks the word 'turn'"),
        ("mandala", ("turn=0", "turn=0 turn=1"), "turn", "twice"),
        ("mandala", ("turn=0", "turn=0 moon=1"), None, "Cannot read the word 'moon=1'"),
        ("mandala", ("R1K1/G2", "-/G2"), "mandala1/0", "Mountain 1 is empty"),
        ("mandala", ("R1K1/G2", "R1G1/G2"), None, "two areas of mandala 1"),
        ("mandala", ("dealt=R1O1", "dealt=R18O1"), "dealt/0", "at most 2"),
        ("flowers", ("seats=3", "seats=5"), "seats", "from 2 to 4"),
        ("flowers", ("mandala1=R2/Y4/0", "mandala1=R2/Y4/1"), "mandala1/2", "face-up card has the marker"),
        ("flowers", ("mandala1=R2", "mandala1=Y2"), "mandala1/0", "Cannot read 'Y2' here"),
        ("flowers", ("hand=R2G1P2/K1?4/?7", "hand=R2G1P2/K1?90/?7"), "mandala1/3:1", "too few that fit"),
        ("flowers", ("mandala2=K2", "mandala2=R2"), None, "R2 is in two places"),
    ],
)
def test_a_wrong_position_names_the_place(
    name: str, change: tuple[str, str], place: str | None, said: str
) -> None:
    good = {"mandala": MANDALA, "flowers": FLOWERS}[name]
    read_known(name, good)
    assert change[0] in good
    with pytest.raises(PositionError) as found:
        read_known(name, good.replace(*change, 1))
    problem = found.value.problem
    assert said in problem.why.en
    assert problem.place == place
    assert problem.word is None or place is None or place.startswith(problem.word)
    assert problem.why.de != problem.why.en


def test_the_seat_whose_knowledge_counts() -> None:
    assert read_known("mandala", MANDALA.replace("turn=0", "turn=1")).seat == 0
    whole = read_known("mandala", MANDALA).completed()
    assert read_known("mandala", whole.replace("turn=0", "turn=1")).seat == 1
    assert read_known("mandala", whole, 1).seat == 1
    for seat, said in ((1, "Seat 1 has unknown cards"), (2, "no seat 2"), (-1, "no seat -1")):
        with pytest.raises(PositionError, match=said):
            read_known("mandala", MANDALA, seat)


@every_case
def test_the_description_of_a_game(name: str, seats: int) -> None:
    info = editor_info(name, seats)
    places = [place for word in info.words for place in word.places()]
    assert len({place.id for place in places}) == len(places)
    start = read_known(name, info.start)
    assert start.seats == seats
    assert 0 in start.known_seats
    assert set(start.values) == {place.id for place in places}
    hides = rules_of(name).has_hidden_information and bool(info.supply)
    assert bool(start.unknown) == hides
    assert start.text == info.start
