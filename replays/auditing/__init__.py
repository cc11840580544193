"""The audit: was everything applied as the rules say?"""
