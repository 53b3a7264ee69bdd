"""Table 5: what each part of HippoRAG contributes."""

from hippo_exp.cli.runner import experiment
from hippo_exp.config.schema import RetrievalSettings


def work(settings: RetrievalSettings, command: str) -> None:
    """Run the rows of configs/experiment/table5.yaml."""
    from hippo_exp.pipeline import run_retrieval

    run_retrieval(settings, command)


main = experiment("table5", RetrievalSettings, work)

if __name__ == "__main__":
    main()
