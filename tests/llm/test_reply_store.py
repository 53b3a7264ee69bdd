"""The store of replies: found again, shared, and whole after any accident."""

from __future__ import annotations

import gc
import json
import os
import threading
import time
import tracemalloc
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llm_cases import reply, request

from hippo_exp.errors import StoreError
from hippo_exp.llm import ChatMessage, ChatReply, ChatRequest, ReplyStore, reply_key


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def test_what_is_put_is_got(tmp_path: Path) -> None:
    key = reply_key(request())
    store = ReplyStore(tmp_path / "replies")
    assert store.get(key) is None
    assert key not in store
    store.put(key, reply("Zoë\n\u2028\ud800 {}}"))
    for reader in (store, ReplyStore(tmp_path / "replies")):
        assert reader.get(key) == reply("Zoë\n\u2028\ud800 {}}")
        assert key in reader
        assert len(reader) == 1


@settings(max_examples=50, deadline=None)
@given(
    text=st.text(),
    tokens=st.integers(0, 2**40),
    seconds=st.floats(0, 1e6),
    word=st.text(max_size=5),
)
def test_any_reply_survives(
    tmp_path_factory: pytest.TempPathFactory, text: str, tokens: int, seconds: float, word: str
) -> None:
    folder = tmp_path_factory.mktemp("store")
    kept = ChatReply(text, word, tokens, tokens, word, seconds, word, "json_object")
    ReplyStore(folder).put("a" * 64, kept)
    assert ReplyStore(folder).get("a" * 64) == kept


def test_every_part_of_a_request_names_it() -> None:
    base = request()
    fields = vars(base)
    changes: list[dict[str, object]] = [
        {"model": "another"},
        {"messages": (ChatMessage("user", "hello"),)},
        {"messages": (ChatMessage("user", "Be short."), ChatMessage("user", "hello"))},
        {"temperature": 0.1},
        {"seed": None},
        {"seed": 2},
        {"max_tokens": 51},
        {"format": "json_object"},
        {"schema": {"type": "object"}},
    ]
    others = [reply_key(ChatRequest(**{**fields, **change})) for change in changes]
    assert len({reply_key(base), *others}) == len(changes) + 1
    assert reply_key(base) == reply_key(request())


def test_an_earlier_reply_stays(tmp_path: Path) -> None:
    first, second = ReplyStore(tmp_path), ReplyStore(tmp_path)
    assert first.put("a" * 64, reply("first")).text == "first"
    assert second.put("a" * 64, reply("second")).text == "first"
    assert len(shards(tmp_path)) == 1


def test_replies_of_another_process_are_seen(tmp_path: Path) -> None:
    first, second = ReplyStore(tmp_path), ReplyStore(tmp_path)
    for number in range(3):
        first.put(reply_key(request(str(number))), reply(str(number)))
        found = second.get(reply_key(request(str(number))))
        assert found is not None
        assert found.text == str(number)


def test_of_two_records_all_readers_take_the_same(tmp_path: Path) -> None:
    line = b'{"key":"%s","reply":%s}\n'
    for name, text in (("2", "late"), ("1", "early")):
        value = json.dumps(vars_of(reply(text))).encode()
        (tmp_path / f"{name}.jsonl").write_bytes(line % (b"a" * 64, value))
    assert getattr(ReplyStore(tmp_path).get("a" * 64), "text", None) == "early"


def vars_of(value: ChatReply) -> dict[str, object]:
    return {name: getattr(value, name) for name in ChatReply.__dataclass_fields__}


@pytest.mark.parametrize("kept_bytes", [1, 40, 90, -1])
def test_a_torn_record_is_skipped_and_breaks_nothing(tmp_path: Path, kept_bytes: int) -> None:
    store = ReplyStore(tmp_path)
    store.put("a" * 64, reply("whole"))
    (path,) = shards(tmp_path)
    whole = path.read_bytes()
    store.put("b" * 64, reply("torn"))
    line = path.read_bytes()[len(whole) :]
    path.write_bytes(whole + line[:kept_bytes])

    with pytest.warns(UserWarning, match="unfinished record"):
        after = ReplyStore(tmp_path)
    assert getattr(after.get("a" * 64), "text", None) == "whole"
    assert after.get("b" * 64) is None
    after.put("b" * 64, reply("again"))
    after.put("c" * 64, reply("later"))
    with pytest.warns(UserWarning, match="unfinished record"):
        last = ReplyStore(tmp_path)
    texts = [getattr(last.get(letter * 64), "text", None) for letter in "abc"]
    assert texts == ["whole", "again", "later"]


