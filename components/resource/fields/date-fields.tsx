"use client";
import type { Range } from "@/lib/validation/dates";
import { DateInput } from "./date-input";
import { DateTimeInput } from "./date-time-input";
import { DisplayValue } from "./display-value";
import { ControlledField, type FormFieldProps, useStored } from "./form-field";
import { MonthInput } from "./month-input";
import { TimeInput } from "./time-input";
import { useTyped } from "./use-typed";
import { YearInput } from "./year-input";

type RangedFieldProps = FormFieldProps & Range;

// The range limits what is offered; the schema's rule with the same range refuses what is typed beyond it, on leaving the field (FM-06).

/** A day, `YYYY-MM-DD`. */
export function DateField({ min, max, ...field }: RangedFieldProps) {
  return (
    <ControlledField display="date" empty="" checkedOnLeaving {...field}>
      {(control) => <DateInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** A time of day, `HH:mm`. */
export function TimeField({ min, max, ...field }: RangedFieldProps) {
  return (
    <ControlledField display="time" empty="" checkedOnLeaving {...field}>
      {(control) => <TimeInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** An instant in UTC, shown and typed in the user's time zone. */
export function DateTimeField({ min, max, ...field }: RangedFieldProps) {
  return (
    <ControlledField display="dateTime" empty="" checkedOnLeaving {...field}>
      {(control) => <DateTimeInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** A month, `YYYY-MM`. */
export function MonthField({ min, max, ...field }: RangedFieldProps) {
  const stored = useStored(field.name);
  const { write } = useTyped("month");
  const text = typeof stored === "string" ? (write(stored) ?? stored) : stored;
  return (
    <ControlledField
      display="text"
      read={<DisplayValue type="text" value={text} />}
      empty=""
      checkedOnLeaving
      {...field}
    >
      {(control) => <MonthInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** A year, a number; shown without grouping. */
export function YearField({ min, max, ...field }: RangedFieldProps) {
  const stored = useStored(field.name);
  const text = typeof stored === "number" ? String(stored) : stored;
  return (
    <ControlledField<number | string | null>
      display="text"
      read={<DisplayValue type="text" value={text} />}
      empty={null}
      checkedOnLeaving
      {...field}
    >
      {(control) => <YearInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}
