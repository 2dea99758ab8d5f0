import { defaultListState, listCall, parseListState } from "@/components/resource/table/list-call";
import { contract } from "@/lib/contract";
import type { CallOf } from "@/lib/contract/endpoint";
import type { PrefetchRoute } from "../prefetch-route";

/** The default roles, which a new user gets unless somebody takes them off; others are looked up as they are typed. */
export const roleOptionsCall: CallOf<typeof contract.dictionaries.roles> = listCall({
  ...defaultListState(contract.dictionaries.roles),
  sortBy: "name",
  pageLimit: 100,
  filters: [{ column: "isDefault", type: "flag", operator: "is", values: ["yes"] }],
});

/** What the area's forms and tabs ask for first; the server asks it ahead of the first paint. */
export const usersPrefetch: PrefetchRoute = {
  create: () => [{ endpoint: contract.dictionaries.roles, input: roleOptionsCall }],
  detail: (userId, query) => {
    if (query.tab !== "roles") return [];
    const state = parseListState(contract.users.roles, query);
    return [{ endpoint: contract.users.roles, input: listCall(state, { params: { userId } }) }];
  },
};
