"""Chapter F: desert terrain."""
