"""Index maintenance: weights that one passage changes, and rankings by specificity and by IDF."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("maintenance")

if __name__ == "__main__":
    main()
