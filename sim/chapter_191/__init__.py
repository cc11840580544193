"""Chapter 191: alternate terrain types."""
