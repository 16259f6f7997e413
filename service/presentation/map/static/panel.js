// The panel beside the map: everything from the data becomes text nodes, never markup.
"use strict";
const page = JSON.parse(document.getElementById("data").textContent);
const words = page.words;
const places = new Map(page.places.map((place) => [place.id, place]));
const number = new Intl.NumberFormat(page.lang === "pt" ? "pt-BR" : "en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat(page.lang === "pt" ? "pt-BR" : "en", { maximumFractionDigits: 1 });

// called with a place's id when a reader asks to see it; the map sets it once it is drawn
let showPlace = null;

function metres(value) {
  return (value > 0 && value < 10 ? tenth : number).format(value) + " m";
}

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

// a link to the element's page for ids such as way/45; nothing for other ids
function osmLink(id, text, className) {
  if (!/^(node|way|relation)\/\d+$/.test(id)) return null;
  const link = make("a", className, text);
  link.href = "https://www.openstreetmap.org/" + id;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.title = words.osm;
  return link;
}

function title(place) {
  return place.name || place.locator || place.services || place.id;
}

function placeCell(id, told) {
  const place = places.get(id);
  if (!place) return make("td", "", id);
  const cell = make("td", "");
  if (place.latitude !== null && page.bounds) {
    const show = make("a", place.name ? "show" : "show unnamed", title(place));
    show.href = "#stage";
    show.title = words.show;
    show.addEventListener("click", (event) => {
      event.preventDefault();
      if (showPlace) showPlace(id);
    });
    cell.append(show);
  } else {
    cell.append(make("span", "", title(place)));
  }
  const link = osmLink(id, "↗", "osm");
  if (link) {
    link.setAttribute("aria-label", words.osm + ": " + title(place));
    cell.append("\u00a0", link);
  }
  if (place.name && place.locator && !told.has(id)) cell.append(make("span", "where", place.locator));
  told.add(id);
  return cell;
}

function resultTable() {
  const linked = page.rows.some((row) => row.b);
  const measured = page.rows.some((row) => row.distance_m !== null);
  const heads = [make("th", "", words.place)];
  if (linked) heads.push(make("th", "", words.near));
  if (measured) heads.push(make("th", "metres", words.distance));
  const counted = page.rows.some((row) => row.count !== null && row.count !== undefined);
  if (counted) heads.push(make("th", "metres", words.count));
  heads.forEach((head) => (head.scope = "col"));
  const body = make("tbody", "");
  const told = new Set(); // where a place is, is said once
  for (const row of page.rows) {
    const line = make("tr", "", placeCell(row.a, told));
    if (linked) line.append(row.b ? placeCell(row.b, told) : make("td", ""));
    if (measured) line.append(make("td", "metres", row.distance_m === null ? "" : metres(row.distance_m)));
    if (counted) line.append(make("td", "metres", row.count === null || row.count === undefined ? "" : number.format(row.count)));
    body.append(line);
  }
  return make("table", "", make("thead", "", make("tr", "", ...heads)), body);
}

// the answer's text, its [n] linked to the evidence with that number; lines of its list that cite
// evidence are left to the table and the evidence, which hold the same facts
function answerText() {
  const known = new Set(page.citations.map((citation) => citation.n));
  const listed = (line) => page.rows.length && /^– .*\[(\d+)\]$/.test(line) && known.has(Number(/\[(\d+)\]$/.exec(line)[1]));
  const text = page.text.split("\n").filter((line) => !listed(line)).join("\n");
  const paragraph = make("p", page.problem ? "answer problem" : "answer");
  for (const part of text.split(/(\[\d+\])/)) {
    const cited = /^\[(\d+)\]$/.exec(part);
    if (cited && known.has(Number(cited[1]))) {
      const link = make("a", "cite", part);
      link.href = "#evidence-" + cited[1];
      paragraph.append(link);
    } else {
      paragraph.append(part);
    }
  }
  return paragraph;
}

function heading(text, aside) {
  return make("h2", "", text, aside ? make("small", "", aside) : null);
}

function list(items) {
  return make("ul", "", ...items.map((item) => make("li", "", item)));
}

function evidence() {
  const items = page.citations.map((citation) => {
    const item = make("li", "", make("span", "n", "[" + citation.n + "]"), citation.fact);
    item.id = "evidence-" + citation.n;
    for (const id of citation.ids) {
      const link = osmLink(id, "↗", "osm");
      if (link) {
        link.setAttribute("aria-label", words.osm + ": " + id);
        item.append("\u00a0", link);
      }
    }
    return item;
  });
  return make("ol", "evidence", ...items);
}

function folded(name, ...children) {
  return make("details", "", make("summary", "", name), ...children);
}

function fillPanel() {
  const panel = document.getElementById("panel");
  const add = (...children) => panel.append(...children.filter(Boolean));
  document.title = page.question;
  document.getElementById("question").textContent = page.question;
  if (page.text) add(answerText());
  if (page.problem && !page.text) {
    add(make("div", "problem",
      make("p", "", make("strong", "", words.problem + (page.problem.part ? ": " + page.problem.part : ""))),
      make("p", "", page.problem.reason),
      page.problem.try.length ? make("p", "muted", words.try) : null,
      page.problem.try.length ? list(page.problem.try) : null));
  }
  if (page.sentence) add(make("p", "muted", words.understood + ": " + page.sentence));
  for (const assumption of page.assumptions.filter((one) => !page.text.includes(one))) add(make("p", "muted", words.assumed + ": " + assumption));
  if (page.candidates.length) {
    add(heading(words.candidates), make("ul", "", ...page.candidates.map((candidate) =>
      make("li", "", candidate.label, osmLink(candidate.id, "↗", "osm")))));
  }
  if (page.rows.length) {
    const shows = page.total > page.rows.length ? fill(words.shows, { k: number.format(page.rows.length), n: number.format(page.total) }) : number.format(page.rows.length);
    add(heading(words.results, shows), resultTable());
  }
  if (page.similar.length) {
    add(heading(words.similar), make("ul", "", ...page.similar.map((hit) =>
      make("li", "", hit.label, osmLink(hit.id, "↗", "osm")))));
  }
  if (page.citations.length) add(heading(words.evidence), evidence());
  if (page.notes.length) add(heading(words.notes), list(page.notes));
  if (page.statements.length) {
    add(folded(words.statements, ...page.statements.flatMap((ran) => [make("p", "muted", ran.name), make("pre", "", ran.console)])));
  }
  const about = make("div", "data");
  for (const dataset of page.datasets) {
    about.append(make("p", "", words.data + ": " + dataset.name + ", " + (dataset.extracted_at ? words.extracted + " " + dataset.extracted_at.slice(0, 10) : words.undated)));
  }
  about.append(credit());
  about.append(folded(words.licence, make("pre", "", document.getElementById("licence").textContent)));
  add(about);
  document.getElementById("credit").append(...credit().childNodes);
}

function credit() {
  const line = make("p", "");
  const link = make("a", "", "© OpenStreetMap contributors");
  link.href = "https://www.openstreetmap.org/copyright";
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  line.append(link, " (ODbL)");
  if (page.attribution && !page.attribution.includes("OpenStreetMap contributors")) line.append(" · " + page.attribution);
  return line;
}

fillPanel();
