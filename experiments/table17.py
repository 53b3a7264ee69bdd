"""Table 17: online cost, one question at a time: tokens, money, p50 and p95 of each stage."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table17")

if __name__ == "__main__":
    main()
