"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CopyPlus, KeyRound, ShieldCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useMemo, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { attachmentsTab } from "@/components/resource/attachments/attachments-tab";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { PermissionsSection } from "@/components/resource/permissions/permissions-section";
import { grantedIn } from "@/components/resource/permissions/tree";
import { UserPicker } from "@/components/resource/picker/user-picker";
import { Assignments } from "@/components/resource/record/assignments";
import { attributesTab } from "@/components/resource/record/attributes-tab";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { DraftElsewhere } from "@/components/resource/record/draft-elsewhere";
import { personColumns } from "@/components/resource/record/person-columns";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useListColumns } from "@/components/resource/table/list-columns";
import { TableFailed } from "@/components/resource/table/table-states";
import { useAvatarAddress } from "@/components/resource/values/person-name";
import { Skeleton } from "@/components/ui/skeleton";
import { SubTabs } from "@/components/ui/sub-tabs";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { PermissionName } from "@/lib/contract/permissions";
import { type RoleDetail, type RoleUser, roleRecords } from "@/lib/contract/roles";
import { userDisplayName } from "@/lib/format/user-name";
import type { ViewProps } from "../../area/area";
import { CloneButton } from "./clone-button";
import { RoleOverview } from "./overview";
import { role as kind } from "./role";
import { RoleBadges } from "./role-badges";

const CloneDialog = lazyPart(() => import("./clone-dialog"));

export default function RoleDetailView({ id }: ViewProps) {
  const t = useTranslations("roles");
  const hasAttachments = useCapability("attachment-relations");
  /** The permissions begin to be edited once they are shown. */
  const [isChoosing, setChoosing] = useState(false);
  const [cloned, setCloned] = useState<RoleDetail>();
  const { has } = usePermissions();
  const mayClone = useCapability("role-clones") && has(clonePermissions);
  const { data: known } = useQuery({
    ...queryOf(contract.roles.permissions, { params: { roleId: id } }),
    enabled: false,
  });
  const effective = known && grantedIn(known).size;
  const lockedReason = ({ isBuiltIn }: RoleDetail) => (isBuiltIn ? t("builtInHint") : undefined);
  return (
    <RecordDetailView
      id={id}
      kind={kind}
      records={roleRecords}
      state={(role) => <RoleBadges role={role} />}
      actions={(role) => mayClone && <CloneButton onClick={() => setCloned(role)} />}
      more={(role) =>
        mayClone
          ? [
              {
                ...{ id: "clone", label: t("clone.action"), icon: <CopyPlus /> },
                ...{ onSelect: () => setCloned(role), isOnPhones: true },
              },
            ]
          : []
      }
      deleteLockedReason={lockedReason}
    >
      {(role) => (
        <>
          <Suspense fallback={null}>
            {cloned && <CloneDialog role={cloned} onClose={() => setCloned(undefined)} />}
          </Suspense>
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
                    <RoleOverview role={role} onChoose={() => setChoosing(true)} />
                  </SectionsColumn>
                ),
              },
              {
                id: "permissions",
                label: t("tabs.permissions"),
                icon: KeyRound,
                // As in its title: stored permissions may have no effect here.
                badge: role.permissionCount && (effective ?? role.permissionCount),
                permission: "RoleView_PermissionSection",
                content: (
                  <RolePermissions role={role} isAsked={isChoosing} onBegun={() => setChoosing(false)} />
                ),
              },
              {
                id: "users",
                label: t("tabs.users"),
                icon: Users,
                badge: role.userCount,
                permission: "RoleView_UserSection",
                content: <RoleUsers role={role} />,
              },
              attributesTab({
                ...{ label: t("tabs.attributes"), calls: contract.roles, view: "RoleView", noun: "role" },
                ...{ params: { roleId: role.roleId }, lockedReason: lockedReason(role) },
              }),
              ...(hasAttachments
                ? [
                    attachmentsTab({
                      ...{ label: t("tabs.attachments"), calls: contract.roles, view: "RoleView" },
                      params: { roleId: role.roleId },
                    }),
                  ]
                : []),
            ]}
          />
        </>
      )}
    </RecordDetailView>
  );
}

const clonePermissions = [
  "RoleView_AddAction",
  "RoleView_EditAction",
  "RoleView_PermissionSection",
] as const satisfies readonly PermissionName[];

interface RolePermissionsProps {
  role: RoleDetail;
  isAsked: boolean;
  onBegun: () => void;
}

function RolePermissions({ role, isAsked, onBegun }: RolePermissionsProps) {
  const t = useTranslations("permissions");
  const client = useQueryClient();
  const { has } = usePermissions();
  const params = { roleId: role.roleId };
  const { data, error, refetch } = useQuery(queryOf(contract.roles.permissions, { params }));
  if (error && !data) return <TableFailed error={error} onRetry={() => refetch()} />;
  return (
    <div className="max-w-[1120px] p-4 pb-0 sm:px-6">
      {data ? (
        <PermissionsSection
          nodes={data}
          canEdit={has("RoleView_EditAction")}
          lockedReason={role.isBuiltIn ? t("builtIn") : undefined}
          isAsked={isAsked}
          onBegun={onBegun}
          save={(body, version) => call(contract.roles.savePermissions, { params, query: { version }, body })}
          changedBy={async () => (await call(contract.roles.lastUpdate, { params })).updatedBy}
          onSaved={() => invalidateAreas(client, contract.roles.savePermissions.affects)}
        />
      ) : (
        <Skeleton className="h-[574px] w-full rounded-lg" />
      )}
    </div>
  );
}

function RoleUsers({ role }: { role: RoleDetail }) {
  const t = useTranslations("roles");
  const { has } = usePermissions();
  const avatarAddress = useAvatarAddress();
  const columns = useMemo(
    () => ({ ...personColumns<RoleUser>(avatarAddress), createdOn: { from: "sm" as const } }),
    [avatarAddress],
  );
  const params = { roleId: role.roleId };

  return (
    <Assignments
      endpoint={contract.roles.users}
      params={params}
      label={t("users.title")}
      columns={useListColumns(contract.roles.users, "roles.users", columns)}
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
              title: (rows) => t("users.removeTitle", rows),
              description: t("users.removeLost"),
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
