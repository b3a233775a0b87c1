"""The replay of an analysis: what could have been played, and the way from error to error."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.assistant.findings import Decision, Findings
from games.boards.faces.backgammon.judged import choices_of, judged_in, lost, places_of
from games.boards.faces.backgammon.plays import pieces_of, steps_of_text
from games.files.services.job_files import JobFiles
from games.models import Board, Job, User
from games.rules.backgammon import START, legal_plays, play_text
from tests.games.boards.table import SHORT, Playing
from tests.games.rules.backgammon.boards import real_matches

pytestmark = pytest.mark.usefixtures("data_folder", "engine")

Reads = Callable[[str], str]


@pytest.fixture
def reads(ann: User, client_of: Callable[[User | None], Client]) -> Reads:
    """Returns a page as Ann reads it."""
    client = client_of(ann)

    def read(address: str) -> str:
        answer = client.get(address)
        assert answer.status_code == 200, address
        return answer.content.decode()

    return read


@pytest.fixture
def job(over: Playing, ann: User, asked: Callable[[User, Board], Any]) -> Job:
    asked(ann, over.board)
    return Job.objects.get()


def found_in(job: Job) -> Findings:
    return Findings.read(JobFiles.of(job).result.read_text())


def game_url(job: Job, number: int = 1, **asked: int) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return f"{reverse('analysis_game', args=[job.public_id, number])}?{query}"


def shown(html: str) -> list[int]:
    """The numbers of the decisions that can be seen."""
    return [int(one) for one in re.findall(r'data-judged="(\d+)">', html)]


def errors(html: str) -> tuple[str, str]:
    """The addresses of the error before and the next one; blank where there is none."""
    links = dict(
        re.findall(r'data-error="(\w+)"[^>]*?(?:href="([^"]*)"|aria-disabled="true")', html)
    )
    return links["before"], links["after"]


def test_each_decision_shows_what_could_have_been_played_and_marks_what_was(
    job: Job, reads: Reads
) -> None:
    found = found_in(job)
    for one, (game, number) in places_of(found).items():
        html = reads(game_url(job, game, decision=number))
        assert shown(html) == [number]
        panel = html.partition(f'data-judged="{number}">')[2].partition("</section>")[0]
        panel = panel.partition("data-judged=")[0]
        if one.act == "play" and one.candidates:
            rows = re.findall(
                r'<tr( class="candidates__made")?><th scope="row"><a[^>]*>(.*?)</a>', panel
            )
            assert [text for _made, text in rows] == [each.play for each in one.candidates]
            assert [text for made, text in rows if made] == [one.played]
            assert "50.0" in panel
            assert "20.0 / 15.0" in panel
            assert "10.0 / 5.0" in panel


def test_what_a_choice_cost_is_the_same_in_the_sentence_and_in_the_table(job: Job) -> None:
    """Both figures are rounded where they are kept, each by itself: 0.25650 and 0.25649."""
    seen = set()
    for one in found_in(job).decisions:
        for off in (-0.0001, 0.0001):
            worse = [
                replace(each, equity=-0.2565 * at) for at, each in enumerate(one.candidates[::-1])
            ]
            near = replace(one, loss=one.loss + off, candidates=tuple(worse))
            behind = {each.behind for each in choices_of(near) if each.is_made} - {""}
            assert not behind or behind == {f"−{lost(near)}"}
            seen |= {one.act} if behind else set()
    assert seen >= {"play", "hold"}


def test_from_error_to_error_every_error_is_met_forwards_and_backwards(
    job: Job, reads: Reads
) -> None:
    found = found_in(job)
    wrong = [place for one, place in places_of(found).items() if one.is_wrong]
    assert len(wrong) >= 2
    met, address = [], errors(reads(game_url(job, at=0)))[1]
    while address:
        html = reads(address)
        met.append((1, *shown(html)))
        address = errors(html)[1]
    assert met == wrong
    back, address = [met[-1]], errors(reads(game_url(job, decision=met[-1][1])))[0]
    while address:
        html = reads(address)
        back.append((1, *shown(html)))
        address = errors(html)[0]
    assert back == wrong[::-1]


def test_a_frame_shows_what_led_to_it_and_the_start_nothing(job: Job, reads: Reads) -> None:
    found = found_in(job)
    here = [number for one, (_game, number) in places_of(found).items() if one.move == 0]
    assert shown(reads(game_url(job, at=1))) == here
    start = reads(game_url(job, at=0))
    assert shown(start) == []
    assert "data-judged-none>" in start


def test_a_play_that_is_tried_stands_on_the_board_with_its_arrows(job: Job, reads: Reads) -> None:
    before = reads(game_url(job, decision=0))
    tried = reads(game_url(job, decision=0, play=1))
    assert before.count('class="arrow"') == 0
    assert tried.count('class="arrow"') == 2
    pieces = re.compile(r'<g class="piece .*?transform="(.*?)"')
    assert pieces.findall(before) != pieces.findall(tried)
    assert reads(game_url(job, decision=0, play=99))  # there is none: the position before
    assert shown(reads(game_url(job, decision=999))) == []


def test_the_plays_of_the_game_say_what_they_lost(job: Job, reads: Reads) -> None:
    lost: dict[int, float] = {}
    for one in found_in(job).wrong:
        lost[one.move] = lost.get(one.move, 0.0) + one.loss
    html = reads(game_url(job))
    assert lost
    said = re.findall(r'data-frame="(\d+)"[^>]*>[^<]*(?:<small[^>]*>lost (.*?)</small>)?</a>', html)
    assert {int(frame) - 1: float(loss) for frame, loss in said if loss} == pytest.approx(lost)


def test_cubes_show_all_three_equities_and_what_was_chosen(
    ann: User, sent: Any, reads: Reads
) -> None:
    job = sent(ann, SHORT)
    found = found_in(job)
    acts = {one.act: place for one, place in places_of(found).items() if one.equities}
    assert acts
    for act, place in acts.items():
        html = reads(game_url(job, place[0], decision=place[1]))
        panel = html.partition(f'data-judged="{place[1]}">')[2].partition("</table>")[0]
        rows = re.findall(r'<tr( class="candidates__made")?><th scope="row">([^<]+?)\s*<', panel)
        assert [text for _made, text in rows] == ["No double", "Double and take", "Double and drop"]
        made = {"hold": 0, "double": 1, "take": 1, "drop": 2}[act]
        assert [bool(is_made) for is_made, _text in rows].index(True) == made
        assert [figure in panel for figure in ("+0.600", "+0.700", "+1.000")] == [True] * 3
        assert "Without a cube the doubler wins 70.0 %" in html


def test_a_match_names_its_match_equity_table(ann: User, sent: Any, reads: Reads) -> None:
    job = sent(ann, SHORT)
    for address in (reverse("analysis", args=[job.public_id]), game_url(job)):
        assert "by the match equity table stand-in&#x27;s table" in reads(address)


def test_the_board_and_its_replay_lead_to_the_errors(over: Playing, job: Job, reads: Reads) -> None:
    lead = reverse("analysis_game", args=[job.public_id, 1])
    assert f"{lead}?decision=0" in reads(reverse("analysis", args=[job.public_id]))
    assert f'href="{lead}"' in reads(reverse("board_replay", args=[over.board.public_id]))


def test_only_who_sees_the_analysis_sees_its_replay(
    over: Playing,
    job: Job,
    bo: User,
    organizer: User,
    outsider: User,
    client_of: Callable[[User | None], Client],
) -> None:
    address = game_url(job)
    assert client_of(bo).get(address).status_code == 200
    for user in (organizer, outsider, None):
        client = client_of(user)
        assert client.get(address).status_code == 404
        if user is organizer:
            replay = client.get(reverse("board_replay", args=[over.board.public_id]))
            assert "/analyses/" not in replay.content.decode()


def test_what_is_not_there_is_not_found(
    job: Job, ann: User, client_of: Callable[[User | None], Client]
) -> None:
    client = client_of(ann)
    for number in (0, 2, 99):
        assert client.get(game_url(job, number)).status_code == 404
    Job.objects.update(state=Job.State.FAILED)
    assert client.get(game_url(job)).status_code == 404


@pytest.mark.thorough
def test_a_match_of_several_games_leads_from_game_to_game(
    ann: User, sent: Any, reads: Reads
) -> None:
    job = sent(ann, real_matches()["galaxy006.txt"])
    found = found_in(job)
    wrong = [place for one, place in places_of(found).items() if one.is_wrong]
    last = max(place for place in wrong if place[0] == 1)
    following = min(place for place in wrong if place[0] > 1)
    after = errors(reads(game_url(job, last[0], decision=last[1])))[1]
    assert after == game_url(job, following[0], decision=following[1])
    before = errors(reads(game_url(job, following[0], at=0)))[0]
    assert before == game_url(job, last[0], decision=last[1])


# analyses that are older


@pytest.fixture
def old(job: Job) -> Job:
    """The analysis as it was written before there were candidates."""
    files = JobFiles.of(job)
    data = json.loads(files.result.read_text())
    del data["table"]
    for one in data["decisions"]:
        del one["candidates"], one["chances"]
    files.result.write_text(json.dumps(data))
    Job.objects.update(options={})
    job.refresh_from_db()
    return job


def test_an_older_analysis_is_read_says_what_it_lacks_and_can_be_asked_anew(
    over: Playing, old: Job, ann: User, asked: Callable[[User, Board], Any], reads: Reads
) -> None:
    for address in (reverse("analysis", args=[old.public_id]), game_url(old, decision=0)):
        html = reads(address)
        assert "This analysis is older than the lists of plays" in html
        assert "Analyse the plays again" in html
    again = asked(ann, over.board).url
    assert old.public_id not in again
    assert "older than the lists" not in reads(again)
    assert asked(ann, over.board).url == again
    assert Job.objects.count() == 2


def test_an_older_analysis_of_a_file_has_no_replay(
    ann: User, sent: Any, reads: Reads, client_of: Callable[[User | None], Client]
) -> None:
    job = sent(ann, SHORT)
    JobFiles.of(job).match.unlink()
    assert "/game/" not in reads(reverse("analysis", args=[job.public_id]))
    assert client_of(ann).get(game_url(job)).status_code == 404


# what is drawn


@pytest.mark.parametrize("side", [0, 1])
def test_the_steps_of_a_text_lead_where_the_play_leads(side: int) -> None:
    """Every play of a game that hits and enters, walked as the script of the board walks it."""
    position = START
    for roll in ((3, 1), (6, 4), (5, 5), (6, 2), (4, 2), (6, 6), (2, 1)):
        for play in legal_plays(position, roll):
            pieces = [(place, whose) for place, whose, _kind in pieces_of(position, side)]
            for source, target, others in steps_of_text(play_text(play), side):
                for place, bar in others:
                    pieces.remove((place, 1 - side))
                    pieces.append((bar, 1 - side))
                pieces.remove((source, side))
                pieces.append((target, side))
            after = [(place, whose) for place, whose, _kind in pieces_of(play.result, 1 - side)]
            assert sorted(pieces) == sorted(after), play_text(play)
        plays = legal_plays(position, roll)
        position = max(plays, key=lambda one: len(one.hits)).result if plays else position.flipped()


def test_equal_cubes_that_were_decided_alike_are_one_decision() -> None:
    def cube(side: int, act: Any) -> Decision:
        position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
        equities = (0.6, 0.7, 1.0)
        return Decision(0, 4, side, act, position, 0.1, True, equities=equities)

    decisions = (cube(1, "hold"), cube(2, "double"), cube(3, "hold"))
    found = Findings("any", 0, 1, ("", ""), (), decisions)
    names = ("Box", "Ann", "Bob", "Cid")
    said = [one.said for one in judged_in(found, 1, names)]
    assert said == ["Ann and Cid: no double.", "Bob: doubles."]
    assert [places_of(found)[one] for one in decisions] == [(1, 0), (1, 1), (1, 0)]
