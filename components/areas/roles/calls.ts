import { listCall, parseListState } from "@/components/resource/table/list-call";
import { contract } from "@/lib/contract";
import type { PrefetchRoute } from "../prefetch-route";

/** What the area's views ask for first; the server asks it ahead of the first paint. */
export const rolesPrefetch: PrefetchRoute = {
  list: (query) => [
    { endpoint: contract.roles.list, input: listCall(parseListState(contract.roles.list, query)) },
  ],
  detail: (roleId, query) => {
    const params = { roleId };
    const detail = { endpoint: contract.roles.detail, input: { params } };
    if (query.tab === "permissions")
      return [detail, { endpoint: contract.roles.permissions, input: { params } }];
    if (query.tab === "users") {
      const state = parseListState(contract.roles.users, query);
      return [detail, { endpoint: contract.roles.users, input: listCall(state, { params }) }];
    }
    return [detail];
  },
};
