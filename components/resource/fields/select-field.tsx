"use client";
import type { Ref } from "react";
import { Select, type SelectOption } from "@/components/ui/select";
import { DisplayValue } from "../values/display-value";
import { ControlledField, type FormFieldProps, useStored } from "./form-field";

/** Single choice from a short, known list. For lists that are searched, see the picker. */
export function SelectField({ options, ...field }: FormFieldProps & { options: readonly SelectOption[] }) {
  const stored = useStored(field.name);
  const chosen = options.find(({ value }) => value === stored);
  return (
    <ControlledField<string>
      display="text"
      read={<DisplayValue type="text" value={chosen?.label ?? stored} />}
      empty=""
      {...field}
    >
      {({ onChange, ref, ...control }) => (
        <Select
          {...control}
          ref={ref as Ref<HTMLSelectElement>}
          options={options}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </ControlledField>
  );
}
