"""From text to lexemes: words, numbers, names and kinds of place, none of them dropped."""
