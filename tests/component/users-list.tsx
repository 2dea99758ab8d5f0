import UsersListView from "@/components/areas/users/list-view";
import { contract } from "@/lib/contract";
import type { UserRow } from "@/lib/contract/users";
import { listOf } from "./fake-api";
import { ResourceTable } from "./resource-table";
import { type Surroundings, show } from "./show";

/** Shows the list of these users, who can be deleted. */
export async function showUsers(users: readonly UserRow[], { answers, ...more }: Surroundings = {}) {
  let left = users;
  const shown = await show(<UsersListView />, {
    at: "/users",
    ...more,
    answers(api) {
      api.answer(contract.users.list, (call) => listOf(left, call));
      // Counts of the quick filters.
      api.answer(contract.home.overview, () => ({ unread: 0 }));
      api.answer(contract.invitations.list, (call) => listOf([], call));
      // Requested by column and filter selection.
      api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
      api.answer(contract.users.remove, ({ query }) => {
        const gone = query.getAll("userIds");
        left = left.filter(({ userId }) => !gone.includes(userId));
        return null;
      });
      answers?.(api);
    },
  });
  /** Returns the tab's address. */
  const address = () => {
    const { tabs, activeId } = shown.tabs.getState();
    return tabs.find(({ id }) => id === activeId)?.query;
  };
  return { ...shown, address, table: new ResourceTable("Users") };
}
