from __future__ import annotations

import subprocess
import sys


def test_readers_need_no_hub_library_and_no_model_library() -> None:
    blocked = ("datasets", "torch", "pandas", "sklearn", "igraph", "openai", "hydra")
    code = (
        f"import sys\nfor name in {blocked!r}: sys.modules[name] = None\n"
        "import hippo_exp.datasets, hippo_exp.openie, hippo_exp.text\n"
        "assert hippo_exp.text.ANALYZERS['english']('running') == ['run']\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
