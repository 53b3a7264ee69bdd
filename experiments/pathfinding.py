"""Path-finding: mention-count ranking against Personalized PageRank over 1 to 3 hops."""

from hippo_exp.cli.experiments import pathfinding_experiment

main = pathfinding_experiment()

if __name__ == "__main__":
    main()
