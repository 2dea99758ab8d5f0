import { useEffect } from "react";
import { ofOneList } from "@/components/resource/record/deleted-switch";
import { usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { invitationFilters } from "@/lib/contract/overview-filters";

/** Whether the users list shows the invited people alone, by its address, and how to change that. */
export function useShowInvited() {
  const { has } = usePermissions();
  const { query, setQuery } = useTab();
  const { invitations } = query;
  return {
    isShown: has("UserView_InviteAction") && invitations !== undefined && invitations !== "new",
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
