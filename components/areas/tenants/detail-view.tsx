"use client";
import { Building2, ExternalLink, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import { ReadField, TextField } from "@/components/resource/form/fields";
import { ActionLabel, hiddenOnPhone } from "@/components/resource/record/action-label";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";
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
  const addressOf = useAddressOfTenant();
  return (
    <RecordDetailView
      id={id}
      kind={kind}
      records={tenantRecords}
      state={(tenant) => <TenantBadges tenant={tenant} />}
      actions={(tenant) => {
        const address = addressOf(tenant);
        return address && <EnterLink address={address} />;
      }}
      more={(tenant) => {
        const address = addressOf(tenant);
        const enter = { id: "enter", label: t("enter"), icon: <ExternalLink />, isOnPhones: true } as const;
        return address ? [{ ...enter, onSelect: () => window.open(address, "_blank", "noreferrer") }] : [];
      }}
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

/** Returns the addresses of tenants that the user may enter, other than this one. */
function useAddressOfTenant() {
  const config = usePublicConfig();
  const tenants = useCurrentUser().data?.tenants ?? [];
  return ({ tenantIdentifier, isActive }: TenantDetail) => {
    const mayEnter = tenants.some((one) => one.tenantIdentifier === tenantIdentifier);
    if (!isActive || !mayEnter || tenantIdentifier === config.tenant) return undefined;
    return `${prefixOfTenant(tenantIdentifier, config)}/`;
  };
}

/** Opens a tenant in a new page; on phones the action is in the menu "More". */
function EnterLink({ address }: { address: string }) {
  const t = useTranslations("tenants");
  const isInPanel = useIsInSidePanel();
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={cn(buttonClass({ variant: "ghost" }), !isInPanel && hiddenOnPhone)}
    >
      <ExternalLink aria-hidden="true" />
      <ActionLabel>{t("enter")}</ActionLabel>
    </a>
  );
}
