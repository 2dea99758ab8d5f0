"use client";
import { useLocale } from "next-intl";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from "react-hook-form";
import { focusWhenFree } from "@/components/ui/focus-later";
import { useTranslatedFaults } from "./translated-faults";

const faulty = "[aria-invalid=true]:not(form)";

interface FormShellProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  onSubmit: () => void;
  label: string;
  /** Counter from `useSaveForm`; each increment moves the focus to the first invalid field. */
  faults?: number;
  /** Id that a submit button outside the form refers to. */
  id?: string;
  children: ReactNode;
}

/** Enter in a text input and Ctrl/Cmd+Enter anywhere submit (FM-08). */
export function FormShell<Values extends FieldValues>({
  form,
  onSubmit,
  label,
  faults = 0,
  id,
  children,
}: FormShellProps<Values>) {
  const box = useRef<HTMLFormElement>(null);
  useFaultFocus(box, faults);
  useTranslatedErrors(form);

  // Validates pasted text immediately, so that text over the limit is reported before saving, and again on each correction.
  const checkPasted = ({ target, nativeEvent }: FormEvent<HTMLFormElement>) => {
    const name =
      "name" in target && typeof target.name === "string" ? (target.name as Path<Values>) : undefined;
    if (!name) return;
    const pasted =
      nativeEvent instanceof InputEvent &&
      ["insertFromPaste", "insertFromDrop"].includes(nativeEvent.inputType);
    // Runs after the field has registered its new value.
    if (pasted || form.getFieldState(name).invalid) queueMicrotask(() => form.trigger(name));
  };

  return (
    <FormProvider {...form}>
      <form
        ref={box}
        id={id}
        aria-label={label}
        noValidate
        onInput={checkPasted}
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a dialog must not submit the form that opened the dialog.
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

/**
 * Moves the focus to the first invalid field when `faults` increases (FM-04). Also works behind an open dialog and in a hidden
 * sub-tab, since effects run when it is shown.
 */
function useFaultFocus(box: RefObject<HTMLElement | null>, faults: number): void {
  const seen = useRef(faults);
  useEffect(() => {
    if (seen.current === faults) return;
    seen.current = faults;
    focusWhenFree(() => box.current?.querySelector<HTMLElement>(faulty));
  }, [faults, box]);
}

/** Translates validation errors after a language switch; messages known only to the server stay unchanged. */
function useTranslatedErrors<Values extends FieldValues>(form: UseFormReturn<Values>): void {
  const locale = useLocale();
  const errorLocale = useRef(locale);
  const { translateRules } = useTranslatedFaults();
  useEffect(() => {
    if (errorLocale.current === locale) return;
    errorLocale.current = locale;
    const errors = Object.entries(form.formState.errors);
    const own = errors.flatMap(([name, error]) => (error?.type === "server" ? [] : [name as Path<Values>]));
    if (own.length > 0) form.trigger(own);
    for (const [name, error] of errors) {
      if (error?.type !== "server") continue;
      const { types } = form.getFieldState(name as Path<Values>).error ?? {};
      const message = translateRules(types);
      if (message) form.setError(name as Path<Values>, { type: "server", message, types });
    }
  }, [locale, form, translateRules]);
}
