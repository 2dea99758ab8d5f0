"use client";
import { type ReactNode, useCallback } from "react";
import { DisplayValue } from "../values/display-value";
import { FieldReading } from "../values/field-value";
import { TranslationsValue } from "../values/translations-value";
import type { FormRecords } from "./record-fields";
import { useChoiceTexts } from "./words";

/** Formats record values by their columns in everything inside: forms, history, conflicts, drafts. */
export function RecordReading({ records, children }: { records: FormRecords; children: ReactNode }) {
  const choice = useChoiceTexts(records.calls);
  const read = useCallback(
    (name: string, value: unknown) => {
      const kind = Object.hasOwn(records.columns, name) ? records.columns[name]?.kind : undefined;
      if (kind === "html") return <DisplayValue type="html" value={value} />;
      if (kind === "translations") return <TranslationsValue value={value} />;
      if (kind === "choice" && typeof value === "string")
        return <DisplayValue type="text" value={choice(name, value)} />;
      return undefined;
    },
    [records, choice],
  );
  return <FieldReading value={read}>{children}</FieldReading>;
}
