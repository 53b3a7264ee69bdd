"""The path-finding benchmark's leaderboard: recall and rank of the answer's passages, by hops."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("pathfinding_benchmark")

if __name__ == "__main__":
    main()
