"""Tests: every one is a rule in a sentence, and names the rules that it proves."""
