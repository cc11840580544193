"""Was it played as the rules say, and what followed: findings, luck, the report."""
