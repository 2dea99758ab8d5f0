import { defaultListState, listCall, parseListState, phraseOf } from "@/components/resource/list/list-call";
import { maxLeading } from "@/components/resource/table/row-props";
import { contract } from "@/lib/contract";
import type { CallOf } from "@/lib/contract/endpoint";
import type { PrefetchRoute, Query } from "../prefetch-route";

/** Default roles, preselected for a new user; others are searched. */
export const roleOptionsCall: CallOf<typeof contract.dictionaries.roles> = listCall({
  ...defaultListState(contract.dictionaries.roles),
  sortBy: "name",
  pageLimit: 100,
  filters: [{ column: "isDefault", type: "flag", operator: "is", values: ["yes"] }],
});

/**
 * Whether the users list also shows invited people: in a search, and in the list as it opens. Filters, orders and sizes of pages
 * apply to users.
 */
export const showsInvited = ({ filters, invitations, deleted, phrase, sortBy, sortDir, pageLimit }: Query) =>
  !filters && !invitations && !deleted && (!!phrase || (!sortBy && !sortDir && !pageLimit));

/** The newest invitations that match the phrase of the users list; any without one. */
export const invitedRowsCall = ({ phrase = "" }: Query): CallOf<typeof contract.invitations.list> =>
  listCall({
    ...defaultListState(contract.invitations.list),
    sortDir: "desc",
    pageLimit: maxLeading,
    phrase: phraseOf(phrase),
  });

/** The API keys named beside a user's form. */
export const apiKeysShownCall = (userId: string): CallOf<typeof contract.users.apiKeys> => ({
  params: { userId },
  query: { pageLimit: 5 },
});

/** Initial calls of the area's forms and tabs, prefetched on the server. */
export const usersPrefetch: PrefetchRoute = {
  list: (query) =>
    showsInvited(query) && !query.page
      ? [{ endpoint: contract.invitations.list, input: invitedRowsCall(query) }]
      : [],
  create: () => [{ endpoint: contract.dictionaries.roles, input: roleOptionsCall }],
  detail: (userId, query) => {
    const params = { userId };
    if (!query.tab || query.tab === "user")
      return [
        { endpoint: contract.users.signIns, input: { params } },
        { endpoint: contract.users.apiKeys, input: apiKeysShownCall(userId) },
        { endpoint: contract.users.secondFactors, input: { params } },
        { endpoint: contract.users.sessions, input: { params } },
      ];
    if (query.tab !== "roles") return [];
    const state = parseListState(contract.users.roles, query);
    return [{ endpoint: contract.users.roles, input: listCall(state, { params }) }];
  },
};
