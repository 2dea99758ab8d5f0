"use client";
import { type FormatName, useFormatExample } from "@/components/resource/fields/format-example";
import { SelectField } from "@/components/resource/fields/select-field";
import { useChosen } from "./use-chosen";

interface FormatFieldProps {
  name: FormatName;
  formats: readonly string[];
}

/** A choice of formats, each shown by an example in the chosen language. */
export function FormatField({ name, formats }: FormatFieldProps) {
  const example = useFormatExample(useChosen().languageSymbol);
  const options = formats.map((pattern) => ({ value: pattern, label: example(name, pattern) }));
  return <SelectField name={name} required options={options} />;
}
