"use client";
import { useId } from "react";
import { get, useFormContext } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { translationLanguages } from "@/lib/contract/columns";
import { languageNames } from "@/lib/i18n/language";
import { FieldRow, ReadField } from "../form/fields";
import { useFormContextValue } from "../form/form-context";
import { TranslationsValue } from "../values/translations-value";
import type { FormFieldProps } from "./form-field";

/** A name in other languages: a line of text for each, and an object of them as the value. */
export function TranslationsField({ name, help, className }: FormFieldProps) {
  const { editing, label, stored } = useFormContextValue();
  const { register, formState } = useFormContext();
  const helpId = useId();
  if (!editing)
    return (
      <ReadField name={name} className={className}>
        <TranslationsValue value={stored[name]} />
      </ReadField>
    );
  const errors = get(formState.errors, name) as { message?: string } | undefined;
  const note = errors?.message || help;
  return (
    <fieldset aria-describedby={note ? helpId : undefined} className={cn("flex flex-col gap-1", className)}>
      <legend className="mb-1 font-medium text-sm">{label(name)}</legend>
      <FieldRow>
        {translationLanguages.map((language) => (
          <Field
            key={language}
            label={languageNames[language]}
            error={(get(errors, language) as { message?: string } | undefined)?.message}
          >
            <Input lang={language} autoComplete="off" {...register(`${name}.${language}`)} />
          </Field>
        ))}
      </FieldRow>
      {note && (
        <p id={helpId} className={cn("text-xs", errors?.message ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
