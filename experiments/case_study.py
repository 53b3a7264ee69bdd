"""Case studies (tables 7 and 10): top passages side by side, and what carried the first one."""

from hippo_exp.cli.runner import experiment
from hippo_exp.config.schema import RetrievalSettings


def work(settings: RetrievalSettings, command: str) -> None:
    """Run the rows of configs/experiment/case_study.yaml."""
    from hippo_exp.pipeline import run_retrieval

    run_retrieval(settings, command)


main = experiment("case_study", RetrievalSettings, work)

if __name__ == "__main__":
    main()
