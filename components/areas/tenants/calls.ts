import { listCall, parseListState } from "@/components/resource/table/list-call";
import { contract } from "@/lib/contract";
import type { PrefetchRoute } from "../prefetch-route";

/** What the area's views ask for first; the server asks it ahead of the first paint. */
export const tenantsPrefetch: PrefetchRoute = {
  list: (query) => [
    { endpoint: contract.tenants.list, input: listCall(parseListState(contract.tenants.list, query)) },
  ],
  detail: (tenantId, query) => {
    const params = { tenantId };
    const detail = { endpoint: contract.tenants.detail, input: { params } };
    if (query.tab !== "users") return [detail];
    const state = parseListState(contract.tenants.users, query);
    return [
      detail,
      { endpoint: contract.tenants.users, input: listCall(state, { params }) },
      { endpoint: contract.settings.version, input: {} },
    ];
  },
};
