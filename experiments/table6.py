"""Table 6: how often all gold passages are among the top k."""

from hippo_exp.cli.runner import experiment
from hippo_exp.config.schema import RetrievalSettings


def work(settings: RetrievalSettings, command: str) -> None:
    """Run the rows of configs/experiment/table6.yaml."""
    from hippo_exp.pipeline import run_retrieval

    run_retrieval(settings, command)


main = experiment("table6", RetrievalSettings, work)

if __name__ == "__main__":
    main()
