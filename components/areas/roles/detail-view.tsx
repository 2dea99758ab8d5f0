"use client";
import { KeyRound, ShieldCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { DraftElsewhere } from "@/components/resource/record/draft-elsewhere";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { RecordDetailView } from "@/components/resource/records/detail-view";
import { RecordSection } from "@/components/resource/records/record-section";
import { SubTabs } from "@/components/shell/sub-tabs";
import { type RoleDetail, roleRecords } from "@/lib/contract/roles";
import type { ViewProps } from "../area";
import { role as kind } from "./role";
import { RoleBadges } from "./role-badges";
import { RolePermissions } from "./role-permissions";
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
