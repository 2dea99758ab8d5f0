"use client";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/loading/lazy-part";
import type { RowOf } from "@/components/resource/list/list-call";
import { Assignments } from "@/components/resource/record/assignments";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { useDenied } from "./denied";
import { FromProvider } from "./from-provider";

const AddRoles = lazyPart(() => import("./add-roles"));

type Held = RowOf<typeof contract.users.roles>;

const columns: ColumnChanges<Held> = {
  roleName: { beside: (role) => <FromProvider {...role} /> },
  createdOn: { from: "sm" },
  createdBy: { from: "md" },
};

/** Roles of a user: add by picker, remove in bulk (US-04). */
export function UserRoles({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
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
              picker: (dialog) => <AddRoles user={user} {...dialog} />,
            }
          : undefined
      }
      remove={
        canEdit
          ? {
              label: t("roles.remove"),
              lockedReason: (rows: readonly Held[]) =>
                locked ??
                (rows.some(({ isFromProvider }) => isFromProvider)
                  ? t("roles.fromProviderHint", { count: rows.length })
                  : undefined),
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
