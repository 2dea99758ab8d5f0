import { type SQL, sql } from "drizzle-orm";
import { contract } from "../../lib/contract";
import type { Access } from "../../lib/contract/endpoint";
import { statusName } from "../attachments/status-name";
import type { Database } from "../database/transaction";
import { distinctIds } from "../database/uuid";

interface Dictionary {
  /** Whose title it is called by. */
  area: "attachment-status" | "attributes" | "roles" | "users";
  access: Access;
  /** What its options can be narrowed by, with the value of another attribute. */
  properties: readonly string[];
  /** What the option of an id is called, if it is one. */
  nameOf: (id: string) => SQL;
}

/** What the options of a DetailTable can come from. */
export const dictionaries: Readonly<Record<string, Dictionary>> = {
  "/dictionaries/attachment-status": {
    area: "attachment-status",
    access: contract.dictionaries.attachmentStatus.access,
    properties: [],
    nameOf: (id) => sql`select ${statusName} as name from attachment_status s
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

/** An endpoint as it is stored, whether or not it was written with the slash. */
export const endpointOf = (given: string): string => `/${given.trim().replace(/^\/+|\/+$/g, "")}`;

/** What an option is called; undefined where there is none of that id. */
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
