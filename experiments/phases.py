"""Phase diagrams: where Personalized PageRank stops to rank the answer first."""

from hippo_exp.cli.experiments import phase_experiment

main = phase_experiment()

if __name__ == "__main__":
    main()
