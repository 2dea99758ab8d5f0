"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { RoleRow } from "@/lib/contract/roles";

export function RoleBadges({
  role: { isBuiltIn, isDefault },
}: {
  role: Pick<RoleRow, "isBuiltIn" | "isDefault">;
}) {
  const t = useTranslations("roles");
  return (
    <>
      {isBuiltIn && <Badge>{t("builtIn")}</Badge>}
      {isDefault && <Badge tone="primary">{t("default")}</Badge>}
    </>
  );
}
