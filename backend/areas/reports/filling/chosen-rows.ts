import type { ChosenRows } from "../../../../lib/contract/report-layouts";
import type { ReportSource } from "../../../../lib/contract/report-sources";
import { parseWith } from "../../../endpoint/input";
import type { ListQuery } from "../../../lists/list-source";
import { sources } from "./sources";

/** Selection and order of a document's rows. */
export type RowsQuery = Pick<ListQuery<string, string>, "phrase" | "sortBy" | "sortDir" | "filters">;

/** @throws {RequestError} 400 naming the parameters that the source's list rejects */
export function rowsQueryOf(source: ReportSource, { phrase, ...given }: ChosenRows): RowsQuery {
  const { query, sortBy } = sources[source];
  const asked = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
  const read = parseWith(query, { phrase, sortBy, ...Object.fromEntries(asked) }) as RowsQuery;
  return { phrase: read.phrase, sortBy: read.sortBy, sortDir: read.sortDir, filters: read.filters };
}

// Background documents store their choice of rows in one text: the phrase in the first line, the rest in a second.

/** @param phrase line breaks count as spaces */
export function writtenRows({ phrase, sortBy, sortDir, filters }: ChosenRows): string {
  const words = phrase.replace(/\s+/g, " ");
  return sortBy || sortDir || filters ? `${words}\n${JSON.stringify({ sortBy, sortDir, filters })}` : words;
}

export function readRows(written: string): ChosenRows {
  const [phrase = "", more] = written.split("\n", 2);
  return { phrase, ...(more ? (JSON.parse(more) as Omit<ChosenRows, "phrase">) : {}) };
}
