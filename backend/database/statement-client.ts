import type { Writable } from "node:stream";
import pg from "pg";
import { sql } from "./sql";

// count(*) and bigint columns arrive as numbers, as on the embedded database; no count exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Texts beyond this number are sent unnamed, so that generated statements cannot fill the server's memory. */
export const maxNamed = 500;
const names = new Map<string, string>();

const mark = "/* planned anew */";

/**
 * Marks a statement to be planned for each set of values: the best search depends on the phrase. A generic plan takes
 * twice as long for one with many hits. There are many such texts, too.
 */
export const replanEachTime = sql.raw(mark);

/** Whether a statement is marked with {@link replanEachTime}. */
export const isReplanned = (text: string): boolean => text.includes(mark);

/** The name under which a statement is prepared on every connection; undefined for one that is planned each time. */
function nameOf(text: string): string | undefined {
  if (isReplanned(text)) return undefined;
  const known = names.get(text);
  if (known || names.size >= maxNamed) return known;
  const name = `hub_${names.size}`;
  names.set(text, name);
  return name;
}

/** Properties of a `pg` query that its types omit. */
interface Internals {
  name?: string;
  _result: Described & { _types?: typeof asText };
  _accumulateRows: boolean;
  handleRowDescription(message: unknown): void;
  prepare(connection: object): void;
}

/** How to read the rows of a result. */
interface Described {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

type Callback = (error: Error | null, result: { rows: unknown[] }) => void;

const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Callback,
) => pg.Query & Internals;

const { builtins } = pg.types;
const texts: ReadonlySet<number> = new Set([
  ...[builtins.TIMESTAMPTZ, builtins.TIMESTAMP, builtins.DATE, builtins.INTERVAL],
  ...[1115, 1182, 1185, 1187, 1231],
]);
/**
 * Whether values of a type stay in the database's format: dates, times and intervals, lists of them, and lists of
 * numbers.
 */
export const staysText = (type: number): boolean => texts.has(type);

const same = (text: string) => text;
const asText = {
  getTypeParser: (type: number, format?: "text") =>
    staysText(type) ? same : pg.types.getTypeParser(type, format),
};

const undescribed = { describe: { value: () => {} } };

/** A statement with result columns described once per connection, if it has a name there. */
class PreparedQuery extends Query {
  constructor(
    text: string,
    values: readonly unknown[],
    private readonly described: Map<string, Described> | undefined,
    callback: Callback,
  ) {
    super(text, values, callback);
    this._result._types = asText;
    if (described && values.length > 0) this.name = nameOf(text);
  }

  override prepare(connection: object): void {
    const known = this.name && this.described?.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known ? Object.create(connection, undescribed) : connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name) this.described?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/**
 * A connection that prepares statements with parameters once and reuses them, except searches; it pipelines statements,
 * and sends those issued together in one write.
 */
export class StatementClient extends pg.Client {
  private isGathering = false;
  /** Undefined if statements have no names, because they would belong to a session that is shared with others. */
  private readonly described: Map<string, Described> | undefined;

  constructor(config: pg.ClientConfig & { isUnnamed?: boolean }) {
    super({ ...config, pipeline: true } as pg.ClientConfig);
    this.described = config.isUnnamed ? undefined : new Map();
    // A connection that breaks while lent out also emits this event, which would end the process without a listener;
    // its user learns of it from the failing statement.
    this.on("error", () => {});
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      this.gather();
      return send(...given);
    }) as typeof this.query;
  }

  /** Runs one statement of a transaction. */
  run(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
    return new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
      this.query(new PreparedQuery(text, values, this.described, callback));
    });
  }

  /** Batches writes within one turn of the event loop: a socket write costs more than a small query. */
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
