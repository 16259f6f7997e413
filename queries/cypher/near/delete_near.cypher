// Takes NEAR edges away; returns how many.
UNWIND $rows AS row
MATCH (a:POI {id: row.from_id})
MATCH (b:POI {id: row.to_id})
MATCH (a)-[r:NEAR {pair: row.pair}]->(b)
DELETE r
RETURN count(*) AS written
