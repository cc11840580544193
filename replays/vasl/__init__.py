"""VASL: its boards, logs and saves, read and written without Java."""
