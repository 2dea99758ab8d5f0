import { useEffect } from "react";
import { useTab } from "@/lib/client/tabs";
import { invitationFilters } from "@/lib/contract/overview-filters";

/** Look of a pressed button that narrows down the list. */
export const shown = "border-primary/30 bg-primary/8";

/** Parts of an address that belong to one of the lists. */
const ofOneList = { page: undefined, sortBy: undefined, sortDir: undefined, filters: undefined };

/** Whether the users list shows the invited people alone, by its address, and how to change that. */
export function useShowInvited() {
  const { query, setQuery } = useTab();
  const { invitations } = query;
  return {
    isShown: invitations !== undefined && invitations !== "new",
    show: (isShown: boolean) => setQuery({ ...ofOneList, invitations: isShown ? "all" : undefined }),
  };
}

/** Turns `invitations=open` or `expired`, as on the home page, into a filter that can be changed. */
export function useInvitationFilter(): void {
  const { query, setQuery } = useTab();
  const { invitations } = query;
  useEffect(() => {
    if (invitations !== "open" && invitations !== "expired") return;
    setQuery(
      { ...ofOneList, invitations: "all", filters: invitationFilters[invitations] },
      { replace: true },
    );
  }, [invitations, setQuery]);
}
