"use client";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Says what is wrong with fields in the language that was switched to; what the server said stays as it said it. */
export function useErrorsInLanguage<Values extends FieldValues>(form: UseFormReturn<Values>): void {
  const locale = useLocale();
  const saidIn = useRef(locale);
  useEffect(() => {
    if (saidIn.current === locale) return;
    saidIn.current = locale;
    const names = Object.entries(form.formState.errors)
      .filter(([, error]) => error?.type !== "server")
      .map(([name]) => name as Path<Values>);
    if (names.length > 0) form.trigger(names);
  }, [locale, form]);
}
