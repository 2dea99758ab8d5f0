// See docs/decisions/0108.

import { type HistoryRow, changePrefix as prefixOf } from "../../lib/contract/history";
import type { PermissionName } from "../../lib/contract/permissions";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { hiddenTypes } from "./hidden-changes";

/** A part of a record that is recorded as changes of it, such as the users of a role. */
export interface RecordedPart {
  /** Its name in a state: `users`. */
  name: string;
  /** The prefix of its types of changes: `RoleUser` for `RoleUserAdded`, `RoleUserRemoved` and `RoleUserChanged`. */
  change: string;
  /** Properties of an entry: the distinguishing one, such as `userId`, and its name. */
  key: string;
  label: string;
  /** Permissions needed to see it. */
  seenWith: readonly PermissionName[];
  /** Additional state derived from it: a user's permissions, from the roles of that time. */
  shown?: (
    db: Database,
    change: Pick<HistoryRow, "id">,
    entries: readonly PartEntry[],
  ) => Promise<Readonly<Record<string, unknown>>>;
}

export interface PartEntry extends Record<string, unknown> {
  key: string;
  label: string;
  /** As recorded. */
  state: Record<string, unknown>;
}

export interface RecordedState {
  /** The record itself, with properties recorded separately, such as a role's permissions. */
  fields: Record<string, unknown>;
  /** The changes, by type, from which the separately recorded properties come. */
  apart: ReadonlyMap<string, Record<string, unknown>>;
  /** Each part with recorded entries. */
  parts: ReadonlyMap<string, readonly PartEntry[]>;
}

interface Recorded {
  collection: string;
  idName: string;
  parts: readonly RecordedPart[];
}

/** Limit of part changes that are replayed: beyond it a state omits the parts. */
const maxChanges = 20_000;

/**
 * A record's state after a change; for its deletion, the state before it.
 * @returns undefined when no state is recorded
 */
export async function stateAt(
  db: Database,
  { collection, idName, parts }: Recorded,
  change: Pick<HistoryRow, "id" | "recordId">,
): Promise<RecordedState | undefined> {
  const prefix = prefixOf(idName);
  const whole = ["Created", "Updated", "Restored"].map((what) => prefix + what);
  const { rows } = await db.execute<{ type: string; current: Record<string, unknown> }>(sql`
    select type, current from (
      select distinct on (h.type) h.type, h.current, h.changed_on, h.history_id
      from history h join history u on u.history_id = ${change.id}
      where h.collection = ${collection} and h.record_id = ${change.recordId}
        and (h.changed_on, h.history_id) <= (u.changed_on, u.history_id) and h.current is not null
        and (h.type in (${sql.join(
          whole.map((type) => sql`${type}`),
          ", ",
        )})
          or (starts_with(h.type, ${prefix}) and h.type like '%Changed' and h.type not like '%AttributeChanged'))
      order by h.type, h.changed_on desc, h.history_id desc
    ) as last_of_each
    order by changed_on, history_id`);
  if (!rows.some(({ type }) => whole.includes(type))) return undefined;
  return {
    fields: Object.assign({}, ...rows.map(({ current }) => current)),
    apart: new Map(
      rows.filter(({ type }) => !whole.includes(type)).map(({ type, current }) => [type, current]),
    ),
    parts: await partsAt(db, { collection, idName, parts }, change),
  };
}

/** The parts of a record at the same time. Parts removed by its deletion still count until then. */
async function partsAt(
  db: Database,
  { collection, idName, parts }: Recorded,
  { id, recordId }: Pick<HistoryRow, "id" | "recordId">,
): Promise<Map<string, PartEntry[]>> {
  const state = new Map<string, PartEntry[]>();
  if (parts.length === 0) return state;
  const declared = JSON.stringify(
    parts.flatMap(({ name, change, key, label }) =>
      ["Added", "Removed", "Changed"].map((what) => ({ name, type: change + what, key, label })),
    ),
  );
  const { rows } = await db.execute<PartEntry & { name: string; isThere: boolean; isTooMuch: boolean }>(sql`
    with asked as (
      select changed_on, history_id, changed_by, type = ${`${prefixOf(idName)}Deleted`} as is_deletion,
        (current ->> 'archivedOn')::timestamptz - interval '0.5 milliseconds' as began
      from history where history_id = ${id}
    ), part as (
      select * from jsonb_to_recordset(${declared}::text::jsonb) as p (name text, type text, key text, label text)
    ), changes as materialized (
      select part.name, part.key, part.label, h.*
      from history h join part on part.type = h.type, asked
      where h.collection = ${collection} and h.record_id = ${recordId}
        and (h.changed_on, h.history_id) <= (asked.changed_on, asked.history_id)
        and not (asked.is_deletion and h.type like '%Removed' and h.changed_on >= asked.began
          and h.changed_by is not distinct from asked.changed_by)
      limit ${maxChanges + 1}::integer
    ), named as (
      -- Of a value only the attribute's name is recorded, which was one attribute's at that time.
      select c.*, given.entry, case c.key when 'attributeName' then coalesce((
          select a.record_id::text from history a where a.collection = 'attributes' and a.changed_on <= c.changed_on
            and a.record_name = given.entry ->> 'attributeName' order by a.changed_on desc, a.history_id desc limit 1),
          given.entry ->> 'attributeName')
        else given.entry ->> c.key end as entry_key
      from changes c, lateral (select coalesce(nullif(c.current, '{}'), c.previous) as entry) as given
      where (select count(*) from changes) <= ${maxChanges}::integer
    )
    select distinct on (name, entry_key) name, entry_key as key, entry ->> label as label, entry as state,
      type not like '%Removed' as "isThere"
    from named order by name, entry_key, changed_on desc, history_id desc`);
  for (const { name, isThere, ...entry } of rows) {
    const entries = state.get(name) ?? [];
    if (isThere) entries.push(entry);
    state.set(name, entries);
  }
  for (const entries of state.values()) entries.sort((a, b) => a.label.localeCompare(b.label));
  return state;
}

/** Limit of names shown per part; beyond it their number is shown. */
const maxShown = 100;

/** A state in readable form: its fields, and the parts that the reader may see. */
export async function shownState(
  db: Database,
  { parts, held }: { parts: readonly RecordedPart[]; held: ReadonlySet<string> },
  { fields, apart, parts: entriesOf }: RecordedState,
  change: Pick<HistoryRow, "id">,
): Promise<Record<string, unknown>> {
  const hidden = hiddenTypes(held).flatMap((type) => Object.keys(apart.get(type) ?? {}));
  const shown = Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)));
  for (const { name, seenWith, shown: showMore } of parts) {
    const entries = entriesOf.get(name);
    if (!entries || !seenWith.every((permission) => held.has(permission))) continue;
    const names = entries.slice(0, maxShown).map(({ label, state }) => `${label}${valueIn(state)}`);
    const more = entries.length - names.length;
    shown[name] = more > 0 ? [...names, `+${more}`] : names;
    if (showMore) Object.assign(shown, await showMore(db, change, entries));
  }
  return shown;
}

/** The value of an attribute behind its name. */
function valueIn({ attributeValue }: Record<string, unknown>): string {
  const { value } = (attributeValue ?? {}) as { value?: unknown };
  return value === undefined || value === null ? "" : `: ${[value].flat().join(", ")}`;
}
