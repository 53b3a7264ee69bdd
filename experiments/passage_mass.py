"""Why passages as nodes help: what entities and what the passage reset send to each passage."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("passage_mass")

if __name__ == "__main__":
    main()
