"use client";

import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { UserPicker } from "@/components/resource/picker/user-picker";
import { Assignments } from "@/components/resource/record/assignments";
import { personColumns } from "@/components/resource/record/person-columns";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { InstantOrNever } from "@/components/resource/values/instant-or-never";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { allPermissions, contract } from "@/lib/contract";
import type { TenantDetail, TenantUser } from "@/lib/contract/tenants";
import { userDisplayName } from "@/lib/format/user-name";
import { type AccountAction, AccountActions, AccountDialog } from "./account-actions";

// Pictures belong to a tenant: the host cannot see those of others.
const people = personColumns<TenantUser>();
const columns: ColumnChanges<TenantUser> = {
  ...people,
  lastName: {
    ...people.lastName,
    beside: (user) => <AdministratorBadge user={user} />,
    width: "@3xl:w-[34%]",
  },
  lastLoginDate: {
    cell: ({ lastLoginDate }) => <InstantOrNever value={lastLoginDate} />,
    from: "md",
    width: "w-50",
  },
  createdOn: { from: "lg" },
  createdBy: { from: "lg" },
};

/** Users of a tenant: host users are added by picker, all can be removed in bulk (OR-03). */
export function TenantUsers({ tenant }: { tenant: TenantDetail }) {
  const t = useTranslations("tenants");
  const { has } = usePermissions();
  // Only reading the list is part of the specification.
  const canChange = useCapability("tenant-users");
  const params = { tenantId: tenant.tenantId };
  const { authMode } = usePublicConfig();
  const [asked, setAsked] = useState<AccountAction>();

  return (
    <>
      <Assignments
        endpoint={contract.tenants.users}
        params={params}
        label={t("users.title")}
        columns={useListColumns(contract.tenants.users, "tenants.users", columns)}
        idOf={({ userId }) => userId}
        nameOf={userDisplayName}
        empty={{ icon: <Users />, title: t("users.empty"), description: t("users.emptyHint") }}
        areas={contract.tenants.removeUsers.affects}
        bulkActions={
          authMode === "basic" && canChange && has("TenantView_EditAction")
            ? (users) => <AccountActions users={users} onAsk={setAsked} />
            : undefined
        }
        add={
          canChange && has("TenantView_UserSection_AddAction")
            ? { label: t("users.add"), picker: (dialog) => <AddTenantUsers {...dialog} tenant={tenant} /> }
            : undefined
        }
        remove={
          canChange && has("TenantView_UserSection_DeleteAction")
            ? {
                label: t("users.remove"),
                title: (rows) => t("users.removeTitle", rows),
                description: t("users.removeLost"),
                run: (rows) =>
                  call(contract.tenants.removeUsers, {
                    params,
                    query: { userIds: rows.map(({ userId }) => userId) },
                  }),
              }
            : undefined
        }
      />
      <Suspense fallback={null}>
        {asked && (
          <AccountDialog action={asked} tenantId={tenant.tenantId} onClose={() => setAsked(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function AdministratorBadge({ user: { isAdministrator } }: { user: TenantUser }) {
  const t = useTranslations("tenants.fields");
  return isAdministrator && <Badge tone="primary">{t("isAdministrator")}</Badge>;
}

interface AddTenantUsersProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: TenantDetail;
}

/** Adds host users to a tenant. A global administrator may also make new and existing members its administrators. */
function AddTenantUsers({ tenant: { tenantId, tenantName }, ...dialog }: AddTenantUsersProps) {
  const t = useTranslations("tenants");
  const { has } = usePermissions();
  const [asAdministrators, setAsAdministrators] = useState(false);

  return (
    <UserPicker
      {...dialog}
      title={t("users.addTo", { name: tenantName })}
      description={t("users.addDescription")}
      options={
        has(allPermissions) && (
          <Checkbox
            label={t("users.asAdministrators")}
            checked={asAdministrators}
            onChange={(event) => setAsAdministrators(event.target.checked)}
          />
        )
      }
      filter={asAdministrators ? {} : { tenantId, isExcludedById: true }}
      noneToAdd={t("users.noneToAdd")}
      onChoose={(userIds) =>
        call(contract.tenants.addUsers, { params: { tenantId }, body: { userIds, asAdministrators } })
      }
      areas={contract.tenants.addUsers.affects}
    />
  );
}
