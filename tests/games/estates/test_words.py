"""The Estates in words: labels, reasons, the log, the text board, in every language."""

import random

import pytest

from games.estates.table import at_table, get_free, play
from kvartal.engine.rule import RefusedMove
from kvartal.engine.words import LANGUAGES
from kvartal.games import game, new
from kvartal.games.estates.drawing.art import hammer
from kvartal.games.estates.rules import tables as at
from kvartal.games.estates.rules.keys import PIECE_KEYS
from kvartal.games.estates.text.labels import piece_name, piece_object


def walk(seed: int, players: int = 3, **options: object):
    """A random game, every fifth position."""
    rng = random.Random(seed)
    match = new("estates", players, seed=seed, **options)
    while not match.over:
        if rng.random() < 0.2:
            yield match
        match.play(match.waiting[0], rng.choice(match.moves(match.waiting[0])))
    yield match


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_has_a_label_of_its_own(lang: str) -> None:
    setup = game("estates").set_up(5)
    words = setup.game.words(lang)
    labels = [setup.game.label(setup, code, words) for code in range(len(setup.notation))]
    assert all(labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_is_explained_without_holes(lang: str) -> None:
    seen = set()
    for seed in range(4):
        for match in walk(seed):
            if match.over:
                continue
            seat = match.waiting[0]
            for code in range(len(match.setup.notation)):
                rule = match.why(seat, code)
                if rule and rule.id not in seen:
                    seen.add(rule.id)
                    with pytest.raises(RefusedMove) as refused:
                        match.play(seat, code, lang)
                    assert "{" not in refused.value.message
    assert len(seen) > 20


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("bid 3", "Player 2 has bid 3: bid 4 to 12, or pass."),
        ("bid 13", "You hold 12 cheques: bid 4 to 12, or pass."),
        ("box", "Now: bid more than 3, or pass."),
    ],
)
def test_reasons_have_the_numbers_of_the_position(move: str, told: str) -> None:
    match = play(at_table(), "offer mayor", "bid 3")
    with pytest.raises(RefusedMove) as refused:
        match.play(2, move)
    assert told in refused.value.message


