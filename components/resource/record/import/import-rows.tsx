"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { attributeOfColumn } from "@/lib/contract/filters";
import type { ImportDetail, ImportRow } from "@/lib/contract/imports";
import { type ImportOutcome, importOutcomes } from "@/lib/validation/import-files";

const tones = { created: "success", changed: "primary", unchanged: "neutral", faulty: "danger" } as const;
const pageSize = 50;
const maxShown = 500;

/** Results or predicted results of the requested rows, in order. */
export function ImportRows({ detail, counts }: { detail: ImportDetail; counts: ImportDetail["run"] }) {
  const t = useTranslations("import");
  const [outcome, setOutcome] = useState<ImportOutcome | "all">(counts.faulty > 0 ? "faulty" : "all");
  const [shown, setShown] = useState(pageSize);
  const { data } = useQuery({
    ...queryOf(contract.imports.rows, {
      params: { importId: detail.importId },
      query: { pageLimit: shown, ...(outcome === "all" ? {} : { outcome }) },
    }),
    placeholderData: keepPreviousData,
  });
  const options = [
    { value: "all", label: t("outcomes.all", { count: counts.rows }) },
    ...importOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`, { count: counts[value] }) })),
  ];
  return (
    <div className="flex flex-col gap-2">
      <Field label={t("outcomes.label")} className="max-w-64">
        <Select
          options={options}
          value={outcome}
          onChange={({ target }) => {
            setOutcome(target.value as typeof outcome);
            setShown(pageSize);
          }}
        />
      </Field>
      {data ? <Rows detail={detail} rows={data.list} /> : <Skeleton className="h-24 w-full" />}
      {data && data.list.length < data.totalCount && shown < maxShown && (
        <Button size="sm" className="self-start" onClick={() => setShown(shown + pageSize)}>
          {t("more")}
        </Button>
      )}
    </div>
  );
}

function Rows({ detail, rows }: { detail: ImportDetail; rows: readonly ImportRow[] }) {
  const t = useTranslations("import");
  if (rows.length === 0) return <p className="text-muted text-sm">{t("noRows")}</p>;
  return (
    <table className="w-full table-fixed text-left text-sm" aria-label={t("rows")}>
      <thead className="border-b text-muted text-xs">
        <tr>
          <th scope="col" className="w-14 py-1 pr-2 font-medium">
            {t("row")}
          </th>
          <th scope="col" className="py-1 pr-2 font-medium">
            {t("record")}
          </th>
          <th scope="col" className="w-28 py-1 font-medium">
            {t("what")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <Row key={row.rowNumber} detail={detail} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ detail, row }: { detail: ImportDetail; row: ImportRow }) {
  const t = useTranslations("import");
  const label = (name: string) => detail.fields.find((field) => field.name === name)?.label ?? name;
  const { rowNumber, text, outcome, values, error, isUndone } = row;
  const faults = error?.errors?.map(({ propertyName, errorMessage }) => {
    const [first = ""] = propertyName.split(".");
    const name = attributeOfColumn(propertyName) ? propertyName : first;
    return name ? `${label(name)}: ${errorMessage}` : errorMessage;
  });
  const reason = error && (faults?.join(" ") || error.message || error.title);
  return (
    <tr className="align-top">
      <td className="py-1.5 pr-2 tabular-nums">{rowNumber}</td>
      <td className="break-words py-1.5 pr-2">
        {text}
        {reason && <span className="block text-danger text-xs">{reason}</span>}
        {!reason &&
          values.map(({ field, value, before }) => (
            <span key={field} className="block whitespace-pre-line text-muted text-xs">
              {before === undefined
                ? t("valueOf", { name: label(field), value })
                : t("changeOf", {
                    name: label(field),
                    before: before || t("empty"),
                    value: value || t("empty"),
                  })}
            </span>
          ))}
      </td>
      <td className="py-1.5">
        <span className="flex flex-wrap gap-1">
          {outcome && <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>}
          {isUndone !== null && (
            <Badge tone={isUndone ? "neutral" : "warning"}>{t(isUndone ? "undone" : "kept")}</Badge>
          )}
        </span>
      </td>
    </tr>
  );
}
