"use client";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { passkeyName, type SecondFactors } from "@/lib/contract/second-factors";

interface RenamePasskeyDialogProps {
  passkey: SecondFactors["passkeys"][number];
  onSaved: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onSaved, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations("my-account.secondFactors");
  const { passkeyId, name } = passkey;
  const form = useForm({
    resolver: useSchemaResolver<{ name: string }>(passkeyName),
    defaultValues: { name },
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: (body) => call(contract.user.renamePasskey, { params: { passkeyId }, body }),
    onSaved,
    successMessage: t("passkeyRenamed"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("passkeyRename")}
      submitLabel={t("passkeyRename")}
      label={useFieldLabel("my-account")}
      onClose={onClose}
    >
      <TextField name="name" required />
    </FormDialog>
  );
}
