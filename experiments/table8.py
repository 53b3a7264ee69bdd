"""Table 8: knowledge graph statistics by extractor."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table8")

if __name__ == "__main__":
    main()
