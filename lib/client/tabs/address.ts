export type TabQuery = Readonly<Record<string, string>>;

/** Address of a tab, relative to the base path and tenant prefix. */
export interface TabAddress {
  /** Begins with `/`, has no trailing slash, first segment in lower case (RT-01). */
  path: string;
  query: TabQuery;
}

/** Parses an address such as `/Users/12?tab=roles`; of a repeated parameter the last value counts. */
export function parseAddress(address: string): TabAddress {
  const [withoutHash = ""] = address.split("#");
  const at = withoutHash.indexOf("?");
  const path = at < 0 ? withoutHash : withoutHash.slice(0, at);
  const query = at < 0 ? {} : Object.fromEntries(new URLSearchParams(withoutHash.slice(at)));
  return { path: normalizePath(path), query };
}

export function formatAddress({ path, query }: TabAddress): string {
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

/** Paths that differ only in case are one tab (TB-01). */
export function pathKey(path: string): string {
  return path.toLowerCase();
}

function normalizePath(path: string): string {
  const [first = "", ...rest] = path.split("/").filter(Boolean);
  return `/${[first.toLowerCase(), ...rest].join("/")}`;
}

/** The address without `prefix`; undefined if it is outside. */
export function withoutPrefix(prefix: string, address: string): string | undefined {
  if (prefix === "") return address;
  if (!address.toLowerCase().startsWith(prefix.toLowerCase())) return undefined;
  const rest = address.slice(prefix.length);
  return rest === "" || /^[/?#]/.test(rest) ? (rest.startsWith("/") ? rest : `/${rest}`) : undefined;
}

/**
 * Adds a callback to the current address: a list as sorted, searched and filtered (RT-02). A view without a query needs
 * none, as its bare path shows the same.
 */
export function withCallback(
  address: string,
  { path, query: { callbackUrl: _, ...query } }: TabAddress,
): string {
  if (Object.keys(query).length === 0) return address;
  const opened = parseAddress(address);
  return formatAddress({
    ...opened,
    query: { ...opened.query, callbackUrl: formatAddress({ path, query }) },
  });
}

/** Whether the path is a record such as `/users/12`, rather than a list or a create view. */
export function isRecordPath(path: string): boolean {
  const [, second, ...more] = path.split("/").filter(Boolean);
  return second !== undefined && second.toLowerCase() !== "new" && more.length === 0;
}
