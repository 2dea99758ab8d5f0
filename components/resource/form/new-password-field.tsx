"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect } from "react";
import { get, useFormContext } from "react-hook-form";
import { Field } from "../../ui/field";
import { NewPasswordInput } from "../../ui/new-password-input";
import { useFormContextValue } from "./form-context";

interface NewPasswordFieldProps {
  help: string;
  /** Names of the password's owner, in addition to those in the form's fields. */
  names?: readonly string[];
}

const name = "password";
const fieldsOfNames = ["userName", "firstName", "lastName", "email"];

/** The field `password` of a form, for a new password, with a meter of its strength. */
export function NewPasswordField({ help, names: given }: NewPasswordFieldProps) {
  const t = useTranslations("common");
  const { label, secret } = useFormContextValue();
  const { register, formState, getValues } = useFormContext();
  useEffect(() => secret?.(name), [secret]);
  const names = useCallback(
    () => [...(given ?? []), ...getValues(fieldsOfNames).map((value) => value ?? "")],
    [given, getValues],
  );
  const { message: error } = (get(formState.errors, name) ?? {}) as { message?: string };
  return (
    <Field label={label(name)} required help={help} error={error}>
      <NewPasswordInput
        {...register(name)}
        names={names}
        labels={{ show: t("showPassword"), hide: t("hidePassword") }}
      />
    </Field>
  );
}
