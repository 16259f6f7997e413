// The map: roads, shapes, pair lines, places and clusters, drawn from the page's own data alone.
"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
const paint = dark
  ? { ground: "#1b2026", casing: "#12161a", road: "#343c45", major: "#46505b", ink: "#e8ebee", muted: "#9aa4af", pill: "#15191e", edge: "#3c454f", a: "#6ea2ff", b: "#f2a154", on: "#10141a" }
  : { ground: "#f3f2ee", casing: "#cbc8bf", road: "#ffffff", major: "#ffffff", ink: "#252b32", muted: "#6b7178", pill: "#ffffff", edge: "#c9ccd1", a: "#1f5fd0", b: "#b8500a", on: "#ffffff" };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';
const RATIO = 2; // label images are drawn at twice their size, for sharp text on dense screens

// ---- images: MapLibre asks for those it misses by id, "kind|text" ----

function canvas(width, height) {
  const element = document.createElement("canvas");
  element.width = Math.ceil(width * RATIO);
  element.height = Math.ceil(height * RATIO);
  const context = element.getContext("2d");
  context.scale(RATIO, RATIO);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  return [element, context];
}

const ruler = document.createElement("canvas").getContext("2d");

function textWidth(text, font) {
  ruler.font = font;
  return ruler.measureText(text).width;
}

function cut(text, most) {
  const letters = Array.from(text);
  return letters.length > most ? letters.slice(0, most - 1).join("").trimEnd() + "…" : text;
}

function haloText(text, font, colour) {
  const [element, context] = canvas(textWidth(text, font) + 8, 18);
  context.font = font;
  context.translate(element.width / RATIO / 2, 9);
  context.strokeStyle = paint.ground;
  context.lineWidth = 4;
  context.strokeText(text, 0, 0);
  context.fillStyle = colour;
  context.fillText(text, 0, 0);
  return element;
}

function pill(text) {
  const font = "600 11px " + FONT;
  const [element, context] = canvas(textWidth(text, font) + 14, 19);
  const width = element.width / RATIO;
  context.beginPath();
  context.roundRect(1, 1, width - 2, 17, 8.5);
  context.fillStyle = paint.pill;
  context.fill();
  context.strokeStyle = paint.edge;
  context.stroke();
  context.font = font;
  context.fillStyle = paint.ink;
  context.fillText(text, width / 2, 10);
  return element;
}

// a circle for what is asked for, a diamond for what it is near: told apart without colour too
function mark(role, radius, text) {
  const size = 2 * radius + 6;
  const [element, context] = canvas(size, size);
  const middle = size / 2;
  context.beginPath();
  if (role === "a") {
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
  } else {
    const reach = radius + 1.5;
    context.moveTo(middle, middle - reach);
    context.lineTo(middle + reach, middle);
    context.lineTo(middle, middle + reach);
    context.lineTo(middle - reach, middle);
    context.closePath();
  }
  context.fillStyle = paint[role];
  context.fill();
  context.strokeStyle = paint.on;
  context.lineWidth = 2;
  context.stroke();
  if (text) {
    context.font = "600 12px " + FONT;
    context.fillStyle = paint.on;
    context.fillText(text, middle, middle + 0.5);
  }
  return element;
}

function clusterMark(role, text) {
  return mark(role, (role === "a" ? 11 : 13) + 2 * text.length, text);
}

function drawImage(id) {
  const at = id.indexOf("|");
  const kind = id.slice(0, at);
  const text = id.slice(at + 1);
  switch (kind) {
    case "dot": return mark(text, 6.5, "");
    case "count-a": return clusterMark("a", text);
    case "count-b": return clusterMark("b", text);
    case "metres": return pill(text);
    case "name": return haloText(text, "500 12px " + FONT, paint.ink);
    case "road": return haloText(text, "400 11px " + FONT, paint.muted);
    default: return null;
  }
}

// ---- data to features ----

function feature(geometry, properties) {
  return { type: "Feature", geometry, properties };
}

function collection(features) {
  return { type: "FeatureCollection", features };
}

function points(role) {
  return collection(page.places.filter((place) => place.role === role && place.latitude !== null && !place.region).map((place) =>
    feature({ type: "Point", coordinates: [place.longitude, place.latitude] },
      { id: place.id, role, name: place.name ? "name|" + cut(place.name, 30) : "" })));
}

function shapes() {
  return collection(page.places.filter((place) => place.shape && !place.region).map((place) =>
    feature(place.shape, { id: place.id, role: place.role })));
}

// cells, areas and streets: the more they hold, the fuller their colour
function regions() {
  return collection(page.places.filter((place) => place.region).map((place) =>
    feature(place.shape, { id: place.id, role: place.role, share: place.share })));
}

