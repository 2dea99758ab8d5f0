"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { SectionCard } from "@/components/resource/form/section-card";
import ResetSecondFactorsDialog from "@/components/resource/password/reset-second-factors-dialog";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { useDenied } from "./denied";

/** Which second factors a user has, for administrators, who reset them when all are lost (AU-11). */
export default function SecondFactors({ user }: { user: UserDetail }) {
  const t = useTranslations("users.secondFactors");
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const denied = useDenied(user, "secondFactorOfStronger", "foreignSecondFactor");
  const titleId = useId();
  const params = { userId: user.userId };
  const { data } = useQuery(queryOf(contract.users.secondFactors, { params }));
  if (!data) return null;
  const names = [
    ...(data.totpOn ? [t("app")] : []),
    ...data.passkeys.map(({ name }) => t("passkey", { name })),
  ];
  return (
    <SectionCard title={t("title")} titleId={titleId}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 break-words">
          {names.length > 0
            ? `${format.allOf(names)} · ${t("codesLeft", { left: data.recoveryCodesLeft })}`
            : t("none")}
        </p>
        {names.length > 0 && (
          <ReasonedButton
            size="sm"
            aria-haspopup="dialog"
            disabledReason={isMe ? t("own") : denied}
            onClick={() => setAsking(true)}
          >
            {t("reset")}
          </ReasonedButton>
        )}
      </div>
      {isAsking && (
        <ResetSecondFactorsDialog
          name={userDisplayName(user)}
          affects={contract.users.resetSecondFactors.affects}
          save={(body) => call(contract.users.resetSecondFactors, { params, body })}
          onClose={() => setAsking(false)}
        />
      )}
    </SectionCard>
  );
}
