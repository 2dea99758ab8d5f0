"use client";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { UserPicker } from "@/components/resource/picker/user-picker";
import { Assignments } from "@/components/resource/record/assignments";
import { FieldValue } from "@/components/resource/record/field-value";
import { PersonName, useAvatarAddress } from "@/components/resource/record/person-name";
import type { ResourceColumn } from "@/components/resource/table/columns";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { RoleDetail, RoleUser } from "@/lib/contract/roles";
import { userDisplayName } from "@/lib/format/user-name";

/** The users who hold a role: add by picker, remove in bulk (US-03). */
export function RoleUsers({ role }: { role: RoleDetail }) {
  const t = useTranslations("roles");
  const format = useFormat();
  const { has } = usePermissions();
  const avatarAddress = useAvatarAddress();
  const params = { roleId: role.roleId };

  const columns = useMemo<ResourceColumn<RoleUser>[]>(
    () => [
      {
        id: "lastName",
        header: t("fields.lastName"),
        // It leads to the user, so that it has to say something.
        cell: (user) => (
          <PersonName person={user} src={avatarAddress(user)}>
            {user.lastName || user.userName}
          </PersonName>
        ),
        // With the picture before it.
        width: "sm:w-46",
      },
      {
        id: "firstName",
        header: t("fields.firstName"),
        cell: ({ firstName }) => <FieldValue name="firstName" value={firstName} />,
        from: "sm",
      },
      { id: "userName", header: t("fields.userName"), cell: ({ userName }) => userName },
      {
        id: "createdOn",
        header: t("fields.userAddedOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "md",
      },
      { id: "createdBy", header: t("fields.userAddedBy"), cell: ({ createdBy }) => createdBy, from: "lg" },
    ],
    [t, format, avatarAddress],
  );

  return (
    <Assignments
      endpoint={contract.roles.users}
      params={params}
      label={t("users.title")}
      columns={columns}
      idOf={({ userId }) => userId}
      nameOf={userDisplayName}
      linkOf={has("UserView") ? ({ userId }) => `/users/${userId}` : undefined}
      empty={{ icon: <Users />, title: t("users.empty"), description: t("users.emptyHint") }}
      areas={contract.roles.removeUsers.affects}
      add={
        has("RoleView_UserSection_AddAction")
          ? {
              label: t("users.add"),
              picker: (dialog) => (
                <UserPicker
                  {...dialog}
                  title={t("users.addTo", { name: role.roleName })}
                  description={t("users.addDescription")}
                  filter={{ roleId: role.roleId, isExcludedById: true }}
                  noneToAdd={t("users.noneToAdd")}
                  onChoose={(userIds) => call(contract.roles.addUsers, { params, body: { userIds } })}
                  areas={contract.roles.addUsers.affects}
                />
              ),
            }
          : undefined
      }
      remove={
        has("RoleView_UserSection_DeleteAction")
          ? {
              label: t("users.remove"),
              question: (rows) => ({
                title: t("users.removeTitle", {
                  count: rows.length,
                  name: rows[0] ? userDisplayName(rows[0]) : "",
                }),
                description: t("users.removeLost"),
                confirmLabel: t("users.remove"),
              }),
              run: (rows) =>
                call(contract.roles.removeUsers, {
                  params,
                  query: { userIds: rows.map(({ userId }) => userId) },
                }),
            }
          : undefined
      }
    />
  );
}
