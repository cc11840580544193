"""Games: begin one, drive it, and find any moment of it again."""
