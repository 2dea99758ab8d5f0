import { useTranslations } from "next-intl";
import type { UserDetail, Withheld } from "@/lib/contract/users";

/** Why the signed-in user is refused something about an account, by the first of these reasons that holds; else undefined. */
export function useWithheld(user: UserDetail, ...reasons: Withheld[]): string | undefined {
  return useWithheldOf()(user, ...reasons);
}

/** The same for an account that is not known yet. */
export function useWithheldOf(): (user: UserDetail, ...reasons: Withheld[]) => string | undefined {
  const t = useTranslations("users.withheld");
  return ({ withheld = [] }, ...reasons) => {
    const reason = reasons.find((each) => withheld.includes(each));
    return reason && t(reason);
  };
}
