"""Table 3: multi-step retrieval, IRCoT over BM25, dense encoders and HippoRAG."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table3")

if __name__ == "__main__":
    main()
