"""Chapter 11: arid climatic conditions. One module a rule, named after it."""
