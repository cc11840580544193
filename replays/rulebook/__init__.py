"""Every rule: what it does here, where its code is, and what proves it."""
