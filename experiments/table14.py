"""Table 14: IRCoT over HippoRAG with the uncertainty ensemble."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table14")

if __name__ == "__main__":
    main()
