"use client";
import type { ColourName } from "@/lib/theme/colours";
import { ChosenLabels } from "./chosen-labels";
import { ColourInput } from "./colour-input";
import { ColourValue } from "./colour-value";
import { isNothing } from "./display-type";
import { NothingEntered } from "./display-value";
import { ControlledField, type FormFieldProps, useStored } from "./form-field";
import { MultiSelect } from "./multi-select";
import type { ListOption } from "./option-list";

/** Several of a known list; the value is a list of theirs. For lists that are looked up, see the picker. */
export function MultiSelectField({ options, ...field }: FormFieldProps & { options: readonly ListOption[] }) {
  const stored = useStored(field.name);
  const labels = options
    .filter(({ value }) => Array.isArray(stored) && stored.includes(value))
    .map(({ label }) => label);
  const read =
    labels.length > 0 ? (
      <span className="flex flex-wrap gap-1">
        <ChosenLabels labels={labels} />
      </span>
    ) : (
      <NothingEntered />
    );
  return (
    <ControlledField<readonly string[]> display="any" read={read} empty={[]} {...field}>
      {(control, label) => <MultiSelect label={label} options={options} {...control} />}
    </ControlledField>
  );
}

/** A colour of the palette, `#rrggbb`. */
export function ColourField({ offered, ...field }: FormFieldProps & { offered?: readonly ColourName[] }) {
  const stored = useStored(field.name);
  const read = isNothing(stored) ? <NothingEntered /> : <ColourValue value={String(stored)} />;
  return (
    <ControlledField display="text" read={read} empty="" {...field}>
      {(control, label) => <ColourInput label={label} offered={offered} {...control} />}
    </ControlledField>
  );
}
