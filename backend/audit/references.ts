import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { idArray } from "../members/memberships";

/** A column that refers to another record, such as `ownerId`, with `ownerName` beside it in the record. */
export interface Reference {
  /** The id's name in contract and history. */
  idName: string;
  name: string;
  /** The column of the id. */
  column: string;
  /** Computes the name from the id and `tenant_id` of a row `r`. */
  read: SQL;
}

/** Names by id name, as JSON. */
export const nameExpressions = (references: readonly Reference[]): string =>
  JSON.stringify(Object.fromEntries(references.map(({ idName, name }) => [idName, name])));

type State = Record<string, unknown> | null;

/**
 * Adds the current names of referenced records to states; skips ids that no longer exist.
 * @param historyId the change of these states
 */
export async function withNames<States extends Record<string, State>>(
  db: Database,
  references: readonly Reference[],
  historyId: string,
  states: States,
): Promise<States> {
  const named: Record<string, State> = { ...states };
  for (const { idName, name, column, read } of references) {
    const having = Object.entries(named).filter(([, state]) => state && idName in state);
    const ids = having.flatMap(([, state]) => (state?.[idName] ? [String(state[idName])] : []));
    const nameOf = ids.length > 0 ? await readNames(db, historyId, { column, read }, ids) : new Map();
    for (const [which, state] of having)
      named[which] = { ...state, [name]: nameOf.get(state?.[idName]) ?? "" };
  }
  return named as States;
}

/** The current name of the record with an id, for an entry `h` of the history. */
export const referredName = ({ column, read }: Pick<Reference, "column" | "read">, id: SQL): SQL =>
  sql`(select ${read} from (select h.tenant_id, ${id} as ${sql.identifier(column)}) as r)`;

async function readNames(
  db: Database,
  historyId: string,
  reference: Pick<Reference, "column" | "read">,
  ids: readonly string[],
): Promise<Map<unknown, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select referred.id::text as id, ${referredName(reference, sql`referred.id`)} as name
    from history h, unnest(${idArray(ids)}) as referred (id) where h.history_id = ${historyId}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
