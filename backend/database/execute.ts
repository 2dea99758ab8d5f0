import type { PGlite } from "@electric-sql/pglite";
import type pg from "pg";

/** Runs statements without parameters and returns the rows of the last one. */
export type Execute = (statements: string) => Promise<unknown[]>;

/** Runs statements on a connection to PostgreSQL. */
export const executeOn =
  (client: pg.Client): Execute =>
  async (statements) => {
    // One result for each statement; typed as if there were one.
    const results: pg.QueryResult[] = [await client.query(statements)].flat();
    return results.at(-1)?.rows ?? [];
  };

/** Runs statements on the embedded database. */
export const executeOnEmbedded =
  (pglite: PGlite): Execute =>
  async (statements) =>
    (await pglite.exec(statements)).at(-1)?.rows ?? [];
