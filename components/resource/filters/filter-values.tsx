"use client";
import { useTranslations } from "next-intl";
import { DateInput } from "@/components/resource/fields/date-input";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { type FilterColumn, isByDays, maxFilterTextLength } from "@/lib/contract/filters";
import { RecordValues } from "./record-values";

interface FilterValuesProps {
  column: FilterColumn;
  /** Number of values in the condition. */
  count: number;
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  /** Error message and index of the invalid value. */
  error?: { text: string; at: number };
  /** Returns the label of an enum value. */
  choice?: (value: string) => string;
}

/** Inputs for the values of a condition, by the type of its column. */
export function FilterValues({ column, count, values, onValues, error, choice }: FilterValuesProps) {
  const t = useTranslations("resource.filters");
  if (count === 0) return null;
  if (column.type === "flag")
    return (
      <RadioGroup
        label={t("value")}
        value={values[0]}
        onValueChange={(value) => onValues([value])}
        options={[
          { value: "yes", label: t("yes") },
          { value: "no", label: t("no") },
        ]}
      />
    );
  if (column.type === "choice")
    return (
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{t("value")}</legend>
        {column.values.map((value) => (
          <Checkbox
            key={value}
            label={choice?.(value) ?? value}
            checked={values.includes(value)}
            onChange={({ target }) =>
              onValues(target.checked ? [...values, value] : values.filter((chosen) => chosen !== value))
            }
          />
        ))}
        {error && <p className="text-danger text-xs">{error.text}</p>}
      </fieldset>
    );
  if (column.type === "record")
    return <RecordValues of={column.of} values={values} onValues={onValues} error={error?.text} />;
  const labels = count === 2 ? [t("from"), t("to")] : [t("value")];
  const put = (index: number, value: string) =>
    onValues(labels.map((_, at) => (at === index ? value : (values[at] ?? ""))));
  return (
    <div className={count === 2 ? "grid grid-cols-1 gap-3 min-[384px]:grid-cols-2" : undefined}>
      {labels.map((label, index) => (
        <Field key={label} label={label} error={index === error?.at ? error.text : undefined}>
          {isByDays(column) ? (
            <DateInput value={values[index] ?? ""} onChange={(value) => put(index, value)} />
          ) : (
            <Input
              inputMode={column.type === "number" ? "decimal" : "text"}
              maxLength={maxFilterTextLength}
              autoComplete="off"
              value={values[index] ?? ""}
              onChange={({ target }) => put(index, target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
