"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { phraseOf } from "@/components/resource/list/list-call";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import type { UserRow } from "@/lib/contract/users";
import { invitedRowsCall, showsInvited } from "./calls";

/** A row of the users list; invited people have no account yet. */
export type ListedUser = UserRow & {
  invitation?: InvitationRow;
  /** Number of invited people, in the row that replaces theirs. */
  invited?: number;
};

const none: readonly ListedUser[] = [];

/** Up to this many invited people have their own rows; a search shows all that it found. */
const maxShown = 3;

/** The invited people as rows before the users list, for users who may see them (docs/decisions/0120). */
export function useInvitedRows(): readonly ListedUser[] {
  const { path, query } = useTab();
  const { has } = usePermissions();
  const isOffered = useCapability("invitations");
  const isShown = isOffered && has("UserView_InviteAction") && path !== "/search" && showsInvited(query);
  const isSearch = phraseOf(query.phrase ?? "") !== "";
  const { data } = useQuery({
    ...queryOf(contract.invitations.list, invitedRowsCall(query)),
    // Only the first page shows them; the server prefetches them with it.
    enabled: isShown && !query.page,
    meta: { silent: true },
  });
  return useMemo(() => {
    if (!isShown || !data) return none;
    const { list, totalCount } = data;
    return isSearch || totalCount <= maxShown ? list.map(rowOf) : [{ ...nobody, invited: totalCount }];
  }, [isShown, isSearch, data]);
}

const nobody: ListedUser = {
  ...{ userId: "invited", userName: "", firstName: "", lastName: "", email: "", avatar: null },
  ...{ lastLoginDate: null, isActive: true, suspendedUntil: null, createdOn: "", createdBy: "" },
};

function rowOf(invitation: InvitationRow): ListedUser {
  const { invitationId, email, roles, createdOn, createdBy } = invitation;
  return { ...nobody, userId: invitationId, email, roles, createdOn, createdBy, invitation };
}
