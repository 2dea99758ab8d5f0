"use client";
import { useLocale, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { formatSize } from "@/lib/format/size";
import type { ViewerFile } from "./viewer-file";

/** Says that only the beginning of a file is shown, and where the rest is. */
export function CutNote({ file, shown }: { file: ViewerFile; shown: number }) {
  const t = useTranslations("viewer");
  const language = useLocale();
  return (
    <Alert tone="info" className="m-2 sm:mx-16">
      {t("cut", { shown: formatSize(shown, language) })}{" "}
      {file.addresses.download && (
        <a href={file.addresses.download} download={file.name} className="underline">
          {t("downloadWhole")}
        </a>
      )}
    </Alert>
  );
}
