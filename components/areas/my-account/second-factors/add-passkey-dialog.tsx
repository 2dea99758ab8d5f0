"use client";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { reportError } from "@/components/errors/report-error";
import { createPasskey } from "@/components/login/new-passkey";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { newPasskey } from "@/lib/contract/second-factors";

const nothing = { name: "", currentPassword: "" };

interface AddPasskeyDialogProps {
  onSaved: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Creates a passkey in the browser, after the user's own password (AU-11). */
export function AddPasskeyDialog({ onSaved, onClose }: AddPasskeyDialogProps) {
  const t = useTranslations("my-account.secondFactors");
  const label = useFieldLabel("my-account");
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(newPasskey),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: async ({ name, currentPassword }) => {
      const options = await call(contract.user.makePasskey, { body: { currentPassword } });
      const response = await createPasskey(options).catch((error: unknown) => {
        reportError(t("passkeyFailed"), error);
        throw new DOMException("The browser created no passkey.", "AbortError");
      });
      return call(contract.user.addPasskey, { body: { name, response } });
    },
    onSaved: ({ recoveryCodes }) => onSaved(recoveryCodes),
    successMessage: t("passkeyAdded"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("passkeyAdd")}
      description={t("passwordFirst")}
      submitLabel={t("next")}
      label={label}
      onClose={onClose}
    >
      <TextField name="name" required />
      <TextField name="currentPassword" type="password" required autoComplete="current-password" />
    </FormDialog>
  );
}
