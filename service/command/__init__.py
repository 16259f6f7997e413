"""What only the command uses: what it prints, how it ends, and its lists."""
