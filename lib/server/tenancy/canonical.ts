/**
 * The canonical address of a view (RT-01): its name and `new` in lower case, no trailing slash, no empty segments. The id
 * keeps its case unless it is a UUID, which RFC 9562 section 4 writes in lower case.
 * @param path the app's own path, beginning with `/`
 */
export function canonicalPath(path: string): string {
  const [view = "", id, ...rest] = path.split("/").filter(Boolean);
  const segments = [
    view.toLowerCase(),
    ...(id === undefined ? [] : [caseless(id) ? id.toLowerCase() : id]),
    ...rest,
  ];
  return `/${segments.filter(Boolean).join("/")}`;
}

function caseless(id: string): boolean {
  return /^(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(id);
}
