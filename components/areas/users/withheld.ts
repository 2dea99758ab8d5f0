import { useTranslations } from "next-intl";
import type { UserDetail, Withheld } from "@/lib/contract/users";

/** Why the signed-in user is refused something about an account, by the first of these reasons that holds; else undefined. */
export function useWithheld({ withheld = [] }: UserDetail, ...reasons: Withheld[]): string | undefined {
  const t = useTranslations("users.withheld");
  const reason = reasons.find((each) => withheld.includes(each));
  return reason && t(reason);
}
