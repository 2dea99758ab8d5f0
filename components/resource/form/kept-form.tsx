"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { DraftsUnavailable } from "./draft-banner";
import { FormShell } from "./form-shell";
import { ProblemAlert } from "./problem-alert";
import type { useSaveForm } from "./save-form";

interface KeptFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  label: string;
  saving: Omit<ReturnType<typeof useSaveForm>, "persist">;
  draft: { failed: boolean };
  submitLabel: string;
  actions?: ReactNode;
  onCancel: () => void;
  children: ReactNode;
}

/** Form with draft support: errors above the fields, Save and Cancel below. */
export function KeptForm<Values extends FieldValues>({
  form,
  label,
  saving,
  draft,
  submitLabel,
  actions,
  onCancel,
  children,
}: KeptFormProps<Values>) {
  const cancel = useTranslations("common")("cancel");
  return (
    <FormShell form={form} label={label} faults={saving.faults} onSubmit={saving.submit}>
      <ProblemAlert problem={saving.problem} className="mb-4" />
      {children}
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={saving.saving}>
          {submitLabel}
        </Button>
        {actions}
        <Button onClick={onCancel}>{cancel}</Button>
        <DraftsUnavailable failed={draft.failed} />
      </div>
    </FormShell>
  );
}
