"""Who may ask for what, and what comes of it: pure, without a server."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kuhstall.engine.values import Illegal, Refused
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.decide import Situation, note_departure, undealt_table
from kuhstall.server.table.party.decide_request import check_arrangement, request_events
from kuhstall.server.table.party.events import (
    BotTookOver,
    Closed,
    Connected,
    Disconnected,
    Ended,
    HostChanged,
    Kicked,
    PaceName,
    Paused,
    Resumed,
    SeatFreed,
    SeatLeft,
    StartAborted,
    Started,
    WasLate,
)
from kuhstall.server.table.party.opening import Drawn, Wish, first_step, first_step_of_rematch
from kuhstall.server.table.party.party import Party, Place, fold
from kuhstall.server.table.party.requests import (
    RIGHTS,
    AnyRequest,
    Arrange,
    AskPause,
    ChooseDecisionTime,
    ChooseHours,
    ChooseStart,
    ChooseTempo,
    ComeBack,
    Commit,
    FreeSeat,
    HandOver,
    Join,
    Kick,
    Leave,
    MoreTime,
    Rematch,
    Request,
    Resume,
    Reveal,
    SeatBot,
    Start,
    Swap,
    rights,
)
from kuhstall.server.table.party.revealing import abort_start

TABLE = "a" * 26
DRAWN = Drawn(TABLE, bytes(32))
VALUES = {seat: bytes([seat + 1]) * 32 for seat in range(5)}


def opened(**wish: object) -> Party:
    return first_step(Wish(table=TABLE, **wish), "anna", DRAWN, 0.0, 1.0).party  # type: ignore[arg-type]


def asked(party: Party, person: str | None, *requests: Request) -> Party:
    for request in requests:
        party = fold(party, request_events(party, person, request, TABLE))
    return party


def full(seats: int = 3) -> Party:
    party = opened(seats=seats)
    for person in ("ben", "cleo", "dora", "emil")[: seats - 1]:
        party = asked(party, person, Join())
    return party


def playing(seats: int = 3) -> Party:
    return fold(full(seats), [Started()])


def refusal(party: Party, person: str | None, request: Request) -> str:
    with pytest.raises(Illegal) as caught:
        request_events(party, person, request, TABLE)
    return caught.value.code


def test_every_request_has_its_rights() -> None:
    assert set(RIGHTS) == set(AnyRequest.__args__)


def test_who_opens_a_table_sits_first_and_is_host() -> None:
    party = opened(seats=4, bots=["farmer", "random"])
    assert party.host == "anna"
    assert [place.person for place in party.places] == ["anna", None, None, None]
    assert [place.bot for place in party.places] == [None, None, "farmer", "random"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Wish(edition="skat"), "no_such_edition"),
        (Wish(seats=2), "seats"),
        (Wish(rules={"luck": 1}), "no_such_option"),
        (Wish(rules={"start_player": "random\n"}), "bad_value"),
        (Wish(edition="kuhfstein", rules={"start_player": "seat:0\n"}), "bad_value"),
        (Wish(rules={"gavel": "auctioneer", "auction_mode": "turns"}), "no_gavel"),
        (Wish(pace="slow", rules={"gavel": "auctioneer"}), "no_gavel"),
        (Wish(pace="slow", rules={"auction_mode": "open"}), "slow_needs_turns"),
        (Wish(seats=3, bots=["farmer"] * 3), "full"),
        (Wish(bots=["deep blue"]), "no_such_bot"),
        (Wish(commitment="0" * 64), "commitment_needs_table"),
    ],
)
def test_nonsense_is_not_opened(wish: Wish, code: str) -> None:
    with pytest.raises(Refused) as caught:
        first_step(wish, "anna", DRAWN, 0.0, 1.0)
    assert caught.value.code == code


def test_a_slow_table_asks_for_one_answer_unless_it_bids_in_turns() -> None:
    assert check_arrangement("kuhhandel/2", {}, 4, "slow", public=False).rules == {
        "auction_mode": "sealed"
    }
    turns = {"auction_mode": "turns"}
    assert check_arrangement("kuhhandel/2", turns, 4, "slow", public=False).rules == turns


def test_people_take_the_first_free_seat_or_the_one_they_name() -> None:
    party = asked(opened(seats=4), "ben", Join(seat=3))
    party = asked(party, "cleo", Join())
    assert [place.person for place in party.places] == ["anna", "cleo", None, "ben"]
    assert refusal(party, "dora", Join(seat=3)) == "seat_taken"
    assert refusal(party, "dora", Join(seat=7)) == "no_such_seat"
    assert refusal(party, "ben", Join()) == "seated_already"
    assert refusal(full(), "dora", Join()) == "full"
    assert refusal(party, None, Join()) == "no_session"


def test_the_host_moves_on_when_the_host_leaves() -> None:
    party = fold(full(), [Disconnected(1)])
    events = request_events(party, "anna", Leave(), TABLE)
    assert events == [SeatFreed(0), HostChanged("cleo")]
    assert request_events(full(), "ben", Leave(), TABLE) == [SeatFreed(1)]


def test_who_leaves_in_mid_game_leaves_a_bot_behind() -> None:
    party = fold(playing(), request_events(playing(), "ben", Leave(), TABLE))
    assert party.places[1] == Place(bot="farmer", called="Daisy")
    assert request_events(playing(), "ben", Leave(), TABLE) == [SeatLeft(1)]


def test_who_has_seen_a_hand_may_only_take_that_one_again() -> None:
    party = fold(playing(), [SeatLeft(1), SeatLeft(2)])
    assert refusal(party, "ben", Join(seat=2)) == "knows_a_hand"
    assert asked(party, "ben", Join()).places[1].person == "ben"
    assert refusal(party, "dora", Join(seat=2)) == "game_running"


def test_what_a_seat_has_added_to_the_shuffle_stays_with_it() -> None:
    """Else a player could make an honest game look forged by leaving and coming back."""
    party = asked(committed(full()), "anna", Start())
    for seat, person in enumerate(("anna", "ben", "cleo")):
        party = asked(party, person, Reveal(VALUES[seat].hex()))
    party = fold(party, [Started()])
    before = party.places[1]
    party = asked(asked(party, "ben", Leave()), "ben", Join())
    assert party.places[1] == before


def test_a_host_who_is_gone_is_not_waited_for() -> None:
    party = full()
    now = Situation("t", 1, party, undealt_table(party), b"s" * 32)
    outcome = note_departure(now, 0)
    assert outcome is not None
    assert outcome.party.host == "ben"
    alone = fold(party, [Disconnected(1), Disconnected(2)])
    outcome = note_departure(Situation("t", 1, alone, undealt_table(alone), b"s" * 32), 0)
    assert outcome is not None
    assert outcome.party.host == "anna"


def test_the_kicked_stay_outside() -> None:
    party = asked(full(), "anna", Kick(1))
    assert party.places[1] == Place()
    assert refusal(party, "ben", Join()) == "kicked"
    assert rights(party, "ben") == ()
    assert refusal(full(), "anna", Kick(0)) == "yourself"
    assert refusal(opened(seats=3), "anna", Kick(2)) == "no_person"
    assert refusal(full(), "ben", Kick(2)) == "not_host"


def test_nobody_is_kicked_out_of_a_game_who_plays() -> None:
    assert refusal(playing(), "anna", Kick(1)) == "still_playing"
    party = fold(playing(), [BotTookOver(1)])
    assert request_events(party, "anna", Kick(1), TABLE) == [Kicked(1, "ben")]
    assert asked(party, "anna", Kick(1)).places[1] == Place(bot="farmer", called="Daisy")


def test_bots_come_and_go() -> None:
    party = asked(opened(seats=3), "anna", SeatBot(1), SeatBot(2, "random"))
    assert [place.bot for place in party.places] == [None, "farmer", "random"]
    party = asked(party, "anna", FreeSeat(1))
    assert party.places[1].is_empty
    assert refusal(party, "anna", FreeSeat(1)) == "no_bot"
    assert refusal(party, "anna", SeatBot(0)) == "seat_taken"
    assert refusal(party, "anna", SeatBot(1, "deep blue")) == "no_such_bot"
    assert refusal(party, "anna", SeatBot(6)) == "no_such_seat"


def names(party: Party) -> list[str]:
    return [place.called for place in party.places]


def test_a_bot_keeps_its_name_for_as_long_as_it_sits_there() -> None:
    party = asked(opened(seats=4), "anna", SeatBot(1), SeatBot(2, "farmer:bold"), SeatBot(3))
    assert names(party) == ["", "Daisy", "Bruno", "Clover"]
    party = asked(party, "anna", Swap(1, 3))
    assert names(party) == ["", "Clover", "Bruno", "Daisy"]
    assert names(asked(party, "anna", SeatBot(1, "random"))) == ["", "Pip", "Bruno", "Daisy"]
    party = asked(party, "anna", FreeSeat(3))
    assert names(asked(party, "anna", SeatBot(3))) == ["", "Clover", "Bruno", "Daisy"]


def test_whoever_plays_on_for_a_person_takes_no_name_from_another_bot() -> None:
    party = asked(opened(seats=3), "anna", SeatBot(1))
    party = fold(asked(party, "ben", Join()), [Started(), SeatLeft(2)])
    assert names(party) == ["", "Daisy", "Clover"]
    assert names(asked(party, "ben", Join())) == ["", "Daisy", ""]


def test_a_commitment_does_not_move_with_a_seat() -> None:
    party = asked(full(), "ben", Commit("0" * 64))
    party = asked(party, "anna", Swap(0, 1))
    assert [place.person for place in party.places] == ["ben", "anna", "cleo"]
    assert all(place.commitment is None for place in party.places)
    assert party.host == "anna"
    assert refusal(party, "anna", Swap(1, 1)) == "same_seat"


def test_the_host_arranges_what_is_played() -> None:
    party = asked(opened(seats=4), "anna", Arrange(edition="kuhhandel/1", seats=3, pace="relaxed"))
    assert (party.edition, len(party.places), party.pace) == ("kuhhandel/1", 3, "relaxed")
    party = asked(party, "anna", Arrange(rules={"scoring": "sum"}, public=True))
    assert (party.rules, party.public, party.edition) == ({"scoring": "sum"}, True, "kuhhandel/1")
    assert refusal(full(4), "anna", Arrange(seats=3)) == "seat_taken"
    assert refusal(party, "anna", Arrange(edition="skat")) == "no_such_edition"
    assert refusal(party, "anna", Arrange(seats=7)) == "seats"


def test_the_host_hands_over() -> None:
    party = asked(full(), "anna", HandOver(2))
    assert party.host == "cleo"
    assert "start" in rights(party, "cleo")
    assert "start" not in rights(party, "anna")
    assert refusal(asked(opened(seats=3), "anna", SeatBot(1)), "anna", HandOver(1)) == "no_person"


def test_a_host_who_hands_over_to_themself_changes_nothing() -> None:
    """Or a host could write steps for ever, which nobody would ever see."""
    assert refusal(full(), "anna", HandOver(0)) == "yourself"


@pytest.mark.parametrize(("pace", "hostless"), [("live", True), ("slow", False)])
def test_the_host_of_a_slow_table_stays_host_while_others_come_by(
    pace: PaceName, hostless: bool
) -> None:
    party = asked(opened(seats=3, pace=pace), "ben", Join())
    assert fold(party, [Disconnected(0)]).is_hostless == hostless


def test_a_host_who_leaves_a_slow_table_hands_it_over() -> None:
    party = asked(opened(seats=3, pace="slow"), "ben", Join())
    assert asked(party, "anna", Leave()).host == "ben"


def committed(party: Party) -> Party:
    for seat, place in enumerate(party.places):
        if place.person is not None:
            commitment = fair.seat_commitment(TABLE, seat, VALUES[seat]).hex()
            party = asked(party, place.person, Commit(commitment))
    return party


def test_a_start_needs_everybody_and_then_their_values() -> None:
    assert refusal(opened(seats=3), "anna", Start()) == "seats_empty"
    party = asked(committed(full()), "anna", Start())
    assert party.stage == "revealing"
    assert refusal(party, "ben", Reveal("f" * 64)) == "other_value"
    party = asked(party, "ben", Reveal(VALUES[1].hex()))
    assert party.places[1].reveal == VALUES[1].hex()
    assert refusal(party, "ben", Reveal(VALUES[1].hex())) == "nothing_to_reveal"
    assert refusal(party, "dora", Join()) == "wrong_stage"
    assert refusal(party, "anna", Leave()) == "wrong_stage"


def test_who_does_not_reveal_breaks_off_the_start_and_is_removed() -> None:
    party = asked(committed(full()), "anna", Start())
    party = asked(party, "ben", Reveal(VALUES[1].hex()))
    assert list(abort_start(party)) == [StartAborted((0, 2)), HostChanged("ben")]
    party = fold(party, abort_start(party))
    assert (party.stage, party.aborts, party.host) == ("open", 1, "ben")
    assert party.places == (Place(), Place("ben", here=True), Place())


def test_a_value_that_was_shown_cannot_be_promised_again() -> None:
    """After an aborted start the server knows it, and could choose a deck by it."""
    party = asked(committed(full()), "anna", Start())
    party = asked(party, "anna", Reveal(VALUES[0].hex()))
    party = fold(asked(party, "ben", Reveal(VALUES[1].hex())), [StartAborted((2,))])
    for seat in range(3):
        for value, known in ((VALUES[0], True), (VALUES[1], True), (VALUES[2], False)):
            commitment = fair.seat_commitment(TABLE, seat, value).hex()
            person, request = ("anna", "ben", "dora")[seat], Commit(commitment)
            joining = seat == 2
            if known:
                wish = Join(2, commitment) if joining else request
                assert refusal(party, person, wish) == "value_shown"
            else:
                asked(party, person, Join(2, commitment) if joining else request)


def test_a_pause_takes_everybody_who_is_there() -> None:
    party = fold(playing(), [BotTookOver(2)])
    party = asked(party, "anna", AskPause())
    assert (party.stage, party.places[0].pausing) == ("playing", True)
    assert refusal(party, "anna", AskPause()) == "asked_already"
    party = asked(party, "ben", AskPause())
    assert (party.stage, party.pause) == ("paused", "agreed")
    party = asked(party, "ben", Resume())
    assert (party.stage, party.pause) == ("playing", None)
    assert not any(place.pausing for place in party.places)


def test_a_person_takes_the_seat_back() -> None:
    party = fold(playing(), [WasLate(0), WasLate(0), BotTookOver(0)])
    assert party.places[0].player == "farmer"
    assert not party.places[0].is_attended
    party = asked(party, "anna", ComeBack())
    assert (party.places[0].player, party.places[0].late) == (None, 0)
    assert refusal(party, "anna", ComeBack()) == "not_away"


def test_coming_back_ends_a_pause_for_want_of_people() -> None:
    party = fold(playing(), [BotTookOver(0), Paused("nobody")])
    assert request_events(party, "anna", ComeBack(), TABLE)[-1] == Resumed()
    assert fold(party, [Connected(0)]).places[0].is_attended


def test_a_rematch_has_the_same_people_and_waits_for_them() -> None:
    party = fold(asked(opened(seats=3, public=True), "anna", SeatBot(2)), [])
    party = fold(asked(party, "ben", Join()), [Started(), Ended("00")])
    assert "rematch" in rights(party, "ben")
    assert request_events(party, "ben", Rematch(), TABLE) == []
    again = first_step_of_rematch(party, "ben", Drawn("c" * 26, bytes(32)), 0.0, 1.0).party
    assert [(place.person, place.here) for place in again.places[:2]] == [
        ("anna", False),
        ("ben", True),
    ]
    assert (again.places[2].bot, again.host, again.public) == ("farmer", "ben", True)
    assert again.promise != party.promise


def test_a_closed_table_admits_nothing() -> None:
    party = fold(full(), [Closed("operator")])
    for person in ("anna", "ben", "dora"):
        assert rights(party, person) == ()


def test_rights_are_told_as_they_are_checked() -> None:
    """What is offered is never refused for its role or stage; what is not offered always is."""
    barred = {"wrong_stage", "not_host", "not_seated", "kicked", "seated_already", "no_session"}
    barred |= {"not_alone"}
    samples: dict[type[Request], Request] = {
        Kick: Kick(1),
        SeatBot: SeatBot(1),
        FreeSeat: FreeSeat(1),
        Swap: Swap(0, 1),
        HandOver: HandOver(1),
        Commit: Commit("0" * 64),
        Reveal: Reveal("0" * 64),
        MoreTime: MoreTime(1),
        ChooseTempo: ChooseTempo("fast"),
        ChooseHours: ChooseHours(480, 1320),
        ChooseDecisionTime: ChooseDecisionTime(12),
        ChooseStart: ChooseStart("full"),
    }
    base = playing()
    for stage in ("open", "revealing", "playing", "paused", "ended", "closed"):
        party = replace(base, stage=stage, kicked=frozenset({"zoe"}))
        for person in ("anna", "ben", "dora", "zoe", None):
            for kind in RIGHTS:
                request = samples.get(kind) or kind()
                offered = kind.__struct_config__.tag in rights(party, person)
                try:
                    request_events(party, person, request, TABLE)
                    code = ""
                except Illegal as illegal:
                    code = illegal.code
                assert offered == (code not in barred), (stage, person, kind, code)
