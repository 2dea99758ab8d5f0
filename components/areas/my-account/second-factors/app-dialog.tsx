"use client";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { GroupedKey } from "@/components/ui/code-list";
import { QrCode } from "@/components/ui/qr-code";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { totpCode } from "@/lib/contract/second-factors";

const nothing = { code: "" };

interface AppDialogProps {
  secret: string;
  /** Content of the QR code. */
  address: string;
  onSaved: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret of an authenticator app, and confirms it with the app's first code (AU-11). */
export function AppDialog({ secret, address, onSaved, onClose }: AppDialogProps) {
  const t = useTranslations("my-account.secondFactors");
  const label = useFieldLabel("my-account");
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(totpCode),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: (body) => call(contract.user.confirmTotp, { body }),
    onSaved: ({ recoveryCodes }) => onSaved(recoveryCodes),
    successMessage: t("appDone"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("setUpTitle")}
      description={t("scan")}
      submitLabel={t("confirm")}
      label={label}
      onClose={onClose}
    >
      <QrCode text={address} label={t("image")} />
      <div className="text-sm">
        <p className="text-muted">{t("byHand")}</p>
        <GroupedKey text={secret} />
      </div>
      <TextField name="code" required autoComplete="one-time-code" />
    </FormDialog>
  );
}
