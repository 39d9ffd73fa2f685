"""The results of an evaluation on disk: tables, curves and a manifest, written in one piece."""
