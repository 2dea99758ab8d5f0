"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionRow } from "@/components/resource/form/section-row";
import { buttonClass } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";

/** Second factors of the account, with a link to set one up (AU-11). */
export function SecurityCard() {
  const t = useTranslations("my-account");
  const titleId = useId();
  const { data, isError } = useQuery({ ...queryOf(contract.user.secondFactors, {}), meta: { silent: true } });
  if (isError && !data) return null;
  const count = data?.passkeys.length ?? 0;
  const held = [data?.totpOn && t("security.app"), count > 0 && t("security.passkeys", { count })].filter(
    Boolean,
  );
  const isProtected = held.length > 0;
  return (
    <SectionCard title={t("security.title")} titleId={titleId}>
      <ul className="-my-3">
        <SectionRow
          title={t("secondFactors.title")}
          state={data ? held.join(" · ") || t("security.none") : <Skeleton className="h-3 w-56" />}
        >
          <ViewLink to="/my-account?tab=security" className={buttonClass({ size: "sm" })}>
            {t(isProtected ? "security.manage" : "secondFactors.setUp")}
          </ViewLink>
        </SectionRow>
      </ul>
    </SectionCard>
  );
}
