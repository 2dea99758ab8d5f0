import { listCall, parseListState } from "@/components/resource/list/list-call";
import { contract } from "@/lib/contract";
import type { PrefetchRoute } from "../prefetch-route";

/** Initial calls of the area's tabs, prefetched on the server. */
export const rolesPrefetch: PrefetchRoute = {
  detail: (roleId, query) => {
    const params = { roleId };
    if (query.tab === "permissions") return [{ endpoint: contract.roles.permissions, input: { params } }];
    if (query.tab !== "users") return [];
    const state = parseListState(contract.roles.users, query);
    return [{ endpoint: contract.roles.users, input: listCall(state, { params }) }];
  },
};
