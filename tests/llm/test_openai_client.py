"""The client against a real server that misbehaves in every way a server can."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback

import pytest
from llm_cases import KEY, KEY_VARIABLE, client, request
from scripted_server import Script, Step, chat_body, error_body

from hippo_exp.errors import ConfigError
from hippo_exp.llm import LLMCallError, LLMFatalError, OpenAIClient

QUOTA = error_body("You exceeded your current quota", code="insufficient_quota")
RATE = error_body("Rate limit reached", code="rate_limit_exceeded")
UNAUTHORIZED = error_body(f"Incorrect API key provided: {KEY}", code="invalid_api_key")


def test_a_reply_with_all_that_the_server_says(script: Script) -> None:
    got = client(script.base_url).complete(request("hello"))
    assert (got.text, got.finish_reason) == ("re: hello", "stop")
    assert (got.prompt_tokens, got.completion_tokens) == (7, 3)
    assert (got.fingerprint, got.model, got.format_used) == ("fp_1", "served-model", "text")
    assert 0 < got.seconds < 5
    assert script.bodies == [
        {
            "model": "asked-model",
            "messages": [
                {"role": "system", "content": "Be short."},
                {"role": "user", "content": "hello"},
            ],
            "temperature": 0.0,
            "seed": 1,
            "max_tokens": 50,
        }
    ]


def test_a_rate_limit_passes(script: Script) -> None:
    script.steps = [Step(429, RATE), Step(429, RATE)]
    waits: list[float] = []
    assert client(script.base_url, waits=waits).complete(request()).text == "re: hello"
    assert script.calls == 3
    assert 0.5 <= waits[0] < 1.0 <= waits[1] < 2.0


def test_the_server_says_how_long_to_wait(script: Script) -> None:
    script.steps = [
        Step(429, RATE, {"Retry-After": "7"}),
        Step(429, RATE, {"Retry-After": "9999"}),
        Step(429, RATE, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
    ]
    waits: list[float] = []
    client(script.base_url, waits=waits).complete(request())
    assert waits[:2] == [7.0, 30.0]
    assert 2.0 <= waits[2] < 4.0


@pytest.mark.parametrize(
    "step",
    [
        Step(429, QUOTA),
        Step(401, UNAUTHORIZED),
        Step(403, error_body("no access")),
        Step(200, QUOTA),
    ],
    ids=["quota", "unauthorized", "forbidden", "quota_in_a_reply"],
)
def test_key_and_quota_stop_at_once(
    script: Script, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    script.steps = [step, step, step]
    asked = client(script.base_url, key_env=KEY_VARIABLE)
    with pytest.raises(LLMFatalError, match=KEY_VARIABLE) as caught:
        asked.complete(request())
    assert script.calls == 1
    assert script.headers[0]["authorization"] == f"Bearer {KEY}"
    assert KEY not in "".join(traceback.format_exception(caught.value))
    with pytest.raises(LLMFatalError, match=KEY_VARIABLE):
        asked.complete(request("another"))
    assert script.calls == 1, "a fault that every request meets is met once"


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (Step(500, b"oops"), "HTTP 500: oops"),
        (Step(503, error_body("Loading model")), "Loading model"),
        (Step(200, b""), "body is empty"),
        (Step(200, b'{"choices": [{"mess'), "not JSON"),
        (Step(200, b'{"choices": []}'), "no choice"),
        (Step(200, b"[" * 100_000), "not JSON"),
        (Step(200, b"null"), "no choice"),
        (Step(200, error_body("upstream is overloaded")), "upstream is overloaded"),
        (Step(reset=True), "connection broke"),
        (Step(cut=20), "connection broke"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_passing_faults_are_tried_again(script: Script, step: Step, words: str) -> None:
    script.steps = [step]
    assert client(script.base_url).complete(request()).text == "re: hello"
    assert script.calls == 2

    script.steps = [step] * 4
    with pytest.raises(LLMCallError, match=f"no reply after 4 tries.*{words}") as caught:
        client(script.base_url).complete(request())
    assert caught.value.__cause__ is not None
    assert script.calls == 6


def test_a_silent_server_times_out(script: Script) -> None:
    script.steps = [Step(delay=1.0)]
    asked = client(script.base_url, timeout=0.2)
    assert asked.complete(request()).text == "re: hello"
    script.steps = [Step(delay=1.0)] * 4
    with pytest.raises(LLMCallError, match="did not answer in time"):
        asked.complete(request())
    assert script.calls == 6


def test_a_prompt_that_is_refused_is_not_sent_again(script: Script) -> None:
    script.steps = [Step(400, error_body("exceeds the available context size"))]
    asked = client(script.base_url)
    with pytest.raises(LLMCallError, match="exceeds the available context size"):
        asked.complete(request())
    assert script.calls == 1
    assert asked.complete(request()).text == "re: hello"


def test_half_a_surrogate_pair_fails_for_its_request_only(script: Script) -> None:
    asked = client(script.base_url)
    with pytest.raises(LLMCallError, match="not Unicode"):
        asked.complete(request("\ud800"))
    assert asked.complete(request()).text == "re: hello"


@pytest.mark.parametrize("content", [None, "", '{"named_entities": ["A'])
def test_a_cut_off_reply_is_a_reply(script: Script, content: str | None) -> None:
    script.steps = [Step(body=chat_body(content, finish_reason="length"))]
    got = client(script.base_url).complete(request())
    assert got.is_cut_off
    assert got.text == (content or "")
    assert script.calls == 1


def test_formats_as_they_are_sent(script: Script) -> None:
    asked = client(script.base_url)
    assert asked.complete(request(reply_format="json_object")).format_used == "json_object"
    assert asked.complete(request(reply_format="json_schema")).format_used == "json_schema"
    assert script.bodies[0]["response_format"] == {"type": "json_object"}
    sent = script.bodies[1]["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"]["schema"]["properties"] == {"named_entities": {"type": "array"}}


def test_a_refused_format_is_remembered(script: Script) -> None:
    script.steps = [
        Step(400, error_body("'response_format' of type 'json_schema' is not supported")),
        Step(400, error_body("unknown field: response_format")),
    ]
    asked = client(script.base_url)
    with (
        pytest.warns(UserWarning, match="json_schema .*; json_object is used"),
        pytest.warns(UserWarning, match="json_object .*; text is used"),
    ):
        got = asked.complete(request(reply_format="json_schema"))
    assert (got.text, got.format_used) == ("re: hello", "text")
    assert asked.refused_formats == ("json_schema", "json_object")
    assert asked.complete(request(reply_format="json_schema")).format_used == "text"
    assert ["response_format" in body for body in script.bodies] == [True, True, False, False]


@pytest.mark.parametrize("ending", ["", "/", "/chat/completions", " "])
def test_base_urls_that_mean_the_same(script: Script, ending: str) -> None:
    assert client(script.base_url + ending).probe("m").text == "re: Say yes."
    assert script.paths == ["/v1/chat/completions"]


def test_a_wrong_path_shows_the_address_and_a_hint(script: Script) -> None:
    root = script.base_url.removesuffix("/v1")
    with pytest.raises(LLMFatalError) as caught:
        client(root).probe("m")
    assert f"POST {root}/chat/completions" in str(caught.value)
    assert f"did you mean {root}/v1 ?" in str(caught.value)
    assert script.calls == 1


@pytest.mark.parametrize(
    "url", ["127.0.0.1:80/v1", "ftp://h/v1", "http://", "http://h:x/v1", "", "http://[::1/v1"]
)
def test_no_address(url: str) -> None:
    with pytest.raises(ConfigError):
        client(url)


def test_an_address_with_a_key_is_refused_and_not_shown() -> None:
    for url in (f"http://user:{KEY}@h/v1", f"http://h/v1?key={KEY}"):
        with pytest.raises(ConfigError) as caught:
            client(url)
        assert KEY not in str(caught.value)


def test_no_server_there() -> None:
    waits: list[float] = []
    with pytest.raises(LLMFatalError, match="start the server, or mend base_url"):
        client("http://127.0.0.1:9/v1", waits=waits).complete(request())
    assert len(waits) == 3


def test_a_missing_key_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    with pytest.raises(LLMFatalError, match=KEY_VARIABLE):
        client("http://127.0.0.1:9/v1", key_env=KEY_VARIABLE)
    monkeypatch.setenv(KEY_VARIABLE, "ключ")
    with pytest.raises(LLMFatalError, match="characters that no key has"):
        client("http://127.0.0.1:9/v1", key_env=KEY_VARIABLE)
    with pytest.raises(ConfigError) as caught:
        client("http://127.0.0.1:9/v1", key_env=KEY)
    assert KEY not in str(caught.value)


def test_a_server_without_key_gets_a_placeholder(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    client(script.base_url).complete(request())
    assert script.headers[0]["authorization"] == "Bearer no-key"


def test_a_key_in_a_reply_is_taken_out(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    script.answer = lambda body: f"your key is {KEY}"
    got = client(script.base_url, key_env=KEY_VARIABLE).complete(request())
    assert got.text == "your key is [key]"


def test_another_name_of_the_limit(script: Script) -> None:
    with OpenAIClient(
        base_url=script.base_url, key_env=None, limit_field="max_completion_tokens"
    ) as asked:
        asked.complete(request())
    assert script.bodies[0]["max_completion_tokens"] == 50
    assert "max_tokens" not in script.bodies[0]


def test_openai_is_imported_with_the_first_client_only() -> None:
    code = "import sys, hippo_exp.llm; sys.exit('openai' in sys.modules)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    assert subprocess.run([sys.executable, "-c", code], env=environment).returncode == 0
