"""A folder of static files that runs the engine in a browser; see docs/site.md."""
