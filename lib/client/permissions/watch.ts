import type { QueryClient } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { EndpointDeclaration } from "../../contract/endpoint";
import { permissionStampHeader } from "../../contract/permission-stamp";
import type { CurrentUser } from "../../contract/user";
import { viewedIn } from "../../contract/viewing";
import { userKey } from "../settings/settings-writer";

/** Calls that get or change the current user: their callers expect another user. */
const expected: ReadonlySet<string> = new Set([contract.user.current.path, contract.user.endViewing.path]);

/**
 * Checks the stamp of every response, and refetches the user's permissions when it changes: menus, tabs and actions follow
 * with the next request after a change (PM-04). Without stamps, only the refresh every minute applies.
 * @returns false for a response that is not for this page: the session has since begun or ended viewing as another user
 */
export function watchPermissions(client: QueryClient) {
  let asked: string | undefined;
  return ({ path }: EndpointDeclaration, headers: Headers): boolean => {
    const stamp = headers.get(permissionStampHeader);
    const known = client.getQueryData<CurrentUser>(userKey)?.permissionStamp;
    // Another user gets another page.
    if (stamp === null || known === undefined || expected.has(path)) return true;
    const isForThisPage = viewedIn(stamp) === viewedIn(known);
    // Two servers with different permissions would otherwise make the page refetch forever.
    const change = `${known} ${stamp}`;
    if (known === stamp || change === asked) return isForThisPage;
    asked = change;
    client.invalidateQueries({ queryKey: userKey });
    return isForThisPage;
  };
}
