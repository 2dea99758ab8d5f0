import { changesSeenWith } from "../../lib/contract/history";
import { type SQL, sql } from "../database/sql";

/** The types of changes hidden from a user with these permissions, because they reveal hidden sections. */
export const hiddenTypes = (held: ReadonlySet<string>): string[] =>
  [...changesSeenWith].flatMap(([type, needed]) => (needed.every((name) => held.has(name)) ? [] : [type]));

/** Conditions on entries `h` of the history; none without hidden types, so that those statements keep their plans. */
export function exceptTypes(types: readonly string[]): SQL[] {
  if (types.length === 0) return [];
  const listed = types.map((type) => sql`${type}`);
  return [sql`h.type not in (${sql.join(listed, ", ")})`];
}

/** Joins conditions with AND. */
export const every = (conditions: readonly SQL[]): SQL => sql.join([...conditions], " and ");
