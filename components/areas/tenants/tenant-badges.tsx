"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { TenantRow } from "@/lib/contract/tenants";

export function TenantBadges({
  tenant: { isActive, isHost },
}: {
  tenant: Pick<TenantRow, "isActive" | "isHost">;
}) {
  const t = useTranslations("tenants");
  // The host is always active.
  if (isHost) return <Badge>{t("host")}</Badge>;
  return <Badge tone={isActive ? "success" : "warning"}>{t(isActive ? "active" : "inactive")}</Badge>;
}
