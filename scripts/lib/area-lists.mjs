import { camel } from "./new-area.mjs";

/**
 * The line to add to each list of areas.
 * @param {Pick<import("./new-area.mjs").NewArea, "area" | "record">} area
 * @returns {Map<string, string>} by the file of the list
 */
export function linesOf({ area, record }) {
  const isPlain = !area.includes("-");
  const calls = isPlain ? area : `${camel(area)} as "${area}"`;
  return new Map([
    [
      "lib/areas/areas.ts",
      `  ${isPlain ? area : `"${area}"`}: words<typeof import("../../messages/en/${area}.json")>(),`,
    ],
    ["lib/contract/areas.ts", `export { ${calls}, ${record}Permissions } from "./${area}";`],
    ["backend/areas/index.ts", `export * as ${isPlain ? area : `"${area}"`} from "./${area}";`],
    ["components/areas/areas.ts", `export { ${camel(area)}Area } from "./${area}";`],
  ]);
}

/** @param {string} text a list of areas, in alphabetical order @param {string} line inserted among similar lines */
export function insertLine(text, line) {
  const lines = text.split("\n");
  const key = (/** @type {string} */ other) => /["/]([\w-]+)(?:\.json)?"[^"]*$/.exec(other)?.[1] ?? "";
  const like = (/** @type {string} */ other) => other.includes("./") && key(other) !== "words";
  const after = lines.findIndex((other) => like(other) && key(other) > key(line));
  if (after === -1) {
    let end = lines.findLastIndex(like) + 1;
    // Skips the rest of a multi-line entry in an object.
    while (/^(?: {4}| {2}})/.test(lines[end] ?? "")) end += 1;
    return lines.toSpliced(end, 0, line).join("\n");
  }
  // A multi-line statement starts above the line with its file; lines within its braces are not starts.
  const begins = lines[after]?.startsWith("}") ? /^(export|import)/ : /^(export|import| {2}\S)/;
  let at = after;
  while (at > 0 && !begins.test(lines[at] ?? "export")) at -= 1;
  return lines.toSpliced(at, 0, line).join("\n");
}
