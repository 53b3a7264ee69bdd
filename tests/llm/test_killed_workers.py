"""Eight processes on one store, killed at random moments, and taken up again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

import pytest
from llm_cases import request
from scripted_server import Script

from hippo_exp.llm import ChatReply, ReplyStore, StoredModel, complete_many

REQUESTS = 160
WORKERS = 8
CONCURRENCY = 2

WORKER = """
import sys, warnings
sys.path.insert(0, sys.argv[4])
warnings.simplefilter("ignore")
from pathlib import Path
from llm_cases import client, request
from hippo_exp.llm import ReplyStore, StoredModel, complete_many
base_url, folder, worker = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
requests = [request(f"passage {number}") for number in range(160) if number % 8 == worker]
complete_many(StoredModel(client(base_url), ReplyStore(folder)), requests, 2)
"""


def start(script: Script, folder: Path, worker: int) -> subprocess.Popen[bytes]:
    here = str(Path(__file__).parent)
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, script.base_url, str(folder), str(worker), here]
    )


@pytest.mark.slow
def test_killed_workers_pay_twice_for_replies_in_flight_only(
    script: Script, tmp_path: Path
) -> None:
    folder = tmp_path / "replies"
    script.delay = 0.05
    rng = random.Random(11)
    kills = 0
    running = {worker: start(script, folder, worker) for worker in range(WORKERS)}
    deadline = time.monotonic() + 120
    while running and time.monotonic() < deadline:
        time.sleep(rng.uniform(0.02, 0.2))
        for worker, process in list(running.items()):
            if process.poll() is None:
                continue
            if process.returncode == 0:
                del running[worker]
            else:
                running[worker] = start(script, folder, worker)
        begun = [
            w for w in running if any(int(p.split()[1]) % WORKERS == w for p in script.prompts())
        ]
        if begun and kills < 12:
            victim = running[rng.choice(begun)]
            if victim.poll() is None:
                os.kill(victim.pid, signal.SIGKILL)
                victim.wait()
                kills += 1
    assert not running
    assert kills == 12

    counts = Counter(script.prompts())
    assert len(counts) == REQUESTS
    assert sum(counts.values()) - REQUESTS <= kills * CONCURRENCY

    requests = [request(f"passage {number}") for number in range(REQUESTS)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # torn records, if a kill left any
        replay = StoredModel(None, ReplyStore(folder), "replay")
        outcomes = complete_many(replay, requests, 2)
    texts = [item.text for item in outcomes if isinstance(item, ChatReply)]
    assert texts == [f"re: passage {number}" for number in range(REQUESTS)]


WRITER = """
import sys, warnings
sys.path.insert(0, sys.argv[3])
warnings.simplefilter("ignore")
from pathlib import Path
from llm_cases import reply, request
from hippo_exp.llm import ReplyStore, reply_key
store = ReplyStore(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), 100_000, 8):
    store.put(reply_key(request(str(number))), reply("x" * 20_000 + str(number)))
    print(number, flush=True)
"""


@pytest.mark.slow
def test_writers_killed_at_full_speed_leave_a_readable_store(tmp_path: Path) -> None:
    """What a writer had reported as kept is there, whatever the kill cut off after it."""
    rng = random.Random(5)
    here = str(Path(__file__).parent)
    command = [sys.executable, "-c", WRITER, str(tmp_path / "replies")]
    writers = [
        subprocess.Popen([*command, str(worker), here], stdout=subprocess.PIPE)
        for worker in range(WORKERS)
    ]
    reported: list[int] = []
    for writer in writers:
        assert writer.stdout is not None
        reported.append(int(writer.stdout.readline()))
    for writer in writers:
        time.sleep(rng.uniform(0.0, 0.1))
        writer.kill()
        output, _ = writer.communicate()
        reported += [int(line) for line in output.split(b"\n")[:-1]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        store = ReplyStore(tmp_path / "replies")
        store_missing = StoredModel(None, store, "replay").missing(map(request, map(str, reported)))
    assert len(reported) > 100
    assert store_missing == []


ONE_KEY = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from llm_cases import reply
from hippo_exp.llm import ReplyStore
store = ReplyStore(Path(sys.argv[1]))
sys.stdin.readline()
print(store.put("a" * 64, reply(sys.argv[3])).text)
"""


@pytest.mark.slow
def test_eight_processes_keep_one_key_at_the_same_moment(tmp_path: Path) -> None:
    here = str(Path(__file__).parent)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", ONE_KEY, str(tmp_path), here, str(worker)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for worker in range(WORKERS)
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    outputs = [writer.communicate()[0].decode().strip() for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * WORKERS
    found = [ReplyStore(tmp_path).get("a" * 64) for _ in range(2)]
    assert found[0] == found[1]
    assert getattr(found[0], "text", None) in outputs
