"use client";
import { Calendar1 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Range } from "@/lib/validation/dates";
import type { ControlProps } from "./control";
import { OptionList } from "./option-list";
import { TypedInput } from "./typed-input";
import { yearsOffered } from "./years";

/** A year as a number, however short it was left, or null; what is typed and is no number stands as text until it is mended. */
export function YearInput({
  value,
  onChange,
  min,
  max,
  ...control
}: ControlProps<number | string | null> & Range) {
  const t = useTranslations("fields");
  const now = new Date();
  return (
    <TypedInput
      kind="year"
      choose={t("chooseYear")}
      icon={Calendar1}
      value={value === null ? "" : String(value)}
      onChange={(text) => onChange(text === "" ? null : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : text)}
      panel={({ value: year, choose }) => (
        <OptionList
          label={t("chooseYear")}
          options={yearsOffered(now, min, max).map((offered) => ({
            value: String(offered),
            label: String(offered),
          }))}
          selected={year}
          near={String(now.getFullYear())}
          onSelect={choose}
        />
      )}
      {...control}
    />
  );
}
