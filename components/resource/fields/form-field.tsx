"use client";
import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { ReadField } from "../form/fields";
import { useFormContextValue } from "../form/form-context";
import { type DisplayType, isNothing } from "../values/display-type";
import { DisplayValue } from "../values/display-value";
import type { ControlProps } from "./control";
import { useTyped } from "./use-typed";

const exchanged = /\b\d{4}-\d\d(-\d\d)?(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?|\b\d\d:\d\d\b(?!:)/g;

/**
 * Rules contain dates and times in exchange format (`2026-03-01`), shared by forms and API; this formats them in messages as the
 * user types them.
 */
function useLocalizedError() {
  const day = useTyped("day");
  const dateTime = useTyped("dateTime");
  const month = useTyped("month");
  const time = useTyped("time");
  return (message: string | undefined) =>
    message?.replace(
      exchanged,
      (date) => dateTime.write(date) ?? day.write(date) ?? month.write(date) ?? time.write(date) ?? date,
    );
}

export interface FormFieldProps {
  name: string;
  required?: boolean;
  help?: ReactNode;
  className?: string;
}

interface ControlledFieldProps<Value> extends FormFieldProps {
  /** Display type of the stored value outside of edit mode. */
  display: DisplayType;
  /** Replaces the stored value for reading. */
  read?: ReactNode;
  /** Returns an error beyond the form's rules; `failed` if the rules reject the value, too. */
  problem?: (value: Value, failed: boolean) => string | undefined;
  /** Validates on blur, and clears the error as soon as the value is valid. */
  checkedOnLeaving?: boolean;
  /** Validates immediately after a choice. */
  checkedAtOnce?: boolean;
  /** Value of the control if the form has none. */
  empty: Value;
  children: (control: ControlProps<Value>, label: string) => ReactNode;
}

/** Label, control and message of a field; rendered as text while its section is not edited (FM-01, FM-05). */
export function ControlledField<Value>({
  name,
  required,
  help,
  className,
  ...rest
}: ControlledFieldProps<Value>) {
  const { editing, label, stored } = useFormContextValue();
  const { control, trigger, getValues } = useFormContext();
  const readable = useLocalizedError();
  if (!editing)
    return (
      <ReadField name={name} className={className}>
        {rest.read ?? <DisplayValue type={rest.display} value={stored[name]} />}
      </ReadField>
    );
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, ...field }, fieldState: { error } }) => {
        const leave = () => {
          field.onBlur();
          // Missing values are reported on submit.
          const check = () => !isNothing(getValues(name)) && trigger(name);
          if (rest.checkedOnLeaving) afterPress(check);
        };
        const change = (next: Value) => {
          field.onChange(next);
          if (rest.checkedAtOnce || (rest.checkedOnLeaving && error)) trigger(name);
        };
        return (
          <Field
            label={label(name)}
            required={required}
            help={help}
            error={rest.problem?.(value ?? rest.empty, error !== undefined) ?? readable(error?.message)}
            className={className}
          >
            {rest.children(
              { ...field, value: value ?? rest.empty, onBlur: leave, onChange: change },
              label(name),
            )}
          </Field>
        );
      }}
    />
  );
}

/** Runs immediately, or after the current press ends: layout shifts during a press would lose the click. */
function afterPress(run: () => void): void {
  if (!document.documentElement.matches(":active")) {
    run();
    return;
  }
  const stop = new AbortController();
  const up = () => {
    stop.abort();
    // The click event comes first.
    setTimeout(run);
  };
  window.addEventListener("pointerup", up, { signal: stop.signal });
  window.addEventListener("pointercancel", up, { signal: stop.signal });
}

/** Returns the stored value of a field with a custom display. */
export function useStored(name: string): unknown {
  return useFormContextValue().stored[name];
}
