import { type SQL, sql } from "../database/sql";
import { type Reference, referredName } from "./references";

/** Limits of a shown value: characters, and entries of a list. */
const maxLength = 300;
const maxEntries = 20;

const number = (value: number) => sql.raw(String(value));

/** One side of a changed value: of a list the entries that the other side lacks. */
const shown = (value: SQL, other: SQL): SQL => sql`case jsonb_typeof(${value})
  when 'string' then to_jsonb(left(${value} #>> '{}', ${number(maxLength)}))
  when 'array' then (select coalesce(jsonb_agg(entry), '[]') from (
    select entry from jsonb_array_elements(${value}) as entry
    where not coalesce(${other} @> jsonb_build_array(entry), false) limit ${number(maxEntries)}) as entries)
  when 'object' then case when length(${value}::text) <= ${number(maxLength)} then ${value} end
  else ${value} end`;

const isCut = (value: SQL, side: SQL): SQL => sql`coalesce(case jsonb_typeof(${value})
  when 'array' then jsonb_array_length(${side}) = ${number(maxEntries)}
  else length(${value}::text) > ${number(maxLength)} end, false)`;

/**
 * The values that an edit `h` of the history changed, by name; null for other changes.
 * @param names of referenced records' fields by id field, as JSON
 */
export function changedValues(references: readonly Reference[], names: string): SQL {
  const side = (state: SQL) =>
    references.length === 0
      ? sql`${state} -> name`
      : sql`case name ${sql.join(
          references.map(
            (reference) =>
              sql`when ${reference.idName} then to_jsonb(${referredName(reference, sql`(${state} ->> name)::uuid`)})`,
          ),
          " ",
        )} else ${state} -> name end`;
  return sql`(select jsonb_agg(jsonb_build_object('name', name, 'previous', previous, 'current', current,
      'isCut', ${isCut(sql`stored_previous`, sql`previous`)} or ${isCut(sql`stored_current`, sql`current`)}) order by name)
    from (select name, stored_previous, stored_current, ${shown(sql`stored_previous`, sql`stored_current`)} as previous,
        ${shown(sql`stored_current`, sql`stored_previous`)} as current
      from (select coalesce(${names}::jsonb ->> name, name) as name, ${side(sql`h.previous`)} as stored_previous,
          ${side(sql`h.current`)} as stored_current
        from jsonb_object_keys(h.previous || h.current) as name
        where h.previous <> '{}' and h.current <> '{}' and h.previous -> name is distinct from h.current -> name
          and name <> 'archivedOn' and (name not like '%Id' or ${names}::jsonb ? name)
          -- Filters of shared views reveal records.
          and not (h.collection = 'roles/views' and name = 'query')) as stored) as changed)`;
}

/** The author of a change `h`, if they have a picture. */
export const changeAuthor = sql`(select jsonb_build_object('userId', u.user_id, 'avatar', u.avatar)
  from users u where u.user_id = h.changed_by and u.avatar is not null)`;

/** Removes the author for readers who may not see users. */
export const forReader = <Change extends { author?: unknown }>(
  held: ReadonlySet<string>,
  change: Change,
): Change => (held.has("UserView") ? change : { ...change, author: null });
