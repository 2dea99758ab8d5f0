import { type SQL, sql } from "drizzle-orm";
import { changesSeenWith } from "../../lib/contract/history";

/** The types of changes that somebody with these permissions is not told of: they tell what sections hide. */
export const hiddenTypes = (held: ReadonlySet<string>): string[] =>
  [...changesSeenWith].flatMap(([type, needed]) => (needed.every((name) => held.has(name)) ? [] : [type]));

/** The condition on entries `h` of the history, or none for those who are told of all: their statements stay as they are planned. */
export function exceptTypes(types: readonly string[]): SQL[] {
  if (types.length === 0) return [];
  const listed = types.map((type) => sql`${type}`);
  return [sql`h.type not in (${sql.join(listed, sql`, `)})`];
}

/** Conditions that all have to hold. */
export const every = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);
