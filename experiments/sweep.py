"""Any table at every combination of settings, resumed after any end, joined in one table."""

from hippo_exp.cli.sweep import main

if __name__ == "__main__":
    main()
