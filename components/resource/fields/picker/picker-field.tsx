"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChosenLabels } from "../chosen-labels";
import { NothingEntered } from "../display-value";
import { ControlledField, type FormFieldProps, useStored } from "../form-field";
import { AsyncPicker } from "./async-picker";
import { isUnmatched, type Unmatched } from "./match";
import type { PickerOption, PickerSource } from "./source";

interface PickerFieldProps extends FormFieldProps {
  source: PickerSource;
  /** Names of what the record has chosen already. */
  known?: readonly PickerOption[];
  /** What is typed may stand for itself; without it a text that is no option marks the field (TL-05). */
  freeText?: boolean;
  placeholder?: string;
  /** Why the user cannot choose some of them. */
  deniedHint?: string;
  /** Read in place of a dash while nothing is chosen. */
  nothing?: ReactNode;
}

/** One record; the value is its id, or what was typed. */
export function PickerField({
  empty = "",
  ...props
}: PickerFieldProps & {
  /** The value while nothing is chosen. */
  empty?: "" | null;
}) {
  const { picker, nothing, field } = parted(props);
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
  const { picker, nothing, field } = parted(props);
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

/** What the picker is told, apart from what its field is. */
function parted({
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

/** Says so once the box was left with a text that is none of the options. */
function useUnmatchedProblem() {
  const t = useTranslations("validation");
  return (value: unknown, failed: boolean) =>
    isUnmatched(value) && (value.left || failed) ? t("choice") : undefined;
}
