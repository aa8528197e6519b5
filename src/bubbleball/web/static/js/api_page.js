/** A readable page of the server's own description (OpenAPI), without outside help. */

import { h } from "./dom.js";

/** @typedef {Record<string, any>} Json */

/**
 * @param {Json} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema["$ref"]) return schema["$ref"].split("/").at(-1);
  if (schema["anyOf"]) return schema["anyOf"].map(typeOf).join(" or ");
  if (schema["enum"]) return schema["enum"].map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema["type"] === "array") return `list of ${typeOf(schema["items"] ?? {})}`;
  return schema["type"] ?? "any";
}

/**
 * @param {string} name
 * @param {Json} schema
 */
function shape(name, schema) {
  const required = new Set(schema["required"] ?? []);
  const rows = Object.entries(schema["properties"] ?? {}).map(([key, value]) =>
    h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, typeOf(value)), h("td", {}, required.has(key) ? "required" : ""), h("td", {}, value.description ?? "")));
  return h(
    "details",
    { class: "panel", id: name },
    h("summary", {}, h("code", {}, name), ` ${schema["description"] ?? ""}`),
    h("table", { class: "api" }, h("tbody", {}, ...rows)),
  );
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Json} operation
 */
function route(path, method, operation) {
  const body = operation["requestBody"]?.content?.["application/json"]?.schema;
  const answers = Object.entries(operation["responses"] ?? {}).map(([status, answer]) =>
    h("li", {}, h("b", {}, status), ` ${answer.description}`));
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
    h("p", {}, operation["description"] ?? operation["summary"] ?? ""),
    body && h("p", {}, "Body: ", h("a", { href: `#${typeOf(body)}` }, typeOf(body))),
    h("details", {}, h("summary", {}, "Answers"), h("ul", {}, ...answers)),
  );
}

async function start() {
  const spec = /** @type {Json} */ (await (await fetch("/openapi.json")).json());
  const routes = Object.entries(/** @type {Json} */ (spec["paths"])).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => route(path, method, /** @type {Json} */ (operation))));
  const shapes = Object.entries(/** @type {Json} */ (spec["components"]?.["schemas"] ?? {})).map(([name, schema]) => shape(name, schema));
  document.getElementById("main")?.replaceChildren(
    h("div", { class: "view" }, h("h1", {}, spec["info"].title), h("p", {}, spec["info"].description), ...routes, h("h1", {}, "Shapes"), ...shapes),
  );
}

void start();
