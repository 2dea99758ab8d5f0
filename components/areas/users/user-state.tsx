import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** State of a user's account, as a badge beside the name. */
export function UserState({ lastLoginDate }: { lastLoginDate: string | null }) {
  const t = useTranslations("users.state");
  if (lastLoginDate === null) return <Badge>{t("neverSignedIn")}</Badge>;
  return <Badge tone="success">{t("active")}</Badge>;
}
