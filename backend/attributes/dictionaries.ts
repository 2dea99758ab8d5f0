import { contract } from "../../lib/contract";
import type { Access } from "../../lib/contract/endpoint";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { distinctIds } from "../database/uuid";
import { idArray } from "../members/memberships";

interface Dictionary {
  /** The area whose title labels it. */
  area: "attachment-status" | "attributes" | "roles" | "users";
  access: Access;
  /** Properties by which the value of another attribute can narrow its options. */
  properties: readonly string[];
  /** Selects `id` and `name` of its options. */
  options: SQL;
}

/** Sources of a DetailTable's options. */
export const dictionaries: Readonly<Record<string, Dictionary>> = {
  "/dictionaries/attachment-status": {
    area: "attachment-status",
    access: contract.dictionaries.attachmentStatus.access,
    properties: [],
    options: sql`select attachment_status_id as id, attachment_status_name as name from attachment_status
      where archived_on is null`,
  },
  "/dictionaries/attributes": {
    area: "attributes",
    access: contract.dictionaries.attributes.access,
    properties: ["attributeAssignmentTypeId"],
    options: sql`select attribute_id as id, attribute_name as name from attributes where archived_on is null`,
  },
  "/dictionaries/roles": {
    area: "roles",
    access: contract.dictionaries.roles.access,
    properties: [],
    options: sql`select role_id as id, role_name as name from roles where archived_on is null`,
  },
  "/dictionaries/users": {
    area: "users",
    access: contract.dictionaries.users.access,
    properties: ["roleId"],
    options: sql`select user_id as id, display_name(first_name, last_name, user_name) as name from users
      where archived_on is null`,
  },
};

/** Normalizes a stored endpoint, with or without a leading slash. */
export const endpointOf = (given: string): string => `/${given.trim().replace(/^\/+|\/+$/g, "")}`;

/** An option's name; undefined for an unknown id. */
export async function optionName(
  db: Database,
  { options }: Dictionary,
  given: string,
): Promise<string | undefined> {
  const [id] = distinctIds([given]);
  if (!id) return undefined;
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from (${options}) as o where id = ${id}`,
  );
  return rows[0]?.name;
}

/** The source of a DetailTable's options. */
export const dictionaryOf = ({ attributeFormat }: { attributeFormat: string }): Dictionary | undefined =>
  Object.hasOwn(dictionaries, attributeFormat) ? dictionaries[attributeFormat] : undefined;

/** The options with one of the names, ignoring case, or one of the ids. */
export async function optionsNamed(
  db: Database,
  { options }: Dictionary,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from (${options}) as o
    where fold(name) in (select fold(given) from jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) as given)
      or id = any(${idArray(distinctIds(names))})`);
  return rows;
}
