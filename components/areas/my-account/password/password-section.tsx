"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { FormShell } from "@/components/resource/form/form-shell";
import { NewPasswordField } from "@/components/resource/form/new-password-field";
import { ProblemAlert } from "@/components/resource/form/problem-alert";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { SectionCard } from "@/components/resource/form/section-card";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/client/api/client";
import { useCurrentUser } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { passwordChange } from "@/lib/contract/user";

const nothing = { currentPassword: "", password: "", passwordRepeat: "" };

function SetPasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("my-account.password");
  const common = useTranslations("common");
  const label = useFieldLabel("my-account");
  const profile = useCurrentUser().data?.profile;
  const names = profile
    ? [profile.userName, profile.firstName, profile.lastName, profile.email.split("@")[0] ?? ""]
    : [];
  const formId = useId();
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(passwordChange),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: (body) => call(contract.user.savePassword, { body }),
    onSaved: onClose,
    successMessage: t("done"),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title")}
      description={t("consequence")}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving.saving}>
            {t("action")}
          </Button>
        </>
      }
    >
      <FormShell form={form} id={formId} label={t("action")} faults={saving.faults} onSubmit={saving.submit}>
        <ProblemAlert problem={saving.problem} className="mb-4" />
        <FormContextProvider value={{ editing: true, label, stored: nothing }}>
          <div className="flex flex-col gap-4 pb-1">
            <TextField name="currentPassword" type="password" required autoComplete="current-password" />
            <NewPasswordField help={t("help")} names={names} />
            <TextField name="passwordRepeat" type="password" required />
          </div>
        </FormContextProvider>
      </FormShell>
    </Dialog>
  );
}

/** Changes the user's password; only with password sign-in (HO-04). */
export default function PasswordSection() {
  const t = useTranslations("my-account.password");
  const [open, setOpen] = useState(false);
  return (
    <SectionCard
      title={t("title")}
      titleId={useId()}
      action={
        <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("action")}
        </Button>
      }
    >
      <p className="text-muted text-sm">{t("help")}</p>
      {open && <SetPasswordDialog onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}
