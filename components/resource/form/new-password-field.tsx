"use client";
import { get, useFormContext } from "react-hook-form";
import { Field } from "../../ui/field";
import { NewPasswordInput } from "../../ui/new-password-input";
import { useSecretInput } from "./fields";
import { useFormContextValue } from "./form-context";

interface NewPasswordFieldProps {
  help: string;
  /** Names of the password's owner, in addition to those in the form's fields. */
  names?: readonly string[];
}

const name = "password";

/** The field `password` of a form, for a new password, with a meter of its strength. */
export function NewPasswordField({ help, names = [] }: NewPasswordFieldProps) {
  const { label } = useFormContextValue();
  const { register, formState, getValues } = useFormContext();
  const labels = useSecretInput(name);
  const ownNames = () => {
    const [email, ...others] = getValues(["email", "userName", "firstName", "lastName"]);
    return [...names, ...others, email?.split("@")[0]].map((value) => value ?? "");
  };
  const { message: error } = (get(formState.errors, name) ?? {}) as { message?: string };
  return (
    <Field label={label(name)} required help={help} error={error}>
      <NewPasswordInput {...register(name)} names={ownNames} labels={labels} />
    </Field>
  );
}
