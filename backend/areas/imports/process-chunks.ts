import { attributeOfColumn } from "../../../lib/contract/filters";
import type { StoredImport } from "./queries";

/** Rows per chunk: the first chunk is small, later ones grow while processing is fast. */
const chunks = { first: 100, most: 500 };
/** The same when attributes are saved, which happens record by record. */
const chunksWithAttributes = { first: 20, most: 100 };
/** Milliseconds until a call returns its progress: the embedded database serves no other requests meanwhile. */
const maxStepTime = 400;

/**
 * Processes chunks until the time limit, or until none is left.
 * @param work processes up to that many rows, and returns whether there may be more
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
    // As many rows as should take half of the remaining time, judging by the previous chunk.
    const fitting = (rows * (maxStepTime - (now - began))) / (now - last) / 2;
    rows = Math.ceil(Math.min(most, Math.max(first, fitting)));
    last = now;
  }
}

/** The chunk sizes: rows with attributes take longer. */
export const chunksOf = ({ columns }: StoredImport) =>
  columns.some(({ field }) => field && attributeOfColumn(field)) ? chunksWithAttributes : chunks;
