"""Chapter D: what the desert needs of vehicle rules (movement, Motion, Impulses)."""
