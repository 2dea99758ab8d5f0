import type * as z from "zod";
import { contract } from "../../../lib/contract";
import type { UserRow, userRecords } from "../../../lib/contract/users";
import type { Language } from "../../../lib/preferences/preferences";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { areaTexts } from "../../core/area-texts";
import { forbidden } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import type { Context, HandlerCall } from "../../endpoint/route";
import { exportHandler } from "../../export/export";
import { listFacts, listPage } from "../../lists/list";
import { userTable } from "../../records/user-table";
import { rolesHeldBy } from "./queries";

const { list, id } = userTable;
type UserList = Omit<typeof list, "read"> & { read: (row: Record<string, unknown>) => UserRow };

/** Reads a further value of each user together with the list, since a second query takes longer than finding them. */
function withValue<Name extends keyof UserRow>(source: UserList, name: Name, value: SQL): UserList {
  return {
    ...source,
    detail: { ...source.detail, columns: sql`${source.detail.columns}, ${value} as ${sql.identifier(name)}` },
    read: (row) => ({ ...source.read(row), [name]: row[name] as UserRow[Name] }),
  };
}

const secondFactorHeld = sql`(select s.second_factor from users_search s where s.user_id = ${id})`;

const withRoles = (source: UserList) => withValue(source, "roles", rolesHeldBy(id));
const withSecondFactor = (source: UserList) => withValue(source, "secondFactor", secondFactorHeld);

// Statements are kept by source, so there is one of each.
const plain: UserList = list;
const sources = {
  plain: { without: plain, with: withSecondFactor(plain) },
  roles: { without: withRoles(plain), with: withSecondFactor(withRoles(plain)) },
};

type ListQuery = z.output<typeof userRecords.query>;

/**
 * A page of users, with their roles and the kind of second factor for callers who may see them.
 * @throws {RequestError} 403 for a filter by what the caller may not see
 */
export function listUsers(context: Context, query: ListQuery) {
  refuseUnseenFilter(context, query);
  const source = sources[context.user.permissions.has("UserView_RoleSection") ? "roles" : "plain"];
  const shown = maySeeFactors(context) ? source.with : source.without;
  return listPage(context.db, shown, query, listFacts(context));
}

const { exported } = contract.users.export;

/** Exports the list of users. @throws {RequestError} 403 for a column or filter that the caller may not see */
export function exportUsers({ body, context }: HandlerCall<typeof contract.users.export>) {
  refuseUnseenFilter(context, body);
  if (body.columns.some(({ dataField }) => dataField === "secondFactor")) {
    refuseWithoutPasswords(context);
    if (!maySeeFactors(context)) throw forbidden();
  }
  const source = withValue(plain, "secondFactor", inWords(secondFactorHeld, context.language));
  return exportHandler({ name: "users", source, columns: exported })({ body, context });
}

/** As on the user's record. */
const maySeeFactors = ({ user, config }: Context) =>
  config.authMode === "basic" && user.permissions.has("UserView_EditAction");

/** The list's own check of permissions does not know how users sign in. */
function refuseUnseenFilter(context: Context, { filters }: { filters: readonly { column: string }[] }): void {
  if (filters.some(({ column }) => column === "secondFactor")) refuseWithoutPasswords(context);
}

/** A choice as its cells show it. */
function inWords(choice: SQL, language: Language): SQL {
  const words = areaTexts[language].choices.users?.secondFactor ?? {};
  return sql`(${JSON.stringify(words)}::jsonb ->> ${choice})`;
}
