"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { setPassword } from "@/lib/contract/users";
import { useFieldLabel } from "../form/field-label";
import { TextField } from "../form/fields";
import { FormContextProvider } from "../form/form-context";
import { FormShell } from "../form/form-shell";
import { ProblemAlert } from "../form/problem-alert";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";

interface SetPasswordDialogProps {
  /** Whose password. */
  name: string;
  save: (body: { password: string; passwordRepeat: string }) => Promise<unknown>;
  onClose: () => void;
}

const nothing = { password: "", passwordRepeat: "" };

/** Sets the password of somebody whom one administers (US-01). */
export default function SetPasswordDialog({ name, save, onClose }: SetPasswordDialogProps) {
  const t = useTranslations("resource.setPassword");
  const common = useTranslations("common");
  const label = useFieldLabel("users");
  const formId = useId();
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(setPassword),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save,
    onSaved: onClose,
    successMessage: t("done"),
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title", { name })}
      description={t("description")}
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
            <TextField name="password" type="password" required help={t("help")} />
            <TextField name="passwordRepeat" type="password" required />
          </div>
        </FormContextProvider>
      </FormShell>
    </Dialog>
  );
}
