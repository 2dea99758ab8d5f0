"use client";
import { Building2, ExternalLink, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { HistoryDialog } from "@/components/resource/history/history-dialog";
import { RecordHead } from "@/components/resource/record/record-head";
import { RecordIcon } from "@/components/resource/record/record-icon";
import { RecordView } from "@/components/resource/record/record-view";
import { useRecord } from "@/components/resource/record/use-record";
import { SubTabs } from "@/components/shell/sub-tabs";
import { buttonClass } from "@/components/ui/button";
import { contract } from "@/lib/contract";
import type { TenantDetail } from "@/lib/contract/tenants";
import { useCurrentUser, usePermissions } from "@/lib/permissions";
import { usePublicConfig } from "@/lib/public-config";
import { useTab } from "@/lib/tabs";
import { prefixOfTenant } from "@/lib/tenancy/other-tenant";
import type { ViewProps } from "../area";
import { useDeleteTenants } from "./delete-tenants";
import { useTenantLabel } from "./labels";
import { TenantBadges } from "./tenant-badges";
import { TenantSection } from "./tenant-section";
import { TenantUsers } from "./tenant-users";

const nameOf = ({ tenantName }: TenantDetail) => tenantName;

export default function TenantDetailView({ id }: ViewProps) {
  const t = useTranslations("tenants");
  const { has } = usePermissions();
  const tab = useTab();
  const params = { tenantId: id };
  const query = useRecord(contract.tenants.detail, params, nameOf);
  const remove = useDeleteTenants();
  const label = useTenantLabel();
  const [historyOpen, setHistoryOpen] = useState(false);

  return (
    <RecordView query={query}>
      {(tenant) => (
        <>
          <RecordHead
            icon={<RecordIcon icon={Building2} />}
            title={tenant.tenantName}
            state={<TenantBadges tenant={tenant} />}
            trace={tenant}
            area="tenants"
            actions={<EnterLink tenant={tenant} />}
            onHistory={has("TenantView_HistoryAction") ? () => setHistoryOpen(true) : undefined}
            onDelete={
              has("TenantView_DeleteAction")
                ? () => remove.ask(tenant).then((done) => done && tab.discard())
                : undefined
            }
            deleteLockedReason={tenant.isHost ? t("hostHint") : undefined}
          />
          <SubTabs
            items={[
              {
                id: "tenant",
                label: t("tabs.tenant"),
                icon: Building2,
                content: <TenantSection tenant={tenant} />,
              },
              {
                id: "users",
                label: t("tabs.users"),
                icon: Users,
                permission: "TenantView_UserSection",
                content: <TenantUsers tenant={tenant} />,
              },
            ]}
          />
          <HistoryDialog
            open={historyOpen}
            onOpenChange={setHistoryOpen}
            name={tenant.tenantName}
            endpoint={contract.tenants.recordHistory}
            detailEndpoint={contract.tenants.recordHistoryDetail}
            params={params}
            label={label}
          />
        </>
      )}
    </RecordView>
  );
}

/** The way into the tenant, for those who may enter it, in a page beside this one. */
function EnterLink({ tenant: { tenantIdentifier, isActive } }: { tenant: TenantDetail }) {
  const t = useTranslations("tenants");
  const config = usePublicConfig();
  const mayEnter = useCurrentUser().data?.tenants.some((one) => one.tenantIdentifier === tenantIdentifier);
  if (!isActive || !mayEnter || tenantIdentifier === config.tenant) return null;
  return (
    <a
      href={`${prefixOfTenant(tenantIdentifier, config)}/`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: "ghost" })}
    >
      <ExternalLink aria-hidden="true" />
      <span className="max-sm:sr-only">{t("enter")}</span>
    </a>
  );
}
