"""The pages of assessors, adjudicators and organisers, served from a ledger."""
