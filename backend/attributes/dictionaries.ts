import { type SQL, sql } from "drizzle-orm";
import { contract } from "../../lib/contract";
import type { Access } from "../../lib/contract/endpoint";
import type { Database } from "../database/transaction";
import { distinctIds } from "../database/uuid";

interface Dictionary {
  /** The area that it is labelled after. */
  area: "attachment-status" | "attributes" | "roles" | "users";
  access: Access;
  /** Properties by which the value of another attribute can narrow its options. */
  properties: readonly string[];
  /** The name of the option with an id, if it exists. */
  nameOf: (id: string) => SQL;
}

/** Sources of a DetailTable's options. */
export const dictionaries: Readonly<Record<string, Dictionary>> = {
  "/dictionaries/attachment-status": {
    area: "attachment-status",
    access: contract.dictionaries.attachmentStatus.access,
    properties: [],
    nameOf: (id) => sql`select attachment_status_name as name from attachment_status
      where attachment_status_id = ${id} and archived_on is null`,
  },
  "/dictionaries/attributes": {
    area: "attributes",
    access: contract.dictionaries.attributes.access,
    properties: ["attributeAssignmentTypeId"],
    nameOf: (id) =>
      sql`select attribute_name as name from attributes where attribute_id = ${id} and archived_on is null`,
  },
  "/dictionaries/roles": {
    area: "roles",
    access: contract.dictionaries.roles.access,
    properties: [],
    nameOf: (id) => sql`select role_name as name from roles where role_id = ${id} and archived_on is null`,
  },
  "/dictionaries/users": {
    area: "users",
    access: contract.dictionaries.users.access,
    properties: ["roleId"],
    nameOf: (id) => sql`select display_name(first_name, last_name, user_name) as name from users
      where user_id = ${id} and archived_on is null`,
  },
};

/** Normalizes a stored endpoint, with or without a leading slash. */
export const endpointOf = (given: string): string => `/${given.trim().replace(/^\/+|\/+$/g, "")}`;

/** An option's name; undefined for an unknown id. */
export async function optionName(
  db: Database,
  { nameOf }: Dictionary,
  given: string,
): Promise<string | undefined> {
  const [id] = distinctIds([given]);
  if (!id) return undefined;
  const { rows } = await db.execute<{ name: string }>(nameOf(id));
  return rows[0]?.name;
}
