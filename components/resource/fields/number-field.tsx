"use client";
import { useLocale } from "next-intl";
import { type Ref, useState } from "react";
import { Input } from "@/components/ui/input";
import { readNumber, writeNumber } from "@/lib/format/typed-number";
import type { ControlProps } from "./control";
import { ControlledField, type FormFieldProps } from "./form-field";

/** A number; empty is null. `isWhole`: without a fraction, so that `1.000` is a thousand. */
export function NumberField({ isWhole, ...field }: FormFieldProps & { isWhole?: boolean }) {
  return (
    <ControlledField<number | string | null> display="any" empty={null} {...field}>
      {(control) => <NumberInput {...control} isWhole={isWhole} />}
    </ControlledField>
  );
}

/**
 * A number, typed with decimal comma or point and formatted in the user's language on blur (FM-06). Empty is null; invalid text
 * stays the value, so that the field's rule can reject it.
 */
function NumberInput({
  value,
  onChange,
  onBlur,
  name,
  disabled,
  isWhole,
  ref,
}: ControlProps<number | string | null> & { isWhole?: boolean }) {
  const language = useLocale();
  const write = (given: typeof value) =>
    typeof given === "number" ? writeNumber(given, language) : (given ?? "");
  const [shown, setShown] = useState({ text: write(value), value, language });
  if (!Object.is(shown.value, value) || shown.language !== language)
    setShown({ text: write(value), value, language });

  const change = (text: string) => {
    const next = text.trim() === "" ? null : (readNumber(text, { isWhole, language }) ?? text);
    setShown({ text, value: next, language });
    onChange(next);
  };
  return (
    <Input
      ref={ref as Ref<HTMLInputElement>}
      name={name}
      disabled={disabled}
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
      value={shown.text}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        setShown({ text: write(value), value, language });
        onBlur?.();
      }}
    />
  );
}
