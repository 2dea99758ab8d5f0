"use client";
import { File, Folder, Lock } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { useFormat } from "@/lib/client/format";
import { formatSize } from "@/lib/format/size";
import { readDirectory, type ZipDirectory, type ZipEntry } from "@/lib/ooxml/zip-directory";
import { plainName } from "../plain-name";
import { readPart } from "../read-file";
import { ScrollArea } from "../scroll-area";
import { useLoaded } from "../use-loaded";
import { LoadedView } from "../view-states";
import type { ViewerFile } from "../viewer-file";
import { decodeNames } from "./names";

const maxEntries = 2_000;

/** Lists an archive; for large ones only the directory is loaded, and nothing is unpacked. */
export default function ArchiveView({ file }: { file: ViewerFile }) {
  const language = useLocale();
  const loaded = useLoaded(file.addresses.stream, (signal) => {
    const read = (start: number, end: number) => readPart(file.addresses.stream, start, end, signal);
    return readDirectory(read, file.size, maxEntries, (names) => decodeNames(names, language));
  });
  return (
    <LoadedView file={file} loaded={loaded}>
      {(directory) => (
        <ScrollArea label={file.name}>
          <Entries {...directory} />
        </ScrollArea>
      )}
    </LoadedView>
  );
}

function Entries({ entries, count }: ZipDirectory) {
  const t = useTranslations("viewer.archive");
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-3 px-4 py-6 sm:px-16">
      <p className="text-muted text-sm">{t("count", { count })}</p>
      {entries.length < count && <Alert>{t("first", { count: entries.length })}</Alert>}
      {entries.some(({ isEncrypted }) => isEncrypted) && <Alert>{t("protected")}</Alert>}
      <table className="w-full text-sm">
        <thead className="text-left text-muted text-xs">
          <tr className="border-b">
            <th scope="col" className="py-2 pr-3 font-medium">
              {t("name")}
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              {t("size")}
            </th>
            <th scope="col" className="py-2 text-right font-medium max-sm:hidden">
              {t("changed")}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={`${entry.offset} ${entry.name}`} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryRow({ entry: { name, isFolder, isEncrypted, size, changed } }: { entry: ZipEntry }) {
  const t = useTranslations("viewer.archive");
  const language = useLocale();
  const format = useFormat();
  const Icon = isFolder ? Folder : isEncrypted ? Lock : File;
  return (
    <tr className="border-b align-top">
      <td className="py-1.5 pr-3">
        <span className="flex items-start gap-2">
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 break-all">{plainName(name)}</span>
          {isEncrypted && <span className="sr-only">{t("encrypted")}</span>}
        </span>
      </td>
      <td className="whitespace-nowrap py-1.5 pr-3 text-right tabular-nums">
        {isFolder ? "" : formatSize(size, language)}
      </td>
      <td className="whitespace-nowrap py-1.5 text-right text-muted tabular-nums max-sm:hidden">
        {changed && format.date(changed)}
      </td>
    </tr>
  );
}
