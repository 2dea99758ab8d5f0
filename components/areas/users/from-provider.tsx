"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** Badge of a role granted by a group of the identity provider (US-07). */
export function FromProvider({ isFromProvider }: { isFromProvider?: boolean }) {
  const t = useTranslations("users.roles");
  return isFromProvider ? <Badge tone="primary">{t("fromProvider")}</Badge> : null;
}
