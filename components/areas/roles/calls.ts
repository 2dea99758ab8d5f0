import { listCall, parseListState } from "@/components/resource/table/list-call";
import { contract } from "@/lib/contract";
import type { PrefetchRoute } from "../prefetch-route";

/** What the area's tabs ask for first; the server asks it ahead of the first paint. */
export const rolesPrefetch: PrefetchRoute = {
  detail: (roleId, query) => {
    const params = { roleId };
    if (query.tab === "permissions") return [{ endpoint: contract.roles.permissions, input: { params } }];
    if (query.tab !== "users") return [];
    const state = parseListState(contract.roles.users, query);
    return [{ endpoint: contract.roles.users, input: listCall(state, { params }) }];
  },
};
