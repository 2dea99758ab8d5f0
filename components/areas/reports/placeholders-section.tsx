"use client";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { reportError } from "@/components/errors/report-error";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { SectionCard } from "@/components/resource/form/section-card";
import { TableFailed } from "@/components/resource/table/table-states";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { copyText } from "@/lib/client/clipboard";
import { usePermissions } from "@/lib/client/permissions";
import { matches } from "@/lib/client/tabs/text-match";
import { contract } from "@/lib/contract";
import type { Placeholder } from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";

/** Syntax of a placeholder in a layout. */
const written = ({ name, kind }: Placeholder) =>
  kind === "list" ? `{#${name}} … {/${name}}` : kind === "image" ? `{%${name}}` : `{${name}}`;

/** Placeholders available in the report's layouts, to copy (RP-03). */
export function PlaceholdersSection({ report }: { report: ReportDetail }) {
  const { has } = usePermissions();
  const isThere = useCapability("report-documents");
  return isThere && has("ReportView_LayoutSection") ? <Placeholders report={report} /> : null;
}

function Placeholders({ report: { reportId, source } }: { report: ReportDetail }) {
  const t = useTranslations("reports.placeholders");
  const titleId = useId();
  const own = useFieldLabel(source);
  const organisation = useFieldLabel("organisation-settings");
  const [phrase, setPhrase] = useState("");
  const { data, error, refetch } = useQuery(queryOf(contract.reports.placeholders, { params: { reportId } }));
  if (error && !data) return <TableFailed error={error} onRetry={() => refetch()} />;
  const placeOf = ({ isOfRow, list }: Placeholder) =>
    isOfRow ? t("inRows", { begin: `{#${list || "rows"}}`, end: `{/${list || "rows"}}` }) : t("anywhere");
  const labelOf = ({ name, kind, isOfRow, list }: Placeholder) => {
    const [first = "", last] = name.split(".");
    if (kind === "list") return t("kinds.list");
    if (first === "organisation" && last) return organisation(last === "logo" ? "avatar" : last);
    const key = `own.${name.replace(".", "-") as "now"}` as const;
    const isOwn = !isOfRow || name === "rowNumber" || (list !== "" && t.has(key));
    return isOwn ? t(key) : own(name);
  };
  const found = (data ?? [])
    .map((placeholder) => ({ ...placeholder, text: written(placeholder), label: labelOf(placeholder) }))
    .filter(({ text, label }) => matches(phrase.trim(), text, label));
  return (
    <SectionCard
      title={t("title")}
      titleId={titleId}
      description={t("hint", { begin: "{#rows}", end: "{/rows}" })}
    >
      <div className="flex flex-col gap-3">
        <Input
          type="search"
          icon={<Search />}
          value={phrase}
          onChange={(event) => setPhrase(event.target.value)}
          aria-label={t("filter")}
          placeholder={t("filter")}
          className="max-w-72"
        />
        {!data && <Skeleton className="h-60 w-full" />}
        {data && found.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
        {found.length > 0 && (
          <div className="overflow-x-auto rounded border">
            <table className="w-full text-sm" aria-labelledby={titleId}>
              <thead className="text-left text-muted text-xs">
                <tr>
                  {(["name", "meaning", "where"] as const).map((name) => (
                    <th key={name} scope="col" className="border-b px-3 py-2 font-medium max-sm:last:hidden">
                      {t(name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {found.map((each) => (
                  <tr key={`${each.list} ${each.name}`} className="border-b last:border-b-0">
                    <td className="px-3 py-1">
                      <CopiedText text={each.text} />
                    </td>
                    <td className="px-3 py-1">
                      {each.label}
                      <span className="text-muted text-xs max-sm:block sm:ml-2">
                        {t(`kinds.${each.kind}`)}
                      </span>
                    </td>
                    <td className="px-3 py-1 text-muted text-xs max-sm:hidden">{placeOf(each)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <p className="text-muted text-xs">
          {t("more", {
            ...{ example: "{createdOn | longDate}", begin: "{#rowCount > 10}", end: "{/}" },
            decimals: "{rowCount | number: 2}",
            plural: t("pluralExample"),
          })}
        </p>
      </div>
    </SectionCard>
  );
}

function CopiedText({ text }: { text: string }) {
  const t = useTranslations("reports.placeholders");
  return (
    <button
      type="button"
      aria-label={t("copy", { name: text })}
      className="min-h-6 cursor-copy break-all rounded px-1 text-left font-mono text-xs hover:bg-hover"
      onClick={() =>
        copyText(text).then(
          () => toast.success(t("copied", { name: text })),
          (error: unknown) => reportError(t("copyFailed"), error),
        )
      }
    >
      {text}
    </button>
  );
}
