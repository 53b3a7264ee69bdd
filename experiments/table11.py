"""Table 11: why questions are missed, and which misses other methods mend."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table11")

if __name__ == "__main__":
    main()
