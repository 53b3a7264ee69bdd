"""Table 2: single-step retrieval by BM25, dense encoders and HippoRAG."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table2")

if __name__ == "__main__":
    main()
