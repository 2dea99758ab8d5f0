"use client";
import { useForm } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { ownPassword } from "@/lib/contract/second-factors";

const nothing = { currentPassword: "" };

interface PasswordDialogProps<Result> {
  title: string;
  description: string;
  submitLabel: string;
  save: (body: { currentPassword: string }) => Promise<Result>;
  onSaved: (result: Result) => void;
  successMessage?: string;
  onClose: () => void;
}

/** Asks for the user's own password before a change of their second factors. */
export function PasswordDialog<Result>({
  save,
  onSaved,
  successMessage,
  ...dialog
}: PasswordDialogProps<Result>) {
  const label = useFieldLabel("my-account");
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(ownPassword),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({ form, save, onSaved, successMessage, quiet: successMessage === undefined });
  return (
    <FormDialog {...dialog} form={form} saving={saving} label={label}>
      <TextField name="currentPassword" type="password" required autoComplete="current-password" />
    </FormDialog>
  );
}
