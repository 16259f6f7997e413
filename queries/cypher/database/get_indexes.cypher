// The indexes of the database: name, kind, labels (or types), properties, of_constraint.
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint
RETURN name, type AS kind, coalesce(labelsOrTypes, []) AS labels, coalesce(properties, []) AS properties,
       owningConstraint IS NOT NULL AS of_constraint
