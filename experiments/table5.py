"""Table 5: what each part of HippoRAG contributes."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table5")

if __name__ == "__main__":
    main()
