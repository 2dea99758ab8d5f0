"use client";
import { useTranslations } from "next-intl";
import { usePatternHint } from "@/components/resource/fields/pattern-hint";
import { SelectField } from "@/components/resource/fields/select-field";
import { createFormat } from "@/lib/format/format";
import { useChosen } from "./use-chosen";

const examples = {
  longDateFormat: { show: "longDate", value: "2026-12-31" },
  shortDateFormat: { show: "date", value: "2026-12-31" },
  longTimeFormat: { show: "longTime", value: "15:04:09" },
  shortTimeFormat: { show: "time", value: "15:04" },
} as const;

interface FormatFieldProps {
  name: keyof typeof examples;
  formats: readonly string[];
}

/** A choice of formats, each shown by an example in the chosen language. */
export function FormatField({ name, formats }: FormatFieldProps) {
  const t = useTranslations("my-account.preferences");
  const chosen = useChosen();
  const hint = usePatternHint();
  const { show, value } = examples[name];
  const options = formats.map((pattern) => {
    const format = createFormat({
      preferences: { ...chosen, [name]: pattern },
      language: chosen.languageSymbol,
      timeZone: "UTC",
    });
    const example = format[show](value);
    // Days below 13 leave open which number is the month.
    const isNumeric = pattern.includes("DD");
    return { value: pattern, label: isNumeric ? t("example", { example, pattern: hint(pattern) }) : example };
  });
  return <SelectField name={name} required options={options} />;
}
