"""Path-finding: mention-count ranking against Personalized PageRank over 1 to 3 hops."""

from hippo_exp.cli.runner import experiment
from hippo_exp.config.schema import PathfindingSettings


def work(settings: PathfindingSettings, command: str) -> None:
    """Run the rankers of configs/experiment/pathfinding.yaml."""
    from hippo_exp.pipeline import run_pathfinding

    run_pathfinding(settings, command)


main = experiment("pathfinding", PathfindingSettings, work)

if __name__ == "__main__":
    main()
