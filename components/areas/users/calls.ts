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

/** What the area's views ask for first; the server asks it ahead of the first paint. */
export const usersPrefetch: PrefetchRoute = {
  list: (query) => [
    { endpoint: contract.users.list, input: listCall(parseListState(contract.users.list, query)) },
  ],
  create: () => [{ endpoint: contract.dictionaries.roles, input: roleOptionsCall }],
  detail: (userId, query) => [
    { endpoint: contract.users.detail, input: { params: { userId } } },
    ...(query.tab === "roles"
      ? [
          {
            endpoint: contract.users.roles,
            input: listCall(parseListState(contract.users.roles, query), { params: { userId } }),
          },
        ]
      : []),
  ],
};
