// Creates every constraint and index of the graph; safe to run again.
CREATE CONSTRAINT poi_id IF NOT EXISTS FOR (p:POI) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT service_id IF NOT EXISTS FOR (s:Service) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT zone_id IF NOT EXISTS FOR (z:Zone) REQUIRE z.id IS UNIQUE;
CREATE CONSTRAINT road_id IF NOT EXISTS FOR (r:Road) REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT area_id IF NOT EXISTS FOR (a:Area) REQUIRE a.id IS UNIQUE;
CREATE CONSTRAINT street_id IF NOT EXISTS FOR (s:Street) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT dataset_id IF NOT EXISTS FOR (d:Dataset) REQUIRE d.id IS UNIQUE;
CREATE CONSTRAINT load_id IF NOT EXISTS FOR (l:Load) REQUIRE l.id IS UNIQUE;
CREATE POINT INDEX poi_location IF NOT EXISTS FOR (p:POI) ON (p.location);
CREATE POINT INDEX zone_location IF NOT EXISTS FOR (z:Zone) ON (z.location);
CREATE RANGE INDEX poi_reach IF NOT EXISTS FOR (p:POI) ON (p.reach_m);
CREATE RANGE INDEX poi_halo IF NOT EXISTS FOR (p:POI) ON (p.halo_of);
CREATE RANGE INDEX poi_name IF NOT EXISTS FOR (p:POI) ON (p.name_key);
CREATE RANGE INDEX road_name IF NOT EXISTS FOR (r:Road) ON (r.name_key);
CREATE RANGE INDEX area_name IF NOT EXISTS FOR (a:Area) ON (a.name_key);
CREATE RANGE INDEX street_name IF NOT EXISTS FOR (s:Street) ON (s.name_key);
CREATE RANGE INDEX zone_resolution IF NOT EXISTS FOR (z:Zone) ON (z.resolution);
CREATE RANGE INDEX near_pair IF NOT EXISTS FOR ()-[r:NEAR]-() ON (r.pair, r.dist_m);
