"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useCapability } from "@/lib/client/api/capabilities";
import { setPassword } from "@/lib/contract/passwords";
import { useFieldLabel } from "../form/field-label";
import { CheckboxField, TextField } from "../form/fields";
import { FormContextProvider } from "../form/form-context";
import { FormShell } from "../form/form-shell";
import { ProblemAlert } from "../form/problem-alert";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";
import { invalidateAreas } from "../record/out-of-date";

interface SetPasswordDialogProps {
  /** Whose password. */
  name: string;
  /** Areas whose answers are out of date afterwards. */
  affects: readonly string[];
  save: (body: { password: string; passwordRepeat: string; endApiKeys: boolean }) => Promise<unknown>;
  /** Which API keys there are, for who may see them. */
  apiKeys?: ReactNode;
  onClose: () => void;
}

const initial = { password: "", passwordRepeat: "", endApiKeys: true };

/** Sets the password of somebody whom one administers (US-01); their API keys end with it unless they are to stay (PM-05). */
export default function SetPasswordDialog({ name, save, affects, apiKeys, onClose }: SetPasswordDialogProps) {
  const t = useTranslations("resource.setPassword");
  const common = useTranslations("common");
  const fieldLabel = useFieldLabel("users");
  const label = (field: string) => (field === "endApiKeys" ? t("endApiKeys") : fieldLabel(field));
  const hasApiKeys = useCapability("api-keys");
  const client = useQueryClient();
  const formId = useId();
  const form = useForm({
    resolver: useSchemaResolver<typeof initial>(setPassword),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save,
    onSaved: () => {
      onClose();
      invalidateAreas(client, affects);
    },
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
        <FormContextProvider value={{ editing: true, label, stored: initial }}>
          <div className="flex flex-col gap-4 pb-1">
            <TextField name="password" type="password" required help={t("help")} />
            <TextField name="passwordRepeat" type="password" required />
            {hasApiKeys && (
              <CheckboxField
                name="endApiKeys"
                help={
                  <>
                    {apiKeys} {t("endApiKeysHelp")}
                  </>
                }
              />
            )}
          </div>
        </FormContextProvider>
      </FormShell>
    </Dialog>
  );
}
