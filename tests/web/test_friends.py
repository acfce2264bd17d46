"""Playing with people: invitations, live lists, stand-ins, rematches."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from server.running_server import RunningServer
from web.browser_tab import OpenTab
from web.people import invite, join, named, two

ABSENCE = 2  # seconds, instead of two minutes
# Browsers round this clock. When it stands still, a timer that relies on it always fires too early.
STILL_CLOCK = "performance.now = () => 0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"), absence=str(ABSENCE))
    yield server
    server.stop()


def test_a_friend_is_invited_with_a_link(open_tab: OpenTab) -> None:
    anna, ben = named(open_tab(), "Anna"), open_tab()
    anna.page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    anna.page.goto("/new?with=friend&game=mandala")
    anna.page.get_by_label("Clock").select_option(label="3 days per move")
    anna.page.get_by_label("Rated").check()
    anna.button("Open the table").click()
    expect(anna.page.get_by_role("heading", name="Invite your friend")).to_be_visible()
    expect(anna.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    anna.button("Share link").click()
    link = anna.page.evaluate("window.shared.url")
    assert re.search(r"/table/\w+\?key=.+", link)
    assert anna.page.evaluate("window.shared.text") == "Anna invites you to play Mandala."
    anna.page.goto("/")  # a host who comes back without the link sees it again
    anna.page.get_by_role("link", name="Continue").click()
    expect(anna.page.locator(".link a")).to_have_attribute("href", link)

    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", name="Anna invites you to play Mandala")).to_be_visible()
    for fact in ("2 players", "3 days per move", "rated"):
        expect(ben.page.get_by_role("listitem").get_by_text(fact, exact=True)).to_be_visible()
    expect(ben.page.get_by_role("heading", name="How to play")).to_be_visible()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Join").click()
    for one in (anna, ben):
        one.wait_for_status("playing")
    assert [one["person"]["name"] for one in anna.info["sitting"]] == ["Anna", "Ben"]
    ben.page.goto("/new?with=friend")  # the name is asked for once
    expect(ben.page.get_by_text("You play as Ben.")).to_be_visible()
    expect(ben.page.get_by_label("Your name")).to_have_count(0)


@pytest.mark.thorough
def test_two_people_and_a_bot_that_the_host_adds(open_tab: OpenTab) -> None:
    anna, ben, carl = named(open_tab(), "Anna"), named(open_tab(), "Ben"), named(open_tab(), "Carl")
    link = invite(anna, "Flowers", ("4",))
    join(ben, link)
    expect(ben.page.get_by_text("Waiting for 2 more players.")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Add a bot")).to_have_count(0)  # only the host may
    anna.page.get_by_label("Player 3: level of the bot").select_option("1")
    anna.page.get_by_role("button", name=re.compile(r"Add a bot ?: Player 3")).click()
    expect(ben.page.get_by_text("Seed (bot)")).to_be_visible()
    anna.page.get_by_role("button", name=re.compile(r"Remove ?: Seed \(bot\)")).click()
    expect(ben.page.get_by_text("Seed (bot)")).to_have_count(0)
    anna.page.get_by_label("Player 4: level of the bot").select_option("2")
    anna.page.get_by_role("button", name=re.compile(r"Add a bot ?: Player 4")).click()
    expect(anna.page.get_by_role("button", name=re.compile(r"Remove ?: Sprout \(bot\)"))).to_be_visible()
    join(carl, link)
    for one in (anna, ben, carl):
        one.wait_for_status("playing")
    assert anna.info["spec"]["bots"] == [None, None, None, 2]


@pytest.mark.thorough
def test_a_host_may_free_a_seat_while_a_guest_does_not_connect(
    open_tab: OpenTab, server: RunningServer
) -> None:
    anna, ben = named(open_tab(), "Anna"), server.client("Ben")
    link = invite(anna, "Flowers", ("3",))
    anna.page.get_by_role("button", name=re.compile(r"Add a bot ?: Player 3")).click()
    remove = anna.page.get_by_role("button", name=re.compile(r"Remove ?: Sprout \(bot\)"))
    expect(remove).to_be_visible()
    ben.post(f"/tables/{anna.info['id']}/join", key=link.partition("=")[2])  # and the browser is gone
    expect(anna.page.get_by_text("Waiting for Ben to connect")).to_be_visible()
    remove.click()
    expect(anna.page.get_by_text("Waiting for 1 more player.")).to_be_visible()
    join(named(open_tab(), "Carl"), link)
    expect(anna.page.get_by_text("Waiting for Ben to connect")).to_be_visible()


@pytest.mark.thorough
def test_a_table_that_cannot_be_entered_says_what_to_do(open_tab: OpenTab) -> None:
    anna, ben = named(open_tab(), "Anna"), open_tab()
    link = invite(anna, "Mandala")
    ben.page.goto(link.partition("?")[0])
    expect(ben.page.get_by_role("heading", name="This table is private")).to_be_visible()
    expect(ben.page.get_by_role("alert").get_by_role("link", name="Play a friend")).to_be_visible()
    ben.page.goto(link)
    expect(ben.button("Join")).to_be_visible()
    anna.button("Close the table").click()
    expect(ben.page.get_by_role("heading", name="This table has been closed")).to_be_visible()
    ben.page.get_by_role("link", name="Go to the home page").click()
    expect(ben.page.get_by_role("region", name="Mandala")).to_be_visible()


@pytest.mark.thorough
def test_lists_update_automatically(open_tab: OpenTab) -> None:
    anna, ben, guest = named(open_tab(), "Anna"), named(open_tab(), "Ben"), open_tab()
    for one in (ben, guest):
        one.page.goto("/")
        expect(one.page.get_by_text("Nobody is waiting for players right now.")).to_be_visible()
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Open a table").click()
    anna.page.get_by_label("Patterns").check()
    anna.page.get_by_label("Clock").select_option(label="3 days per move")
    anna.page.get_by_label("Rated").check()
    anna.button("Open the table").click()
    anna.wait_for_status("open")
    for one in (ben, guest):
        row = one.page.get_by_role("listitem").filter(has_text="Anna")
        for text in ("Patterns", "Rated", "3 days per move", "1 of 2 seats taken"):
            expect(row).to_contain_text(text)
    ben.page.get_by_role("link", name=re.compile("Join ?: Patterns")).click()
    ben.button("Join").click()
    for one in (anna, ben):
        one.wait_for_status("playing")
        one.page.goto("/")
        expect(one.page.get_by_role("heading", name="My games")).to_be_visible()
        expect(one.page.get_by_role("listitem").filter(has_text="Patterns")).to_contain_text(
            "2 days 23 h left"
        )
    expect(guest.page.get_by_text("Nobody is waiting for players right now.")).to_be_visible()

    mover, other = (anna, ben) if anna.state.get("legal") else (ben, anna)
    row = other.page.get_by_role("listitem").filter(has_text="Patterns")
    expect(row).to_contain_text("to move")
    expect(row).to_contain_text("You and")
    mover_row = mover.page.get_by_role("listitem").filter(has_text="Patterns")
    expect(mover_row).to_contain_text("Your turn")
    expect(mover.page.get_by_role("link", name="1 game waits for you")).to_be_visible()
    mover_row.get_by_role("link").click()
    mover.wait_for_turn()
    while mover.state.get("legal"):  # some moves of Patterns are made in a row
        mover.wait_for_turn()
        mover.make(mover.legal[0])
    expect(row).to_contain_text("Your turn")


@pytest.mark.thorough
def test_a_bot_keeps_the_seat_of_an_absent_player(open_tab: OpenTab) -> None:
    anna, ben = two(open_tab)
    offer = anna.button("Let a bot play for Ben")
    expect(offer).to_have_count(0)
    ben.page.goto("/rules")
    expect(anna.page.locator(".board").get_by_text("away")).to_be_visible()
    expect(offer).to_be_visible()  # automatically, after a while
    offer.click()
    expect(anna.page.get_by_text("Should a strong bot play for Ben?")).to_be_visible()
    anna.button("Wait").click()
    expect(anna.page.get_by_text("Should a strong bot play for Ben?")).to_have_count(0)
    anna.page.reload()
    offer.click()
    anna.button("Yes, let a bot play").click()
    expect(anna.page.get_by_text("A bot takes over for Ben.")).to_be_attached()
    expect(anna.page.locator(".board").get_by_text("away")).to_have_count(0)
    assert anna.info["sitting"][1]["bot"] == 6

    expect(ben.page.get_by_role("link", name="1 game waits for you")).to_be_visible()
    ben.page.get_by_role("link", name="1 game waits for you").click()
    row = ben.page.get_by_role("listitem").filter(has_text="Patterns")
    expect(row).to_contain_text("A bot is playing for you")
    row.get_by_role("link").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("You were away, so a bot plays for you.")
    expect(ben.page.get_by_text("You are watching.")).to_have_count(0)
    ben.button("Take my seat back").click()
    expect(ben.button("Take my seat back")).to_have_count(0)
    expect(ben.button("Resign")).to_be_visible()
    expect(anna.page.get_by_text("Ben is back.")).to_be_attached()


@pytest.mark.thorough
def test_a_player_returns_to_a_table_closed_to_spectators(open_tab: OpenTab) -> None:
    anna, ben = two(open_tab, spectators="nothing")
    anna.page.add_init_script(STILL_CLOCK)
    anna.page.reload()
    table = ben.page.url
    ben.page.goto("/rules")
    anna.button("Let a bot play for Ben").click()
    anna.button("Yes, let a bot play").click()
    expect(anna.page.get_by_text("A bot takes over for Ben.")).to_be_attached()
    ben.page.goto(table)
    expect(ben.page.get_by_role("alert")).to_contain_text("You were away, so a bot plays for you.")
    ben.button("Take my seat back").click()
    expect(ben.button("Resign")).to_be_visible()
    expect(anna.page.get_by_text("Ben is back.")).to_be_attached()


@pytest.mark.thorough
def test_nobody_is_replaced_in_games_with_a_clock(open_tab: OpenTab) -> None:
    anna, ben = named(open_tab(), "Anna"), named(open_tab(), "Ben")
    anna.page.goto("/new?with=friend&game=patterns")
    anna.page.get_by_label("Clock").select_option(label="3 days per move")
    anna.button("Open the table").click()
    anna.wait_for_status("open")
    join(ben, str(anna.page.locator(".link a").get_attribute("href")))
    anna.wait_for_status("playing")
    heard: list[str] = []
    anna.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame)))
    )
    ben.page.goto("/rules")
    anna.page.reload()
    anna.wait_until(lambda: any('"here":[true,false],"replaceable_in":[null,null]' in one for one in heard))
    expect(anna.button("Let a bot play for Ben")).to_have_count(0)


def test_a_rated_game_between_people_has_a_clock(open_tab: OpenTab) -> None:
    anna = named(open_tab(), "Anna")
    anna.page.goto("/new?with=friend&game=patterns")
    clock = anna.page.get_by_label("Clock")
    expect(clock.locator("option:checked")).to_have_text("No clock")
    anna.page.get_by_label("Rated").check()
    expect(clock.locator("option:checked")).to_have_text("15 min + 10 s per move")
    expect(clock.get_by_role("option", name="No clock")).to_be_disabled()
    expect(anna.page.get_by_text("A rated game between people needs a clock.")).to_be_visible()
    anna.page.get_by_role("radio", name=re.compile("Bots")).check()  # nobody else has to wait
    expect(clock.get_by_role("option", name="No clock")).to_be_enabled()
    anna.page.get_by_role("radio", name=re.compile("friend")).check()
    anna.button("Open the table").click()
    anna.wait_for_status("open")
    assert anna.info["spec"]["clock"]["type"] == "game"


@pytest.mark.thorough
def test_an_offer_of_a_rematch_is_withdrawn(open_tab: OpenTab) -> None:
    anna, ben = two(open_tab)
    ben.button("Resign").click()
    ben.button("Yes, resign").click()
    anna.wait_for_status("over")
    anna.button("Rematch").click()
    expect(ben.page.get_by_text("Anna would like a rematch.")).to_be_visible()
    anna.button("Withdraw").click()
    expect(ben.page.get_by_text("Anna would like a rematch.")).to_have_count(0)
    expect(anna.page.get_by_text("There is no rematch. You can offer one again.")).to_be_visible()


@pytest.mark.thorough
def test_a_rematch_waits_for_a_player_on_another_page(open_tab: OpenTab) -> None:
    anna, ben = two(open_tab)
    first = anna.info["id"]
    ben.button("Resign").click()
    ben.button("Yes, resign").click()
    expect(anna.page.get_by_role("heading", name="You won!")).to_be_visible()
    anna.button("Rematch").click()
    expect(ben.page.get_by_text("Anna would like a rematch.")).to_be_visible()
    anna.page.get_by_role("link", name="Learn", exact=True).click()
    ben.button("Yes").click()
    expect(ben.page.get_by_text("Waiting for Anna to connect")).to_be_visible()
    notice = anna.page.get_by_text("Everyone is there: Patterns with Ben waits for you.")
    expect(notice).to_be_visible()
    assert anna.page.url.endswith("/learn"), "nobody is torn away"
    anna.page.go_back()  # to the finished game: its rematch waits, so she is taken there
    for one in (anna, ben):
        one.wait_until(lambda one=one: one.info.get("status") == "playing" and one.info["id"] != first)
    expect(notice).to_have_count(0)
    again = anna.info["id"]
    anna.button("Resign").click()
    anna.button("Yes, resign").click()
    ben.wait_for_status("over")
    ben.page.goto(f"/table/{first}")  # its rematch is over: nobody is redirected
    expect(ben.page.get_by_role("link", name="Go to the rematch")).to_have_attribute(
        "href", re.compile(again)
    )
