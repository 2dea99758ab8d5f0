import { allEndpoints } from "../../contract";
import type { Endpoint } from "../../contract/endpoint";
import { hubEndpoints } from "./hub";

const reachable = [...allEndpoints, ...hubEndpoints]
  .filter(({ browser }) => browser !== false)
  .map((endpoint) => ({ endpoint, segments: endpoint.path.split("/").slice(1) }));

/**
 * Finds the endpoint of the contract for a browser's call.
 * @param path as in the specification, beginning with `/`, percent-encoded
 * @returns the endpoint, the path's other methods, or undefined for a path outside the contract
 */
export function findEndpoint(method: string, path: string): Endpoint | { allow: string[] } | undefined {
  const given = path.split("/").slice(1);
  const matching = reachable.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, index) => (segment.startsWith(":") ? given[index] : segment === given[index])),
  );
  if (matching.length === 0) return undefined;
  const found = matching.find(({ endpoint }) => endpoint.method === method);
  return found?.endpoint ?? { allow: [...new Set(matching.map(({ endpoint }) => endpoint.method))] };
}
