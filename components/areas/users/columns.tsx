"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAvatarAddress } from "@/components/resource/record/person-name";
import type { ResourceColumn } from "@/components/resource/table/columns";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import type { UserRow } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";

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
        cell: (user) => <Identity user={user} src={avatarAddress(user)} />,
        width: "@3xl:w-[28%]",
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
        // The words above it are longer than any date below.
        width: "w-50",
      },
      {
        id: "createdOn",
        header: t("createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "lg",
        width: "w-46",
      },
      { id: "createdBy", header: t("createdBy"), cell: ({ createdBy }) => createdBy, from: "chosen" },
    ],
    [t, never, format, avatarAddress, has],
  );
}

/** Who it is: picture and name, and beneath what tells people of one name apart. */
function Identity({ user, src }: { user: UserRow; src: string | undefined }) {
  const name = userDisplayName(user);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar {...user} src={src} size={24} className="[display:var(--cell-mark-display,inline-flex)]!" />
      <span className="flex min-w-0 flex-col leading-4 in-data-[density=compact]:flex-row in-data-[density=compact]:gap-1.5">
        <span className="cell-text">{name}</span>
        {name !== user.userName && (
          <span className="cell-text font-normal text-muted text-xs">{user.userName}</span>
        )}
      </span>
    </span>
  );
}

/** As records say it. */
const missing = <span className="text-muted">—</span>;

/** As many as find room in a column; how many more there are is said. */
const maxChips = 2;

function roleChips({ roles = [] }: UserRow) {
  const more = roles.length - maxChips;
  return (
    <span className="flex min-w-0 gap-1" title={roles.map(({ roleName }) => roleName).join(", ")}>
      {roles.slice(0, maxChips).map(({ roleId, roleName }) => (
        <Badge key={roleId} className="min-w-0 shrink">
          <span className="truncate">{roleName}</span>
        </Badge>
      ))}
      {more > 0 && <Badge>+{more}</Badge>}
    </span>
  );
}
