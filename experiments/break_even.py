"""Break-even: total cost of HippoRAG and IRCoT against the number of queries."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("break_even")

if __name__ == "__main__":
    main()
