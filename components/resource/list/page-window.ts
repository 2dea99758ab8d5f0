import { allRows } from "@/lib/contract/paging";

/** Pages shown on each side of the current one (TL-01). */
const neighbours = 1;
/** Number of pages from which only some are shown. */
const minPagesForWindow = 5;

export const gap = "gap";

export function pageCount(totalCount: number, pageLimit: number): number {
  return pageLimit === allRows ? 1 : Math.max(1, Math.ceil(totalCount / pageLimit));
}

/**
 * Returns the page numbers to show: first, last, the current page and its neighbours, with gaps between. A gap never replaces a
 * single page.
 */
export function pageWindow(page: number, pages: number): (number | typeof gap)[] {
  if (pages < minPagesForWindow) return range(1, pages);
  const shown = [1, ...range(page - neighbours, page + neighbours), pages].filter(
    (candidate, index, all) => candidate >= 1 && candidate <= pages && all.indexOf(candidate) === index,
  );
  return shown.flatMap((candidate, index) => {
    const before = shown[index - 1] ?? 0;
    const missing = candidate - before - 1;
    if (missing === 0) return [candidate];
    return missing === 1 ? [candidate - 1, candidate] : [gap, candidate];
  });
}

/** Returns the page to show instead of an emptied one: the last with rows (TL-01). */
export function filledPage(page: number, pageLimit: number, totalCount: number): number {
  return Math.min(page, pageCount(totalCount, pageLimit));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
