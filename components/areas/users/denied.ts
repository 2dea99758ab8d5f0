import { useTranslations } from "next-intl";
import { useEditScope } from "@/components/resource/form/edit-scope";
import type { Denied, UserDetail } from "@/lib/contract/users";

/** Returns the first applicable reason why an action on an account is denied; undefined if allowed. */
export function useDenied(user: UserDetail, ...reasons: Denied[]): string | undefined {
  const partial = useTranslations("resource.record")("partial");
  const deniedOf = useDeniedOf();
  // Not part of list rows.
  return useEditScope().isPartial ? partial : deniedOf(user, ...reasons);
}

/** The same for an account that is loaded later. */
export function useDeniedOf(): (user: UserDetail, ...reasons: Denied[]) => string | undefined {
  const t = useTranslations("users.denied");
  return ({ denied = [] }, ...reasons) => {
    const reason = reasons.find((each) => denied.includes(each));
    return reason && t(reason);
  };
}
