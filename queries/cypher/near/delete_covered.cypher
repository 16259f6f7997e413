// Takes COVERED away from every pair that one of the services is part of; returns how many.
UNWIND $services AS service
MATCH (:Service {id: service})-[c:COVERED]-()
WITH DISTINCT c
DELETE c
RETURN count(*) AS written
