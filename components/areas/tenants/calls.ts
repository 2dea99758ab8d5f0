import { listCall, parseListState } from "@/components/resource/list/list-call";
import { contract } from "@/lib/contract";
import type { PrefetchRoute } from "../prefetch-route";

/** Initial calls of the area's tabs, prefetched on the server. */
export const tenantsPrefetch: PrefetchRoute = {
  detail: (tenantId, query) => {
    if (query.tab !== "users") return [];
    const state = parseListState(contract.tenants.users, query);
    return [
      { endpoint: contract.tenants.users, input: listCall(state, { params: { tenantId } }) },
      { endpoint: contract.settings.version, input: {} },
    ];
  },
};
