"""Table 18: offline cost of an index: tokens, money, wall time of each stage."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table18")

if __name__ == "__main__":
    main()
