"""``hippo-exp completion``: a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from hippo_exp.cli.parser import examples

EXAMPLES = examples(
    'eval "$(hippo-exp completion bash)"',
    'eval "$(hippo-exp completion zsh)"',
)
_SHELLS = ("bash", "zsh")
_ZSH = """(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -Uz bashcompinit && bashcompinit
"""
_SCRIPT = """_hippo_exp() {{
  local word path="" given="" words="" n=0
  for word in "${{COMP_WORDS[@]}}"; do
    if [ $n -gt 0 ] && [ $n -lt "$COMP_CWORD" ]; then
      case "$path/$word" in
        {paths}) path="$path/$word" ;;
      esac
    fi
    if [ $n -eq "$COMP_CWORD" ]; then given="$word"; fi
    n=$((n + 1))
  done
  case "$path" in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$given"))
}}
complete -o default -F _hippo_exp hippo-exp
"""


def add_completion_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``completion`` to the command line."""
    parser = commands.add_parser(
        "completion",
        help="a script for the shell that completes this command",
        description="Prints a script; a shell that evaluates it completes commands and options\n"
        "(those of the experiments: python -m experiments.NAME --hydra-help).",
        epilog=EXAMPLES,
    )
    parser.add_argument("shell", choices=_SHELLS)


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script.

    Args:
        parser: of the whole command.
        shell: ``bash`` or ``zsh``.
    """
    words = dict(_words(parser, ""))
    paths = "|".join(f'"{path}"' for path in words if path)
    cases = "\n".join(f'    "{path}") words="{" ".join(own)}" ;;' for path, own in words.items())
    return (_ZSH if shell == "zsh" else "") + _SCRIPT.format(paths=paths, cases=cases)


def _words(parser: argparse.ArgumentParser, path: str) -> Iterator[tuple[str, list[str]]]:
    """(commands so far, what may follow) of a parser and of those of its subcommands."""
    own: list[str] = []
    below: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = dict(action.choices)
        elif action.option_strings:
            own += [text for text in action.option_strings if text.startswith("--")]
        elif action.choices is not None:
            own += [str(choice) for choice in action.choices]
    yield path, [*below, *own]
    for name, child in below.items():
        yield from _words(child, f"{path}/{name}")
