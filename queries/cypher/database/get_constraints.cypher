// The constraints of the database: name, kind, labels (or types), properties.
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
RETURN name, type AS kind, coalesce(labelsOrTypes, []) AS labels, coalesce(properties, []) AS properties
