"""Every command in README.md and docs/ is run, in a quick form where it would take long.

The table below says how. A command without an entry fails, and so does an entry without a command.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TESTED_ELSEWHERE = ("extending.md",)
"""Pages whose commands a test of their own runs."""
SHELL = ("make", "pip", "python3", "source", "export")
"""Set up an environment: read, not run."""
DRY = ("dry_run=true",)
OUT = "out=tried"
HOW: tuple[tuple[str, tuple[str, ...], int], ...] = (
    # start of the command, what is added to it, exit code; the first that fits counts
    (r"hippo-exp list", (), 0),
    (r"hippo-exp cache (list|prune|verify)", (), 0),
    (r"hippo-exp data list", (), 0),
    (r"hippo-exp data fetch ", ("--help",), 0),  # needs the network
    (r"hippo-exp data verify ", (), 3),  # no files here
    (r"hippo-exp llm serve", ("--help",), 0),  # runs until stopped
    (r"hippo-exp verify", ("--help",), 0),  # its own test: tests/reporting
    (r"hippo-exp pathfinding export .*n_passages=", ("--help",), 0),  # minutes
    (r"hippo-exp pathfinding ", (), 0),
    (r"hippo-exp (explain|graph export) synthetic", (), 0),
    (r"hippo-exp explain ", (), 3),  # no files here
    (r"hippo-exp report", ("--results", str(ROOT / "results"), "--to", "report.html"), 0),
    (r"hippo-exp extract .*dataset=custom", ("dataset.dir=my_corpus", "to=extracted", *DRY), 0),
    (r"hippo-exp extract ", DRY, 3),
    (r".*experiments\.table2 .*dataset=custom", (OUT,), 0),
    (r".*experiments\.\w+ .*dataset=custom", DRY, 0),
    (r".*experiments\.(table2|table5) dataset=synthetic", ("limit=10", OUT), 0),
    (r".*experiments\.pathfinding$", ("n_instances=10", OUT), 0),
    (r".*experiments\.sweep \S+ dataset=synthetic \S+ \S+$", ("limit=5", OUT), 0),
    # settings right, data not here: exit code 3, where a wrong setting would give 2
    (r".*experiments\.\w+ .*dataset=(musique|2wiki|hotpotqa|case_study)", DRY, 3),
    (r".*experiments\.(grid|break_even|index_watch)", DRY, 3),  # on musique_train by default
    (r".*experiments\.\w+ .*hydra/launcher=", ("--help",), 0),  # needs the launcher's extra
    (r".*experiments\.\w+", DRY, 0),
)


def commands() -> list[str]:
    """Every distinct command of a fenced bash block, comments taken off, lines joined."""
    found: dict[str, None] = {}
    for page in PAGES:
        if page.name in TESTED_ELSEWHERE:
            continue
        for block in re.findall(r"^```bash\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
            for line in block.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words:
                    found.setdefault(shlex.join(words))
    return list(found)


def how(command: str) -> tuple[tuple[str, ...], int]:
    """What is added to a command, and the exit code that is right."""
    for pattern, added, code in HOW:
        if re.match(pattern, command):
            return added, code
    raise AssertionError(f"say in HOW how this command is tested: {command}")


def quick(command: str) -> list[str]:
    """The command in its quick form, run by this interpreter."""
    added, _ = how(command)
    words = shlex.split(command)
    if "--help" in added:
        first = 1 if words[0] == "hippo-exp" else 3
        kept = [word for word in words[first:] if re.fullmatch(r"[a-z]+", word)][:2]
        words = [*words[:first], *kept, "--help"]
    else:
        words += [word for word in added if word not in words]
    if words[0] == "hippo-exp":
        return [sys.executable, "-m", "hippo_exp.cli.main", *words[1:]]
    return [sys.executable, *words[1:]]


RUN = [command for command in commands() if command.split()[0] not in SHELL]
READ = [command for command in commands() if command.split()[0] in SHELL]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a corpus of one's own, triples and query entities included."""
    folder = tmp_path_factory.mktemp("commands")
    corpus = folder / "my_corpus"
    (corpus / "qrels").mkdir(parents=True)
    (corpus / "corpus.jsonl").write_text('{"_id": "p", "title": "Ada", "text": "Ada is a ship."}\n')
    (corpus / "queries.jsonl").write_text('{"_id": "q", "text": "What is Ada?"}\n')
    (corpus / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\tp\t1\n")
    (corpus / "openie.json").write_text(
        '{"docs": [{"title": "Ada", "text": "Ada is a ship.", "extracted_entities": ["Ada"],'
        ' "extracted_triples": [["Ada", "is", "ship"]]}]}'
    )
    (corpus / "query_ner.json").write_text('{"What is Ada?": ["Ada"]}')
    (folder / "data").mkdir()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", RUN)
def test_command_does_what_the_table_says(command: str, place: Path) -> None:
    places = {"HIPPO_EXP_DATA": str(place / "data"), "HIPPO_EXP_CACHE": str(place / "cache")}
    environment = os.environ | places | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        quick(command), cwd=place, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == how(command)[1], done.stderr + done.stdout[-2000:]


@pytest.mark.parametrize("command", [text for text in RUN if "experiments." in text])
def test_no_experiment_writes_to_the_committed_results(command: str) -> None:
    assert {OUT, *DRY, "--help"} & set(quick(command))


def test_the_table_has_no_entry_without_a_command() -> None:
    assert [pattern for pattern, _, _ in HOW if not any(re.match(pattern, c) for c in RUN)] == []


@pytest.mark.parametrize("command", [c for c in READ if c.startswith("make")])
def test_make_has_the_target(command: str) -> None:
    target = shlex.split(command)[1]
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M)


@pytest.mark.parametrize("command", [c for c in READ if c.startswith("pip") and "[" in c])
def test_installed_extras_exist(command: str) -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for extra in re.findall(r"\[([\w,-]+)\]", command)[0].split(","):
        assert re.search(rf"^{extra} = ", project, re.M)
