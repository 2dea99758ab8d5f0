import { attributeOfColumn } from "../../lib/contract/filters";
import type { StoredImport } from "./queries";

/** Rows that are read, decided on and written together: a call begins with few, and takes more where that is quick. */
const chunks = { first: 100, most: 500 };
/** The same where attributes are saved, record by record. */
const chunksWithAttributes = { first: 20, most: 100 };
/** Milliseconds after which a call answers how far it is: the embedded database serves nobody else meanwhile. */
const maxStepTime = 400;

/**
 * Takes chunk after chunk for a while, or until there is none left.
 * @param work takes so many rows, and answers whether there may be more
 */
export async function processChunks(
  work: (rows: number) => Promise<boolean>,
  { first, most } = chunks,
): Promise<void> {
  const began = performance.now();
  let rows = first;
  let last = began;
  while (await work(rows)) {
    const now = performance.now();
    if (now - began > maxStepTime) return;
    // As many as take half of the time that is left, going by those before.
    const fitting = (rows * (maxStepTime - (now - began))) / (now - last) / 2;
    rows = Math.ceil(Math.min(most, Math.max(first, fitting)));
    last = now;
  }
}

/** How many rows are taken at once: attributes take more time for each. */
export const chunksOf = ({ columns }: StoredImport) =>
  columns.some(({ field }) => field && attributeOfColumn(field)) ? chunksWithAttributes : chunks;
