"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ResourceColumn } from "@/components/resource/table/columns";
import { TenantDot } from "@/components/shell/tenant-dot";
import type { TenantRow } from "@/lib/contract/tenants";
import { useFormat } from "@/lib/format";
import { TenantBadges } from "./tenant-badges";

export function useTenantColumns(): ResourceColumn<TenantRow>[] {
  const t = useTranslations("tenants.fields");
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "tenantName",
        header: t("tenantName"),
        cell: ({ tenantName, tenantColour }) => <TenantName name={tenantName} colour={tenantColour} />,
      },
      {
        id: "tenantIdentifier",
        header: t("tenantIdentifier"),
        cell: ({ tenantIdentifier }) => tenantIdentifier,
        from: "sm",
      },
      {
        id: "isActive",
        header: t("isActive"),
        cell: (tenant) => (
          <span className="inline-flex gap-1 align-middle">
            <TenantBadges tenant={tenant} />
          </span>
        ),
      },
      {
        id: "userCount",
        header: t("userCount"),
        cell: ({ userCount }) => format.number(userCount),
        align: "end",
        from: "md",
      },
      {
        id: "createdOn",
        header: t("createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "md",
      },
      { id: "createdBy", header: t("createdBy"), cell: ({ createdBy }) => createdBy, from: "lg" },
    ],
    [t, format],
  );
}

/** A tenant's name behind its colour, as the shell shows both; in one line of text, which breaks where there is little room. */
function TenantName({ name, colour }: { name: string; colour: string }) {
  return (
    <>
      <TenantDot colour={colour} />
      <span className="ml-2">{name}</span>
    </>
  );
}
