"use client";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RowOf } from "@/components/resource/list/list-call";
import { PickerDialog } from "@/components/resource/picker/picker-dialog";
import { Assignments } from "@/components/resource/record/assignments";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { useDenied } from "./denied";

const columns: ColumnChanges<RowOf<typeof contract.users.roles>> = {
  createdOn: { from: "sm" },
  createdBy: { from: "md" },
};

/** Roles of a user: add by picker, remove in bulk (US-04). */
export function UserRoles({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const format = useFormat();
  const { has } = usePermissions();
  const canEdit = has("UserView_EditAction");
  const params = { userId: user.userId };
  const locked = useDenied(user, "rolesOfStronger");

  return (
    <Assignments
      endpoint={contract.users.roles}
      params={params}
      label={t("roles.title")}
      columns={useListColumns(contract.users.roles, "users.roles", columns)}
      idOf={({ roleId }) => roleId}
      nameOf={({ roleName }) => roleName}
      linkOf={has("RoleView") ? ({ roleId }) => `/roles/${roleId}` : undefined}
      empty={{ icon: <ShieldCheck />, title: t("roles.empty"), description: t("roles.emptyHint") }}
      areas={contract.users.removeRoles.affects}
      add={
        canEdit
          ? {
              label: t("roles.add"),
              picker: (dialog) => (
                <PickerDialog
                  {...dialog}
                  title={t("roles.addTo", { name: userDisplayName(user) })}
                  description={t("roles.addDescription")}
                  endpoint={contract.dictionaries.roles}
                  filter={{ userId: user.userId, isExcludedById: true }}
                  label={t("roles.title")}
                  columns={[
                    {
                      id: "name",
                      header: t("fields.roleName"),
                      cell: ({ name, denied }) => <RoleName name={name} denied={denied} />,
                      wraps: true,
                    },
                  ]}
                  refusal={(rows) => {
                    const names = rows.filter(({ denied }) => denied).map(({ name }) => name);
                    return names.length > 0
                      ? t("roles.deniedChosen", { count: names.length, names: format.allOf(names) })
                      : undefined;
                  }}
                  idOf={({ id }) => id}
                  nameOf={({ name }) => name}
                  empty={{ icon: <ShieldCheck />, title: t("roles.noneToAdd") }}
                  onChoose={(rows) =>
                    call(contract.users.addRoles, { params, body: { roleIds: rows.map(({ id }) => id) } })
                  }
                  areas={contract.users.addRoles.affects}
                />
              ),
            }
          : undefined
      }
      remove={
        canEdit
          ? {
              label: t("roles.remove"),
              lockedReason: locked,
              title: (rows) => t("roles.removeTitle", rows),
              description: t("roles.removeLost"),
              run: (rows) =>
                call(contract.users.removeRoles, {
                  params,
                  query: { roleIds: rows.map(({ roleId }) => roleId) },
                }),
            }
          : undefined
      }
    />
  );
}

function RoleName({ name, denied }: { name: string; denied?: boolean }) {
  const t = useTranslations("users.roles");
  if (!denied) return name;
  return (
    <>
      <span className="text-muted">{name}</span>
      <span className="block text-muted text-xs">{t("denied")}</span>
    </>
  );
}
