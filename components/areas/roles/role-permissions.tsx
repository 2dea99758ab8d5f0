"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PermissionsSection } from "@/components/resource/permissions/permissions-section";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { TableFailed } from "@/components/resource/table/table-states";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { RoleDetail } from "@/lib/contract/roles";

/** What the role grants; the built-in role can be looked at but not changed (PM-03). */
export function RolePermissions({ role }: { role: RoleDetail }) {
  const t = useTranslations("permissions");
  const client = useQueryClient();
  const { has } = usePermissions();
  const params = { roleId: role.roleId };
  const { data, error, refetch } = useQuery(queryOf(contract.roles.permissions, { params }));

  if (error && !data) return <TableFailed error={error} onRetry={() => refetch()} />;
  return (
    <SectionsColumn>
      {data ? (
        <PermissionsSection
          nodes={data}
          canEdit={has("RoleView_EditAction")}
          lockedReason={role.isBuiltIn ? t("builtIn") : undefined}
          save={(body, version) => call(contract.roles.savePermissions, { params, query: { version }, body })}
          changedBy={async () => (await call(contract.roles.lastUpdate, { params })).updatedBy}
          onSaved={async () => {
            await invalidateAreas(client, contract.roles.savePermissions.affects);
          }}
        />
      ) : (
        ["one", "two", "three"].map((key) => <Skeleton key={key} className="h-40 w-full rounded-lg" />)
      )}
    </SectionsColumn>
  );
}
