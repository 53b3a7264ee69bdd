"""The paper's tables on its data sets: what can run, runs; one report of every cell."""

from hippo_exp.cli.experiments import paper_experiment

main = paper_experiment()

if __name__ == "__main__":
    main()
