import { allEndpoints } from "../../lib/contract";
import type { Access } from "../../lib/contract/endpoint";
import { forbidden, invalid } from "../core/errors";
import { isPermitted } from "../endpoint/permission";
import type { SignedInUser } from "../endpoint/route";

/** Every list by area and call, such as `users.list`, with the permission to see it. */
const lists = new Map<string, Access>(
  allEndpoints.flatMap(({ area, name, list, access }) =>
    list ? [[`${area}.${name}`, access] as const] : [],
  ),
);

/** A view's filters reveal data of the list's records, so a view requires permission to see its list. */
export const seenLists = ({ permissions }: SignedInUser): string[] =>
  [...lists].flatMap(([name, access]) => (isPermitted(access, permissions) ? [name] : []));

/** @throws {RequestError} 400 on `list` for an unknown list, 403 for one that the caller may not see */
export function refuseUnseenList({ permissions }: SignedInUser, name: string): void {
  const access = lists.get(name);
  if (access === undefined) throw invalid([{ propertyName: "list", rule: "unknown" }]);
  if (!isPermitted(access, permissions)) throw forbidden();
}