function regionCounts() {
  return collection(page.places.filter((place) => place.region && place.count !== null).map((place) =>
    feature({ type: "Point", coordinates: [place.longitude, place.latitude] },
      { id: place.id, label: "metres|" + number.format(place.count), count: place.count })));
}

function pairLines() {
  return collection(page.lines.map((line) =>
    feature({ type: "LineString", coordinates: line.coordinates }, { nearness: line.nearness })));
}

function pairLabels() {
  return collection(page.lines.map((line) => {
    const [[x1, y1], [x2, y2]] = line.coordinates;
    return feature({ type: "Point", coordinates: [(x1 + x2) / 2, (y1 + y2) / 2] },
      { label: "metres|" + metres(line.distance_m), distance_m: line.distance_m });
  }));
}

const RANK = { motorway: 3, trunk: 3, primary: 3, secondary: 2, tertiary: 1 };

function roads() {
  return collection(page.roads.map(([roadClass, name, coordinates]) =>
    feature({ type: "LineString", coordinates }, { rank: RANK[roadClass.replace(/_link$/, "")] || 0, name })));
}

// a road's name stands on its longest straight piece, from the zoom at which it fits there
function roadNames() {
  const best = new Map();
  for (const [roadClass, name, coordinates] of page.roads) {
    if (!name) continue;
    const squeeze = Math.cos((coordinates[0][1] * Math.PI) / 180);
    let from = 0;
    const turn = (i, j) => Math.atan2(coordinates[j][1] - coordinates[i][1], (coordinates[j][0] - coordinates[i][0]) * squeeze);
    for (let to = 1; to < coordinates.length; to++) {
      const bend = Math.abs(turn(to - 1, to) - turn(from, from + 1));
      if (Math.min(bend, 2 * Math.PI - bend) > 0.3) from = to - 1;
      const piece = coordinates.slice(from, to + 1);
      const degrees = Math.hypot((piece.at(-1)[0] - piece[0][0]) * squeeze, piece.at(-1)[1] - piece[0][1]) / squeeze;
      const text = cut(name, 36);
      const known = best.get(text);
      if (!known || degrees > known.degrees) best.set(text, { degrees, piece, rank: RANK[roadClass] || 0 });
    }
  }
  const features = [];
  for (const [text, { degrees, piece, rank }] of best) {
    const width = textWidth(text, "400 11px " + FONT) + 8;
    // at zoom z the world is 512 * 2^z pixels wide
    const fits = Math.ceil(Math.log2((width * 360) / (512 * degrees)));
    features.push(feature({ type: "LineString", coordinates: piece }, { label: "road|" + text, rank, fits: Math.max(fits, 13) }));
  }
  return collection(features);
}

// ---- style ----

function width(...stops) {
  return ["interpolate", ["exponential", 1.6], ["zoom"], ...stops];
}

const byRank = (base, step) => ["+", base, ["*", step, ["get", "rank"]]];
const roadWidth = (extra) => width(10, byRank(0.3 + extra / 3, 0.3), 14, byRank(1.4 + extra, 0.8), 18, byRank(10 + extra, 3.5));
const roleColour = ["match", ["get", "role"], "a", paint.a, paint.b];