def test_a_refused_place_says_what_would_be_right() -> None:
    match = get_free(at_table(rows={"B": "blue5 red2"}, offer=["grey 4"]), "grey 4")
    with pytest.raises(RefusedMove) as refused:
        match.play(0, "place B2")
    assert refused.value.message.endswith("The top floor of B2 is a 2, and 4 is not lower. Possible: A1, B1, B3, C1.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_of_whole_games(lang: str) -> None:
    rules = set()
    for seed, options in ((1, {}), (2, {"money": "open", "rounds": 2}), (3, {"end_when_cubes_gone": True})):
        match = list(walk(seed, 4, **options))[-1]
        for line in match.log(None, lang):
            assert line.text
            assert "{" not in line.text
            rules.add(line.rule.id if line.rule else None)
    assert {"estates.offer", "estates.bid", "estates.sell", "estates.keep", "estates.certificate"} <= rules


def test_people_are_called_by_their_names() -> None:
    match = new("estates", 2, seed=1, names=["Оксана", "Bo"], money="open")
    begins = match.log()[1].text
    assert begins in ("Оксана begins.", "Bo begins.")
    assert "Оксана" in match.view(1).text("uk")
    assert "Bo" in match.view(0).draw("en")


@pytest.mark.parametrize(
    ("lang", "mine", "others"), [("uk", "ваша ставка", "робить ставку"), ("ru", "ваша ставка", "делает ставку")]
)
def test_whoever_reads_is_not_spoken_of_as_somebody_else(lang: str, mine: str, others: str) -> None:
    match = new("estates", 2, seed=1)
    seller = match.waiting[0]
    match.play(seller, next(move for move in match.moves(seller) if str(move).startswith("offer")))
    asked = match.waiting[0]
    assert mine in match.view(asked).draw(lang)
    assert others not in match.view(asked).draw(lang)
    assert others in match.view(seller).draw(lang)


def test_negative_points_have_the_right_plural() -> None:
    words = game("estates").words("uk")
    texts = [words.count("{n} point as things stand", "{n} points as things stand", n) for n in (-1, -3, -19, 21, 0)]
    assert texts == ["наразі -1 очко", "наразі -3 очки", "наразі -19 очок", "наразі 21 очко", "наразі 0 очок"]
    assert game("estates").words("en").count("{n} cheque", "{n} cheques", -1) == "-1 cheque"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_and_shows_every_floor(lang: str) -> None:
    for seed in range(2):
        for match in walk(seed, 5, rounds=2):
            for seat in (None, 0):
                text = match.view(seat).text(lang)
                assert max(map(len, text.splitlines())) <= 78
                assert "{" not in text
    board = at_table(rows={"B": "blue6,red5,grey1+4 yellow3"}, barriers={2: "A longer"}, mayor="C").view(0).text("en")
    for shown in ("●6", "■5", "✚1", "^4^", "★3", "║+2", "mayor × 2", "(B3)"):
        assert shown in board


def test_selling_and_keeping_are_offered_with_the_price_and_the_bidder() -> None:
    match = play(at_table(), "offer mayor", "bid 3", "pass", "pass")
    view, setup = match.view(0), match.setup
    said = {str(move): setup.game.offered(view, move.code, setup.game.words("en")) for move in view.moves()}
    assert said == {
        "sell": "Sell to Player 2 for 3 cheques",
        "keep": "Keep it and pay 3 cheques to Player 2",
    }
    assert [button.said for button in view.bar().buttons] == list(said.values())


def test_who_is_too_poor_is_not_asked_for_more_than_there_is() -> None:
    """With hidden money a hopeless bidder is asked as well: the board says why nothing else can be done."""
    match = play(at_table(hands=[2, 31, 3, 12]), "offer mayor", "bid 3")
    assert "Highest bid: 3, Player 2. You hold 3 cheques: you can only pass." in " ".join(match.view(2).text().split())
    assert [str(move) for move in match.view(2).moves()] == ["pass"]
    play(match, "pass", "pass")
    assert "You hold 2 cheques: you have to sell." in " ".join(match.view(0).text().split())
    assert "pay it yourself" not in match.view(0).bar().sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bar_tells_what_is_auctioned_and_who_bids_most(lang: str) -> None:
    """In title and sentence, to everybody who is asked, decides or watches."""
    seen = set()
    for match in walk(3, 4):
        table = match.to_json()["table"]
        words = match.setup.game.words(lang)
        if table["phase"] not in ("bidding", "deciding", "placing"):
            continue
        seen.add((table["phase"], table["high_bid"] > 0))
        code = at.OFFER + PIECE_KEYS.index(table["piece"])
        for seat in (None, *range(4)):
            bar = match.view(seat).bar(lang)
            face = table["roof_turned"]
            names = {name(code - at.OFFER, face, words) for name in (piece_name, piece_object)}
            assert any(name in bar.title for name in names)
            if table["phase"] != "placing" and table["high_bid"]:
                leader = table["high_bidder"]
                assert (words("You") if leader == seat else words.player(leader)) in bar.sentence
                assert str(table["high_bid"]) in bar.sentence
    assert seen >= {("bidding", False), ("bidding", True), ("deciding", True), ("placing", True)}


@pytest.mark.parametrize("piece", ["barrier 2", "mayor", "cancel"])
def test_a_piece_on_auction_does_not_lie_beside_the_board_as_well(piece: str) -> None:
    name = {"cancel": "cancel cube"}.get(piece, piece)
    match = at_table(barriers={1: "A longer"})

    def lies_there() -> list[bool]:
        told = dict(match.view(0).told())["Beside the board"]
        text = match.view(0).text()
        listed = text[text.index("Beside the board") :].split("\n\n")[0]
        return [name in told, name in " ".join(listed.split())]

    assert lies_there() == [True, True]
    play(match, f"offer {piece}")
    assert lies_there() == [False, False]
    while match.to_json()["table"]["phase"] == "bidding":
        play(match, "pass")
    assert lies_there() == [False, False], "it is being placed"


def test_nobody_holds_the_hammer_before_it_is_known_who_begins() -> None:
    match = new("estates", 3, seed=1)
    held = [match.at(step).view().draw().count(hammer(18)) for step in range(len(match) + 1)]
    assert held == [0] * len(match) + [1]


def test_while_a_piece_is_placed_it_is_told_who_gets_the_cheques() -> None:
    """Sold: the auctioneer. Kept: the highest bidder."""
    sold = play(at_table(), "offer mayor", "bid 3", "pass", "pass", "sell")
    kept = play(at_table(), "offer mayor", "bid 3", "pass", "pass", "keep")
    free = play(at_table(), "offer mayor", "pass", "pass", "pass")
    assert [match.view(2).bar().sentence for match in (sold, kept, free)] == [
        "Player 1 gets 3 cheques.",
        "Player 2 gets 3 cheques.",
        "Nobody has bid: it costs nothing.",
    ]
    assert sold.view(0).bar().sentence == kept.view(1).bar().sentence == "You get 3 cheques."
