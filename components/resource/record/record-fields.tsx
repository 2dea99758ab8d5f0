"use client";
import type { ReactNode } from "react";
import type * as z from "zod";
import type { RecordColumn } from "@/lib/contract/columns";
import { DateField, DateTimeField } from "../fields/date-fields";
import { NumberField } from "../fields/number-field";
import { RichTextField } from "../fields/rich-text/rich-text-field";
import { SelectField } from "../fields/select-field";
import { TranslationsField } from "../fields/translations-field";
import { CheckboxField, FieldRow, TextField } from "../form/fields";
import type { RecordCalls } from "./kind";
import { useChoiceTexts, useRecordTexts } from "./words";

/** Parts of `defineRecords` that forms need. */
export interface FormRecords {
  columns: Readonly<Record<string, RecordColumn>>;
  create: z.ZodObject;
  edit: z.ZodObject;
  bulk: z.ZodObject;
  calls: RecordCalls;
}

/** Names of the editable fields. */
export type FieldName<R extends FormRecords> = Exclude<keyof R["edit"]["shape"], "version"> & string;

/** Rows of field names; by default one field per row. */
export type FormRows<R extends FormRecords> = readonly (readonly FieldName<R>[])[];

/** Custom fields instead of derived ones. */
export type OwnFields<R extends FormRecords> = { readonly [Name in FieldName<R>]?: ReactNode };

interface RecordFieldsProps<R extends FormRecords> {
  records: R;
  rows?: FormRows<R>;
  fields?: OwnFields<R>;
}

/** Fields of a record's form, each by the type of its column. Help texts are under `help` in the area's file. */
export function RecordFields<R extends FormRecords>({ records, rows, fields }: RecordFieldsProps<R>) {
  const shown = rows ?? fieldNames(records).map((name) => [name]);
  return shown.map((row) => {
    const fieldOrder = row.map((name) => (
      <FieldOrDefault key={name} own={fields?.[name]}>
        <RecordField records={records} name={name} />
      </FieldOrDefault>
    ));
    return row.length > 1 ? <FieldRow key={row.join()}>{fieldOrder}</FieldRow> : fieldOrder;
  });
}

/** Renders a custom field, or else the derived one. */
export function FieldOrDefault({ own, children }: { own: ReactNode; children: ReactNode }) {
  return own === undefined ? children : own;
}

export function fieldNames<R extends FormRecords>({ columns }: R): FieldName<R>[] {
  const written = Object.entries(columns).filter(([, { traits }]) => traits.readOnly !== true);
  return written.map(([name]) => name as FieldName<R>);
}

interface RecordFieldProps {
  records: Pick<FormRecords, "columns" | "calls">;
  name: string;
}

/** Field of a column. */
export function RecordField({ records, name }: RecordFieldProps) {
  const t = useRecordTexts(records.calls);
  const choice = useChoiceTexts(records.calls);
  const column = records.columns[name];
  if (!column) throw new Error(`There is no column ${name}`);
  const { kind, values, range, traits } = column;
  const field = {
    name,
    required: traits.required,
    help: t.has(`help.${name}`) ? t(`help.${name}`) : undefined,
  };
  switch (kind) {
    case "flag":
      return <CheckboxField name={name} help={field.help} />;
    case "int":
    case "number":
      return <NumberField {...field} isWhole={kind === "int"} />;
    case "day":
      return <DateField {...field} min={range?.min} max={range?.max} />;
    case "instant":
      return <DateTimeField {...field} />;
    case "choice":
      return (
        <SelectField {...field} options={values.map((value) => ({ value, label: choice(name, value) }))} />
      );
    case "html":
      return <RichTextField {...field} />;
    case "translations":
      return <TranslationsField {...field} />;
    default:
      return <TextField {...field} />;
  }
}

/** Initial values of empty fields. */
export function initialValues(
  records: Pick<FormRecords, "columns">,
  names: readonly string[] = fieldNames(records as FormRecords),
): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => {
      const { initial, kind, values, isNullable } = records.columns[name] ?? {};
      // A nullable text, such as an id, starts as null: its rule rejects an empty string.
      const isEmpty = isWritten(kind) && !(kind === "text" && isNullable);
      return [name, initial ?? (kind === "choice" ? values?.[0] : isEmpty ? "" : null)];
    }),
  );
}

const isWritten = (kind: string | undefined) => ["text", "html", "day", "instant"].includes(kind ?? "");
