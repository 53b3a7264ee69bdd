"""The tuning grid: restart probability against synonymy threshold."""

from hippo_exp.cli.runner import experiment
from hippo_exp.config.schema import RetrievalSettings


def work(settings: RetrievalSettings, command: str) -> None:
    """Run the rows of configs/experiment/grid.yaml."""
    from hippo_exp.pipeline import run_retrieval

    run_retrieval(settings, command)


main = experiment("grid", RetrievalSettings, work)

if __name__ == "__main__":
    main()
