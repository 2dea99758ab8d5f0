"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Select } from "@/components/ui/select";
import { useFormat } from "@/lib/client/format";
import type { ImportDetail } from "@/lib/contract/imports";
import { FileChoices } from "./file-choices";
import type { FileChoice } from "./use-import";

interface ImportColumnsProps {
  detail: ImportDetail;
  /** Reads the file with other settings; undefined if it is no longer available. */
  onRead?: (choice: FileChoice) => void;
  /** The field that each column fills. */
  fields: readonly (string | null)[];
  onFields: (fields: (string | null)[]) => void;
}

/** Maps the columns of a file to fields: by their headings, and changeable by the user. */
export function ImportColumns({ detail, onRead, fields, onFields }: ImportColumnsProps) {
  const t = useTranslations("import");
  const format = useFormat();
  const missing = detail.fields.filter(({ name, isRequired }) => isRequired && !fields.includes(name));
  // Assigning a field to another column removes it from the previous one.
  const give = (index: number, field: string | null) =>
    onFields(fields.map((one, at) => (at === index ? field : one === field ? null : one)));
  const options = [
    { value: "", label: t("notImported") },
    ...detail.fields.map(({ name, label }) => ({ value: name, label })),
  ];
  return (
    <>
      <p>
        {t("read", { rows: detail.rowCount, fileName: detail.fileName })} {t("columnsHint")}
      </p>
      {detail.warnings.map((warning) => (
        <Alert key={warning} tone="warning">
          <p>{t(`warnings.${warning}`, { encoding: detail.encoding, sheet: detail.sheet })}</p>
        </Alert>
      ))}
      {detail.trimmedCount > 0 && (
        <Alert tone="info">
          <p>{t("trimmed", { count: detail.trimmedCount })}</p>
        </Alert>
      )}
      {onRead && <FileChoices detail={detail} onRead={onRead} />}
      <ul className="flex flex-col divide-y border-y">
        {detail.columns.map(({ heading, samples }, index) => {
          // Many tables have empty columns.
          if (!heading && samples.length === 0) return null;
          const name = heading || t("unnamed", { number: index + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat
            <li key={index} className="grid items-center gap-x-3 gap-y-1 py-2 sm:grid-cols-[1fr_1fr_13rem]">
              <span className="min-w-0 break-words font-medium">{name}</span>
              <span className="min-w-0 truncate text-muted text-sm">{samples.join(" · ")}</span>
              <Select
                aria-label={t("fieldOf", { heading: name })}
                options={options}
                value={fields[index] ?? ""}
                onChange={({ target }) => give(index, target.value || null)}
              />
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && (
        <Alert tone="warning">
          <p>{t("missing", { names: format.allOf(missing.map(({ label }) => label)) })}</p>
        </Alert>
      )}
    </>
  );
}
