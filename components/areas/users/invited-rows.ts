"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import type { UserRow } from "@/lib/contract/users";
import { findsInvited, invitedRowsCall } from "./calls";

/** A row of the users list; invited people have no account yet. */
export type ListedUser = UserRow & { invitation?: InvitationRow };

const none: readonly ListedUser[] = [];

/** The newest matching invitations as rows of a search of the users list, for users who may see them (docs/decisions/0120). */
export function useInvitedRows(): readonly ListedUser[] {
  const { path, query } = useTab();
  const { has } = usePermissions();
  const isOffered = useCapability("invitations");
  const isShown = isOffered && has("UserView_InviteAction") && path !== "/search" && findsInvited(query);
  const { data } = useQuery({
    ...queryOf(contract.invitations.list, invitedRowsCall(query)),
    enabled: isShown,
    meta: { silent: true },
  });
  return useMemo(() => (isShown && data ? data.list.map(rowOf) : none), [isShown, data]);
}

function rowOf(invitation: InvitationRow): ListedUser {
  const { invitationId, email, roles, createdOn, createdBy } = invitation;
  return {
    ...{ userId: invitationId, email, roles, createdOn, createdBy, invitation },
    ...{ firstName: "", lastName: "", userName: "", avatar: null, lastLoginDate: null },
    ...{ isActive: true, suspendedUntil: null },
  };
}
