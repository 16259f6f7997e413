"""What an answer says beside its point: what is private, unsure, unsaid, on a border, or one of several."""
