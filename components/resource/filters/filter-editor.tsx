"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useFirstFocus } from "@/components/ui/use-first-focus";
import { faultOf } from "@/lib/contract/filter-text";
import { type Filter, type FilterOperator, operatorsOf, valueCount } from "@/lib/contract/filters";
import { type FilterTarget, filterOf, openEnds } from "./filter-control";
import { FilterValues } from "./filter-values";
import { useFilterTexts } from "./use-filter-texts";

interface FilterEditorProps {
  targets: readonly FilterTarget[];
  /** Initial column. */
  target: FilterTarget;
  /** Filter to change; omitted to add one. */
  filter?: Filter;
  /** Opened at a column: the focus starts at the value. */
  isOfColumn?: boolean;
  onApply: (filter: Filter) => void;
  onCancel: () => void;
}

const firstValue = "input:not([type=radio]), input:checked";

/** Edits column, condition and values of a filter (TL-04). Enter applies. */
export default function FilterEditor({ targets, onApply, onCancel, ...start }: FilterEditorProps) {
  const t = useTranslations("resource.filters");
  const common = useTranslations("common");
  const texts = useFilterTexts(targets);
  const form = useRef<HTMLFormElement>(null);
  const { filter, isOfColumn } = start;
  useEffect(() => {
    if (filter || isOfColumn) form.current?.querySelector<HTMLElement>(firstValue)?.focus();
  }, [filter, isOfColumn]);
  useFirstFocus(form);
  const edited = useEditedFilter(start);
  const { target, operator, offered, values, count } = edited;
  const faultText = useFaultText(texts);
  const [error, setError] = useState<{ text: string; at: number }>();

  const apply = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble from a portal to the surrounding forms.
    event.stopPropagation();
    const given = Array.from(
      { length: Number.isFinite(count) ? count : values.length },
      (_, at) => values[at] ?? "",
    );
    const made = filterOf(target, operator, given);
    const fault = faultOf(target.id, target.column, made.operator, made.values);
    if (!fault) return onApply(made);
    const at = faultyAt(target, given);
    setError({ text: faultText(fault, target, given[at]), at });
    form.current?.querySelectorAll("input")[at]?.focus();
  };

  return (
    <form
      ref={form}
      onSubmit={apply}
      noValidate
      // Two dates side by side need more room.
      className={cn("flex max-w-full flex-col gap-3 p-3", count === 2 ? "w-96" : "w-80")}
    >
      {!filter && targets.length > 1 && (
        <Field label={t("column")}>
          <Select
            value={target.id}
            onChange={(event) => {
              edited.chooseColumn(targets.find(({ id }) => id === event.target.value) ?? target);
              setError(undefined);
            }}
            options={targets.map(({ id, header }) => ({ value: id, label: header }))}
          />
        </Field>
      )}
      {offered.length > 1 && (
        <Field label={t("condition")}>
          <Select
            value={operator}
            onChange={(event) => {
              edited.setOperator(event.target.value as FilterOperator);
              setError(undefined);
            }}
            options={offered.map((name) => ({
              value: name,
              label: texts.operator(target.column.type, name),
            }))}
          />
        </Field>
      )}
      <FilterValues
        column={target.column}
        choice={target.choice}
        count={count}
        values={values}
        onValues={edited.setValues}
        error={error}
      />
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" onClick={onCancel}>
          {common("cancel")}
        </Button>
        <Button type="submit" variant="primary">
          {t("apply")}
        </Button>
      </div>
    </form>
  );
}

/** State of the filter being edited: column, condition and typed values. */
function useEditedFilter({ target: first, filter }: Pick<FilterEditorProps, "target" | "filter">) {
  const [target, setTarget] = useState(first);
  const offered = operatorsOf(target.column);
  const [operator, setOperator] = useState(filter?.operator ?? (offered[0] as FilterOperator));
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? firstValues(target));
  return {
    target,
    offered,
    operator,
    setOperator,
    values,
    setValues,
    count: valueCount(target.column.type, operator),
    /** Keeps condition and values if the columns have the same type. */
    chooseColumn(next: FilterTarget) {
      setTarget(next);
      if (next.column.type === target.column.type && operatorsOf(next.column).includes(operator)) return;
      setOperator(operatorsOf(next.column)[0] as FilterOperator);
      setValues(firstValues(next));
    },
  };
}

const firstValues = ({ column }: FilterTarget) => (column.type === "flag" ? ["yes"] : []);

/** Returns the error message of a filter. */
function useFaultText(texts: ReturnType<typeof useFilterTexts>) {
  const rules = useTranslations("validation");
  return (
    fault: NonNullable<ReturnType<typeof faultOf>>,
    target: FilterTarget,
    given: string | undefined,
  ) => {
    // Messages format days for the user, addresses in ISO 8601.
    if (target.column.type === "record") return rules("required");
    if (fault.rule === "filterDate") return rules(given ? "day" : "required");
    return rules(fault.rule as "filterText", {
      ...fault.values,
      column: target.header,
      max: fault.values.max ?? 0,
      options: texts.options(target),
    });
  };
}

/** Returns the index of the invalid value; the first if only their combination is invalid. */
function faultyAt(target: FilterTarget, typed: readonly string[]): number {
  const [single] = openEnds[target.column.type] ?? [];
  const isFaulty = (value: string) => {
    if (!single || value.trim() === "") return false;
    return faultOf(target.id, target.column, single, filterOf(target, single, [value]).values) !== undefined;
  };
  return Math.max(typed.findIndex(isFaulty), 0);
}
