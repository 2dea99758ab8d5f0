import { useTranslations } from "next-intl";
import { useEditScope } from "@/components/resource/form/edit-scope";
import type { Denied, UserDetail } from "@/lib/contract/users";

/** Why the signed-in user is refused something about an account, by the first of these reasons that holds; else undefined. */
export function useDenied(user: UserDetail, ...reasons: Denied[]): string | undefined {
  const partial = useTranslations("resource.record")("partial");
  const deniedOf = useDeniedOf();
  // Lists do not tell it.
  return useEditScope().isPartial ? partial : deniedOf(user, ...reasons);
}

/** The same for an account that is not known yet. */
export function useDeniedOf(): (user: UserDetail, ...reasons: Denied[]) => string | undefined {
  const t = useTranslations("users.denied");
  return ({ denied = [] }, ...reasons) => {
    const reason = reasons.find((each) => denied.includes(each));
    return reason && t(reason);
  };
}
