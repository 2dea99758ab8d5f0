import { createHash } from "node:crypto";

/** @typedef {{ version?: string, name?: string, dev?: boolean, devOptional?: boolean }} Package of a lock file */

/**
 * Makes the output of `npm sbom` depend on the packages alone: a serial number from the content, no time, the project's own
 * name rather than its folder's, and components in order. Leaves out packages for development; `npm sbom --omit=dev` leaves
 * out those too that production and development share, such as React.
 * @param {string} json
 * @param {Record<string, Package>} packages of the lock file, by path
 */
export function productionSbom(json, packages) {
  const { serialNumber: _, metadata, ...rest } = JSON.parse(json);
  const own = metadata.component["bom-ref"];
  const kept = new Set([own, ...productionPackages(packages)]);
  const components = rest.components.filter((/** @type {Ref} */ one) => kept.has(refOf(one)));
  const dependencies = rest.dependencies
    .filter((/** @type {Ref} */ one) => kept.has(refOf(one)))
    .map((/** @type {Ref} */ one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => kept.has(ref)) }));
  const { timestamp: __, component, ...about } = metadata;
  const byRef = (/** @type {Ref} */ one, /** @type {Ref} */ other) => (refOf(one) < refOf(other) ? -1 : 1);
  const content = {
    ...rest,
    metadata: {
      ...about,
      component: { ...component, name: component.purl.replace(/^pkg:npm\/|@[^@]*$/g, "") },
    },
    components: components.toSorted(byRef),
    dependencies: dependencies.toSorted(byRef),
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ serialNumber, ...content }, null, 2)}\n`;
}

/** @param {Record<string, Package>} packages @returns {string[]} such as `react@19.3.1` */
function productionPackages(packages) {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`);
}

/** @typedef {{ ref?: string, "bom-ref"?: string, dependsOn?: string[] }} Ref */

/** @param {Ref} component */
const refOf = (component) => component["bom-ref"] ?? component.ref ?? "";

/** A UUID of version 8 (RFC 9562, section 5.8). @param {string} text */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
