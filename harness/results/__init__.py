"""The results of an evaluation on disk: tables, curves and a manifest, written in one piece."""

from harness.results.directory import Results, read_results, write_results

__all__ = ["Results", "read_results", "write_results"]
