"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { SectionCard } from "@/components/resource/form/section-card";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { secondFactorReset } from "@/lib/contract/second-factors";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { useDenied } from "./denied";
import { useUserLabel } from "./labels";

/** Which second factors a user has, for administrators, who reset them when all are lost (AU-11). */
export default function SecondFactors({ user }: { user: UserDetail }) {
  const t = useTranslations("users.secondFactors");
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const denied = useDenied(user, "secondFactorOfStronger", "foreignSecondFactor");
  const titleId = useId();
  const { data } = useQuery(queryOf(contract.users.secondFactors, { params: { userId: user.userId } }));
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
      {isAsking && <ResetDialog user={user} onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

const nothing = { reason: "" };

function ResetDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const t = useTranslations("users.secondFactors");
  const client = useQueryClient();
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(secondFactorReset),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: (body) => call(contract.users.resetSecondFactors, { params: { userId: user.userId }, body }),
    onSaved: () => {
      invalidateAreas(client, contract.users.resetSecondFactors.affects);
      onClose();
    },
    successMessage: t("done"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("resetTitle", { name: userDisplayName(user) })}
      description={t("resetHint")}
      submitLabel={t("reset")}
      label={useUserLabel()}
      onClose={onClose}
    >
      <TextField name="reason" required />
    </FormDialog>
  );
}
