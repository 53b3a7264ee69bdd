"""Table 1: corpus and knowledge graph statistics."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table1")

if __name__ == "__main__":
    main()
