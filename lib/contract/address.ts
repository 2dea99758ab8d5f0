import type { CallOf, EndpointDeclaration } from "./endpoint";

/** The address of a call with its parameters and query; lists become repeated parameters, empty values are omitted (ER-01). */
export function addressOf<E extends EndpointDeclaration>(endpoint: E, call: CallOf<E>): string {
  const { params = {}, query = {} } = call as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== "") search.append(name, String(item));
  return search.size ? `${path}${path.includes("?") ? "&" : "?"}${search}` : path;
}
