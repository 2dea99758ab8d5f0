"use client";
import { KeyRound, ShieldCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { HistoryDialog } from "@/components/resource/history/history-dialog";
import { DraftElsewhere } from "@/components/resource/record/draft-elsewhere";
import { RecordHead } from "@/components/resource/record/record-head";
import { RecordIcon } from "@/components/resource/record/record-icon";
import { RecordView } from "@/components/resource/record/record-view";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useRecord } from "@/components/resource/record/use-record";
import { SubTabs } from "@/components/shell/sub-tabs";
import { contract } from "@/lib/contract";
import type { RoleDetail } from "@/lib/contract/roles";
import { usePermissions } from "@/lib/permissions";
import { useTab } from "@/lib/tabs";
import type { ViewProps } from "../area";
import { useDeleteRoles } from "./delete-roles";
import { useRoleLabel } from "./labels";
import { RoleBadges } from "./role-badges";
import { RolePermissions } from "./role-permissions";
import { RoleSection } from "./role-section";
import { RoleUsers } from "./role-users";

const nameOf = ({ roleName }: RoleDetail) => roleName;

export default function RoleDetailView({ id }: ViewProps) {
  const t = useTranslations("roles");
  const { has } = usePermissions();
  const tab = useTab();
  const params = { roleId: id };
  const query = useRecord(contract.roles.detail, params, nameOf);
  const remove = useDeleteRoles();
  const label = useRoleLabel();
  const [historyOpen, setHistoryOpen] = useState(false);

  return (
    <RecordView query={query}>
      {(role) => (
        <>
          <RecordHead
            icon={<RecordIcon icon={ShieldCheck} />}
            title={role.roleName}
            state={<RoleBadges role={role} />}
            trace={role}
            area="roles"
            onHistory={has("RoleView_HistoryAction") ? () => setHistoryOpen(true) : undefined}
            onDelete={
              has("RoleView_DeleteAction")
                ? () => remove.ask(role).then((done) => done && tab.discard())
                : undefined
            }
            deleteLockedReason={role.isBuiltIn ? t("builtInHint") : undefined}
          />
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
                    <RoleSection role={role} />
                  </SectionsColumn>
                ),
              },
              {
                id: "permissions",
                label: t("tabs.permissions"),
                icon: KeyRound,
                permission: "RoleView_PermissionSection",
                content: <RolePermissions role={role} />,
              },
              {
                id: "users",
                label: t("tabs.users"),
                icon: Users,
                permission: "RoleView_UserSection",
                content: <RoleUsers role={role} />,
              },
            ]}
          />
          <HistoryDialog
            open={historyOpen}
            onOpenChange={setHistoryOpen}
            name={role.roleName}
            endpoint={contract.roles.recordHistory}
            detailEndpoint={contract.roles.recordHistoryDetail}
            params={params}
            label={label}
          />
        </>
      )}
    </RecordView>
  );
}
