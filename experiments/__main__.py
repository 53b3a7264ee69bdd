"""The list of the experiments."""

from pathlib import Path

from hippo_exp.cli.experiment_list import print_experiments

if __name__ == "__main__":
    print_experiments(Path(__file__).parent)
