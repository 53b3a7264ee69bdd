"""How many questions of a data set are path-following, path-finding, or neither."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("question_classes")

if __name__ == "__main__":
    main()
