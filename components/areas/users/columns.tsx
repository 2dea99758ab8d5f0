"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { PersonIdentity } from "@/components/resource/record/person-identity";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { useAvatarAddress } from "@/components/resource/values/person-name";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { UserRow } from "@/lib/contract/users";
import { InvitedIdentity } from "./invitation-columns";
import { InvitationState } from "./invitation-state";
import type { ListedUser } from "./invited-rows";
import { RoleChips } from "./role-chips";
import { SuspendedBadge } from "./suspended-badge";

export function useUserColumns() {
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const avatarAddress = useAvatarAddress();
  const seesRoles = usePermissions().has("UserView_RoleSection");
  const changes = useMemo<ColumnChanges<UserRow>>(
    () => ({
      lastName: {
        header: "fullName",
        parts: ["lastName", "firstName", "userName"],
        cell: (user: ListedUser) =>
          user.invitation ? (
            <InvitedIdentity {...user.invitation} />
          ) : (
            <PersonIdentity person={user} src={avatarAddress(user)} />
          ),
        beside: ({ invitation, isActive }: ListedUser) =>
          invitation ? <InvitationState {...invitation} /> : <SuspendedBadge isActive={isActive} />,
        width: "@3xl:w-[24%]",
      },
      firstName: { cell: ({ firstName }) => firstName || missing, from: "chosen" },
      userName: { cell: ({ userName }) => userName || missing, from: "chosen" },
      email: { cell: ({ email }) => email || missing, from: "md" },
      roles: seesRoles && { cell: (user) => <RoleChips {...user} />, after: "email", from: "md" },
      lastLoginDate: {
        cell: ({ lastLoginDate, invitation }: ListedUser) =>
          invitation ? (
            missing
          ) : lastLoginDate ? (
            format.dateTime(lastLoginDate)
          ) : (
            <span className="text-muted">{never}</span>
          ),
        from: "lg",
        // The header is wider than any date below.
        width: "w-44",
      },
      isActive: { from: "chosen" },
      suspendedUntil: { from: "chosen" },
      createdOn: { from: "xl", width: "w-40" },
      createdBy: { from: "chosen" },
    }),
    [never, format, avatarAddress, seesRoles],
  );
  return useListColumns(contract.users.list, "users", changes);
}

/** As in records. */
const missing = <span className="text-muted">—</span>;
