import type { QueryClient } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { EndpointDeclaration } from "../../contract/endpoint";
import { permissionStampHeader } from "../../contract/permission-stamp";
import type { CurrentUser } from "../../contract/user";
import { viewedIn } from "../../contract/viewing";
import { userKey } from "../preferences/settings-writer";

/** What asks who it is, and what makes it somebody else: whoever calls them expects that. */
const expected: ReadonlySet<string> = new Set([contract.user.current.path, contract.user.endViewing.path]);

/**
 * Hears from the answers of all calls whether what the user may do is still what is known here, and asks for it anew as
 * soon as it is not: menus, tabs and actions follow with the next request after a change (PM-04). A server that says
 * nothing of the kind is asked every minute as before.
 * @returns false for an answer that is not for this page: the session has begun to look as another person since, or to be itself again
 */
export function watchPermissions(client: QueryClient) {
  let asked: string | undefined;
  return ({ path }: EndpointDeclaration, headers: Headers): boolean => {
    const stamp = headers.get(permissionStampHeader);
    const known = client.getQueryData<CurrentUser>(userKey)?.permissionStamp;
    // Whoever it is now has a page of their own.
    if (stamp === null || known === undefined || expected.has(path)) return true;
    const isForThisPage = viewedIn(stamp) === viewedIn(known);
    // Two servers that know of different permissions would each make the page ask, again and again.
    const change = `${known} ${stamp}`;
    if (known === stamp || change === asked) return isForThisPage;
    asked = change;
    client.invalidateQueries({ queryKey: userKey });
    return isForThisPage;
  };
}
