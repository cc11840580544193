"""VASL's logs and boards, read, judged and written without Java."""
