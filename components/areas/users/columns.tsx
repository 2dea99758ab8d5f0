"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { PersonIdentity } from "@/components/resource/record/person-identity";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { useAvatarAddress } from "@/components/resource/values/person-name";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useCapability } from "@/lib/client/api/capabilities";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { UserRow } from "@/lib/contract/users";
import { InvitedIdentity } from "./invitation-columns";
import { InvitationState } from "./invitation-state";
import type { ListedUser } from "./invited-rows";
import { RoleChips } from "./role-chips";
import { SuspendedBadge } from "./suspended-badge";

/** @param nameOf must be stable */
export function useUserColumns(nameOf: (user: ListedUser) => string) {
  const never = useTranslations("resource.table")("never");
  const common = useTranslations("common");
  const format = useFormat();
  const avatarAddress = useAvatarAddress();
  const lastSignIn = useTranslations("users.fields")("lastLoginDate");
  const factors = useTranslations("users.choices.secondFactor");
  const seesRoles = usePermissions().has("UserView_RoleSection");
  const seesFactors = useSeesFactors();
  const changes = useMemo<ColumnChanges<UserRow>>(
    () => ({
      lastName: {
        header: "fullName",
        parts: ["lastName", "firstName", "userName"],
        cell: (user: ListedUser) =>
          isInvited(user) ? (
            <InvitedIdentity
              name={nameOf(user)}
              state={user.invitation && <InvitationState {...user.invitation} />}
            />
          ) : (
            <PersonIdentity person={user} src={avatarAddress(user)} />
          ),
        beside: (user: ListedUser) =>
          !isInvited(user) && (
            <>
              <SuspendedBadge isActive={user.isActive} />
              <span className="ml-auto text-muted text-xs tabular-nums [display:var(--folded)]">
                <VisuallyHidden>{lastSignIn}</VisuallyHidden>{" "}
                {user.lastLoginDate ? format.date(user.lastLoginDate) : never}
              </span>
            </>
          ),
        width: "@3xl:w-[24%] @6xl:w-[30%]",
      },
      firstName: { cell: (user) => user.firstName || missingOf(user), from: "chosen" },
      userName: { cell: (user) => user.userName || missingOf(user), from: "chosen" },
      email: { cell: (user) => user.email || missingOf(user), from: "md" },
      roles: seesRoles && { cell: (user) => <RoleChips {...user} />, after: "email", from: "md" },
      lastLoginDate: {
        cell: (user: ListedUser) =>
          isInvited(user) ? (
            missingOf(user)
          ) : user.lastLoginDate ? (
            format.dateTime(user.lastLoginDate)
          ) : (
            <span className="text-muted">{never}</span>
          ),
        from: "lg",
        // The header is wider than any date below.
        width: "w-44",
      },
      secondFactor: seesFactors && {
        cell: (user) => (user.secondFactor ? factors(user.secondFactor) : missingOf(user)),
        after: "lastLoginDate",
        from: "chosen",
      },
      isActive: {
        cell: (user) => (isInvited(user) ? missingOf(user) : common(user.isActive ? "yes" : "no")),
        from: "chosen",
      },
      suspendedUntil: { from: "chosen" },
      createdOn: {
        cell: ({ createdOn }) => createdOn && format.dateTime(createdOn),
        from: "xl",
        width: "w-40",
      },
      createdBy: { from: "chosen" },
    }),
    [never, common, lastSignIn, factors, format, avatarAddress, seesRoles, seesFactors, nameOf],
  );
  return useListColumns(contract.users.list, "users", changes);
}

/** As on a user's record. */
function useSeesFactors(): boolean {
  const isBasic = usePublicConfig().authMode === "basic";
  const isKnown = useCapability("second-factors");
  return usePermissions().has("UserView_EditAction") && isBasic && isKnown;
}

const isInvited = ({ invitation, invited }: ListedUser) => invitation !== undefined || invited !== undefined;

/** As in records; nothing in the row of several people. */
const missingOf = ({ invited }: ListedUser) => (invited ? null : <span className="text-muted">—</span>);
