"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import { isFileSize, isFileType } from "@/lib/validation/files";
import { importRules, maxImportRows } from "@/lib/validation/import-files";
import { DropBox } from "../../upload/drop-box";
import type { Import } from "./use-import";

const { megabytes, types } = importRules;

/** First step: choose a file, or reopen an earlier import. */
export function FileStep({ area, own }: { area: string; own: Import }) {
  const t = useTranslations("import");
  const words = useTranslations();
  const format = useFormat();
  const { data: earlier = [] } = useQuery(queryOf(contract.imports.list, { query: { area } }));
  const take = (files: readonly File[]) => {
    const [file] = files;
    if (!file || files.length > 1 || !isFileType(file, types) || !isFileSize(file, megabytes))
      own.setProblem(t("oneFile", { megabytes, types: types.join(", ") }));
    else void own.send(file);
  };
  const hint = `${area}.importHint`;
  if (own.sent !== undefined)
    return <p role="status">{own.sent < 100 ? t("sending", { percent: own.sent }) : t("reading")}</p>;
  return (
    <>
      <DropBox label={t("choose")} rules={importRules} onFiles={take} disabled={false}>
        <p className="text-muted text-sm">{t("limits", { megabytes, rows: maxImportRows })}</p>
      </DropBox>
      {words.has(hint as never) && <p className="text-muted text-sm">{words(hint as never)}</p>}
      {earlier.length > 0 && (
        <section aria-label={t("earlier")}>
          <h3 className="font-medium text-sm">{t("earlier")}</h3>
          <ul className="divide-y text-sm">
            {earlier.map((one) => (
              <li key={one.importId} className="flex items-center justify-between gap-3 py-1.5">
                <span className="min-w-0 break-words">
                  {t("earlierOf", { fileName: one.fileName, date: format.dateTime(one.createdOn) })}
                  <span className="block text-muted text-xs">{t("counts", one.run)}</span>
                </span>
                <Button size="sm" onClick={() => own.show(one)}>
                  {t("open")}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
