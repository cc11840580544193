"""Words in, answers out: questions, rules looked up, help, and the session of an evening."""
