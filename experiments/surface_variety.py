"""Surface variety of names beside what synonymy edges and node specificity are worth."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("surface_variety")

if __name__ == "__main__":
    main()
