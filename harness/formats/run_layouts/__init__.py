"""The layouts of runs, a module each: it registers the layout, and is found by being here."""
