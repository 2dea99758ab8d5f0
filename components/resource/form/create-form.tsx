"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type * as z from "zod";
import { Button } from "@/components/ui/button";
import { useTab } from "@/lib/tabs";
import { FormContextProvider } from "./form-context";
import { FormShell } from "./form-shell";
import { ProblemAlert } from "./problem-alert";
import { useSchemaResolver } from "./resolver";
import { useSaveForm } from "./save-form";
import { SectionCard } from "./section-card";

interface CreateFormProps<Values extends FieldValues> {
  title: string;
  description?: ReactNode;
  schema: z.ZodType;
  initial: Values;
  label: (name: string) => string;
  /** Answers the new record's id. */
  create: (values: Values) => Promise<string>;
  /** Replaces the create tab by the record's (TB-08). */
  onCreated: (id: string) => void | Promise<void>;
  submitLabel: string;
  children: ReactNode;
}

/** A view that is there to be filled in: always editable, and marked as unsaved once something was typed. */
export function CreateForm<Values extends FieldValues>({
  title,
  description,
  schema,
  initial,
  label,
  create,
  onCreated,
  submitLabel,
  children,
}: CreateFormProps<Values>) {
  const common = useTranslations("common");
  const tab = useTab();
  const titleId = useId();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: initial as DefaultValues<Values>,
  });
  const { isDirty } = form.formState;
  const saving = useSaveForm<Values, string>({
    form,
    save: create,
    onSaved: async (id) => {
      tab.setHighlighted(false);
      tab.guard(undefined);
      await onCreated(id);
    },
  });
  const submit = useRef(saving.submit);
  submit.current = saving.submit;

  // No clean-up: it would run when the tab is hidden, and just then the input must stay guarded.
  const { setHighlighted, guard } = tab;
  useEffect(() => {
    setHighlighted(isDirty);
    guard(isDirty ? { save: () => submit.current(), discard: () => undefined } : undefined);
  }, [isDirty, setHighlighted, guard]);

  return (
    <SectionCard title={title} titleId={titleId} description={description}>
      <FormShell form={form} label={title} onSubmit={saving.submit}>
        <ProblemAlert problem={saving.problem} className="mb-4" />
        <FormContextProvider value={{ editing: true, label, stored: initial }}>
          <div className="flex flex-col gap-4">{children}</div>
        </FormContextProvider>
        <div className="mt-5 flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={saving.saving}>
            {submitLabel}
          </Button>
          <Button onClick={tab.close}>{common("cancel")}</Button>
        </div>
      </FormShell>
    </SectionCard>
  );
}
