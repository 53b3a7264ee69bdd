"""Table 13: HippoRAG with the uncertainty ensemble."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table13")

if __name__ == "__main__":
    main()
