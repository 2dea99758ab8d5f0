import { measureStatement } from "./measure";
import { type Statement, sql } from "./sql";
import type { Database } from "./transaction";

type Send = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>;

/**
 * A client's running transaction.
 * @param send runs a statement in it, after all earlier ones
 * @param depth of savepoints around it
 */
export function databaseOf(send: Send, depth = 0): Database {
  const execute = async <Row>({ text, values }: Statement) => {
    try {
      return (await measureStatement(text, () => send(text, values))) as { rows: Row[] };
    } catch (cause) {
      throw new Error(`Failed statement: ${text}`, { cause });
    }
  };
  return {
    execute,
    async transaction(work) {
      const savepoint = sql.identifier(`savepoint_${depth + 1}`);
      await execute(sql`savepoint ${savepoint}`);
      try {
        const result = await work(databaseOf(send, depth + 1));
        await execute(sql`release savepoint ${savepoint}`);
        return result;
      } catch (error) {
        await execute(sql`rollback to savepoint ${savepoint}`);
        throw error;
      }
    },
  };
}
