"""The page: one controller, three hosts (a file, a table that is served, a site)."""