function style() {
  const geojson = (data, more) => ({ type: "geojson", data, ...more });
  const crowd = { cluster: true, clusterRadius: 22, clusterMaxZoom: 17 };
  const sources = {
    roads: geojson(roads()), "road-names": geojson(roadNames()), shapes: geojson(shapes()),
    regions: geojson(regions()), "region-counts": geojson(regionCounts()),
    lines: geojson(pairLines()), metres: geojson(pairLabels()),
    seats: geojson(collection([...points("b").features, ...points("a").features])),
    a: geojson(points("a"), crowd), b: geojson(points("b"), crowd),
  };
  const round = { "line-cap": "round", "line-join": "round" };
  // hundreds of lines would hide everything: then they are fine from afar and grow with the zoom
  const many = page.lines.length > 120;
  const lineWidth = (thin, more) => ["+", thin, ["*", more, ["get", "nearness"]]];
  const rank = { "line-sort-key": ["get", "rank"] };
  const areal = ["match", ["geometry-type"], ["Polygon", "MultiPolygon"], true, false];
  const layers = [{ id: "ground", type: "background", paint: { "background-color": paint.ground } }];
  if (page.tile_url) {
    sources.tiles = { type: "raster", tiles: [page.tile_url], tileSize: 256, maxzoom: 19 };
    layers.push({ id: "tiles", type: "raster", source: "tiles", paint: { "raster-opacity": 0.75, "raster-saturation": -0.6 } });
  }
  layers.push(
    { id: "road-casings", type: "line", source: "roads", layout: { ...round, ...rank }, paint: { "line-color": paint.casing, "line-width": roadWidth(1.6) } },
    { id: "roads", type: "line", source: "roads", layout: { ...round, ...rank }, paint: { "line-color": ["case", [">", ["get", "rank"], 1], paint.major, paint.road], "line-width": roadWidth(0) } },
    { id: "regions", type: "fill", source: "regions", filter: areal, paint: { "fill-color": roleColour, "fill-opacity": ["+", 0.06, ["*", 0.4, ["get", "share"]]] } },
    { id: "region-outlines", type: "line", source: "regions", layout: round, paint: { "line-color": roleColour, "line-width": ["match", ["geometry-type"], ["Polygon", "MultiPolygon"], 1.5, 5], "line-opacity": 0.6 } },
    { id: "shapes", type: "fill", source: "shapes", filter: areal, paint: { "fill-color": roleColour, "fill-opacity": 0.16 } },
    { id: "outlines", type: "line", source: "shapes", layout: round, paint: { "line-color": roleColour, "line-width": 1.5, "line-opacity": 0.75 } },
    { id: "road-names", type: "symbol", source: "road-names", filter: [">=", ["zoom"], ["get", "fits"]], layout: { "symbol-placement": "line-center", "icon-image": ["get", "label"], "icon-rotation-alignment": "map", "icon-keep-upright": true, "symbol-sort-key": ["-", 0, ["get", "rank"]] } },
    { id: "lines", type: "line", source: "lines", layout: { "line-cap": "round" }, paint: { "line-color": paint.ink, "line-opacity": width(13, many ? 0.16 : 0.62, 17, 0.62), "line-width": width(13, many ? lineWidth(0.5, 1.5) : lineWidth(1, 4), 17, lineWidth(1, 4)) } },
  );
  // where each member of a cluster is, so that no line ends in the void
  layers.push({ id: "seats", type: "circle", source: "seats", paint: { "circle-color": roleColour, "circle-radius": 2.5, "circle-stroke-color": paint.on, "circle-stroke-width": 1 } });
  for (const role of ["b", "a"]) {
    layers.push({ id: "names-" + role, type: "symbol", source: role, filter: ["all", ["!", ["has", "point_count"]], ["!=", ["get", "name"], ""]], layout: { "icon-image": ["get", "name"], "icon-anchor": "top", "icon-offset": [0, 12], "icon-padding": 1 } });
  }
  layers.push({ id: "metres", type: "symbol", source: "metres", layout: { "icon-image": ["get", "label"], "icon-padding": 1, "symbol-sort-key": ["get", "distance_m"] } });
  layers.push({ id: "counts", type: "symbol", source: "region-counts", layout: { "icon-image": ["get", "label"], "icon-padding": 1, "symbol-sort-key": ["-", 0, ["get", "count"]] } });
  for (const role of ["b", "a"]) {
    layers.push({ id: "places-" + role, type: "symbol", source: role, layout: { "icon-image": ["case", ["has", "point_count"], ["concat", "count-" + role + "|", ["get", "point_count_abbreviated"]], "dot|" + role], "icon-allow-overlap": true, "icon-padding": 0 } });
  }
  return { version: 8, sources, layers };
}

// ---- legend, popups, the map itself ----

function fillLegend() {
  const legend = document.getElementById("legend");
  const scaled = (element) => {
    element.style.width = element.width / RATIO + "px";
    element.style.height = element.height / RATIO + "px";
    element.setAttribute("aria-hidden", "true");
    return element;
  };
  for (const role of ["a", "b"]) {
    if (page.places.some((place) => place.role === role)) legend.append(make("div", "", scaled(mark(role, 6.5, "")), page.legend[role]));
  }
  if (page.lines.length) {
    const [element, context] = canvas(19, 12);
    context.fillStyle = paint.muted;
    context.moveTo(0, 5.5);
    context.lineTo(19, 2.5);
    context.lineTo(19, 9.5);
    context.lineTo(0, 6.5);
    context.fill();
    legend.append(make("div", "", scaled(element), words.nearer));
  }
  legend.hidden = !legend.childElementCount;
}

function card(id) {
  const place = places.get(id);
  const box = make("div", "card", make("strong", "", title(place)));
  if (place.region && place.count !== null) box.append(make("p", "muted", words.count + ": " + number.format(place.count)));
  if (place.services) box.append(make("p", "muted", place.services));
  if (place.name && place.locator) box.append(make("p", "", place.locator));
  const ours = (row) => row.b && row.distance_m !== null && (row.a === id || row.b === id);
  const listed = page.rows.filter(ours);
  const linked = listed.length ? listed : page.lines.filter(ours);
  for (const row of linked.slice(0, 3)) {
    const other = places.get(row.a === id ? row.b : row.a);
    box.append(make("p", "", metres(row.distance_m) + " · " + (other ? cut(title(other), 34) : "")));
  }
  if (linked.length > 3) box.append(make("p", "muted", "+ " + number.format(linked.length - 3)));
  const link = osmLink(id, words.osm + " ↗", "");
  if (link) box.append(make("p", "", link));
  return box;
}

