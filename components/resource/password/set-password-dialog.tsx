"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useCapability } from "@/lib/client/api/capabilities";
import { setPassword } from "@/lib/contract/passwords";
import { useFieldLabel } from "../form/field-label";
import { CheckboxField, TextField } from "../form/fields";
import { FormDialog } from "../form/form-dialog";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";
import { invalidateAreas } from "../record/invalidate";

interface SetPasswordDialogProps {
  /** Whose password. */
  name: string;
  /** Areas whose answers are out of date afterwards. */
  affects: readonly string[];
  save: (body: { password: string; passwordRepeat: string; endApiKeys: boolean }) => Promise<unknown>;
  /** Which API keys there are, and what becomes of them, for who may see them. */
  apiKeys?: ReactNode;
  onClose: () => void;
}

const initial = { password: "", passwordRepeat: "", endApiKeys: true };

/** Sets the password of somebody whom one administers (US-01); their API keys end with it unless they are to stay (PM-05). */
export default function SetPasswordDialog({ name, save, affects, apiKeys, onClose }: SetPasswordDialogProps) {
  const t = useTranslations("resource.setPassword");
  const fieldLabel = useFieldLabel("users");
  const label = (field: string) => (field === "endApiKeys" ? t("endApiKeys") : fieldLabel(field));
  const hasApiKeys = useCapability("api-keys");
  const client = useQueryClient();
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
    <FormDialog
      form={form}
      saving={saving}
      title={t("title", { name })}
      description={t("description")}
      formLabel={t("action")}
      submitLabel={t("action")}
      label={label}
      onClose={onClose}
    >
      <TextField name="password" type="password" required help={t("help")} />
      <TextField name="passwordRepeat" type="password" required />
      {hasApiKeys && <CheckboxField name="endApiKeys" help={apiKeys || t("endApiKeysHelp")} />}
    </FormDialog>
  );
}
