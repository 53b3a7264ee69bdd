from __future__ import annotations

from pathlib import Path

import pytest

from hippo_exp.errors import ConfigError
from hippo_exp.openie.extract import (
    PLACEHOLDERS,
    load_demonstrations,
    load_prompt,
    parse_entities,
    parse_triples,
    show_passages,
)
from hippo_exp.types import Passage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "prompt.txt"


@pytest.mark.parametrize("kind", PLACEHOLDERS)
def test_the_projects_prompts_render(kind: str) -> None:
    prompt = load_prompt(kind)
    messages = prompt.render(**{name: f"<{name}>" for name in PLACEHOLDERS[kind]})
    text = "\n".join(message.content for message in messages)
    for name in PLACEHOLDERS[kind]:
        assert f"<{name}>" in text
        assert f"{{{name}}}" not in text
    assert messages[-1].role == "user"


def test_demonstrations_in_the_prompts_are_read_by_the_parser() -> None:
    for kind in ("ner", "query_ner"):
        answer = load_prompt(kind).turns[2]
        assert answer.role == "assistant"
        assert parse_entities(answer.content).status == "ok"
    triples = parse_triples(load_prompt("triples").turns[2].content)
    assert (len(triples.items), triples.dropped, triples.status) == (10, {}, "ok")


def test_braces_in_values_and_json_stay(path: Path) -> None:
    path.write_text('[user]\n{"a": {"b": 1}} {{passage}} {passage} and {passage}', "utf-8")
    (message,) = load_prompt("ner", path).render(passage="x {passage} {{y}} \\1")
    assert message.content == (
        '{"a": {"b": 1}} {passage} x {passage} {{y}} \\1 and x {passage} {{y}} \\1'
    )


def test_the_digest_is_of_the_contents(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    path.write_text("[system]\ns\n[user]\n{passage}\n", "utf-8")
    other.write_bytes(b"\xef\xbb\xbf[system]\r\ns\r\n[user]\r\n{passage}")
    assert load_prompt("ner", path).digest == load_prompt("ner", other).digest
    other.write_text("[system]\nt\n[user]\n{passage}\n", "utf-8")
    assert load_prompt("ner", path).digest != load_prompt("ner", other).digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[user]\n{passages}", "did you mean passage"),
        ("[user]\nno place", r"placeholder {passage} is missing"),
        ("{passage}\n[user]\n", "text before the first turn"),
        ("", "the turns are none"),
        ("[system]\n{passage}", "the turns are system"),
        ("[user]\n{passage}\n[assistant]\nx", "the last turn is not the user's"),
        ("[user]\n{passage}\n[user]\nx", "by turns"),
        ("[user]\n{passage}\n[system]\nx", "by turns"),
    ],
)
def test_faulty_prompt_files(path: Path, text: str, message: str) -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=message) as caught:
        load_prompt("ner", path)
    assert str(path) in str(caught.value)


def test_unreadable_files_and_unknown_kinds(tmp_path: Path, path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_prompt("ner", tmp_path / "absent.txt")
    path.write_bytes(b"[user]\n{passage}\xff")
    with pytest.raises(ConfigError, match="UTF-8"):
        load_prompt("ner", path)
    with pytest.raises(ConfigError, match="did you mean query_ner"):
        load_prompt("query-ner")


@pytest.mark.parametrize("values", [{}, {"passage": "x", "entities": "y"}, {"text": "x"}])
def test_rendering_takes_exactly_its_placeholders(values: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="the prompt takes passage"):
        load_prompt("ner").render(**values)


def test_demonstrations(tmp_path: Path) -> None:
    (own,) = load_demonstrations()
    assert own.passages.startswith("Wikipedia Title: Castell Reflector\n")
    assert own.reasoning.endswith("So the answer is: University of Breda.")
    path = tmp_path / "two.txt"
    block = (
        '# METADATA: {{"qid": "x"}}\nWikipedia Title: A\nText {0}.\n\nQ: q{0}?\nA: a{0}.\n\n# c\n'
    )
    path.write_text(block.format(1) + block.format(2), "utf-8")
    assert [item.question for item in load_demonstrations(path, limit=9)] == ["q1?", "q2?"]
    assert str(load_demonstrations(path)[0]) == (
        "Wikipedia Title: A\nText 1.\n\nQuestion: q1?\nThought: a1."
    )
    assert load_demonstrations(path, limit=0) == ()
    path.write_text("# METADATA: {}\nText\nQ: only a question\n", "utf-8")
    with pytest.raises(ConfigError, match="demonstration 1 lacks"):
        load_demonstrations(path)
    path.write_text("Q: q\nA: a\n", "utf-8")
    with pytest.raises(ConfigError, match="holds no demonstration"):
        load_demonstrations(path)


def test_passages_as_in_the_demonstrations() -> None:
    shown = show_passages([Passage("1", "A", "Text."), Passage("2", "", "Bare.")])
    assert shown == "Wikipedia Title: A\nText.\n\nBare."


@pytest.mark.real_data
def test_ircots_own_files(data_root: Path) -> None:
    folder = data_root / "ircot_prompts"
    for name, number in (("musique", 20), ("2wikimultihopqa", 20), ("hotpotqa", 29)):
        found = load_demonstrations(folder / f"{name}.txt", limit=100)
        assert len(found) == number
        assert all("So the answer is:" in item.reasoning for item in found)
