import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { UserDetail } from "@/lib/contract/users";
import { SuspendedBadge } from "./suspended-badge";

/** State of a user's account, as a badge beside the name. */
export function UserState({
  lastLoginDate,
  isActive = true,
}: Pick<UserDetail, "lastLoginDate"> & Partial<Pick<UserDetail, "isActive">>) {
  const t = useTranslations("users.state");
  if (!isActive) return <SuspendedBadge isActive={false} />;
  if (lastLoginDate === null) return <Badge>{t("neverSignedIn")}</Badge>;
  return <Badge tone="success">{t("active")}</Badge>;
}
