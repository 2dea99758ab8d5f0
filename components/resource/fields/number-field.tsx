"use client";
import { ControlledField, type FormFieldProps } from "./form-field";
import { NumberInput } from "./number-input";

/** A number; nothing is null. */
export function NumberField(field: FormFieldProps) {
  return (
    <ControlledField<number | string | null> display="any" empty={null} {...field}>
      {(control) => <NumberInput {...control} />}
    </ControlledField>
  );
}
