"""Beyond the paper: passages in the graph, fact linking and fusion beside HippoRAG."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("beyond")

if __name__ == "__main__":
    main()
