"""Case studies (tables 7 and 10): top passages side by side, and what carried the first one."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("case_study")

if __name__ == "__main__":
    main()
