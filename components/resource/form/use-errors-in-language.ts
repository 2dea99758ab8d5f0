"use client";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useSaidAgain } from "./said-again";

/** Says what is wrong with fields in the language that was switched to; what only the server knows stays as it said it. */
export function useErrorsInLanguage<Values extends FieldValues>(form: UseFormReturn<Values>): void {
  const locale = useLocale();
  const saidIn = useRef(locale);
  const { sayRules } = useSaidAgain();
  useEffect(() => {
    if (saidIn.current === locale) return;
    saidIn.current = locale;
    const errors = Object.entries(form.formState.errors);
    const own = errors.flatMap(([name, error]) => (error?.type === "server" ? [] : [name as Path<Values>]));
    if (own.length > 0) form.trigger(own);
    for (const [name, error] of errors) {
      if (error?.type !== "server") continue;
      const { types } = form.getFieldState(name as Path<Values>).error ?? {};
      const message = sayRules(types);
      if (message) form.setError(name as Path<Values>, { type: "server", message, types });
    }
  }, [locale, form, sayRules]);
}
