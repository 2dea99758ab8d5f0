import { defaultListState, listCall, parseListState } from "@/components/resource/list/list-call";
import { contract } from "@/lib/contract";
import type { CallOf } from "@/lib/contract/endpoint";
import type { PrefetchRoute } from "../prefetch-route";

/** Default roles, preselected for a new user; others are searched. */
export const roleOptionsCall: CallOf<typeof contract.dictionaries.roles> = listCall({
  ...defaultListState(contract.dictionaries.roles),
  sortBy: "name",
  pageLimit: 100,
  filters: [{ column: "isDefault", type: "flag", operator: "is", values: ["yes"] }],
});

/** Initial calls of the area's forms and tabs, prefetched on the server. */
export const usersPrefetch: PrefetchRoute = {
  create: () => [{ endpoint: contract.dictionaries.roles, input: roleOptionsCall }],
  detail: (userId, query) => {
    if (query.tab !== "roles") return [];
    const state = parseListState(contract.users.roles, query);
    return [{ endpoint: contract.users.roles, input: listCall(state, { params: { userId } }) }];
  },
};
