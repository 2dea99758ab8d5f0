"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useId } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FormContextProvider } from "./form-context";
import { FormShell } from "./form-shell";
import { ProblemAlert } from "./problem-alert";
import type { SaveForm } from "./save-form";

interface FormDialogProps<Values extends FieldValues>
  extends Pick<ComponentProps<typeof Dialog>, "description" | "size" | "focusAfterwards" | "children"> {
  form: UseFormReturn<Values>;
  saving: SaveForm<Values>;
  title: string;
  /** Accessible name of the form; defaults to the title. */
  formLabel?: string;
  submitLabel: string;
  /** Returns the translated label of a field. */
  label: (name: string) => string;
  onClose: () => void;
  /** Cancels a pending save, during which the dialog cannot be closed otherwise; without it, saves run to completion. */
  onStop?: () => void;
}

/** Dialog with a separate form on top of the view that opened it. */
export function FormDialog<Values extends FieldValues>({
  form,
  saving,
  formLabel,
  submitLabel,
  label,
  onClose,
  onStop,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  const common = useTranslations("common");
  const id = useId();
  const stop = saving.saving ? onStop : undefined;
  return (
    <Dialog
      {...dialog}
      open
      locked={stop !== undefined}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={stop ?? onClose}>{common("cancel")}</Button>
          <Button type="submit" form={id} variant="primary" loading={saving.saving}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormShell
        form={form}
        id={id}
        label={formLabel ?? dialog.title}
        faults={saving.faults}
        onSubmit={saving.submit}
      >
        <ProblemAlert problem={saving.problem} className="mb-4" />
        <FormContextProvider value={{ editing: true, label, stored: {} }}>
          <div className="@container flex flex-col gap-4 pb-1">{children}</div>
        </FormContextProvider>
      </FormShell>
    </Dialog>
  );
}