function openPopup(map, ids, lngLat) {
  const more = ids.length > 3 ? make("p", "muted", "+ " + number.format(ids.length - 3)) : null;
  const content = make("div", "", ...ids.slice(0, 3).map(card), more);
  new maplibregl.Popup({ maxWidth: "280px", offset: 10, focusAfterOpen: false }).setLngLat(lngLat).setDOMContent(content).addTo(map);
}

async function clicked(map, event) {
  const near = [[event.point.x - 5, event.point.y - 5], [event.point.x + 5, event.point.y + 5]];
  const marks = map.queryRenderedFeatures(near, { layers: ["places-a", "places-b"] });
  const singles = marks.filter((found) => !found.properties.cluster);
  const cluster = marks.find((found) => found.properties.cluster);
  if (cluster && !singles.length) {
    const zoom = await map.getSource(cluster.source).getClusterExpansionZoom(cluster.properties.cluster_id);
    map.easeTo({ center: cluster.geometry.coordinates, zoom: Math.min(zoom + 0.3, 20) });
    return;
  }
  const found = singles.length ? singles : map.queryRenderedFeatures(event.point, { layers: ["shapes", "outlines", "regions", "region-outlines"] });
  const ids = [...new Set(found.map((one) => one.properties.id))];
  if (ids.length) openPopup(map, ids, singles.length ? singles[0].geometry.coordinates : event.lngLat);
}

function noMap(reason, state) {
  document.getElementById("map").hidden = true;
  document.getElementById("legend").hidden = true;
  const note = document.getElementById("no-map");
  note.textContent = reason;
  note.hidden = false;
  document.body.dataset.map = state;
}

function drawn(map) {
  const count = (layer) => map.queryRenderedFeatures(undefined, { layers: [layer] }).length;
  for (const layer of ["roads", "lines", "metres", "places-a", "places-b", "shapes", "regions", "region-outlines", "counts"]) {
    document.body.dataset[layer.replace("-", "")] = String(count(layer));
  }
  document.body.dataset.map = "ready";
}

function drawMap() {
  if (!page.bounds) return noMap(words.no_place, "empty");
  let map;
  try {
    map = new maplibregl.Map({
      container: "map", style: style(), bounds: page.bounds, fitBoundsOptions: { padding: { top: 70, bottom: 50, left: 50, right: 50 }, maxZoom: 17 },
      attributionControl: false, dragRotate: false, pitchWithRotate: false, touchPitch: false, maxPitch: 0, maxZoom: 21, locale: words.locale,
    });
  } catch (error) {
    return noMap(words.no_webgl, "unavailable");
  }
  map.touchZoomRotate.disableRotation();
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 110 }), "bottom-left");
  map.on("styleimagemissing", (event) => {
    const element = drawImage(event.id);
    if (!element || map.hasImage(event.id)) return;
    map.addImage(event.id, element.getContext("2d").getImageData(0, 0, element.width, element.height), { pixelRatio: RATIO });
  });
  // once tiles come in they show the roads; without them ours stay
  map.on("sourcedata", (event) => {
    if (event.sourceId !== "tiles" || !event.tile || event.tile.state !== "loaded") return;
    for (const layer of ["road-casings", "roads", "road-names"]) map.setLayoutProperty(layer, "visibility", "none");
  });
  map.on("click", (event) => clicked(map, event));
  map.on("mousemove", (event) => {
    const over = map.queryRenderedFeatures(event.point, { layers: ["places-a", "places-b", "shapes", "regions"] }).length;
    map.getCanvas().style.cursor = over ? "pointer" : "";
  });
  map.once("idle", () => drawn(map));
  showPlace = (id) => {
    const place = places.get(id);
    document.getElementById("stage").scrollIntoView({ block: "nearest" });
    document.querySelectorAll(".maplibregl-popup-close-button").forEach((button) => button.click());
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const duration = still ? 0 : 500;
    if (place.region) map.fitBounds(place.box, { padding: 60, maxZoom: 17, duration });
    else map.easeTo({ center: [place.longitude, place.latitude], zoom: Math.max(map.getZoom(), 17), duration });
    openPopup(map, [id], [place.longitude, place.latitude]);
  };
  fillLegend();
}

drawMap();
