"use client";
import { Building2, ExternalLink, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import { ReadField, TextField } from "@/components/resource/form/fields";
import { ActionLabel } from "@/components/resource/record/action-label";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { buttonClass } from "@/components/ui/button";
import { SubTabs } from "@/components/ui/sub-tabs";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { prefixOfTenant } from "@/lib/client/tenancy/other-tenant";
import { type TenantDetail, tenantRecords } from "@/lib/contract/tenants";
import type { ViewProps } from "../../area/area";
import { tenant as kind } from "./tenant";
import { TenantBadges } from "./tenant-badges";
import { TenantUsers } from "./tenant-users";

export default function TenantDetailView({ id }: ViewProps) {
  const t = useTranslations("tenants");
  return (
    <RecordDetailView
      id={id}
      kind={kind}
      records={tenantRecords}
      state={(tenant) => <TenantBadges tenant={tenant} />}
      actions={(tenant) => <EnterLink tenant={tenant} />}
      deleteLockedReason={({ isHost }) => (isHost ? t("hostHint") : undefined)}
    >
      {(tenant) => (
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
              badge: tenant.userCount,
              permission: "TenantView_UserSection",
              content: <TenantUsers tenant={tenant} />,
            },
          ]}
        />
      )}
    </RecordDetailView>
  );
}

/** The host tenant's identifier and active state are fixed. */
function TenantSection({ tenant }: { tenant: TenantDetail }) {
  const t = useTranslations("tenants.help");
  const kept = {
    tenantIdentifier: <ReadField name="tenantIdentifier" />,
    isActive: <ReadField name="isActive" />,
  };
  const changed = {
    tenantIdentifier: <TextField name="tenantIdentifier" required help={t("changeIdentifier")} />,
  };
  return (
    <SectionsColumn>
      <RecordSection
        kind={kind}
        records={tenantRecords}
        record={tenant}
        rows={[["tenantName", "tenantIdentifier"], ["tenantColour"], ["isActive"]]}
        fields={{
          tenantColour: <OptionalColourField name="tenantColour" help={t("tenantColour")} />,
          ...(tenant.isHost ? kept : changed),
        }}
      />
    </SectionsColumn>
  );
}

/** Opens the tenant in a new page, for users who may enter it. */
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
      <ActionLabel>{t("enter")}</ActionLabel>
    </a>
  );
}
