"use client";
import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { ReadField } from "../form/fields";
import { useFormContextValue } from "../form/form-context";
import type { ControlProps } from "./control";
import type { DisplayType } from "./display-type";
import { DisplayValue } from "./display-value";
import { useTyped } from "./use-typed";

const exchanged = /\b\d{4}-\d\d(-\d\d)?(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?|\b\d\d:\d\d\b(?!:)/g;

/**
 * Rules speak of dates and times as they are exchanged (`2026-03-01`), as forms and API share them; here such a one in a
 * message is written as the user types it.
 */
function useReadableError() {
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
  /** How the stored value is shown while it is not edited. */
  display: DisplayType;
  /** In place of the stored value, where that is not what people read. */
  read?: ReactNode;
  /** Says what is wrong with a value besides the form's rules; `failed` when those refuse it as well. */
  problem?: (value: Value, failed: boolean) => string | undefined;
  /** Says on leaving what is wrong with what was typed, and takes it back as soon as it is right. */
  checkedOnLeaving?: boolean;
  /** Says at once what is wrong with what was chosen. */
  checkedAtOnce?: boolean;
  /** What the control is given when the form has nothing. */
  empty: Value;
  children: (control: ControlProps<Value>, label: string) => ReactNode;
}

/** A label, one control of this folder and its message; reads like text while its section is not edited (FM-01, FM-05). */
export function ControlledField<Value>({
  name,
  required,
  help,
  className,
  ...rest
}: ControlledFieldProps<Value>) {
  const { editing, label, stored } = useFormContextValue();
  const { control, trigger, getValues } = useFormContext();
  const readable = useReadableError();
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
          // That something is missing is said when it is sent.
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

const isNothing = (value: unknown) => value === undefined || value === null || value === "";

/**
 * Runs at once, or when the button or finger is up that is being pressed: what moves from under it would not get its click.
 */
function afterPress(run: () => void): void {
  if (!document.documentElement.matches(":active")) {
    run();
    return;
  }
  const stop = new AbortController();
  const up = () => {
    stop.abort();
    // The click comes first.
    setTimeout(run);
  };
  window.addEventListener("pointerup", up, { signal: stop.signal });
  window.addEventListener("pointercancel", up, { signal: stop.signal });
}

/** The stored value of a field, for those that are read in a way of their own. */
export function useStored(name: string): unknown {
  return useFormContextValue().stored[name];
}
