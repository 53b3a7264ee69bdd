"""Table 4: question answering from what each retriever finds."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("table4")

if __name__ == "__main__":
    main()
