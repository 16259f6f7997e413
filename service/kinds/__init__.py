"""The kinds of question: one module for each, that finds what answers it and says what was found."""
