"""Many at one library: recorders that play, watchers that follow, and what was lost: nothing."""
