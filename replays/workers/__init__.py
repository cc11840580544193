"""Much work done piece by piece: in this process, in several, or on a Dask cluster."""
