"""Reviews of finished games: jobs, their followers, and where reviews are stored."""
