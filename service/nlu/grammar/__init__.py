"""From lexemes to a draft of a reading: lists, relations, conditions and the places they are said of."""
