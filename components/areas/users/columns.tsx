"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { PersonIdentity } from "@/components/resource/record/person-identity";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { useAvatarAddress } from "@/components/resource/values/person-name";
import { Badge } from "@/components/ui/badge";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { UserRow } from "@/lib/contract/users";
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
        cell: (user) => (
          <span className="flex min-w-0 items-center gap-2">
            <PersonIdentity person={user} src={avatarAddress(user)} />
            <SuspendedBadge isActive={user.isActive} />
          </span>
        ),
        width: "@3xl:w-[24%]",
      },
      firstName: { cell: ({ firstName }) => firstName || missing, from: "chosen" },
      userName: { from: "chosen" },
      email: { cell: ({ email }) => email || missing, from: "md" },
      roles: seesRoles && { cell: roleChips, after: "email", from: "md" },
      lastLoginDate: {
        cell: ({ lastLoginDate }) =>
          lastLoginDate ? format.dateTime(lastLoginDate) : <span className="text-muted">{never}</span>,
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

/** Letters of two role names that fit the narrowest column; further roles are counted. */
const maxLettersOfTwo = 24;

function roleChips({ roles = [] }: UserRow) {
  const [first, second] = roles;
  const isRoomForTwo = first && second && first.roleName.length + second.roleName.length <= maxLettersOfTwo;
  const shown = roles.slice(0, isRoomForTwo ? 2 : 1);
  const more = roles.slice(shown.length).map(({ roleName }) => roleName);
  return (
    <span className="flex min-w-0 gap-1" title={roles.map(({ roleName }) => roleName).join(", ")}>
      {shown.map(({ roleId, roleName }) => (
        <Badge key={roleId} className="min-w-0 shrink">
          <span className="truncate">{roleName}</span>
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge>
          <span aria-hidden="true">+{more.length}</span>
          <VisuallyHidden>{more.join(", ")}</VisuallyHidden>
        </Badge>
      )}
    </span>
  );
}
