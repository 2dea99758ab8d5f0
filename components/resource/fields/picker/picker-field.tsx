"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { NothingEntered } from "../../values/display-value";
import { ChosenLabels } from "../chosen-labels";
import { ControlledField, type FormFieldProps, useStored } from "../form-field";
import { AsyncPicker } from "./async-picker";
import { isUnmatched, type Unmatched } from "./match";
import type { PickerOption, PickerSource } from "./source";

interface PickerFieldProps extends FormFieldProps {
  source: PickerSource;
  /** Names of the record's current choices. */
  known?: readonly PickerOption[];
  /** Accepts any text; otherwise a text without an option is invalid (TL-05). */
  freeText?: boolean;
  placeholder?: string;
  /** Why some options cannot be chosen. */
  deniedHint?: string;
  /** Shown instead of a dash if nothing is chosen. */
  nothing?: ReactNode;
}

/** One record; the value is its id, or the typed text. */
export function PickerField({
  empty = "",
  ...props
}: PickerFieldProps & {
  /** Value if nothing is chosen. */
  empty?: "" | null;
}) {
  const { picker, nothing, field } = splitProps(props);
  const stored = useStored(field.name);
  const problem = useUnmatchedProblem();
  const id = typeof stored === "string" ? stored : "";
  const name = picker.known.find((option) => option.id === id)?.text ?? id;
  return (
    <ControlledField<string | null | Unmatched>
      display="text"
      read={name ? name : nothing}
      empty={empty}
      problem={problem}
      {...field}
    >
      {({ value, onChange, ...control }) => (
        <AsyncPicker
          {...control}
          {...picker}
          value={isUnmatched(value) ? value : value ? [value] : []}
          onChange={(next) => onChange(isUnmatched(next) ? next : (next[0] ?? empty))}
        />
      )}
    </ControlledField>
  );
}

/** Several records; the value is the list of their ids. */
export function PickersField(props: PickerFieldProps) {
  const { picker, nothing, field } = splitProps(props);
  const stored = useStored(field.name);
  const problem = useUnmatchedProblem();
  const ids: readonly string[] = Array.isArray(stored) ? stored : [];
  const names = ids.map((id) => picker.known.find((option) => option.id === id)?.text ?? id);
  const read =
    names.length > 0 ? (
      <span className="flex flex-wrap gap-1">
        <ChosenLabels labels={names} />
      </span>
    ) : (
      nothing
    );
  return (
    <ControlledField<readonly string[] | Unmatched>
      display="any"
      read={read}
      empty={[]}
      problem={problem}
      {...field}
    >
      {(control) => <AsyncPicker {...control} {...picker} multiple />}
    </ControlledField>
  );
}

/** Separates the picker's props from the field's. */
function splitProps({
  source,
  known = [],
  freeText,
  placeholder,
  deniedHint,
  nothing = <NothingEntered />,
  ...field
}: PickerFieldProps) {
  return { picker: { source, known, freeText, placeholder, deniedHint }, nothing, field };
}

/** Returns the error for text without an option after blur. */
function useUnmatchedProblem() {
  const t = useTranslations("validation");
  return (value: unknown, failed: boolean) =>
    isUnmatched(value) && (value.left || failed) ? t("choice") : undefined;
}
