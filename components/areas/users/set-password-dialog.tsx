"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { TextField } from "@/components/resource/form/fields";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { FormShell } from "@/components/resource/form/form-shell";
import { ProblemAlert } from "@/components/resource/form/problem-alert";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { setPassword, type UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { useUserLabel } from "./labels";

interface SetPasswordDialogProps {
  user: UserDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function SetPasswordDialog(props: SetPasswordDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

const nothing = { password: "", passwordRepeat: "" };

function OpenDialog({ user, onOpenChange }: SetPasswordDialogProps) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  const label = useUserLabel();
  const formId = useId();
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(setPassword),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: (body) => call(contract.users.setPassword, { params: { userId: user.userId }, body }),
    onSaved: () => onOpenChange(false),
    successMessage: t("setPassword.done"),
  });

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t("setPassword.title", { name: userDisplayName(user) })}
      description={t("setPassword.description")}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving.saving}>
            {t("setPassword.action")}
          </Button>
        </>
      }
    >
      <FormShell
        form={form}
        id={formId}
        label={t("setPassword.action")}
        faults={saving.faults}
        onSubmit={saving.submit}
      >
        <ProblemAlert problem={saving.problem} className="mb-4" />
        <FormContextProvider value={{ editing: true, label, stored: nothing }}>
          <div className="flex flex-col gap-4 pb-1">
            <TextField name="password" type="password" required help={t("help.password")} />
            <TextField name="passwordRepeat" type="password" required />
          </div>
        </FormContextProvider>
      </FormShell>
    </Dialog>
  );
}
