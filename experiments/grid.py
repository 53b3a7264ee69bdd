"""The tuning grid: restart probability against synonymy threshold."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("grid")

if __name__ == "__main__":
    main()
