"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { UserRow } from "@/lib/contract/users";

/** Marks a suspended user; other servers may leave `isActive` out. */
export function SuspendedBadge({ isActive = true }: Partial<Pick<UserRow, "isActive">>) {
  const t = useTranslations("users");
  return isActive ? null : <Badge tone="warning">{t("suspended")}</Badge>;
}
