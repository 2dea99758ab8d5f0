import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import pg from "pg";

// count(*) and bigint columns arrive as numbers, as on the embedded database; nothing here counts past 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Texts beyond this many are sent unnamed, so that generated statements cannot fill the server's memory. */
export const maxNamed = 500;
const names = new Map<string, string>();

const mark = "/* planned anew */";

/**
 * Marks a statement that is planned each time for the values it comes with: how to search depends on what is looked
 * for. Planned for any phrase at all, one with many hits takes twice as long. There are many such texts, too.
 */
export const plannedAnew = sql.raw(mark);

/** Whether a statement is marked with {@link plannedAnew}. */
export const isPlannedAnew = (text: string): boolean => text.includes(mark);

/** The name that a statement is prepared under on every connection; undefined for one that is planned anew. */
function nameOf(text: string): string | undefined {
  if (isPlannedAnew(text)) return undefined;
  const known = names.get(text);
  if (known || names.size >= maxNamed) return known;
  const name = `hub_${names.size}`;
  names.set(text, name);
  return name;
}

interface QueryConfig {
  text: string;
  name?: string;
}

const isConfig = (value: unknown): value is QueryConfig =>
  typeof value === "object" && value !== null && "text" in value && !("submit" in value);

/**
 * A connection that prepares statements with parameters once and reuses them, searches excepted, that sends statements
 * without waiting for the answers of those before, and sends together what it is given together.
 */
export class StatementClient extends pg.Client {
  private isGathering = false;

  constructor(config: pg.ClientConfig) {
    super({ ...config, pipeline: true } as pg.ClientConfig);
    // A connection that breaks while it is lent out says so by this event too, which nobody else listens to then and
    // which would end the process; whoever uses it learns from the statement that fails.
    this.on("error", () => {});
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((config: unknown, values?: unknown, ...rest: unknown[]) => {
      this.gather();
      const prepared =
        isConfig(config) && Array.isArray(values) && values.length > 0
          ? { ...config, name: nameOf(config.text) }
          : config;
      return send(prepared, values, ...rest);
    }) as typeof this.query;
  }

  /** Keeps what is sent within one turn of the event loop together: a write to a socket costs more than a small query. */
  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    setImmediate(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }
}
