"""What the project measures of itself, each with the answers compared before anything is timed."""
