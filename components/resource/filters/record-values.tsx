"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { maxFilterTextLength } from "@/lib/contract/filters";

interface RecordValuesProps {
  of: keyof typeof contract.dictionaries;
  /** Names of records. */
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  error?: string;
}

/** Number of records offered without a search. */
const offered = 50;

/** Chooses records by name with a search; chosen ones stay on top. */
export function RecordValues({ of, values, onValues, error }: RecordValuesProps) {
  const t = useTranslations("resource.filters");
  const common = useTranslations("common");
  const [typed, setTyped] = useState("");
  const phrase = useDeferredValue(typed.trim());
  const [first] = useState(values);
  const { data } = useQuery({
    ...queryOf(contract.dictionaries[of], { query: { phrase, sortBy: "name", pageLimit: offered } }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.list ?? []).map(({ name }) => name);
  const names = [...new Set([...first, ...found])];
  const toggle = (name: string, isOn: boolean) =>
    onValues(isOn ? [...values, name] : values.filter((chosen) => chosen !== name));
  return (
    <div className="flex flex-col gap-2">
      <Field label={common("search")} error={error}>
        <Input
          autoComplete="off"
          maxLength={maxFilterTextLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <fieldset className="flex max-h-52 flex-col gap-2 overflow-y-auto p-0.5">
        <legend className="sr-only">{t("value")}</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={values.includes(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
        ))}
        {data?.list.length === 0 && <p className="text-muted text-sm">{common("noResults")}</p>}
      </fieldset>
    </div>
  );
}
