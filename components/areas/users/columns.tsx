"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { PersonIdentity } from "@/components/resource/record/person-identity";
import { useAvatarAddress } from "@/components/resource/values/person-name";
import { Badge } from "@/components/ui/badge";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import type { UserRow } from "@/lib/contract/users";

export function useUserColumns(): ResourceColumn<UserRow>[] {
  const t = useTranslations("users.fields");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const avatarAddress = useAvatarAddress();
  const { has } = usePermissions();
  return useMemo(
    () => [
      {
        id: "lastName",
        header: t("fullName"),
        parts: (["lastName", "firstName", "userName"] as const).map((id) => ({ id, header: t(id) })),
        cell: (user) => <PersonIdentity person={user} src={avatarAddress(user)} />,
        width: "@3xl:w-[24%]",
      },
      ...(["firstName", "userName"] as const).map(
        (id): ResourceColumn<UserRow> => ({
          id,
          header: t(id),
          cell: (user) => user[id] || missing,
          from: "chosen",
        }),
      ),
      {
        id: "email",
        header: t("email"),
        cell: ({ email }) => email || missing,
        from: "md",
      },
      ...(has("UserView_RoleSection")
        ? [{ id: "roles", header: t("roles"), cell: roleChips, from: "md" as const }]
        : []),
      {
        id: "lastLoginDate",
        header: t("lastLoginDate"),
        cell: ({ lastLoginDate }) =>
          lastLoginDate ? format.dateTime(lastLoginDate) : <span className="text-muted">{never}</span>,
        from: "lg",
        // The header is wider than any date below.
        width: "w-44",
      },
      {
        id: "createdOn",
        header: t("createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "xl",
        width: "w-40",
      },
      { id: "createdBy", header: t("createdBy"), cell: ({ createdBy }) => createdBy, from: "chosen" },
    ],
    [t, never, format, avatarAddress, has],
  );
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
