"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { secondFactorReset } from "@/lib/contract/second-factors";
import { useFieldLabel } from "../form/field-label";
import { TextField } from "../form/fields";
import { FormDialog } from "../form/form-dialog";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";
import { invalidateAreas } from "../list/invalidate";

interface ResetSecondFactorsDialogProps {
  /** Name of the user. */
  name: string;
  /** Areas to invalidate afterwards. */
  affects: readonly string[];
  save: (body: { reason: string }) => Promise<unknown>;
  onClose: () => void;
}

const initial = { reason: "" };

/** Resets the second factors of another user, with a reason (AU-11). */
export default function ResetSecondFactorsDialog({
  name,
  affects,
  save,
  onClose,
}: ResetSecondFactorsDialogProps) {
  const t = useTranslations("users.secondFactors");
  const client = useQueryClient();
  const form = useForm({
    resolver: useSchemaResolver<typeof initial>(secondFactorReset),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save,
    onSaved: () => {
      invalidateAreas(client, affects);
      onClose();
    },
    successMessage: t("done"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("resetTitle", { name })}
      description={t("resetHint")}
      submitLabel={t("reset")}
      label={useFieldLabel("users")}
      onClose={onClose}
    >
      <TextField name="reason" required />
    </FormDialog>
  );
}