def test_a_record_in_the_making_is_waited_for(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    store.put("a" * 64, reply("slow"))
    (path,) = shards(tmp_path)
    line = path.read_bytes()
    path.write_bytes(line[:50])
    writer = threading.Timer(0.01, lambda: path.write_bytes(line))
    writer.start()
    assert getattr(ReplyStore(tmp_path).get("a" * 64), "text", None) == "slow"
    writer.join()


@pytest.mark.parametrize(
    "damage", [b"\0" * 30, b"not json", b'{"key":"zz', b'{"key":"' + b"b" * 64 + b'","reply":{}}']
)
def test_a_damaged_record_is_missing_with_a_warning(tmp_path: Path, damage: bytes) -> None:
    ReplyStore(tmp_path).put("a" * 64, reply("whole"))
    (path,) = shards(tmp_path)
    path.write_bytes(damage + b"\n" + path.read_bytes())
    with warnings.catch_warnings(record=True, action="always") as told:
        store = ReplyStore(tmp_path)
        assert store.get("b" * 64) is None
    assert ["damaged record" in str(item.message) for item in told] == [True]
    assert getattr(store.get("a" * 64), "text", None) == "whole"


def test_a_file_cut_under_an_open_store(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    store.put("a" * 64, reply())
    (path,) = shards(tmp_path)
    os.truncate(path, path.stat().st_size // 2)
    with pytest.warns(UserWarning, match="counts as missing"):
        assert store.get("a" * 64) is None


def test_a_full_disk_is_an_error_and_the_next_record_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ReplyStore(tmp_path)
    store.put("a" * 64, reply("whole"))
    write = os.write

    def half(file: int, data: bytes) -> int:
        monkeypatch.setattr(os, "write", full)
        return write(file, bytes(data[:20]))

    def full(file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(StoreError, match="No space left"):
        store.put("b" * 64, reply("lost"))
    monkeypatch.undo()
    with pytest.warns(UserWarning, match="unfinished record"):
        store.put("b" * 64, reply("again"))
    with pytest.warns(UserWarning, match="unfinished record"):
        after = ReplyStore(tmp_path)
    assert [getattr(after.get(x * 64), "text", None) for x in "ab"] == ["whole", "again"]


def open_files() -> int:
    listed = Path("/proc/self/fd")
    if not listed.is_dir():
        pytest.skip("this system does not list open files")
    return len(list(listed.iterdir()))


def test_a_store_that_is_gone_holds_no_file_open(tmp_path: Path) -> None:
    before = open_files()
    for number in range(20):
        store = ReplyStore(tmp_path)
        store.put(reply_key(request(str(number))), reply())
        if number % 2:
            store.close()
        del store
    gc.collect()
    after = open_files()
    assert after <= before
    assert len(ReplyStore(tmp_path)) == 20


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    with pytest.raises(StoreError):
        ReplyStore(path)


def test_five_thousand_replies_are_found_fast(tmp_path: Path) -> None:
    requests = [request(f"passage {number} " + "word " * 200) for number in range(5000)]
    store = ReplyStore(tmp_path)
    for asked in requests:
        store.put(reply_key(asked), reply("triple " * 150))
    reader = ReplyStore(tmp_path)
    started = time.process_time()
    found = [reader.get(reply_key(asked)) for asked in requests]
    seconds = time.process_time() - started
    assert all(item is not None and item.text.startswith("triple") for item in found)
    assert 5000 / seconds > 2000


def test_memory_holds_places_only(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    for number in range(5000):
        store.put(f"{number:032x}" + "0" * 32, reply("triple " * 300))
    size = sum(path.stat().st_size for path in shards(tmp_path))
    tracemalloc.start()
    reader = ReplyStore(tmp_path)
    for number in range(5000):
        reader.get(f"{number:032x}" + "0" * 32)
    used, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size > 10_000_000
    assert used < 5000 * 250
    assert most < used + 500_000
