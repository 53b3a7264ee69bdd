"""From a whole extraction to the signal that tells best how much of it is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.watch import WatchSettings
from hippo_exp.evaluation import rng_for
from hippo_exp.openie.degrade import Loss, lose
from hippo_exp.pipeline.pages.guard import free_folder, publish
from hippo_exp.pipeline.progress import say, track
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.pipeline.watch.observing import Observer, Seen
from hippo_exp.pipeline.watch.page import results_of
from hippo_exp.reporting import Stopwatch
from hippo_exp.storage import Store
from hippo_exp.text import counted


def run_watch(settings: RetrievalSettings, command: str) -> None:
    """Degrade, observe, correlate; write ``out/NAME/DATASET`` and print the table.

    Raises:
        FaultListError: files are missing.
        HippoExpError: as the stages raise them; then no result is written.
    """
    options = settings.watch
    assert options is not None
    watch = Stopwatch()
    with watch.stage("load"):
        inputs = read_inputs(settings)
    plans = list(_plans(options))
    if settings.dry_run:
        print(f"{counted(len(plans), 'degraded index')} of {inputs.dataset.name}")
        return
    folder = free_folder(results_folder(settings), settings)
    with watch.stage("encode"):
        observer = Observer(settings, inputs, Store(cache_root(settings.cache.root), waiting=say))
    with watch.stage("observe"):
        seen = _observed(settings, observer, plans)
    results = results_of(settings, inputs, seen, watch, command)
    folder = publish(folder, settings, results)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")


def _plans(options: WatchSettings) -> Iterator[tuple[Loss, float, int]]:
    """Loss, share and repeat of every degraded index; the whole one first."""
    yield "facts", 0.0, 0
    shares = options.shares[::2] if options.quick else options.shares
    for loss in options.losses:
        for share in shares:
            for repeat in range(1 if options.quick else options.repeats):
                yield loss, share, repeat


def _observed(
    settings: RetrievalSettings, observer: Observer, plans: Sequence[tuple[Loss, float, int]]
) -> list[Seen]:
    found = []
    for loss, share, repeat in track(
        plans, total=len(plans), what="degraded indexes", unit="indexes"
    ):
        one, two = (
            lose(
                observer.whole,
                share,
                loss,
                rng_for(settings.seed, f"watch/{loss}/{share:g}/{repeat}", name),
            )
            for name in ("first", "second")
        )
        found.append(observer.see(one, two, (loss, share, repeat)))
    return found
