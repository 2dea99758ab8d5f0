import { allRows, offsetOf } from "../../lib/contract/paging";

interface OptionsQuery {
  page: number;
  pageLimit: number;
  sortDir: "asc" | "desc";
  phrase: string;
}

/** A page of options that are not in a table. */
export function pageOfOptions<Option extends { name: string }>(
  options: readonly Option[],
  { sortDir, phrase, ...paging }: OptionsQuery,
): { list: Option[]; totalCount: number } {
  const sought = phrase.trim().toLowerCase();
  const found = options
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .sort((a, b) => (sortDir === "asc" ? 1 : -1) * a.name.localeCompare(b.name));
  const { pageLimit } = paging;
  const offset = offsetOf(paging);
  const list = pageLimit === allRows ? found : found.slice(offset, offset + pageLimit);
  return { list, totalCount: found.length };
}
