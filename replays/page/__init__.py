"""The page: a game as a picture that can be moved through, its story beside it.

A `replays.page.desk.Desk` answers the requests of a page, and a view file
(`replays.page.view_file`) is a page with all the answers in it.
"""
