"use client";
import type { ReactNode } from "react";
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import { useErrorsInLanguage } from "./use-errors-in-language";

interface FormShellProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  onSubmit: () => void;
  label: string;
  /** For a submit button outside of the form. */
  id?: string;
  children: ReactNode;
}

/** Enter in a text input and Ctrl/Cmd+Enter anywhere submit (FM-08). */
export function FormShell<Values extends FieldValues>({
  form,
  onSubmit,
  label,
  id,
  children,
}: FormShellProps<Values>) {
  useErrorsInLanguage(form);
  return (
    <FormProvider {...form}>
      <form
        id={id}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a dialog must not submit the one its dialog was opened from.
          event.stopPropagation();
          onSubmit();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        {children}
      </form>
    </FormProvider>
  );
}
