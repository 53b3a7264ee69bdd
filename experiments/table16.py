"""Table 16: quality of an extraction, measured against gold triples."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table16")

if __name__ == "__main__":
    main()
