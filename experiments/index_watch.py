"""Signals that tell, without gold triples, how much recall an index lost with its facts."""

from hippo_exp.cli.experiments import retrieval_experiment

main = retrieval_experiment("index_watch")

if __name__ == "__main__":
    main()
