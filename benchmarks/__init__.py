"""Speed, memory and exactness beside what a user of Python would take instead.

Commands ``python -m benchmarks.NAME`` with NAME one of ``ppr``, ``ppr_batch``, ``synonymy``,
``end_to_end``, ``scale``, ``incremental``, ``beyond`` and ``sweep``; each writes
``results/benchmarks/NAME/``. Options: ``--quick`` (small cases, seconds instead of minutes),
``--runs N``, ``--out DIR`` (another results tree), ``--no-memory``.

All methods of a case run in turn in one process. The claim is the ratio of their medians; absolute
times belong to the machine that the table names.
"""
