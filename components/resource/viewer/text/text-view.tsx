"use client";
import { WrapText } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { formatSize } from "@/lib/format/size";
import { readStart } from "../read-file";
import { ScrollArea } from "../scroll-area";
import { useLoaded } from "../use-loaded";
import { BarButton, ViewBar } from "../view-bar";
import { LoadedView } from "../view-states";
import { extensionOf, type ViewerFile } from "../viewer-file";
import { bytesAsText } from "./bytes-as-text";
import { decodeText, linesInParts, readableText } from "./decode";
import { textOfRtf } from "./rtf";

/** Maximum bytes read from a text. */
const maxBytes = 2 * 1024 * 1024;

/** Plain text; markup is shown as source. */
export default function TextView({ file }: { file: ViewerFile }) {
  const t = useTranslations("viewer.text");
  const [wraps, setWraps] = useState(true);
  const loaded = useLoaded(file.addresses.stream, async (signal) => {
    const { bytes, isWhole } = await readStart(file.addresses.stream, maxBytes, signal);
    const extension = extensionOf(file);
    if (extension === "rtf") return { text: textOfRtf(bytesAsText(bytes)), isWhole };
    const text = decodeText(bytes, isWhole);
    return { text: isWhole ? readableText(text, extension) : text, isWhole };
  });
  return (
    <LoadedView file={file} loaded={loaded}>
      {({ text, isWhole }) => (
        <div className="relative flex size-full flex-col">
          {!isWhole && <CutNote file={file} shown={maxBytes} />}
          <ScrollArea label={file.name} className="bg-surface">
            <Lines text={text} wraps={wraps} />
          </ScrollArea>
          <ViewBar label={t("tools")}>
            <BarButton label={t("wrap")} aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
              <WrapText className={cn(!wraps && "opacity-50")} />
            </BarButton>
          </ViewBar>
        </div>
      )}
    </LoadedView>
  );
}

/** Note that only the beginning is shown, with a download link. */
function CutNote({ file, shown }: { file: ViewerFile; shown: number }) {
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

function Lines({ text, wraps }: { text: string; wraps: boolean }) {
  const parts = useMemo(() => linesInParts(text), [text]);
  return (
    <div
      className={cn(
        "mx-auto w-fit min-w-full px-4 pt-6 pb-20 font-mono text-sm sm:px-16",
        wraps ? "max-w-full whitespace-pre-wrap break-words" : "whitespace-pre",
      )}
    >
      {parts.map((part, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity besides their index
          key={index}
          className={cn(wraps && "[contain-intrinsic-size:auto_4000px] [content-visibility:auto]")}
        >
          {`${part}\n`}
        </div>
      ))}
    </div>
  );
}
