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
import { NewPasswordField } from "../form/new-password-field";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";
import { invalidateAreas } from "../list/invalidate";
import { PasswordLink } from "./password-link";

interface SetPasswordDialogProps {
  /** Name of the user. */
  name: string;
  /** Areas to invalidate afterwards. */
  affects: readonly string[];
  save: (body: { password: string; passwordRepeat: string; endApiKeys: boolean }) => Promise<unknown>;
  /** The user's API keys and their fate, for administrators allowed to see them. */
  apiKeys?: ReactNode;
  /** Creates a link by which the user sets the password. */
  createLink?: () => Promise<string>;
  onClose: () => void;
}

const initial = { password: "", passwordRepeat: "", endApiKeys: true };

/** Sets another user's password (US-01); revokes their API keys unless they are to be kept (PM-05). */
export default function SetPasswordDialog({
  name,
  save,
  affects,
  apiKeys,
  createLink,
  onClose,
}: SetPasswordDialogProps) {
  const t = useTranslations("resource.setPassword");
  const fieldLabel = useFieldLabel("users");
  const label = (field: string) => (field === "endApiKeys" ? t("endApiKeys") : fieldLabel(field));
  const hasApiKeys = useCapability("api-keys");
  const hasLinks = useCapability("password-resets");
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
      <NewPasswordField help={t("help")} names={[name]} />
      <TextField name="passwordRepeat" type="password" required />
      {hasApiKeys && <CheckboxField name="endApiKeys" help={apiKeys || t("endApiKeysHelp")} />}
      {hasLinks && createLink && <PasswordLink create={createLink} />}
    </FormDialog>
  );
}
