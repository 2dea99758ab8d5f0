"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Ref, useId } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { Tooltip } from "@/components/ui/tooltip";
import { type ColourName, colourNames, colours } from "@/lib/theme/colours";
import { ColourValue } from "../values/colour-value";
import { isNothing } from "../values/display-type";
import { NothingEntered } from "../values/display-value";
import { ChosenLabels } from "./chosen-labels";
import type { ControlProps } from "./control";
import { ControlledField, type FormFieldProps, useStored } from "./form-field";
import { MultiSelect } from "./multi-select";
import type { ListOption } from "./option-list";

/** Multiple choice from a known list; the value is an array. For lists that are searched, see the picker. */
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

interface ColourInputProps extends ControlProps<string> {
  /** Accessible name of the group. */
  label: string;
  /** Colours offered; by default all nine. */
  offered?: readonly ColourName[];
}

/** A colour of the palette as `#rrggbb`, or empty. Radio buttons: arrow keys choose, and each announces its colour's name. */
function ColourInput({ value, onChange, label, offered = colourNames, ...rest }: ColourInputProps) {
  const t = useTranslations("fields.colours");
  const group = useId();
  const { "aria-required": required, ...described } = useFieldControl();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-required={required}
      {...described}
      className="flex flex-wrap gap-1.5"
    >
      {offered.map((name, index) => {
        const chosen = colours[name] === value.toLowerCase();
        return (
          <Tooltip key={name} content={t(name)}>
            <span
              className="relative inline-flex size-7 forced-color-adjust-none items-center justify-center rounded-full"
              style={{ backgroundColor: colours[name] }}
            >
              <input
                ref={index === 0 ? (rest.ref as Ref<HTMLInputElement>) : undefined}
                type="radio"
                data-swatch=""
                name={rest.name ?? group}
                value={colours[name]}
                aria-label={t(name)}
                checked={chosen}
                disabled={rest.disabled}
                onChange={() => onChange(colours[name])}
                onBlur={rest.onBlur}
                className="absolute inset-0 cursor-pointer appearance-none rounded-full"
              />
              <Check
                aria-hidden="true"
                className={cn("pointer-events-none size-4 stroke-3 text-white", !chosen && "invisible")}
              />
            </span>
          </Tooltip>
        );
      })}
    </div>
  );
}
