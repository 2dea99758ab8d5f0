import { type RefObject, useEffect } from "react";
import { ofOneList } from "@/components/resource/record/deleted-switch";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { invitationFilters } from "@/lib/contract/overview-filters";

/** Whether the users list shows the invited people alone, by its address, and how to change that. */
export function useShowInvited() {
  const { has } = usePermissions();
  const { query, setQuery } = useTab();
  const { invitations } = query;
  // Only invitations themselves are part of every server.
  const isOffered = useKnownCapability("invitations") !== false && has("UserView_InviteAction");
  const isShown = isOffered && invitations !== undefined && invitations !== "new";
  return {
    isOffered,
    isShown,
    show(areWanted: boolean) {
      wasSwitched = areWanted !== isShown || query.deleted !== undefined;
      setQuery({ ...ofOneList, deleted: undefined, invitations: areWanted ? "all" : undefined });
    },
  };
}

/** Until the list that was switched to is there: the control that switched is removed with the other list. */
let wasSwitched = false;

/** Focuses a control of the list that was switched to, instead of losing the focus (SH-11). */
export function useFocusAfterSwitch(control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (wasSwitched && document.activeElement === document.body) control.current?.focus();
    wasSwitched = false;
  }, [control]);
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
