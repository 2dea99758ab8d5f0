import { type messages, type PGlite, protocol } from "@electric-sql/pglite";
import { BoundedMap } from "../../lib/server/bounded-map";
import { isPlannedAnew, maxNamed, staysText } from "./statement-client";
import { causesOf } from "./unavailable";

const { serialize } = protocol;

type Field = messages.RowDescriptionMessage["fields"][number];

interface Statement {
  /** Empty for one that is planned anew each time. */
  name: string;
  /** The type of each parameter. */
  types: readonly number[];
  /** The columns of its answer, of one with a name: PostgreSQL refuses to run it once they are others. */
  fields?: readonly Field[];
}

/** Types of parameters that are remembered of statements without a name. */
const maxUnnamed = 500;

/**
 * Sends statements to the embedded database as {@link StatementClient} does to PostgreSQL: those with parameters are
 * prepared once, and each travels in one call. The database's own client parses and plans each of them anew, in six calls.
 */
export class EmbeddedClient {
  private readonly prepared = new Map<string, Statement>();
  private readonly unnamed = new BoundedMap<string, Statement>(maxUnnamed);
  private named = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pglite: PGlite) {}

  /**
   * Runs `work` in a transaction of its own, which nobody else's statements come between.
   * @param begin the statements that begin it
   * @throws when the database is closed, as `work` does, or when the transaction could not be committed
   */
  transaction<T>(begin: string, work: (query: EmbeddedClient["query"]) => Promise<T>): Promise<T> {
    return this.pglite.runExclusive(async () => {
      if (!this.pglite.ready) throw new Error("The embedded database is closed.");
      let isOpen = true;
      try {
        await this.run(begin);
        const result = await work((...statement) => {
          // It would run outside of any transaction, as the owner.
          if (!isOpen) throw new Error("The transaction has ended.");
          return this.query(...statement);
        });
        isOpen = false;
        await this.commit();
        return result;
      } catch (error) {
        isOpen = false;
        // After a failed commit there is nothing left to roll back, which is no more than a warning.
        if (!isGone(error)) await this.run("rollback");
        throw error;
      }
    });
  }

  private async commit(): Promise<void> {
    // A transaction in which a statement has failed is rolled back by it.
    if ((await this.run("commit")) !== "COMMIT") throw new Error("The transaction was rolled back.");
    await this.pglite.syncToFs();
  }

  /** Statements without parameters. @returns what was done last, as PostgreSQL calls it */
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
    const isNamed = !isPlannedAnew(text) && this.prepared.size < maxNamed;
    // Never the name of one that was prepared and could not be described.
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

  /** Statements are done in the order in which they are asked for, as on PostgreSQL. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done;
    return done;
  }

  /** Sends messages in one call. @throws what the first of them fails with */
  private send(...sent: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.pglite.execProtocolStream(Buffer.concat(sent), { syncToFs: false });
  }
}

/** Whether the database gave up, as it does where it cannot write its log: no statement will succeed any more. */
export function isGone(error: unknown): boolean {
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
