"use client";
import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ImportDetail } from "@/lib/contract/imports";
import { importSeparators } from "@/lib/validation/import-files";
import type { FileChoice } from "./use-import";

const names = { ";": "semicolon", ",": "comma", "\t": "tab", "|": "bar" } as const;
const isNamed = (sign: string): sign is keyof typeof names => sign in names;

interface FileChoicesProps {
  detail: ImportDetail;
  onRead: (choice: FileChoice) => void;
}

/** Sheet, separator and heading row of a file: detected, and changeable by the user. */
export function FileChoices({ detail, onRead }: FileChoicesProps) {
  const t = useTranslations("import");
  const { sheet, sheets, separator, headingRow, firstRows } = detail;
  const own = sheet ? { sheet } : { separator: importSeparators.find((sign) => sign === separator) };
  const rows = [
    ...firstRows.map(({ rowNumber, text }) => ({
      value: String(rowNumber),
      label: t("headingAt", { row: rowNumber, text }),
    })),
    { value: "0", label: t("noHeadings") },
  ];
  const isShown = rows.some(({ value }) => value === String(headingRow));
  const separators = importSeparators
    .filter((sign) => isNamed(sign) || sign === separator)
    .map((sign) => ({
      value: sign,
      label: isNamed(sign) ? t(`separators.${names[sign]}`) : t("separators.other", { sign }),
    }));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {sheets.length > 1 && (
        <Field label={t("sheet")}>
          <Select
            options={sheets.map((name) => ({ value: name, label: name }))}
            value={sheet}
            onChange={({ target }) => onRead({ sheet: target.value })}
          />
        </Field>
      )}
      {!sheet && (
        <Field label={t("separator")}>
          <Select
            options={separators}
            value={separator}
            onChange={({ target }) =>
              onRead({ separator: importSeparators.find((sign) => sign === target.value) })
            }
          />
        </Field>
      )}
      <Field label={t("headingRow")}>
        <Select
          options={
            isShown
              ? rows
              : [{ value: String(headingRow), label: t("headingAt", { row: headingRow, text: "" }) }, ...rows]
          }
          value={String(headingRow)}
          onChange={({ target }) => onRead({ ...own, headingRow: Number(target.value) })}
        />
      </Field>
    </div>
  );
}
