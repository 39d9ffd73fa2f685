"""The layouts of runs; modules here are found automatically, and register layouts."""
