"""Table 6: how often all gold passages are among the top k."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table6")

if __name__ == "__main__":
    main()
