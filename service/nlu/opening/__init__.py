"""Opening hours in questions, from words to the condition that is meant."""
