import type { QueryClient } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { EndpointDeclaration } from "../../contract/endpoint";
import { permissionStampHeader } from "../../contract/permission-stamp";
import type { CurrentUser } from "../../contract/user";
import { userKey } from "../preferences/settings-writer";

/**
 * Hears from the answers of all calls whether what the user may do is still what is known here, and asks for it anew as
 * soon as it is not: menus, tabs and actions follow with the next request after a change (PM-04). A server that says
 * nothing of the kind is asked every minute as before.
 */
export function watchPermissions(client: QueryClient) {
  let asked: string | undefined;
  return ({ path }: EndpointDeclaration, headers: Headers): void => {
    const stamp = headers.get(permissionStampHeader);
    if (stamp === null || path === contract.user.current.path) return;
    const known = client.getQueryData<CurrentUser>(userKey)?.permissionStamp;
    // Two servers that know of different permissions would each make the page ask, again and again.
    const change = `${known} ${stamp}`;
    if (known === undefined || known === stamp || change === asked) return;
    asked = change;
    client.invalidateQueries({ queryKey: userKey });
  };
}
