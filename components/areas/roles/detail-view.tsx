"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, ShieldCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { PermissionsSection } from "@/components/resource/permissions/permissions-section";
import { DraftElsewhere } from "@/components/resource/record/draft-elsewhere";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { RecordDetailView } from "@/components/resource/records/detail-view";
import { RecordSection } from "@/components/resource/records/record-section";
import { TableFailed } from "@/components/resource/table/table-states";
import { SubTabs } from "@/components/shell/sub-tabs";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { type RoleDetail, roleRecords } from "@/lib/contract/roles";
import type { ViewProps } from "../area";
import { role as kind } from "./role";
import { RoleBadges } from "./role-badges";
import { RoleUsers } from "./role-users";

export default function RoleDetailView({ id }: ViewProps) {
  const t = useTranslations("roles");
  const lockedReason = ({ isBuiltIn }: RoleDetail) => (isBuiltIn ? t("builtInHint") : undefined);
  return (
    <RecordDetailView
      id={id}
      kind={kind}
      records={roleRecords}
      state={(role) => <RoleBadges role={role} />}
      deleteLockedReason={lockedReason}
    >
      {(role) => (
        <>
          <DraftElsewhere
            places={[
              { tab: "role", label: t("tabs.role"), sections: ["role"] },
              { tab: "permissions", label: t("tabs.permissions"), sections: ["permissions"] },
            ]}
          />
          <SubTabs
            items={[
              {
                id: "role",
                label: t("tabs.role"),
                icon: ShieldCheck,
                content: (
                  <SectionsColumn>
                    <RecordSection
                      kind={kind}
                      records={roleRecords}
                      record={role}
                      lockedReason={lockedReason(role)}
                    />
                  </SectionsColumn>
                ),
              },
              {
                id: "permissions",
                label: t("tabs.permissions"),
                icon: KeyRound,
                badge: role.permissionCount,
                permission: "RoleView_PermissionSection",
                content: <RolePermissions role={role} />,
              },
              {
                id: "users",
                label: t("tabs.users"),
                icon: Users,
                badge: role.userCount,
                permission: "RoleView_UserSection",
                content: <RoleUsers role={role} />,
              },
            ]}
          />
        </>
      )}
    </RecordDetailView>
  );
}

/** What the role grants; the built-in role can be looked at but not changed (PM-03). */
function RolePermissions({ role }: { role: RoleDetail }) {
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
