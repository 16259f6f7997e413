// Takes the lock that a load holds while it is uncommitted; nothing is returned and nothing is ever committed.
MERGE (:Load {id: $lock})
