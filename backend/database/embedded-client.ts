import { type messages, type PGlite, protocol } from "@electric-sql/pglite";
import { BoundedMap } from "../../lib/server/core/bounded-map";
import { isReplanned, maxNamed, staysText } from "./statement-client";
import { causesOf } from "./unavailable";

const { serialize } = protocol;

type Field = messages.RowDescriptionMessage["fields"][number];

interface Statement {
  /** Empty for a statement that is planned on each execution. */
  name: string;
  /** Types of the parameters. */
  types: readonly number[];
  /** Result columns of a named statement: PostgreSQL refuses to run it once they change. */
  fields?: readonly Field[];
}

/** Maximum of unnamed statements with cached parameter types. */
const maxUnnamed = 500;

/**
 * Sends statements to the embedded database as {@link StatementClient} does to PostgreSQL: prepares those with
 * parameters once and sends each in one call. The database's own client parses and plans each again, in six calls.
 */
export class EmbeddedClient {
  private readonly prepared = new Map<string, Statement>();
  private readonly unnamed = new BoundedMap<string, Statement>(maxUnnamed);
  private named = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pglite: PGlite) {}

  /**
   * Runs `work` in a separate transaction that no other statements interrupt.
   * @param begin the statements that begin it
   * @throws when the database is closed, when `work` does, or when the commit failed
   */
  transaction<T>(begin: string, work: (query: EmbeddedClient["query"]) => Promise<T>): Promise<T> {
    return this.pglite.runExclusive(async () => {
      if (!this.pglite.ready) throw new Error("The embedded database is closed.");
      let isOpen = true;
      try {
        await this.run(begin);
        const result = await work((...statement) => {
          // It would run outside any transaction, as the owner.
          if (!isOpen) throw new Error("The transaction has ended.");
          return this.query(...statement);
        });
        isOpen = false;
        await this.commit();
        return result;
      } catch (error) {
        isOpen = false;
        // After a failed commit nothing is left to roll back, which is only a warning.
        if (!hasPanicked(error)) await this.run("rollback");
        throw error;
      }
    });
  }

  /** Runs statements, and then `work`, while no transaction is open. */
  alone(statements: string, work: () => Promise<void> = async () => {}): Promise<void> {
    return this.pglite.runExclusive(async () => {
      if (!this.pglite.ready) throw new Error("The embedded database is closed.");
      await this.run(statements);
      await work();
    });
  }

  private async commit(): Promise<void> {
    // PostgreSQL rolls back a transaction with a failed statement on commit.
    if ((await this.run("commit")) !== "COMMIT") throw new Error("The transaction was rolled back.");
    await this.pglite.syncToFs();
  }

  /** Runs statements without parameters. @returns the last one's command tag */
  private run(text: string): Promise<string | undefined> {
    return this.inTurn(async () => (await this.send(serialize.query(text))).filter(isDone).at(-1)?.text);
  }

  private query<Row>(text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
    return this.inTurn(async () => {
      const { name, types, fields: known } = await this.statement(text, values.length > 0);
      const parse = name ? [] : [serialize.parse({ text })];
      const bind = serialize.bind({
        statement: name,
        values: values.map((value, at) => this.written(value, types[at])),
      });
      const describe = known ? [] : [serialize.describe({ type: "P" })];
      const answer = await this.send(...parse, bind, ...describe, serialize.execute(), serialize.sync());
      return { rows: this.read<Row>(answer, known ?? answer.find(isDescription)?.fields ?? []) };
    });
  }

  private async statement(text: string, hasParameters: boolean): Promise<Statement> {
    if (!hasParameters) return { name: "", types: [] };
    const known = this.prepared.get(text) ?? this.unnamed.get(text);
    if (known) return known;
    const isNamed = !isReplanned(text) && this.prepared.size < maxNamed;
    // Never reuses the name of a statement that was prepared but could not be described.
    const name = isNamed ? `hub_${this.named++}` : "";
    const describe = serialize.describe({ type: "S", name });
    const answer = await this.send(serialize.parse({ name, text }), describe, serialize.sync());
    const types = answer.find(areParameters)?.dataTypeIDs ?? [];
    const fields = name ? (answer.find(isDescription)?.fields ?? []) : undefined;
    const statement = { name, types, fields };
    (name ? this.prepared : this.unnamed).set(text, statement);
    return statement;
  }

  private written(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null;
    return this.pglite.serializers[type]?.(value) ?? String(value);
  }

  private read<Row>(answer: readonly messages.BackendMessage[], fields: readonly Field[]): Row[] {
    const readers = fields.map(({ dataTypeID }) =>
      staysText(dataTypeID) ? undefined : this.pglite.parsers[dataTypeID],
    );
    return answer.filter(isRow).map((row) => rowOf(row.fields, fields, readers) as Row);
  }

  /** Runs statements in order, as PostgreSQL does. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done;
    return done;
  }

  /** Sends messages in one call. @throws the first one's error */
  private send(...sent: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.pglite.execProtocolStream(Buffer.concat(sent), { syncToFs: false });
  }
}

/** Whether the database has panicked, as it does when it cannot write its log: all later statements fail. */
export function hasPanicked(error: unknown): boolean {
  return [...causesOf(error)].some(
    (cause) =>
      cause instanceof WebAssembly.RuntimeError ||
      /^Aborted\(/.test(cause.message) ||
      ("severity" in cause && cause.severity === "PANIC"),
  );
}

type Reader = ((text: string) => unknown) | undefined;

const readAs = (text: string | null, reader: Reader) => (text === null || !reader ? text : reader(text));

function rowOf(
  texts: (string | null)[],
  fields: readonly Field[],
  readers: readonly Reader[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, { name }] of fields.entries()) row[name] = readAs(texts[at] ?? null, readers[at]);
  return row;
}

const isDone = (message: messages.BackendMessage): message is messages.CommandCompleteMessage =>
  message.name === "commandComplete";
const isDescription = (message: messages.BackendMessage): message is messages.RowDescriptionMessage =>
  message.name === "rowDescription";
const areParameters = (message: messages.BackendMessage): message is messages.ParameterDescriptionMessage =>
  message.name === "parameterDescription";
const isRow = (message: messages.BackendMessage): message is messages.DataRowMessage =>
  message.name === "dataRow";
