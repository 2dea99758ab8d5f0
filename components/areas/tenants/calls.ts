import { listCall, parseListState } from "@/components/resource/table/list-call";
import { contract } from "@/lib/contract";
import type { PrefetchRoute } from "../prefetch-route";

/** What the area's tabs ask for first; the server asks it ahead of the first paint. */
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
