"""Random cases that look for differences; nearly all of each is sound."""
